"""Outdated memories: which of the memories found replaces which older one.

An agent's memory keeps what was true once: "Danuta cleans for 16 an hour", and months later "Danuta
asks 18 an hour from this month". Of two memories of different days the newer one replaces the older
one if consolidation or an update says so, or if all of this holds:

- Both are short texts without a title, and no instructions.
- They are about the same thing. They share rare words, one of them among the first four content
  words of both, since a memory opens with its subject. If the older one opens with a name, the
  newer one has this name too.
- Of all older memories it is the one most similar to the newer one.
- The newer one speaks of a change and the older one does not ("now", "seit", "no longer"), or they
  give different weekdays, times or measured amounts, and no different dates: those are two events.

With both a change and different values, less is asked of the words. With only one of them, the
first content word of one memory must be in the other, unless weekday and time both differ. A wrong
mark is worse than none: other pairs are left alone.

A word weighs ``1 - ln(df) / ln(n + 1)`` among n memories. Two texts are as similar as the weight of
their shared words over the geometric mean of the weights of their own; a first word that both share
counts twice.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from ..model import Passage
from ..text.calendar_words import CALENDAR_WORDS
from ..text.change_words import change_words
from ..text.stop_words import STOP_WORDS
from ..text.values import CLOCK_UNITS, Values, contradictions, is_measure, values, word_stem
from ..text.words import is_unspaced, normalize_name, written_words

if TYPE_CHECKING:
    import numpy as np

MAX_CHARACTERS = 400
"""A longer text says more than one thing."""

PROCEDURES = "solutions"
"""The area of instructions: how something was solved stays true."""

OPENING_WORDS = 4
"""Number of content words that are the opening of a memory."""

SHORTEST_WORD = 2
"""A content word has at least so many characters, where words have spaces between them."""

OPENING_WEIGHT = 0.35
"""Minimum weight of a word that both openings share."""

SHARED_WEIGHT = 1.2
"""Minimum weight of all shared words."""

WEIGHT_IF_BOTH = 0.75
"""Minimum weight where the newer memory speaks of a change and also gives different values."""

WEIGHT_IF_MOVED = 0.5
"""The same where weekday and time both differ: an appointment has moved."""

ROUNDING = 1e-9
"""Far more than the sum of some weights may be off."""

SCHEDULE = frozenset(["weekday", "clock"])


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a text says, as far as it matters here.

    Attributes:
        terms: The stems of its content words.
        opening: The first of them, in order.
        capitals: Those that are written with a capital.
        may_replace: Whether it speaks of a change, or gives a value.
    """

    terms: frozenset[str]
    opening: tuple[str, ...]
    capitals: frozenset[str]
    may_replace: bool


def outdated_memories(passages: Iterable[Passage]) -> dict[str, str]:
    """Find the memories that a newer one replaces.

    Args:
        passages: What was found, with texts.

    Returns:
        For the key of each outdated memory, the key of the newer one. Both are among the passages.
    """
    found = {passage.key: passage for passage in passages}
    memories = sorted(filter(_may_change, found.values()), key=lambda p: (p.day or 0, p.key))
    places = _Memories(memories).replaced()
    replaced = {memories[old].key: memories[new].key for old, new in places.items()}
    for passage in found.values():
        stated = [key for key in passage.replaced_by if key in found]
        if stated:
            replaced[passage.key] = max(stated, key=lambda key: (found[key].day or 0, key))
    return replaced


def _may_change(passage: Passage) -> bool:
    return (
        0 < len(passage.text) <= MAX_CHARACTERS
        and not passage.title
        and passage.day is not None
        and passage.area != PROCEDURES
    )


@lru_cache(maxsize=4096)
def _read(text: str) -> _Reading:
    content = [(word, term) for word in written_words(text) if (term := _stem(word))]
    terms = tuple(dict.fromkeys(term for _, term in content))
    return _Reading(
        terms=frozenset(terms),
        opening=terms[:OPENING_WORDS],
        capitals=frozenset(term for word, term in content if word[0].isupper()),
        may_replace=any(map(str.isdigit, text)) or bool(_changes(text)) or bool(_values(text)),
    )


@lru_cache(maxsize=4096)
def _changes(text: str) -> frozenset[str]:
    return change_words(text)


@lru_cache(maxsize=4096)
def _values(text: str) -> Values:
    return values(text)


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    """Return the stem of a content word; empty for another word."""
    norm = normalize_name(word)
    is_content = not (
        norm in STOP_WORDS
        or norm in CLOCK_UNITS
        or norm in CALENDAR_WORDS
        or norm.removesuffix("s") in CALENDAR_WORDS
        or norm.isdigit()
        or (len(norm) < SHORTEST_WORD and not is_unspaced(norm))
    )
    return word_stem(norm) if is_content else ""


class _Memories:
    """Memories in the order of their days, compared two by two."""

    def __init__(self, memories: Sequence[Passage]) -> None:
        self._days = [memory.day or 0 for memory in memories]
        self._texts = [memory.text for memory in memories]
        self._readings = [_read(text) for text in self._texts]
        df = Counter(chain.from_iterable(reading.terms for reading in self._readings))
        whole = math.log(len(memories) + 1)
        of_count = [0.0, *(1 - math.log(n + 1) / whole for n in range(len(memories)))]
        self._weights = {term: of_count[count] for term, count in df.items()}
        self._shared = {term for term, count in df.items() if count > 1}
        capitals = Counter(chain.from_iterable(reading.capitals for reading in self._readings))
        self._names = {term for term, count in capitals.items() if count == df[term] > 1}
        self._nearness = self._compared()

    def _compared(self) -> np.ndarray:
        """Return how similar all memories are to each, up to a factor that each row has for itself.

        Returns:
            Shape (memories, memories); 0 for two that share no word.
        """
        import numpy as np

        columns = {term: column for column, term in enumerate(self._shared)}
        holds = np.zeros((len(self._readings), len(columns)))
        for held, reading in zip(holds, self._readings, strict=True):
            held[[columns[term] for term in reading.terms & self._shared]] = 1
        weights = np.array([self._weights[term] for term in columns])
        # Not `@`: BLAS would start threads for it, which spin in the host's process.
        shared = np.einsum("ik,jk->ij", holds * weights, holds)
        first = [reading.opening[0] if reading.opening else "" for reading in self._readings]
        places = {term: place for place, term in enumerate(first)}
        about = np.array([places[term] for term in first])
        subject = np.array([self._weights.get(term, 0.0) for term in first])
        same = (about == about[:, None]) * subject
        lengths = [math.sqrt(self._weight(reading.terms)) or 1.0 for reading in self._readings]
        return np.where(shared > 0, (shared + same) / lengths, 0)

    def replaced(self) -> dict[int, int]:
        """Return the place of the newer memory for that of each outdated one."""
        newer_of: dict[int, int] = {}
        for new, reading in enumerate(self._readings):
            old = self._nearest_older(new) if reading.may_replace else None
            while old in newer_of:  # what changed twice: the second change replaces the first
                old = newer_of[old]
            if old is not None and self._days[old] < self._days[new] and self._replaces(new, old):
                newer_of[old] = new
        return newer_of

    def _nearest_older(self, new: int) -> int | None:
        """Return the older memory that is most similar; None if none shares a word."""
        older = self._nearness[new, : bisect_left(self._days, self._days[new])]
        if not older.any():
            return None
        # Sums may differ in their last digits: of equal ones the oldest counts.
        return int((older >= older.max() * (1 - ROUNDING)).argmax())

    def _replaces(self, new: int, old: int) -> bool:
        newer, older = self._readings[new], self._readings[old]
        if not self._same_subject(newer, older):
            return False
        then, now = _values(self._texts[old]), _values(self._texts[new])
        differing = contradictions(then, now)
        changed = bool(_changes(self._texts[new]) - _changes(self._texts[old]))
        if "date" in differing and not changed:
            return False  # two events, such as concerts
        differing -= {"date"}
        if "date" in then or "date" in now:
            differing -= SCHEDULE  # an event on a day is no change of plan
        moved = differing >= SCHEDULE
        shared = self._weight(older.terms & newer.terms)
        if changed and differing:
            return shared >= (WEIGHT_IF_MOVED if moved else WEIGHT_IF_BOTH)
        different = any(kind in SCHEDULE or is_measure(kind) for kind in differing)
        return (
            shared >= SHARED_WEIGHT
            and (changed or different)
            and (moved or newer.opening[0] in older.terms or older.opening[0] in newer.terms)
        )

    def _same_subject(self, newer: _Reading, older: _Reading) -> bool:
        """Whether two memories seem to be about the same thing."""
        name = older.opening[0]
        if name in self._names and name not in newer.terms:
            return False
        common = (term for term in older.opening if term in newer.opening)
        return any(self._weights[term] >= OPENING_WEIGHT for term in common)

    def _weight(self, terms: Iterable[str]) -> float:
        return math.fsum(map(self._weights.__getitem__, terms))
