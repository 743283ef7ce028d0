"""Which names look like those of people."""

from __future__ import annotations

from ....text.names.single_words.capitals import is_acronym
from ....text.word_lists.word_sets import split_words

_COMPANY = split_words(
    "ag co company corp gmbh group inc kg limited llc llp ltd plc sa sarl se srl bank clinic hall"
    " office practice street team works"
)
"""Last words of names that are no person's."""


def is_person(name: str) -> bool:
    """Whether a name has a first and a last word as a person's has: not "Siemens AG"."""
    words = name.split()
    return (
        len(words) > 1
        and words[-1].casefold() not in _COMPANY
        and all(
            word[0].isupper() and not is_acronym(word) and not word[-1].isdigit()
            for word in (words[0], words[-1])
        )
    )
