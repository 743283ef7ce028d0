"""Files that a scope holds twice: as an input of their own, and as part of a folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from ...model import FILE_PREFIX
from ..cypher.units import HELD_TWICE, INPUTS

if TYPE_CHECKING:
    from ...store.writer import GraphWriter


MAX_PAIRS = 20
"""Maximum number of pairs to look up: each costs a scan of the scope, and a line for the user."""


def held_twice(writer: GraphWriter, scope: str, ingested: Collection[str]) -> list[tuple[str, str]]:
    """Return the inputs whose passages are also there as part of another input.

    Args:
        writer: The writer of the database.
        scope: The scope.
        ingested: Names of the inputs that were just ingested: their full paths.

    Returns:
        For each the path of the input, and that of the folder that it is a part of as well; at most
        ``MAX_PAIRS``.
    """
    inputs = [row["unit"] for row in writer.read(INPUTS, {"scope": scope})]
    pairs = [
        {"inner": inner, "outer": outer, "file": f"{FILE_PREFIX}{inside}"}
        for outer, inner, inside in _nested(inputs)
        if inner in ingested or outer in ingested
    ]
    if not pairs:
        return []
    found = writer.read(HELD_TWICE, {"scope": scope, "rows": pairs[:MAX_PAIRS]})
    return sorted((row["inner"], row["outer"]) for row in found)


def _nested(inputs: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yield folder, part and the part's path in the folder for inputs that lie in others."""
    known = set(inputs)
    for inner in inputs:
        path = PurePath(inner)
        for folder in path.parents:
            if str(folder) in known:
                yield str(folder), inner, path.relative_to(folder).as_posix()
