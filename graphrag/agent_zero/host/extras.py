"""The order of the prompt's extras: memories, solutions, graphrag, then the rest."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any, Final

MEMORIES: Final = "memories"
SOLUTIONS: Final = "solutions"
BLOCK: Final = "graphrag"

_FIRST = (MEMORIES, SOLUTIONS, BLOCK)


def restore_order(extras: MutableMapping[str, Any]) -> None:
    """Move memories, solutions and the block to the front, in this order.

    The host writes extras into the prompt in the mapping's own order. A new recall deletes its two
    entries and adds them again, so this is needed each time. All other entries keep their order.
    Without a block nothing is moved.

    Args:
        extras: The monologue's persistent extras; changed in place.
    """
    if BLOCK not in extras:
        return
    present = [name for name in _FIRST if name in extras]
    names = list(extras)
    if names[: len(present)] == present:
        return
    for name in (*present, *(name for name in names if name not in _FIRST)):
        extras[name] = extras.pop(name)


def remove_block(extras: MutableMapping[str, Any]) -> None:
    """Take the block out of the prompt."""
    extras.pop(BLOCK, None)
