"""What a passage adds to the question's words that another one lacks.

``gain(s, d) = sum of idf(t) over the question's words that d has and s lacks / sum of all idf(t)``

with ``idf(t) = ln((n + 1) / df(t))`` among the n passages whose text is known; a word that none of
them has counts nothing. "Which river flows through the birthplace of ...?": the passage about the
person leads to many others, and the one that speaks of a river is worth more than the others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from ...model import GraphView, Passage
from ...text.query_words import MAX_QUERY_WORDS
from ...text.stems import STEM_LETTERS
from ...text.word_beginnings import beginning_of, searchable

MAX_CHARACTERS = 4_000
"""Maximum number of characters of a text to read."""


class WordGain:
    """The question's words in the passages of a view.

    Args:
        view: The question's words, and passages with texts; without texts nothing is gained.

    Example:
        ::

            WordGain(view)("start", "target")  # 0.4
    """

    def __init__(self, view: GraphView) -> None:
        stems = dict.fromkeys(map(_stem, view.words[:MAX_QUERY_WORDS]))
        self._words = {
            key: frozenset(stem for stem in stems if stem in text)
            for key, text in _texts(view.passages).items()
        }
        n = len(self._words)
        self._idf: dict[str, float] = {}
        for stem in stems:
            df = sum(stem in found for found in self._words.values())
            self._idf[stem] = math.log((n + 1) / df) if df else 0.0
        self._whole = sum(self._idf.values())
        self._known: dict[tuple[str, str], float] = {}

    def __call__(self, start: str, key: str) -> float:
        """Return the gain of a passage.

        Args:
            start: Key of the passage that one comes from.
            key: Key of the passage.

        Returns:
            0 to 1; 0 for a passage without a known text.
        """
        pair = (start, key)
        if pair not in self._known:
            self._known[pair] = self._gain(*pair)
        return self._known[pair]

    def _gain(self, start: str, key: str) -> float:
        added = self._words.get(key, frozenset()) - self._words.get(start, frozenset())
        # In a fixed order, so that the sum has the same last digit each time.
        return sum(self._idf[stem] for stem in sorted(added)) / self._whole if added else 0.0


def _stem(word: str) -> str:
    """Return what a word is looked for by: its first letters, so that "flows" finds "flowing"."""
    return beginning_of(word, STEM_LETTERS)


def _texts(passages: Mapping[str, Passage]) -> dict[str, str]:
    return {
        key: searchable(f"{p.title} {p.text[:MAX_CHARACTERS]}")
        for key, p in passages.items()
        if p.text
    }
