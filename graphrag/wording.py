"""Numbers and texts as people read them, without what nobody may read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .model import FILE_PREFIX, SESSION_PREFIX

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_LOGIN = re.compile(r"//(?:[^/\s:@]+:(?!\d+/)\S{1,200}|[^/\s]+)@")
"""A login in an address. A password may hold a slash; what follows a port is a path."""

_SECRET_PARAMETER = re.compile(
    r"([?&;#](?:pass|pw|[\w.-]{0,30}?(?:password|passwd|pwd|secret|token|credential|api[_-]?key)"
    r"[\w.-]{0,30})=)"
    r"[^\s&#'\"<>]+",
    re.IGNORECASE,
)
_TOGETHER = {SESSION_PREFIX: "at about the same time", FILE_PREFIX: "in the same file"}
"""What a path that begins so means, in words."""


def counted(number: int, thing: str, things: str = "") -> str:
    """Return a number with what it counts: ``1 line``, ``2 lines``.

    Args:
        number: How many.
        thing: The noun for one.
        things: The noun for any other number; by default ``thing`` with an ``s``.
    """
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def ago(seconds: float) -> str:
    """Return an age in its largest full unit: ``40 s ago``, ``3 h ago``, ``1 day ago``.

    Args:
        seconds: The age, in seconds; below 0, as of a clock that was set back, it is 0.
    """
    seconds = max(0.0, seconds)
    for size_s, unit in ((86_400, "day"), (3600, "h"), (60, "min")):
        if seconds >= size_s:
            number = int(seconds // size_s)
            return f"{counted(number, unit) if unit == 'day' else f'{number} {unit}'} ago"
    return f"{seconds:.0f} s ago"


def sentence(words: str) -> str:
    """Return words, such as those of an error, with a capital and a full stop.

    Args:
        words: What it says.
    """
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def beginning(text: str, longest: int) -> str:
    """Return a text, or its beginning up to the end of a word and ``...``.

    Args:
        text: The text.
        longest: Maximum number of its characters.
    """
    if len(text) <= longest:
        return text
    cut = text[: longest + 1]
    words = cut.rpartition(" ")[0]
    return f"{words if len(words) > longest / 2 else cut[:longest]} ..."


def written_together(path: Sequence[str]) -> str:
    """Return what a path over a session or a file means, in words; empty for one over names.

    Args:
        path: What a result came through.

    Example:
        >>> written_together(("session:m1",))
        'at about the same time'
    """
    first = path[0] if path else ""
    return next((words for prefix, words in _TOGETHER.items() if first.startswith(prefix)), "")


def hide_credentials(text: str) -> str:
    """Return a text with ``***`` for each login and password in an address.

    Args:
        text: Any text, such as an error's.

    Example:
        >>> hide_credentials("no answer from bolt://neo4j:abc@db:7687?password=abc")
        'no answer from bolt://***@db:7687?password=***'
    """
    return _SECRET_PARAMETER.sub(r"\1***", _LOGIN.sub("//***@", text))


def visible(text: str) -> str:
    """Return a text without control characters, which could steer the terminal of who reads it.

    Args:
        text: Any text; its line breaks and tabs stay.
    """
    return text if text.isprintable() else _CONTROL.sub("\ufffd", text)
