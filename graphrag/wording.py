"""Numbers as people read them."""

from __future__ import annotations


def counted(number: int, thing: str, things: str = "") -> str:
    """Give a number with what it counts: ``1 line``, ``2 lines``.

    Args:
        number: How many.
        thing: What, for one of it.
        things: What, for any other number; with an ``s`` by default.
    """
    return f"{number} {thing if number == 1 else things or thing + 's'}"
