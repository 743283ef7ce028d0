"""Names in Chinese and Japanese texts, which have no capital letters.

A name stands before a title ("田中さん"), or it is what the word list of the language does not
know: in Japanese a run of Chinese characters that is not made of its words, or of katakana. In
Chinese, where everything stands together, only unknown characters side by side.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator
from typing import NamedTuple

from ..languages.unspaced import JAPANESE, cut, is_everyday_title, title_after
from ..spans import TakenSpans
from ..words import Word, words

LONGEST_NAME = 8
"""Number of characters; a longer run is a phrase."""

_HAN = re.compile("[\u3005\u4e00-\u9fff]+")
_KATAKANA = re.compile("[\u30a1-\u30ff]{2,}")
_NUMERAL = re.compile("[〇一二三四五六七八九十百千万億年月日時分円階号回人個第]")


class UnspacedName(NamedTuple):
    """What may be a name.

    Attributes:
        written: As it stands in the text.
        start: Its place there.
        is_titled: Whether a title follows.
    """

    written: str
    start: int
    is_titled: bool


def unspaced_names(text: str, language: str, listed: Container[str]) -> list[UnspacedName]:
    """Find what may be names in a text of a script without spaces.

    Args:
        text: The text.
        language: ``ja`` or ``zh``.
        listed: The words of the language.

    Returns:
        The names in order; none overlap.
    """
    pieces = cut(text, words(text), listed)
    found = [
        UnspacedName(_with_title(text, piece, title), piece.start, True)
        for piece in pieces
        if (title := title_after(text, piece, language))
    ]
    found += [
        UnspacedName(text[start:end], start, False)
        for start, end in _unlisted(text, pieces, language, listed)
        if 2 <= end - start <= LONGEST_NAME and not _NUMERAL.search(text, start, end)
    ]
    # What a title stands after is the likelier name.
    taken = TakenSpans()
    chosen = [name for name in found if taken.take(name.start, name.start + len(name.written))]
    return sorted(chosen, key=lambda name: name.start)


def _with_title(text: str, piece: Word, title: str) -> str:
    """Return a name before a title; with the title if it has one character: "王医生"."""
    name = text[piece.start : piece.end]
    return name if len(name) > 1 else name + title


def _unlisted(
    text: str, pieces: list[Word], language: str, listed: Container[str]
) -> Iterator[tuple[int, int]]:
    """Yield where something stands that is not made of listed words."""
    if language != JAPANESE:
        for piece in pieces:
            if not piece.spaced and piece.norm not in listed and _HAN.fullmatch(piece.norm):
                yield piece.start, piece.end
        return
    for match in _KATAKANA.finditer(text):
        if match.group() not in listed:
            yield match.span()
    starts = [piece.start for piece in pieces]
    for match in _HAN.finditer(text):
        if is_everyday_title(match.group()):
            continue
        first, after = bisect_left(starts, match.start()), bisect_left(starts, match.end())
        inside = [piece for piece in pieces[first:after] if piece.end <= match.end()]
        if any(piece.norm not in listed for piece in inside) or (
            len(inside) > 1 and all(len(piece.norm) == 1 for piece in inside)
        ):
            yield match.span()
