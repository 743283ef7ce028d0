"""Parameters that print as nothing.

The driver composes a debug message of each query with all its parameters before it asks whether
anybody listens (``Bolt.run``): for a batch of passages with their vectors that takes longer than to
pack them, and in a turn as long as the rest of the driver's work.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class _UnprintedDict(dict[str, Any]):
    def __repr__(self) -> str:
        return "{...}"


class _UnprintedList(list[Any]):
    def __repr__(self) -> str:
        return "[...]"


def unprinted(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Give the same parameters, of which maps and lists have a short ``repr``.

    Args:
        parameters: By name; not changed.

    Returns:
        What to send; it is equal to the original, and packed alike.
    """
    return {name: _one(value) for name, value in parameters.items()}


def _one(value: Any) -> Any:
    if type(value) is dict:
        return _UnprintedDict(value)
    if type(value) is list:
        return _UnprintedList(value)
    return value
