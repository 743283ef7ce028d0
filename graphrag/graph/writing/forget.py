"""Remove documents, ingested inputs or whole scopes from the graph, with what only they support."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from ...model import FILE_PREFIX, graph_key
from .. import schema
from ..cypher.documents import (
    CONTAINER_AREAS,
    FIND_DOCUMENT,
    FIND_PATHS,
    LEAVE_SHARED,
    STORED_DOCUMENTS,
)
from ..cypher.entities import DROP_ORPHANS
from ..cypher.facts import DROP_UNIT_SUPPORT
from ..cypher.forgetting import (
    FORGET_ALIAS_NODES,
    FORGET_DOCUMENT_NODES,
    FORGET_ENTITY_NODES,
    FORGET_FACTS,
    FORGET_SCOPE_NODE,
)
from ..cypher.scopes import CLAIM_SCOPE, LIST_SCOPES, SET_DAYS, SET_MEAN
from .mean_vector import stored_mean
from .shared_documents import hand_over, reopen
from .statements import removal_statements

if TYPE_CHECKING:
    from ...store.writer import GraphWriter, WriteTemplate

NODES_PER_TRANSACTION = 1000
FACTS_PER_TRANSACTION = 10_000
TIMEOUT_S = 300.0
"""Longest time for one transaction, on a busy server."""

ENTITIES_PER_PAGE = 2000


def forget_scope(writer: GraphWriter, scope: str) -> int:
    """Remove a scope with everything in it, its indexes included.

    Args:
        writer: The writer of the database.
        scope: The scope.

    Returns:
        Number of nodes removed.
    """
    removed = empty_scope(writer, scope)
    while writer.write(FORGET_SCOPE_NODE, {"scope": scope})[0]["is_filled"]:
        removed += empty_scope(writer, scope)  # another process has written in between
    return removed


def empty_scope(writer: GraphWriter, scope: str) -> int:
    """Remove everything in a scope and its indexes, but not the scope's own node.

    Args:
        writer: The writer of the database.
        scope: The scope.

    Returns:
        Number of nodes removed.
    """
    # A look of the sync that is under way writes no more, and the next one compares everything.
    writer.write(CLAIM_SCOPE, {"scope": scope, "dirty": True})
    schema.drop_scope_indexes(writer, scope)
    return remove_content(writer, scope)


def remove_content(writer: GraphWriter, scope: str) -> int:
    """Remove what a scope holds, but neither its indexes nor its own node.

    Args:
        writer: The writer of the database.
        scope: The scope.

    Returns:
        Number of nodes removed.
    """
    removed = _remove_all(writer, FORGET_DOCUMENT_NODES, scope, NODES_PER_TRANSACTION)
    _remove_all(writer, FORGET_FACTS, scope, FACTS_PER_TRANSACTION)
    removed += _remove_all(writer, FORGET_ENTITY_NODES, scope, NODES_PER_TRANSACTION)
    removed += _remove_all(writer, FORGET_ALIAS_NODES, scope, NODES_PER_TRANSACTION)
    return removed


def _remove_all(writer: GraphWriter, template: WriteTemplate, scope: str, at_once: int) -> int:
    removed = 0
    parameters = {"scope": scope, "limit": at_once}
    while done := writer.write(template, parameters, timeout_s=TIMEOUT_S)[0]["done"]:
        removed += done
    return removed


def is_known(writer: GraphWriter, scope: str) -> bool:
    """Whether a scope exists, even if it is empty."""
    return bool(writer.read(LIST_SCOPES, {"scope": scope, "install": ""}))


def paths_ending_in(writer: GraphWriter, scope: str, ending: str) -> list[str]:
    """Return the files and inputs of a scope whose path ends in whole names like these.

    Args:
        writer: The writer of the database.
        scope: Their scope.
        ending: The end of a path, such as ``guide/usage.md``.

    Returns:
        Their full paths, sorted. A file that was ingested by itself is the same as its input.
    """
    wanted = PurePosixPath(ending).parts
    if not wanted:
        return []
    rows = writer.read(FIND_PATHS, {"scope": scope, "name": wanted[-1]})
    paths = {row["id"].partition(":")[2] for row in rows}
    return sorted(path for path in paths if PurePosixPath(path).parts[-len(wanted) :] == wanted)


class Forgotten(NamedTuple):
    """What was removed by its name.

    Attributes:
        removed: Number of documents removed.
        kept: Number of documents that stay, since other inputs hold them.
    """

    removed: int = 0
    kept: int = 0


def forget_document(writer: GraphWriter, scope: str, identifier: str) -> Forgotten | None:
    """Remove a document, a file or an ingested input, with mentions and what only it supports.

    A file leaves the graph whichever inputs hold it. Of a folder or a collection, the documents
    that other inputs hold too go to these.

    Args:
        writer: The writer of the database.
        scope: Its scope.
        identifier: Its id, its key, or the path or name of a file or input.

    Returns:
        What was removed; None if nothing has that name.
    """
    of_input = None
    if unit := writer.read(FIND_DOCUMENT, {"scope": scope, "id": f"unit:{identifier}"}):
        of_input = forget_input(writer, scope, unit[0]["unit"])
    found = [
        row
        for wanted in (identifier, f"{FILE_PREFIX}{identifier}")
        for row in writer.read(FIND_DOCUMENT, {"scope": scope, "id": wanted})
    ]
    if not found:
        return of_input
    # The inputs lack this document now: the next ingest of one puts the document back.
    reopen(writer, scope, (u for row in found if row["origin"] == "ingest" for u in row["holders"]))
    documents = {row["key"] for row in found if row["area"] not in CONTAINER_AREAS}
    documents |= {member for row in found for member in row["members"]}
    remove_documents(writer, scope, sorted(documents.union(row["key"] for row in found)))
    return Forgotten(len(documents) + (of_input.removed if of_input else 0))


def forget_input(writer: GraphWriter, scope: str, unit: str) -> Forgotten:
    """Remove an ingested input; documents that other inputs hold too go to these.

    Args:
        writer: The writer of the database.
        scope: Its scope.
        unit: Its name: a full path, or the name of a collection.
    """
    reopen(writer, scope, [unit])  # in case this is interrupted
    owned = writer.read(STORED_DOCUMENTS, {"scope": scope, "origin": "ingest", "unit": unit})
    lost = set(hand_over(writer, scope, unit, [document["key"] for document in owned]))
    writer.write(LEAVE_SHARED, {"scope": scope, "unit": unit})
    drop_unit_support(writer, scope, graph_key(scope, f"unit:{unit}"))
    remove_documents(writer, scope, sorted(lost))
    removed = [row["key"] in lost for row in owned if row["area"] not in CONTAINER_AREAS]
    return Forgotten(sum(removed), len(removed) - sum(removed))


def remove_documents(writer: GraphWriter, scope: str, keys: Sequence[str]) -> None:
    """Remove documents in transactions of bounded size, and update the scope's days and mean.

    Args:
        writer: The writer of the database.
        scope: Their scope.
        keys: Their keys.
    """
    for start in range(0, len(keys), NODES_PER_TRANSACTION):
        part = keys[start : start + NODES_PER_TRANSACTION]
        claim = (CLAIM_SCOPE, {"scope": scope, "dirty": True})
        writer.transact([claim, *removal_statements(scope, part)], timeout_s=TIMEOUT_S)
    mean = stored_mean(writer, scope)
    writer.transact(
        [
            (SET_DAYS, {"scope": scope}),
            (SET_MEAN, {"scope": scope, "mean": mean}),
        ]
    )


def drop_unit_support(writer: GraphWriter, scope: str, unit_key: str) -> None:
    """Remove what an input of bare triples supports, and the entities that nothing holds then.

    Args:
        writer: The writer of the database.
        scope: The scope.
        unit_key: The key of the input's node.
    """
    facts = {"scope": scope, "document": unit_key, "max_facts": FACTS_PER_TRANSACTION}
    _in_pages(writer, DROP_UNIT_SUPPORT, facts)
    _in_pages(writer, DROP_ORPHANS, {"scope": scope})


def _in_pages(
    writer: GraphWriter, template: WriteTemplate, parameters: Mapping[str, object]
) -> None:
    """Run a template on all entities of a scope, a page of them at a time."""
    after, size = "", ENTITIES_PER_PAGE
    while True:
        of_page = {**parameters, "after": after, "limit": size}
        [page] = writer.write(template, of_page, timeout_s=TIMEOUT_S)
        if page.get("facts") == FACTS_PER_TRANSACTION:
            continue  # the page may have more of them
        if page["last"] is None or page["entities"] < size:
            break
        # A page that only holds entities of one name must grow, or it never ends.
        size = size * 2 if page["last"] == after else ENTITIES_PER_PAGE
        after = page["last"]
