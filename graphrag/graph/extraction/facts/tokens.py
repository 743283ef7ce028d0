"""The tokens of a sentence: its names, words, numbers and signs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....text.word_lists.people_words import ABBREVIATED_TITLES

MAX_QUOTED_NAME = 4
"""A quotation of more words is speech; a shorter one is a name."""

NAME, WORD, NUMBER, MARK, OWNER = "name", "word", "number", "mark", "owner"
"""Kinds of tokens; OWNER is the 's after a word."""

_QUOTE = re.compile(
    r"\"[^\"\n]{0,400}\"|~~[^~\n]{0,400}~~|“[^”\n]{0,400}”|„[^“”\n]{0,400}[“”]|«[^»\n]{0,400}»|`[^`\n]{0,400}`"
    r"|(?<!\w)'[^'\n]{0,400}'(?!\w)|(?<!\w)‘[^’\n]{0,400}’(?!\w)"
)
_TOKEN = re.compile(
    r"(?P<owner>['’]s?(?!\w))|(?P<number>[\d£$€%#+~]+(?:[.,:/-]?\d+)*+(?:[^\W\d_]{1,3}(?!\w))?)"
    r"|(?P<word>\w+(?:[-‐/.&]\w+|['’](?!s?(?!\w))\w+)*)|(?P<mark>->|=>|\S)"
)
_CONTRACTED = re.compile(r"(i|we)['’](m|re|ve)", re.IGNORECASE)
_CONTRACTED_VERBS = {"m": "am", "re": "are", "ve": "have"}
_IGNORED_MARKS = frozenset("\"'“”„‘’«»`*_.")


@dataclass(frozen=True, slots=True)
class Span:
    """A recognised name in a text.

    Attributes:
        entity_id: Its entity id.
        start: Character offset at which it starts.
        end: Character offset after its last character.
    """

    entity_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a sentence.

    Attributes:
        kind: NAME, WORD, NUMBER, MARK or OWNER.
        text: As written; a word in lower case.
        start: Character offset at which it starts in the text.
        end: Character offset after its last character.
        entity_id: The entity of a name.
    """

    kind: str
    text: str
    start: int
    end: int
    entity_id: str = ""


def tokens_of(text: str, start: int, end: int, spans: Sequence[Span]) -> Iterator[Token]:
    """Divide a sentence into tokens; speech in it is one mark.

    Args:
        text: The text.
        start: Character offset at which the sentence starts.
        end: Character offset after its last character.
        spans: The names in it, sorted by start.

    Yields:
        The tokens in order.
    """
    speech = [m.span() for m in _QUOTE.finditer(text, start, end) if _is_speech(m.group())]
    names = iter([*spans, Span("", end, end)])
    name = next(names)
    position = start
    while position < end:
        if name.start < position:
            name = next(names)
            continue
        if speech and position >= speech[0][0]:
            yield Token(MARK, '"', *speech[0])
            position = max(position, speech.pop(0)[1])
            continue
        if position == name.start:
            yield Token(NAME, text[name.start : name.end], name.start, name.end, name.entity_id)
            position = name.end
            continue
        stop = min(name.start, speech[0][0]) if speech else name.start
        match = _TOKEN.search(text, position, stop)
        if match is None:
            position = stop
            continue
        position = match.end()
        if match.group() not in _IGNORED_MARKS and not _is_title(text, match):
            yield from _divided(match)


def _is_title(text: str, match: re.Match[str]) -> bool:
    """Whether a word is the title of the name after it: "Eng. Basílio Moura"."""
    return text.startswith(". ", match.end()) and match.group().casefold() in ABBREVIATED_TITLES


def _is_speech(quoted: str) -> bool:
    if quoted[0] == "~":
        return True  # struck through
    return len(quoted.split()) > MAX_QUOTED_NAME or (quoted[0] == "`" and " " in quoted)


def _divided(match: re.Match[str]) -> Iterator[Token]:
    """Yield a token, and two of "I'm" and "we've"."""
    parts = _CONTRACTED.fullmatch(match.group())
    if parts is None:
        yield _token(match)
        return
    middle = match.start() + parts.end(1)
    subject, verb = parts[1].casefold(), _CONTRACTED_VERBS[parts[2].casefold()]
    yield Token(WORD, subject, match.start(), middle)
    yield Token(WORD, verb, middle, match.end())


def _token(match: re.Match[str]) -> Token:
    written = match.group()
    if match.lastgroup == WORD and not written[0].isdigit():
        return Token(WORD, written.casefold(), *match.span())
    return Token(match.lastgroup or MARK, written, *match.span())
