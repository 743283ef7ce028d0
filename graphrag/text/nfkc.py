"""Unicode's compatibility form (NFKC) in linear time."""

from __future__ import annotations

import re
import unicodedata

# Sorting the marks of one letter takes quadratic time, so a text without a space is cut.
_PIECE = re.compile(r".{1,1000}(?!\S)|.{1,1000}", re.DOTALL)


def nfkc(text: str) -> str:
    """Return a text in NFKC. After 1,000 characters without a space, the rest is read by itself.

    Args:
        text: Any string.
    """
    if text.isascii():
        return text
    return "".join([unicodedata.normalize("NFKC", piece) for piece in _PIECE.findall(text)])
