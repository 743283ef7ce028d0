"""Downloading the jars of Neo4j, and checking them: the only place that ever downloads."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, wait
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import LocalServerError
from ...threads import run_in_threads
from .jar_list import Jar

if TYPE_CHECKING:
    from jgo.maven import Artifact, MavenContext

PARALLEL = 8
"""Downloads at a time."""

_ATTEMPTS = 3
_TIMEOUT_S = 30
MB = 1_000_000
_SPARE_BYTES = 50 * MB


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long step is.

    Attributes:
        step: What is being done, in words.
        done: How much of it is done, in bytes.
        total: How much there is, in bytes; 0 if unknown.
    """

    step: str
    done: int = 0
    total: int = 0


ProgressCallback = Callable[[Progress], None]


class _InterruptedError(Exception):
    """Another download failed, so this one ends too."""


class _Meter:
    """Counts bytes over all downloads and reports them; stops them all on request."""

    def __init__(self, total: int, done: int, report: ProgressCallback) -> None:
        self._total, self._done, self._report = total, done, report
        self._guard = threading.Lock()
        self._stop = threading.Event()

    def add(self, count: int) -> None:
        if self._stop.is_set():
            raise _InterruptedError
        with self._guard:
            self._done += count
            self._report(Progress("downloading Neo4j", min(self._done, self._total), self._total))

    def stop(self) -> None:
        self._stop.set()

    @contextlib.contextmanager
    def per_file(self, _name: str, _size: int) -> Iterator[Callable[[int], None]]:
        """Return the counter in the form that the resolver wants."""
        yield self.add


def damaged(jars: tuple[Jar, ...], folder: Path) -> list[Jar]:
    """Return the jars that are missing from the folder, or are not the listed ones."""
    checks = [partial(jar.matches, folder / jar.file_name) for jar in jars]
    good = run_in_threads("neo4j-jar-checks", checks, 2)
    return [jar for jar, is_good in zip(jars, good, strict=True) if not is_good.result()]


def download(
    jars: tuple[Jar, ...], folder: Path, report: ProgressCallback, parallel: int = PARALLEL
) -> None:
    """Download every jar into the folder, each checked before it gets its name.

    Correct jars that are there are kept, so an interrupted download continues.

    Args:
        jars: The jars that must be there in the end.
        folder: Where they are stored.
        report: Called with the bytes done and in all, from several threads, one at a time.
        parallel: Downloads at a time.

    Raises:
        LocalServerError: No network, no disk space, or a file with the wrong checksum.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob(".partial-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    missing = damaged(jars, folder)
    total = sum(jar.size_bytes for jar in jars)
    to_come = sum(jar.size_bytes for jar in missing)
    report(Progress("downloading Neo4j", total - to_come, total))
    if not missing:
        return
    free = shutil.disk_usage(folder).free
    if free < to_come + _SPARE_BYTES:
        raise LocalServerError(
            f"not enough disk space in {folder}: Neo4j needs {to_come // MB} MB, "
            f"{free // MB} MB are free",
            "free some space, or choose another folder",
        )
    with tempfile.TemporaryDirectory(prefix=".partial-", dir=folder) as drafts:
        meter = _Meter(total, total - to_come, report)
        _fetch_all(missing, folder, Path(drafts), meter, parallel)


def _fetch_all(jars: list[Jar], folder: Path, drafts: Path, meter: _Meter, parallel: int) -> None:
    from jgo.config import GlobalSettings
    from jgo.constants import MAVEN_CENTRAL_URL
    from jgo.maven import MavenContext, PythonResolver

    context = MavenContext(
        repo_cache=drafts,
        timeout=_TIMEOUT_S,
        # A mirror is configured in jgo's own settings: [repositories] central = ...
        remote_repos={"central": MAVEN_CENTRAL_URL, **GlobalSettings.load().repositories},
        resolver=PythonResolver(progress_callback=meter.per_file),
    )
    # The largest first, so that none of them is left for the end.
    order = sorted(jars, key=lambda jar: jar.size_bytes, reverse=True)
    works = [partial(_fetch, context, jar, folder) for jar in order]
    tasks = run_in_threads("neo4j-jars", works, parallel)
    try:
        finished, _ = wait(tasks, return_when=FIRST_EXCEPTION)
    finally:
        meter.stop()
        for task in tasks:
            task.cancel()
        wait(tasks)  # those that have begun still write into the folder of drafts
    for task in finished:
        error = task.exception()
        if error is not None and not isinstance(error, _InterruptedError):
            raise error


def _fetch(context: MavenContext, jar: Jar, folder: Path) -> None:
    artifact = (
        context.project(jar.group, jar.artifact)
        .at_version(jar.version)
        .artifact(classifier=jar.classifier, packaging="jar")
    )
    path = _resolve(artifact, jar)
    if not jar.matches(path):
        raise LocalServerError(
            f"the downloaded {jar.file_name} has the wrong checksum and was not used",
            "try again later, or use another mirror",
        )
    path.replace(folder / jar.file_name)


def _resolve(artifact: Artifact, jar: Jar) -> Path:
    import requests

    for attempt in range(_ATTEMPTS):
        try:
            return artifact.resolve()
        except requests.exceptions.SSLError as error:
            raise LocalServerError(
                f"Neo4j could not be downloaded: the connection to {_host(error)} is not trusted",
                "behind a company proxy, set REQUESTS_CA_BUNDLE to its certificate file",
            ) from error
        except requests.RequestException as error:
            if attempt + 1 == _ATTEMPTS:
                raise LocalServerError(
                    f"Neo4j could not be downloaded: no connection to {_host(error)}",
                    "check the network (or HTTPS_PROXY) and try again; complete files are kept",
                ) from error
            # The resolver refuses to overwrite the remains of a broken download.
            if artifact.cached_path is not None:
                artifact.cached_path.unlink(missing_ok=True)
            time.sleep(0.5 * 2**attempt)
        except RuntimeError as error:
            raise LocalServerError(
                f"Neo4j could not be downloaded: {jar.file_name} was not found",
                "try again later",
            ) from error
    raise AssertionError("the last attempt returns or raises")


def _host(error: Exception) -> str:
    from urllib.parse import urlsplit

    request = getattr(error, "request", None)
    return urlsplit(request.url).hostname or "Maven Central" if request else "Maven Central"
