"""Counts of names and their spellings, from which a document can be taken out again."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

Key = TypeVar("Key")

Spellings = dict[str, Counter[str]]
"""How often each spelling of a name occurs, by the normalised name."""


def tally(counter: Counter[Key], key: Key, by: int) -> None:
    """Add to a count; what falls to zero leaves the counter."""
    counter[key] += by
    if counter[key] <= 0:
        del counter[key]


def tally_spelling(known: Spellings, norm: str, written: str, by: int) -> None:
    """Add to the count of a spelling; a name without any leaves the spellings.

    Args:
        known: The spellings.
        norm: The normalised name.
        written: How it is written.
        by: What to add; negative to take it out again.
    """
    spellings = known.setdefault(norm, Counter())
    tally(spellings, written, by)
    if not spellings:
        del known[norm]


def usual_spelling(spellings: Counter[str]) -> str:
    """Return the most frequent spelling; of equally frequent ones the first in order."""
    return min(spellings.items(), key=lambda item: (-item[1], item[0]))[0]
