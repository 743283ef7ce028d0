"""A real Agent Zero checkout as the host of a test: its own loop, memory, prompts and log.

The checkout is copied, never changed. Its interpreter is a virtual environment in a cache folder,
with what a headless turn needs, at the versions that this checkout pins, and without PyTorch; the
model calls go to the stub.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from .host import Host, HostError, Layout
from .llm_stub import LlmStub

_HERE = Path(__file__).parent
_NEEDED = _HERE / "real_host_requirements.txt"
_PIN_FILES = ("requirements.txt", "requirements2.txt")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
SHIMS = _HERE / "real_host_shims"
_NOT_COPIED = shutil.ignore_patterns(".git", "docs", "tests", "__pycache__", ".venv", "logs", "tmp")


def layout_of(checkout: Path) -> Layout:
    """Tells which generation of Agent Zero a checkout is.

    Raises:
        HostError: It is none.
    """
    if (checkout / "helpers/extension.py").is_file():
        return "1.x"
    if (checkout / "python/helpers/extension.py").is_file():
        return "0.9"
    raise HostError(f"{checkout} is no Agent Zero checkout: it has no helpers/extension.py")


def requirements_of(checkout: Path) -> list[str]:
    """Gives what a headless turn of a checkout needs, as the checkout pins it."""
    lines = _NEEDED.read_text().splitlines()
    found = {name.lower(): name for name in lines if name and not name.startswith("#")}
    for file in _PIN_FILES:
        path = checkout / file
        for line in path.read_text().splitlines() if path.is_file() else ():
            name = _NAME.match(line)
            if name and name.group().lower() in found:
                found[name.group().lower()] = line.partition("#")[0].strip()
    return list(found.values())


def host_python(checkout: Path) -> Path:
    """Finds, or makes once, the interpreter that a checkout runs in.

    Args:
        checkout: An Agent Zero source tree, which pins the versions of its packages.

    Raises:
        HostError: There is no Python 3.12 or 3.13, or the packages could not be installed.
    """
    cache = Path(os.environ.get("GRAPHRAG_E2E_CACHE") or Path.home() / ".cache/a0-graphrag-e2e")
    requirements = requirements_of(checkout)
    base = _base_python()
    fingerprint = hashlib.sha256("\n".join([base, *requirements]).encode()).hexdigest()[:12]
    folder = cache / f"host-env-{fingerprint}"
    python = folder / "bin/python"
    complete = folder / ".complete"
    if complete.exists():
        return python
    print(f"making the real host's environment in {folder} (some minutes, once)", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    for command in (
        [base, "-m", "venv", str(folder)],
        [str(python), "-m", "pip", "install", "--quiet", *requirements],
    ):
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise HostError(f"could not make the host's environment:\n{result.stderr[-3000:]}")
    complete.touch()
    return python


def _base_python() -> str:
    """Finds a Python, preferably of the version that the host's image runs."""
    pyenv = sorted((Path.home() / ".pyenv/versions").glob("3.12.*/bin/python"))
    ours = sys.executable if sys.version_info[:2] in ((3, 12), (3, 13)) else None
    for candidate in (
        *map(str, pyenv),
        shutil.which("python3.12"),
        ours,
        shutil.which("python3.13"),
    ):
        if candidate:
            return candidate
    raise HostError("Agent Zero runs on Python 3.12: install python3.12, or put it on PATH")


class RealHost(Host):
    """A host copied from a checkout.

    Args:
        checkout: An Agent Zero source tree of either layout.
        root: Folder to copy it to; made here.
        stub: The model server that it is pointed at.
        **options: As for `Host`.
    """

    def __init__(self, checkout: Path, root: Path, stub: LlmStub, **options: Any) -> None:
        layout = layout_of(checkout)
        shutil.copytree(checkout, root, ignore=_NOT_COPIED, dirs_exist_ok=True)
        for folder in ("logs", "tmp"):
            (root / folder).mkdir(exist_ok=True)
        python = host_python(checkout)
        super().__init__(layout, root, stub, python=python, python_path=[SHIMS], **options)
