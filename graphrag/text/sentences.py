"""Where the sentences of a text begin and end, in any script, without a model."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .full_stops import ends_no_sentence

_END = re.compile(
    r"""
    (?<=[.!?…])["'”’)\]]*\s+(?=["'“‘(\[«]?(?:[¿¡]|[^\W_a-z]))  # before a capital, a digit, "¿"
    | (?<=[。！？؟।])["'”’」』）]*\s*
    | \n\s*
    """,
    re.VERBOSE,
)
_ENDS = frozenset(".!?…。！？؟।¿¡\n\r")
QUOTATION_MARKS = '"“”„«»'
"""Both sides of a quotation: which sign opens one depends on the language."""

_BESIDE = frozenset(" \t\u00a0-–—•*#>_([)]（）「」『』'‘’" + QUOTATION_MARKS)
"""What may stand between a sentence and the end of the one before. Code begins with its own signs,
and has capitals for other reasons."""

_LIST_NUMBER = re.compile(r"\d{1,3}[.)]")
_ITEM_NUMBER = re.compile(r"^[ \t]*\d{1,2}\Z", re.MULTILINE)
_MAX_LIST_NUMBER = 20
"""Longer than the number of a list item with the white space around it."""


def split_sentences(text: str) -> list[str]:
    """Split a text into sentences.

    Args:
        text: Any text.

    Returns:
        The sentences in order, without the white space around them; together they hold every word
        of the text. Initials, common short forms and the number of a list item do not end one.
    """
    return [text[start:end] for start, end in sentence_spans(text)]


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Find where the sentences of ``split_sentences`` stand.

    Args:
        text: Any text.

    Yields:
        The character offsets at which a sentence starts, and after its last character.
    """
    start = 0
    for match in _END.finditer(text):
        gap, sign = match.group(), match.start() - 1
        is_full_stop = text[sign] == "." and gap[:1].isspace() and "\n" not in gap
        if is_full_stop and ends_no_sentence(text, sign, start):
            continue
        # Only the end is looked at: a text of initials is a single piece that grows and grows.
        last = text[max(start, match.start() - _MAX_LIST_NUMBER) : match.end()].strip()
        if _LIST_NUMBER.fullmatch(last) and match.start() - start < _MAX_LIST_NUMBER:
            continue  # "1. Open the file."
        if not last and not text[start : match.end()].strip():
            continue
        yield _without_space(text, start, match.end())
        start = match.end()
    if text[start:].strip():
        yield _without_space(text, start, len(text))


def begins_sentence(text: str, start: int, *, after: str = "") -> bool:
    """Whether a sentence, a line or an item of a list begins at a place.

    After a title, as in "Dr. Pell", the answer is yes: the callers ask what a capital says.

    Args:
        text: The text.
        start: Character offset of a word.
        after: Further signs after which one begins. Colons, semicolons and quotation marks also
            stand inside sentences, so that depends on what the answer is for.
    """
    place = start
    while place and text[place - 1] in _BESIDE and text[place - 1] not in after:
        place -= 1
    if not place or text[place - 1] in _ENDS or text[place - 1] in after:
        return True
    return text[place] == ")" and _ITEM_NUMBER.search(text, place - 9, place) is not None


def _without_space(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return end - len(piece.lstrip()), start + len(piece.rstrip())
