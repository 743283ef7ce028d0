"""Documents that several inputs hold: one of these owns them, the others may inherit them.

The input that was written last owns a document. When it loses it, the document goes to another
input that holds the same, instead of leaving the graph.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .cypher.documents import HAND_OVER, SHARED_DOCUMENTS

if TYPE_CHECKING:
    from ..store.writer import GraphWriter

KEYS_PER_QUERY = 5000


def hand_over(writer: GraphWriter, keys: Sequence[str]) -> list[str]:
    """Give documents that their input loses to another input that holds them too.

    A file that is gone inherits nothing.

    Args:
        writer: The writer of the database.
        keys: Keys of the documents.

    Returns:
        The keys of the documents that no other input holds.
    """
    heirs: list[dict[str, object]] = []
    for start in range(0, len(keys), KEYS_PER_QUERY):
        asked = {"keys": keys[start : start + KEYS_PER_QUERY]}
        for row in writer.read(SHARED_DOCUMENTS, asked):
            holders = [name for name in row["shared_with"] if _is_there(name)]
            if holders:
                heirs.append({"key": row["key"], "unit": holders[-1], "others": holders[:-1]})
    for start in range(0, len(heirs), KEYS_PER_QUERY):
        writer.write(HAND_OVER, {"rows": heirs[start : start + KEYS_PER_QUERY]})
    inherited = {heir["key"] for heir in heirs}
    return [key for key in keys if key not in inherited]


def _is_there(unit: str) -> bool:
    """Whether an input still exists; one that a program brought is no path."""
    return not os.path.isabs(unit) or os.path.exists(unit)
