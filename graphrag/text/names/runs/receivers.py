"""Two names that an article divides, as one of them gets the other: "gave Ivan the Canon"."""

from __future__ import annotations

from collections.abc import Sequence

from ...word_lists.giving_words import RECEIVED
from ...words import Word
from ..single_words.german_nouns import may_be_noun

MAX_TO_VERB = 6
"""Number of words before a name among which the verb of a list of receivers is looked for."""

_GERMAN_ARTICLES = ("der", "den")


def is_receiver(parts: Sequence[Word], place: int, *, german: bool) -> bool:
    """Whether somebody gets what the article after their name begins: "gave Ivan the Canon".

    "Ivan the Terrible" is one name.

    Args:
        parts: The words of a text.
        place: The place of a single word; an article follows it.
        german: Whether the text capitalises its nouns.
    """
    article = parts[place + 1].norm
    if german:
        return article in _GERMAN_ARTICLES and may_be_noun(parts[place + 2].norm)
    before = [word.norm for word in parts[max(place - MAX_TO_VERB, 0) : place]]
    in_list = before[-1:] == ["and"]  # "gave Ivan the Canon and Raj the Nikon"
    return article == "the" and not RECEIVED.isdisjoint(before if in_list else before[-1:])
