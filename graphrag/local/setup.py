"""Setting up the local Neo4j: the download, with a record that other processes can read."""

from __future__ import annotations

import os
import time

from ..errors import LocalServerError
from ..file_lock import locked
from ..whole_file import write_whole
from .jars import Jar, Progress, ProgressCallback, download, read_jar_list
from .machine import process_birth
from .paths import LocalPaths
from .runfile import Setup, write_record

_REPORT_EVERY_S = 0.3


def set_up(paths: LocalPaths, version: str, progress: ProgressCallback, parallel: int) -> None:
    """Download the jars of a Neo4j version and check them; files that are there are kept.

    Args:
        paths: The folders of the local Neo4j.
        version: One of the listed versions.
        progress: Called with the bytes done and in all, from several threads, one at a time.
        parallel: Downloads at a time.

    Raises:
        LocalServerError: No network, no room, or a file that is not the listed one.
    """
    jars = read_jar_list(version)
    try:
        paths.jars_dir.mkdir(parents=True, exist_ok=True)
        with locked(paths.setup_lock):
            _download(jars, paths, version, progress, parallel)
    except OSError as error:
        raise LocalServerError(
            f"Neo4j could not be stored in {paths.jars_dir}: {error.strerror or error}",
            "make the folder writable, or choose another with GRAPHRAG_HOME",
        ) from error


def _download(
    jars: tuple[Jar, ...],
    paths: LocalPaths,
    version: str,
    progress: ProgressCallback,
    parallel: int,
) -> None:
    pid = os.getpid()
    birth = process_birth(pid) or ""
    next_report = 0.0

    def report(step: Progress) -> None:
        nonlocal next_report
        if (now := time.monotonic()) >= next_report or step.done == step.total:
            next_report = now + _REPORT_EVERY_S
            write_record(paths.setup_file, Setup(pid, birth, step.done, step.total))
            progress(step)

    try:
        download(jars, paths.jars_of(version), report, parallel)
    except LocalServerError as error:
        # No living process: from now on this file only keeps the reason.
        write_record(paths.setup_file, Setup(0, "", 0, 0, failure=str(error)))
        raise
    except BaseException:
        paths.setup_file.unlink(missing_ok=True)
        raise
    write_whole(paths.complete_mark(version), f"{len(jars)} jars\n")
    paths.setup_file.unlink(missing_ok=True)
