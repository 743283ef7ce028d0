"""The several things that a message asks: "who fixes the boiler, and when is the dentist open?".

A message is cut where something new is asked: at the end of a sentence or a line, at the number of
a list, and before "and" or a comma with a question word. What does not ask belongs to what follows
it. So no word is lost, and most messages stay whole.

>>> [ask.text for ask in asks("Who fixes the boiler in the shed, and which paint is in the hall?")]
['Who fixes the boiler in the shed', 'and which paint is in the hall?']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from ..query_words import content_words
from ..sentences import sentence_spans
from ..word_lists.joining_words import (
    ALSO_NO_QUESTION,
    ALSO_WORDS,
    AND_WORDS,
    LEADING_QUESTION_WORDS,
)
from ..word_lists.word_sets import any_of
from .asking_part import LONG_CHARACTERS, AskingPart, asking_part
from .request_form import needs_no_memory

MAX_ASKS = 3
"""Maximum number of asks that are told apart: each takes an embedding. The last has the rest."""

MAX_CHARACTERS = 2_000
"""Longer messages are texts that somebody pastes, and stay whole."""

LEAST_WORDS, LEAST_LETTERS = 2, 9
"""Content words of an ask, and letters in these, from which it is understood without what is asked
before: "and how do I reach them?" is not."""

LEAST_LETTERS_OF_ITEM = 4
"""Of an item of a list, one word with so many letters is enough."""

_AND, _ALSO = any_of(AND_WORDS), any_of(ALSO_WORDS)
_QUESTION = any_of(LEADING_QUESTION_WORDS)
# "and by how many", "e dimmi a che ora": a few short words may stand before the question word.
_ASKS_NEXT = (
    rf"(?=(?:(?:{_AND}|{_ALSO}),?\s{{1,3}}){{0,2}}"
    rf"(?:[^\W\d_]{{1,5}}\s{{1,3}}){{0,2}}?(?:{_QUESTION})(?!\w))"
)
_INSIDE = re.compile(
    rf"(?P<and>(?:[,;–—-]\s{{1,3}}|\s)(?:{_AND}|\+|&)\s{{1,3}}){_ASKS_NEXT}"
    rf"|(?P<comma>[,;–—/]\s{{1,3}}){_ASKS_NEXT}"
    rf"|(?P<more>[,;–—]\s{{1,3}}(?:{_AND})\s)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    rf"(?<!\w)(?:{any_of(LEADING_QUESTION_WORDS - ALSO_NO_QUESTION)})(?!\w)", re.IGNORECASE
)
_BEGINS_WITH_QUESTION = re.compile(
    rf"\W{{0,3}}(?:(?:{_AND}|{_ALSO})\s{{1,3}})?(?:{_QUESTION})(?!\w)", re.IGNORECASE
)
_BEGINS_WITH_AND = re.compile(rf"\W{{0,3}}(?:{_AND}|{_ALSO})(?!\w)", re.IGNORECASE)
_MARK = r"[?？؟][\"'”’)\]»」』]{0,3}"
_MARKED = re.compile(rf"{_MARK}\s*\Z")
_AFTER_MARK = re.compile(rf"{_MARK}\s{{1,3}}")
_NUMBER = re.compile(r"(?<!\S)\(?(\d)[.)]\s")
_ITEM = re.compile(r"\s{0,3}(?:[-*•–]|\(?\d[.)])\s")
_QUOTED = re.compile(
    r"[^\"'“„«‘‚\n]{1,160}[\"'“„«‘‚][^\n]{1,800}?[\"'”“»’‘](?!\w)[^.?!\n\"'”]{0,80}[.?!]\s{1,3}(?=\S)"
)
"""An order on a quoted text, to its end: "Translate 'the water is off' into Polish. "."""

_JOINT = re.compile(r"[\s,;–—/-]*")

_Joined = Literal["sentence", "and", "comma", "more"]

_UNCOUNTED = LEADING_QUESTION_WORDS | AND_WORDS | ALSO_WORDS


@dataclass(slots=True)
class _Piece:
    """A piece of a message, and how it is joined to the one before."""

    start: int
    end: int
    text: str
    joined: _Joined
    asks: bool


@lru_cache(maxsize=16)  # a turn reads the same message several times
def asks(message: str) -> tuple[AskingPart, ...]:
    """Return the several things that a message asks, each with its places; none if it asks one.

    Of one that is told with a long story, only the part that asks is returned.

    Args:
        message: The user's message.

    Returns:
        Two or three parts in the order of the message; empty if it asks one thing, or nothing.
    """
    if len(message) > MAX_CHARACTERS:
        return ()
    if needs_no_memory(message):
        return _behind_quotation(message)
    pieces = list(_pieces(message, needs_mark=len(message) >= LONG_CHARACTERS))
    if len(pieces) < 2:
        return ()
    pieces = _without_clauses(pieces)
    _join(pieces)
    starts = _starts(pieces)[:MAX_ASKS]
    if len(starts) < 2:
        return ()
    ends = [*starts[1:], len(message)]
    return tuple(_part(message, start, end) for start, end in zip(starts, ends, strict=True))


def _behind_quotation(message: str) -> tuple[AskingPart, ...]:
    """Return an order on a quoted text and what is asked behind it; none if nothing is."""
    quoted = _QUOTED.match(message)
    if quoted is None:
        return ()
    behind = message[quoted.end() :]
    if not (_ASKS.search(behind) and _is_understood(behind)) or needs_no_memory(behind):
        return ()
    return _part(message, 0, quoted.end()), _part(message, quoted.end(), len(message))


def _pieces(message: str, *, needs_mark: bool) -> Iterator[_Piece]:
    """Yield the pieces of a message, between all places where something new may be asked."""
    for start, end in _sentences(message):
        text = message[start:end]
        is_marked = _MARKED.search(text) is not None
        if needs_mark and not is_marked:
            yield _Piece(start, end, text, "sentence", asks=False)
            continue
        cuts: list[tuple[int, _Joined]] = [(start, "sentence")]
        for found in _INSIDE.finditer(message, start, end):
            kind: _Joined = "and" if found["and"] else "comma" if found["comma"] else "more"
            cuts.append((found.start(), kind))
        for place, (first, joined) in enumerate(cuts):
            last = cuts[place + 1][0] if place + 1 < len(cuts) else end
            piece = message[first:last]
            ends_with_mark = is_marked and last == end and joined != "more"
            asking = ends_with_mark or any(
                (_ITEM.match(piece), _ASKS.search(piece), _BEGINS_WITH_QUESTION.match(piece))
            )
            yield _Piece(first, last, piece, joined, asks=asking)


def _sentences(message: str) -> Iterator[tuple[int, int]]:
    """Yield where the sentences, the lines and the numbers of a message's list begin and end."""
    starts = {start for start, _ in sentence_spans(message)}
    starts |= {found.end() for found in _AFTER_MARK.finditer(message)}
    numbers = list(_NUMBER.finditer(message))
    if len(numbers) > 1 and [int(n[1]) for n in numbers] == list(range(1, len(numbers) + 1)):
        starts |= {number.start() for number in numbers}
    ordered = [0, *sorted(start for start in starts if 0 < start < len(message)), len(message)]
    yield from pairwise(ordered)


def _without_clauses(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Join what a comma divides, but for questions, and lists that end with "and".

    "Remind me what Mirjam takes, where the keys are, and who sews our sails" asks three things, and
    "the man who did the shower, how do I get hold of him?" one.
    """
    kept: list[_Piece] = []
    listed = False
    for place in range(len(pieces) - 1, -1, -1):
        piece = pieces[place]
        if piece.joined != "comma":
            kept.append(piece)
            listed = piece.joined == "and" and piece.asks and _is_understood(piece.text)
        elif listed or _BEGINS_WITH_QUESTION.match(pieces[place - 1].text):
            kept.append(piece)
        else:
            before = pieces[place - 1]
            before.end, before.text = piece.end, before.text + piece.text
            before.asks = before.asks or piece.asks
    return kept[::-1]


def _join(pieces: Sequence[_Piece]) -> None:
    """Let what "and" joins to an ask be one, too: "the van's number, and who insures it?"."""
    asked = False
    for before, piece in reversed(list(pairwise(pieces))):
        if piece.joined in ("and", "comma") and piece.asks and _is_understood(before.text):
            before.asks = True
    for before, piece in pairwise(pieces):
        asked = asked or before.asks
        if piece.joined == "more" and before.asks:
            piece.asks = True
        if piece.joined == "sentence" and _BEGINS_WITH_AND.match(piece.text):
            before.asks = before.asks or (piece.asks and not asked and _is_understood(before.text))
            piece.asks = piece.asks or asked


def _starts(pieces: Sequence[_Piece]) -> list[int]:
    """Return where each ask begins, with what is said before it.

    One that is not understood belongs to the one before.
    """
    starts: list[int] = []
    start = 0
    before: tuple[str, ...] = ()
    for piece in pieces:
        said = (*before, *_said(piece.text))
        if piece.asks and (_is_enough(said) or _is_understood(piece.text)):
            starts.append(start)
        if starts and (piece.asks or piece.joined != "sentence"):
            start, before = piece.end, ()
        else:
            before = said[-LEAST_LETTERS:]  # as many as can matter
    return starts


def _is_understood(text: str) -> bool:
    """Whether a text says enough by itself."""
    said = _said(text)
    if _ITEM.match(text):
        return sum(map(len, said)) >= LEAST_LETTERS_OF_ITEM
    return _is_enough(said)


def _is_enough(said: Sequence[str]) -> bool:
    return len(said) >= LEAST_WORDS and sum(map(len, said)) >= LEAST_LETTERS


def _said(text: str) -> tuple[str, ...]:
    """Return the words of a text that say what it is about."""
    item = _ITEM.match(text)
    said = content_words(text[item.end() :] if item else text)
    return tuple(word for word in said if len(word) > 2 and word not in _UNCOUNTED)


def _part(message: str, start: int, end: int) -> AskingPart:
    start += _skipped(message[start:end])
    part = asking_part(message[start:end].rstrip())
    return AskingPart(part.text, tuple((a + start, b + start) for a, b in part.spans))


def _skipped(piece: str) -> int:
    """Return how many signs at its beginning join a piece to the one before."""
    joint = _JOINT.match(piece)
    return joint.end() if joint and not _ITEM.match(piece) else 0
