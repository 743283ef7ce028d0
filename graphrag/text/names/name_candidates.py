"""Names that a message may contain: candidates for one indexed lookup, without a model.

All runs of one to eight words, quoted phrases and code-like tokens are looked up at once, in any
script. Of those that the graph knows, the longest name at each place is taken.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from ..query_words import MAX_MESSAGE_CHARACTERS
from ..spans import TakenSpans
from ..word_lists.common_words import is_common
from ..word_lists.stop_words import ENGLISH_ALONE, STOP_WORDS
from ..words import Word, join_words, words
from .name_dictionary import MAX_NAME_WORDS, MAX_UNSPACED_NAME, NameSpan
from .single_words.foreign_words import foreign_words

MAX_CANDIDATES = 500
"""Maximum number of names looked up for one message."""

MIN_RARE = 3
"""Fewest letters of a rare word in lower case that may be a name."""

_COUNTING = frozenset(["a", "an"])
_QUOTED = re.compile(r"[\"“„«‘'`]([^\"“”„«»‘’'`\n]{2,120})[\"”“»’'`]")
# snake_case, paths, versions, camelCase, key=value, host names, tickets such as OPS-17.
_UNBROKEN = re.compile(r"[\w./:@#-]++")
_SIGN_OF_CODE = re.compile(r"[_/.:@#]\w|\d|\w-\w|[a-z][A-Z]")


def name_candidates(message: str) -> tuple[NameSpan, ...]:
    """Return every stretch of a message that may be a name, the likeliest first.

    A single word must be capitalised, quoted, code-like or rare. If the whole message is written
    without capitals, it must only be no common word after "a". It is a stop word only if that is of
    another language ("When does Mia swim?"). Longer runs neither start nor end with one in lower
    case.

    Args:
        message: The user's message.

    Returns:
        At most 500 candidates: quoted and code-like ones first, then those that begin with a
        capitalised word, an uncommon one, any other. In a long message its start and its end go
        first.
    """
    reader = _Reader(message[:MAX_MESSAGE_CHARACTERS])
    found: dict[tuple[int, int], NameSpan] = {}
    for span in reader.marked():
        _add(found, span)
    for place in reader.places():
        if len(found) >= MAX_CANDIDATES:
            break
        for span in reader.names_from(place):
            _add(found, span)
    return tuple(found.values())[:MAX_CANDIDATES]


def known_names(candidates: Iterable[NameSpan], known: Collection[str]) -> tuple[NameSpan, ...]:
    """Return the names in a message: the longest known one at each place; none overlap.

    Args:
        candidates: What was looked up.
        known: The normalised names that the graph knows.

    Returns:
        Those taken, in the order of the message.
    """
    taken = TakenSpans()
    matched = [candidate for candidate in candidates if candidate.norm in known]
    matched.sort(key=lambda candidate: (candidate.start - candidate.end, candidate.start))
    chosen = [candidate for candidate in matched if taken.take(candidate.start, candidate.end)]
    return tuple(sorted(chosen, key=lambda candidate: candidate.start))


class _Reader:
    """Reads the runs of words of a message that may be names.

    Args:
        message: The message, cut to what is read of it.
    """

    def __init__(self, message: str) -> None:
        self._message = message
        self._parts = words(message)
        self._marked = _marked_spans(message)
        self._inside = {place for start, end in self._marked for place in range(start, end)}
        self._foreign = foreign_words(message, self._parts)
        self._caseless = not any(map(str.isupper, message))
        self._counted = _counted_nouns(self._parts) if self._caseless else frozenset[int]()

    def marked(self) -> Iterator[Sequence[Word]]:
        """Yield the words of each quoted phrase and of each code-like token."""
        starts = [word.start for word in self._parts]
        for start, end in self._marked:
            inner = self._parts[bisect_left(starts, start) : bisect_left(starts, end)]
            yield inner[:-1] if inner and inner[-1].end > end else inner

    def places(self) -> list[int]:
        """Return the places of the words, those that a name rather begins with first.

        Of equal ones, the first and the last come first: a question stands before or after what it
        is about, such as a log.
        """
        last = len(self._parts) - 1
        outermost = [n // 2 if n % 2 == 0 else last - n // 2 for n in range(len(self._parts))]
        return sorted(outermost, key=self._doubt)

    def _doubt(self, place: int) -> int:
        """Return 0 for a word that a name likely begins with, up to 2 for the least likely."""
        word = self._parts[place]
        if self._message[word.start].isupper():
            return 0 if word.norm not in STOP_WORDS else 2
        return 2 if word.spaced and is_common(word.norm) else 1

    def names_from(self, place: int) -> Iterator[Sequence[Word]]:
        """Yield the words from a place on that may be a name, the longest run first."""
        longest = MAX_NAME_WORDS if self._parts[place].spaced else MAX_UNSPACED_NAME
        for size in range(min(longest, len(self._parts) - place), 0, -1):
            span = self._parts[place : place + size]
            if not span[0].spaced or (
                self._may_be_alone(place) if size == 1 else self._may_be_run(span)
            ):
                yield span

    def _may_be_alone(self, place: int) -> bool:
        """Whether a single word may be a name."""
        word = self._parts[place]
        if place in self._counted or len(word.norm) < 2:
            return False
        if word.norm in STOP_WORDS and word.norm not in self._foreign:
            return False
        if self._caseless or word.start in self._inside or not self._is_lower(word):
            return True
        return len(word.norm) >= MIN_RARE and not is_common(word.norm)

    def _may_be_run(self, span: Sequence[Word]) -> bool:
        """Whether several words may be a name: none begins or ends with a function word."""
        return not any(
            word.norm in STOP_WORDS and (self._caseless or self._is_lower(word))
            for word in (span[0], span[-1])
        )

    def _is_lower(self, word: Word) -> bool:
        return self._message[word.start].islower()


def _counted_nouns(parts: Sequence[Word]) -> frozenset[int]:
    """Return the places of common words after an English "a": "a joke" names no Joke."""
    said = {word.norm for word in parts} - _COUNTING  # "a" is a word of others, too
    if ENGLISH_ALONE.isdisjoint(said):
        return frozenset()
    return frozenset(
        place
        for place, (before, word) in enumerate(pairwise(parts), start=1)
        if before.norm in _COUNTING and is_common(word.norm)
    )


def _marked_spans(message: str) -> list[tuple[int, int]]:
    quoted = [match.span(1) for match in _QUOTED.finditer(message)]
    code_like = [
        match.span() for match in _UNBROKEN.finditer(message) if _SIGN_OF_CODE.search(match.group())
    ]
    return (quoted + code_like)[:100]


def _add(found: dict[tuple[int, int], NameSpan], span: Sequence[Word]) -> None:
    norm = join_words(span)
    if norm and len(norm) <= 200:
        place = (span[0].start, span[-1].end)
        found.setdefault(place, NameSpan(norm, *place))
