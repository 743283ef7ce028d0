"""Containers: sessions of memories formed one after another, and files of passages.

A session is a run of memories in the order of insertion, with gaps of at most ``MAX_GAP_MINUTES``
and at most ``MAX_SESSION_MEMBERS`` members. A memory without a timestamp belongs to no session and
ends the one before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import FILE_PREFIX, MAX_SESSION_MEMBERS, SESSION_PREFIX, graph_key
from .desired import ContainerRecord
from .records import SourceDocument

MAX_GAP_MINUTES = 30


def sessions(scope: str, documents: Iterable[SourceDocument]) -> dict[str, ContainerRecord]:
    """Group memories into sessions.

    Args:
        scope: Their scope.
        documents: Memories in the order of insertion. Passages of files are left out.

    Returns:
        The sessions of at least two members, by key. If only the day is known, the run of a day is
        a session without an order.
    """
    found: dict[str, ContainerRecord] = {}
    for run in _runs(document for document in documents if not document.file):
        for start in range(0, len(run), MAX_SESSION_MEMBERS):
            members = run[start : start + MAX_SESSION_MEMBERS]
            if len(members) < 2:
                continue
            container = ContainerRecord(
                id=f"{SESSION_PREFIX}{members[0].id}",
                area="session",
                members=tuple(member.id for member in members),
                ordered=all(member.minute is not None for member in members),
                timestamp=members[0].timestamp,
            )
            found[graph_key(scope, container.id)] = container
    return found


def files(scope: str, documents: Iterable[SourceDocument]) -> dict[str, ContainerRecord]:
    """Group passages by their file, in their given order.

    Args:
        scope: Their scope.
        documents: Passages in order.

    Returns:
        The files, by key.
    """
    members: dict[tuple[str, str], list[str]] = {}
    for document in documents:
        if document.file:
            members.setdefault((document.file, document.source), []).append(document.id)
    containers = (
        ContainerRecord(f"{FILE_PREFIX}{path}", "file", tuple(ids), source=source)
        for (path, source), ids in members.items()
    )
    return {graph_key(scope, container.id): container for container in containers}


def _runs(documents: Iterable[SourceDocument]) -> Iterator[list[SourceDocument]]:
    run: list[SourceDocument] = []
    for document in _in_order(documents):
        if document.day is None:
            yield run
            run = []
            continue
        if run and not _follows(run[-1], document):
            yield run
            run = []
        run.append(document)
    yield run


def _in_order(documents: Iterable[SourceDocument]) -> list[SourceDocument]:
    """Sort by time: an edited memory keeps its timestamp, but not its place.

    Memories without a timestamp keep their place, and nothing is sorted across them.
    """
    ordered: list[SourceDocument] = []
    block: list[SourceDocument] = []
    for document in documents:
        if document.day is None:
            ordered += sorted(block, key=_minute)
            ordered.append(document)
            block = []
        else:
            block.append(document)
    return ordered + sorted(block, key=_minute)


def _minute(document: SourceDocument) -> int:
    return document.minute if document.minute is not None else (document.day or 0) * 1440


def _follows(first: SourceDocument, second: SourceDocument) -> bool:
    if first.minute is None or second.minute is None:
        return first.day == second.day and first.minute == second.minute
    return second.minute - first.minute <= MAX_GAP_MINUTES
