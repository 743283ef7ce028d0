"""Installs wheels into a folder with pip, without changing the host's packages.

It always runs in a process of its own, with the Python that runs this code.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ...threads import start_thread

TIMEOUT_S = 900
"""Longest time of one pip command, in seconds."""

_WATCH_S = 0.2

_WHEELS_ONLY = "--only-binary=:all:"
_QUIET = ("--disable-pip-version-check", "--no-input")
_ON_INSTALL = ("--progress-bar=off", "--timeout=20")
_UNTRUSTED = re.compile("CERTIFICATE_VERIFY_FAILED|confirming the ssl certificate")

OnLine = Callable[[str], None]


def missing_packages(requirements: Sequence[str], folder: Path) -> list[str]:
    """Return what pip would install beside the host's packages.

    Each installed version is a constraint, so that no package of the host can change.

    Args:
        requirements: Requirements as in a project file.
        folder: Where they will be installed. If it is removed, pip ends.

    Returns:
        The missing packages, sorted, each as ``name==version``.

    Raises:
        RuntimeError: pip cannot meet the requirements, with its reason in one line.
    """
    with tempfile.TemporaryDirectory() as notes:
        constraints = Path(notes) / "constraints.txt"
        constraints.write_text(_run(folder, "list", "--format=freeze"), encoding="utf-8")
        report = Path(notes) / "report.json"
        options = ("--dry-run", "--report", str(report), "--constraint", str(constraints))
        _run(folder, "install", *options, _WHEELS_ONLY, *requirements)
        found = [item["metadata"] for item in json.loads(report.read_bytes())["install"]]
    return sorted(f"{item['name']}=={item['version']}" for item in found)


def install_into(folder: Path, packages: Sequence[str], on_step: Callable[[str], None]) -> None:
    """Install exactly these packages into a folder, without their dependencies.

    Args:
        folder: An empty folder. If it is removed, pip ends.
        packages: Each as ``name==version``.
        on_step: Called with one line for each step that a person wants to see.

    Raises:
        RuntimeError: pip failed, with its reason in one line.
    """

    def on_line(line: str) -> None:
        step = _step(line)
        if step:
            on_step(step)

    options = (_WHEELS_ONLY, "--no-deps", "--target", str(folder))
    _run(folder, "install", *options, *packages, on_line=on_line)


def _step(line: str) -> str:
    # pip writes "Downloading neo4j-6.0-py3-none-any.whl (390 kB)", or an address before the name.
    found = re.match(r"\s*Downloading (?:\S*/)?([^-\s]+-[^-\s]+)-\S+( \(.*\))?$", line)
    if found:
        return f"Downloading {found[1]}{found[2] or ''}"
    return "Unpacking the packages" if line.startswith("Installing collected packages") else ""


def _run(folder: Path, command: str, *arguments: str, on_line: OnLine | None = None) -> str:
    # A user's pip configuration (index, proxy, certificates) counts, but not another target.
    environment = {k: v for k, v in os.environ.items() if k not in ("PIP_TARGET", "PIP_PREFIX")}
    environment["PIP_USER"] = "false"
    call = [*_pip(), command, *_QUIET, *arguments]
    if command == "install":
        call += _ON_INSTALL
    lines = []
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors,
        subprocess.Popen(
            call,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            encoding="utf-8",
            errors="replace",
        ) as process,
    ):
        has_ended = threading.Event()
        start_thread("graphrag-pip-watch", _end_in_time, process, folder, has_ended)
        try:
            for line in process.stdout or ():
                lines.append(line)
                if on_line is not None:
                    on_line(line)
            code = process.wait()
        finally:
            has_ended.set()
            process.kill()
        errors.seek(0)
        reported = errors.read()
    if code != 0:
        raise RuntimeError(_reason("".join(lines) + reported) or f"pip failed ({code})")
    return "".join(lines)


def _end_in_time(process: subprocess.Popen[str], folder: Path, has_ended: threading.Event) -> None:
    """End pip if it takes too long, or if nobody wants the folder any more."""
    ends = time.monotonic() + TIMEOUT_S
    while not has_ended.wait(_WATCH_S):
        if time.monotonic() > ends or not folder.is_dir():
            process.kill()
            return


def _reason(reported: str) -> str:
    """Return why pip failed, from what it wrote."""
    if _UNTRUSTED.search(reported):
        return (
            "the certificate of the package index cannot be trusted. Behind a proxy with a CA of "
            "its own, set PIP_CERT to a file with the certificate of that CA"
        )
    errors = re.findall(r"^ERROR:(.*)", reported, re.MULTILINE)
    return str(errors[-1]).strip() if errors else ""


def _pip() -> list[str]:
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    # An environment made by uv has no pip. Python ships one, which runs from its wheel.
    bundled = Path(sysconfig.get_path("stdlib")) / "ensurepip" / "_bundled"
    for wheel in bundled.glob("pip-*.whl"):
        return [sys.executable, f"{wheel}/pip"]
    raise RuntimeError(f"there is no pip for {sys.executable}")
