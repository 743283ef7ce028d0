"""Which words stand for each other in everyday life: what a question says, and what a note says.

"Is there any drug mum can't have?" and "Renata reacted to a sulfonamide antibiotic" share no word.
`related_words.txt` has a line `drug medicine antibiotic pill ...` for each of some thousand
everyday words of questions. It is a list of our own, of synonyms, of kinds of things, and of words
that give a thing away.

>>> related_words(["drug"])[:3]
('medicine', 'medication', 'antibiotic')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from ..english_forms import base_forms

FILE = Path(__file__).with_name("related_words.txt")

MAX_RELATED = 120
"""Maximum number of related words of a message."""


def related_words(words: Iterable[str]) -> tuple[str, ...]:
    """Return everyday English words that may stand for some words in a note.

    Args:
        words: English words, normalised; others have none.

    Returns:
        Related words, each once, those of the first word first; none of the given ones.
    """
    table = _table()
    given = list(dict.fromkeys(words))
    forms = [tuple(base_forms(word)) for word in given]
    found: dict[str, None] = {}
    for of_word in forms:
        known = next((form for form in of_word if form in table), None)
        if known is not None:
            found.update(dict.fromkeys(table[known]))
    for of_word in forms:
        for form in of_word:
            found.pop(form, None)
    return tuple(found)[:MAX_RELATED]


def is_everyday(word: str) -> bool:
    """Whether the list has a line for a normalised word, or for what it is a form of."""
    return any(form in _table() for form in base_forms(word))


def load_related_words() -> None:
    """Read the list now, which takes some ms, and not in the first turn."""
    _table()


@cache
def _table() -> Mapping[str, tuple[str, ...]]:
    lines = (line.split() for line in FILE.read_text(encoding="utf-8").splitlines())
    return {headword: tuple(others) for headword, *others in lines}
