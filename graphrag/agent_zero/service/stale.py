"""What the graph still holds and the host's memory does not any more stays out of the prompt.

The graph follows the memory some seconds behind; what a user has deleted or edited in between must
not come back through it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...text.storable import MAX_TEXT, storable

if TYPE_CHECKING:
    from ...model import Passage, Retrieval


def without_forgotten(retrieval: Retrieval, scope: str, documents: Mapping[str, Any]) -> Retrieval:
    """Leave out memories that are gone or say something else by now, and facts of theirs alone.

    Args:
        retrieval: What the graph gave.
        scope: The scope of the host's memory folder; what is of other scopes stays.
        documents: The folder's documents by id, as they are now.

    Returns:
        The rest of it.
    """

    def is_gone(passage: Passage) -> bool:
        if passage.scope != scope or passage.origin != "memory":
            return False
        document = documents.get(passage.id)
        return document is None or storable(document.page_content, MAX_TEXT) != passage.text

    gone = {entry.passage.key for entry in retrieval.passages if is_gone(entry.passage)}
    if not gone:
        return retrieval
    return replace(
        retrieval,
        passages=tuple(entry for entry in retrieval.passages if entry.passage.key not in gone),
        facts=tuple(
            fact
            for fact in retrieval.facts
            if not fact.documents or not gone.issuperset(fact.documents)
        ),
    )
