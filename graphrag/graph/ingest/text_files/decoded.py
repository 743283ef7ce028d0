"""The text of a file whose bytes show their encoding."""

from __future__ import annotations

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How a file in UTF-16 begins."""


def decoded(raw: bytes) -> str:
    """Return a text in UTF-8, or in UTF-16 as some programs of Windows write it.

    Args:
        raw: The content of the file.

    Raises:
        UnicodeDecodeError: It is neither.
    """
    return raw.decode("utf-16" if raw.startswith(UTF_16) else "utf-8-sig")
