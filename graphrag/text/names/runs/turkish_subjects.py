"""A Turkish name before a place with its ending: "Mehmet Ankara'da çalışıyor" has two names.

"Galata Kulesi'nde buluştuk" and "Ayşe Yılmaz'a sorduk" have one. So nothing may stand before the
name, the verb must be in the third person, and the word with the ending no thing of a name.
"""

from __future__ import annotations

import re

from ...languages.glossaries import glossary_of
from ...languages.turkish import TURKISH, word_of_form
from ...word_lists.word_sets import split_words
from ...words import Word

MAX_SENTENCE = 120
"""Number of characters after a name in which its verb is looked for."""

_TO_AT_OR_FROM = re.compile(r"['’](?:n?[dt][ae]n?|[ny]?[ae])(?!\w)")
"""Endings of the dative, the locative and the ablative."""

_REST = re.compile(rf"[^.!?,;:\n()]{{1,{MAX_SENTENCE}}}")
_THIRD_PERSON = re.compile(
    r"(?:(?<!\w)(?:var|yok)|\w\w(?:yor|[dt][ıiuü]|m[ıiuü]ş|acak|ecek|[aeıiuü]r|l[ae]r))\s*\Z"
)
_OF_THINGS = ("i", "ı", "u", "ü")
"""Endings of what belongs to something: "kulesi", "üniversitesi"."""

_FIRMS = split_words(
    "bank cafe grup holding hotel kafe kargo kolej koleji market medya otel park plaza spor telekom"
)


def is_place_of_subject(text: str, word: Word) -> bool:
    """Whether the last word of a name is a place, and what stands before it the subject.

    Args:
        text: A Turkish text.
        word: The last of several capitalised words with which a sentence begins.
    """
    ending = _TO_AT_OR_FROM.match(text, word.end)
    if ending is None or word.norm in _FIRMS or _is_thing(word.norm):
        return False
    rest = _REST.match(text, ending.end())
    return rest is not None and _THIRD_PERSON.search(rest.group()) is not None


def _is_thing(norm: str) -> bool:
    listed = glossary_of(TURKISH).listed
    return norm in listed or (norm.endswith(_OF_THINGS) and bool(word_of_form(norm, listed)))
