"""Query parameters with a short ``repr``.

The driver formats a debug message with all parameters of each query, even when nobody reads it
(``Bolt.run``). For a batch of passages with vectors that takes longer than packing them, and in a
turn as long as the rest of the driver's work.
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
    """Return equal parameters whose maps and lists have a short ``repr``.

    Args:
        parameters: By name; not changed.

    Returns:
        What to send. The driver packs it like the original.
    """
    return {name: _one(value) for name, value in parameters.items()}


def _one(value: Any) -> Any:
    if type(value) is dict:
        return _UnprintedDict(value)
    if type(value) is list:
        return _UnprintedList(value)
    return value
