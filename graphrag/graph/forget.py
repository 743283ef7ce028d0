"""Take documents, units or whole scopes out of the graph, with all that only they support."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..model import graph_key
from . import schema
from .cypher import admin
from .cypher import write as cypher
from .reconcile import removal_statements, stored_mean

if TYPE_CHECKING:
    from ..store.writer import GraphWriter

NODES_PER_TRANSACTION = 1000
PATIENCE_S = 300.0
"""For one such transaction, on a busy server."""
PAGE = 2000


def forget_scope(writer: GraphWriter, scope: str) -> int:
    """Remove a scope with everything in it, its indexes included.

    Args:
        writer: The way to the database.
        scope: The scope.

    Returns:
        How many nodes were removed.
    """
    schema.drop_scope_indexes(writer, scope)
    removed = 0
    for template in (
        admin.FORGET_DOCUMENT_NODES,
        admin.FORGET_ENTITY_NODES,
        admin.FORGET_ALIAS_NODES,
    ):
        parameters = {"scope": scope, "limit": NODES_PER_TRANSACTION}
        while done := writer.write(template, parameters, timeout_s=PATIENCE_S)[0]["done"]:
            removed += done
    writer.write(admin.FORGET_SCOPE_NODE, {"scope": scope})
    return removed


def is_known(writer: GraphWriter, scope: str) -> bool:
    """Say whether there is such a scope, be it an empty one."""
    return bool(writer.read(admin.LIST_SCOPES, {"scope": scope, "install": ""}))


def forget_document(writer: GraphWriter, scope: str, identifier: str) -> int:
    """Remove a document, with its mentions and what only it supports.

    A file or an ingested input may be named by its path: then all of its documents go.

    Args:
        writer: The way to the database.
        scope: Its scope.
        identifier: Its id, its key, or the id of a file or input.

    Returns:
        How many documents were removed; 0 if there is none of that id.
    """
    found = [
        row
        for wanted in (identifier, f"file:{identifier}", f"unit:{identifier}")
        for row in writer.read(admin.FIND_DOCUMENT, {"scope": scope, "id": wanted})
    ]
    if not found:
        return 0
    keys: set[str] = set()
    for row in found:
        keys.add(row["key"])
        keys.update(row["members"])
        if row["area"] == "unit":
            owned = writer.read(
                cypher.STORED_DOCUMENTS, {"scope": scope, "origin": "ingest", "unit": row["unit"]}
            )
            keys.update(document["key"] for document in owned)
            drop_unit_support(writer, scope, row["key"])
        elif row["origin"] == "ingest":
            # What was taken out of an input is missing there: reading it again puts it back.
            unit = graph_key(scope, f"unit:{row['unit']}")
            writer.write(admin.REOPEN_UNIT, {"key": unit})
    remove_documents(writer, scope, sorted(keys))
    return len(keys)


def remove_documents(writer: GraphWriter, scope: str, keys: Sequence[str]) -> None:
    """Remove documents in transactions of bounded size, and bring the scope's figures up to date.

    Args:
        writer: The way to the database.
        scope: Their scope.
        keys: Their keys.
    """
    for start in range(0, len(keys), NODES_PER_TRANSACTION):
        part = keys[start : start + NODES_PER_TRANSACTION]
        # Without a digest the next sync compares everything.
        lock = (cypher.LOCK_SCOPE, {"scope": scope, "dirty": True})
        writer.transact([lock, *removal_statements(scope, part)], timeout_s=PATIENCE_S)
    mean = stored_mean(writer, scope)
    writer.transact(
        [
            (cypher.SET_DAYS, {"scope": scope}),
            (cypher.SET_MEAN, {"scope": scope, "mean": mean}),
        ]
    )


def drop_unit_support(writer: GraphWriter, scope: str, unit_key: str) -> None:
    """Take back what an input of bare triples supports, and the entities that then hang nowhere."""
    for template in (cypher.DROP_UNIT_SUPPORT, cypher.DROP_ORPHANS):
        after, size = "", PAGE
        while True:
            parameters = {"scope": scope, "after": after, "limit": size}
            if template is cypher.DROP_UNIT_SUPPORT:
                parameters["document"] = unit_key
            [page] = writer.write(template, parameters, timeout_s=PATIENCE_S)
            if page["last"] is None or page["entities"] < size:
                break
            # Entities of one name and many types can fill a page.
            size = size * 2 if page["last"] == after else PAGE
            after = page["last"]
