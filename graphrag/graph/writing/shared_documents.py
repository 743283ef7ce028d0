"""Documents that several inputs hold: one of these owns them, the others may inherit them.

The input that was written last owns a document. When it loses it, the document goes to another
input that holds the same, instead of leaving the graph. The next ingest of that input reads it
again, and corrects what the two did not have in common.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...model import graph_key
from ..cypher.documents import HAND_OVER, NOT_ALONE
from ..cypher.units import REOPEN_UNIT

if TYPE_CHECKING:
    from ...store.writer import GraphWriter

KEYS_PER_QUERY = 5000


def still_there(unit: str) -> bool:
    """Whether an input can be read again: a file or folder exists, a program may bring the rest.

    Args:
        unit: Its name: a full path, or the name of a collection.
    """
    return not os.path.isabs(unit) or os.path.exists(unit)


def reopen(writer: GraphWriter, scope: str, units: Iterable[str]) -> None:
    """Let the next ingest of some inputs read them again, although they are the same as before.

    Args:
        writer: The writer of the database.
        scope: Their scope.
        units: Their names.
    """
    for unit in sorted(set(units)):
        writer.write(REOPEN_UNIT, {"key": graph_key(scope, f"unit:{unit}")})


def hand_over(writer: GraphWriter, scope: str, unit: str, keys: Sequence[str]) -> list[str]:
    """Move documents that an input loses to another input that holds them too.

    A file that is gone inherits nothing.

    Args:
        writer: The writer of the database.
        scope: The scope.
        unit: The name of the input.
        keys: Keys of the documents.

    Returns:
        The keys of the documents that may leave the graph: they are still the input's, and no other
        one holds them.
    """
    heirs: list[dict[str, Any]] = []
    kept: set[str] = set()
    for start in range(0, len(keys), KEYS_PER_QUERY):
        asked = {"keys": keys[start : start + KEYS_PER_QUERY], "unit": unit}
        for row in writer.read(NOT_ALONE, asked):
            holders = [name for name in row["shared_with"] or () if still_there(name)]
            if holders and row["is_own"]:
                heirs.append({"key": row["key"], "unit": holders[-1], "others": holders[:-1]})
            if holders or not row["is_own"]:
                kept.add(row["key"])
    reopen(writer, scope, (heir["unit"] for heir in heirs))
    for start in range(0, len(heirs), KEYS_PER_QUERY):
        part = heirs[start : start + KEYS_PER_QUERY]
        writer.write(HAND_OVER, {"rows": part, "unit": unit})
    return [key for key in keys if key not in kept]
