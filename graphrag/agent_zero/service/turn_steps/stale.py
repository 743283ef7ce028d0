"""Removes deleted or edited memories from a retrieval.

Sync takes some seconds. A memory that a user has deleted or edited in between must not come back
through the graph, nor a fact that only it states, nor what it says of a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....model import graph_key
from ....text.storable import MAX_TEXT, storable

if TYPE_CHECKING:
    from ....model import Passage, Retrieval


def without_stale(retrieval: Retrieval, scope: str, documents: Mapping[str, Any]) -> Retrieval:
    """Return a retrieval without memories that were deleted or edited.

    Facts that only such memories support are left out too; also those of a memory that was deleted
    and is not among the passages. A description of a name may come from such a memory, and
    does not say so: none is shown then.

    Args:
        retrieval: What the graph returned.
        scope: The scope of the host's memory folder; passages of other scopes stay.
        documents: The folder's documents by id, as they are now.
    """

    def is_stale(passage: Passage) -> bool:
        if passage.scope != scope or passage.origin != "memory":
            return False
        document = documents.get(passage.id)
        # The text of a recalled passage is the host's, that of any other is the database's.
        return document is None or _stored(document.page_content) != _stored(passage.text)

    stale = {entry.passage.key for entry in retrieval.passages if is_stale(entry.passage)}
    gone = {key for fact in retrieval.facts if fact.scope == scope for key in fact.memories}
    if gone:
        gone.difference_update(graph_key(scope, identifier) for identifier in documents)
    stale |= gone
    if not stale:
        return retrieval
    return replace(
        retrieval,
        entities=tuple(replace(entity, description="") for entity in retrieval.entities),
        passages=tuple(entry for entry in retrieval.passages if entry.passage.key not in stale),
        facts=tuple(
            fact
            for fact in retrieval.facts
            if not fact.documents or not stale.issuperset(fact.documents)
        ),
    )


def _stored(text: str) -> str:
    return storable(text, MAX_TEXT)
