"""The words by which memories are compared: the stems of what is no function word."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from ...text.changes.values import CLOCK_UNITS, CURRENCY_WORDS
from ...text.languages.english_words import likely_languages
from ...text.languages.glossaries import ENGLISH_CODE, glossary_of, latin_languages
from ...text.names.single_words.foreign_words import foreign_words
from ...text.stems import word_stem
from ...text.word_lists.calendar_words import is_calendar_word
from ...text.word_lists.people_words import ADDRESS, FORMS_OF_ADDRESS, TITLES
from ...text.word_lists.stop_words import ALSO_ENGLISH, STOP_WORDS
from ...text.word_lists.time_units import TIME_UNITS
from ...text.words import is_unspaced, normalize_name, words, written_words

_ADDRESS = FORMS_OF_ADDRESS | {"gentle", "gentleman", "lady"}
"""Forms of address with what they are in English: two people may have the same."""

_LONGEST_ENDING = 3
_SHORTEST = 3
"""Number of letters of an ending, and of what is left of a name without it."""


def terms_of(text: str) -> tuple[str, ...]:
    """Return the stems of a text's content words, each once, in order.

    A function word of another language is one, too: "car", "van" and Mia in English.

    Args:
        text: The text.
    """
    foreign = foreign_words(text, words(text))
    if likely_languages(text) == {ENGLISH_CODE}:
        foreign |= ALSO_ENGLISH
    written = written_words(text)
    found = (stem(word) or (_stem_of_any(word, foreign) if foreign else "") for word in written)
    return tuple(dict.fromkeys(filter(None, found)))


def stems_in(texts: Iterable[str]) -> frozenset[str]:
    """Return the stems of the content words of some short texts, as terms of a reading.

    Args:
        texts: The texts.
    """
    return frozenset(filter(None, (stem(word) for text in texts for word in written_words(text))))


def all_stems_in(texts: Iterable[str]) -> frozenset[str]:
    """Return the stems of all words of some short texts, function words among them.

    Args:
        texts: The texts.
    """
    return frozenset(word_stem(normalize_name(w)) for text in texts for w in written_words(text))


def stems_of_names(names: Iterable[str]) -> frozenset[str]:
    """Return the stems of the words of names, and what "Oma" and "Frau" in them are in English.

    Args:
        names: Normalised names.
    """
    names = list(names)
    addressed = {word for name in names for word in name.split()} & (ADDRESS | TITLES)
    return all_stems_in([*names, *map(_in_english, addressed)])


def stems_without_endings(names: Iterable[str]) -> frozenset[str]:
    """Return what is left of names without an ending, as the English words of a memory have it.

    Args:
        names: Normalised names.

    >>> sorted(stems_without_endings(["carlos"]))
    ['car', 'carl', 'carlo']
    """
    own = {word for name in names for word in name.split()}
    bare = (word[:-letters] for word in own for letters in range(1, _LONGEST_ENDING + 1))
    return all_stems_in(word for word in bare if len(word) >= _SHORTEST)


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """Return the stem of a content word; empty for another word.

    Args:
        word: The word as it is written.
    """
    norm = normalize_name(word)
    is_content = not (
        not norm
        or norm in STOP_WORDS
        or norm in CLOCK_UNITS
        or norm in CURRENCY_WORDS
        or norm in _ADDRESS
        or is_calendar_word(norm)
        or norm.isdigit()
        or (len(norm) < 2 and not is_unspaced(norm))
    )
    return word_stem(norm) if is_content else ""


def _stem_of_any(word: str, among: frozenset[str]) -> str:
    norm = normalize_name(word)
    return word_stem(norm) if norm in among else ""


@lru_cache(maxsize=256)
def _in_english(word: str) -> str:
    languages = (language for language in latin_languages(word) if language != ENGLISH_CODE)
    return " ".join(chain.from_iterable(glossary_of(each).meaning(word) for each in languages))


UNITS_OF_TIME = frozenset(filter(None, map(stem, TIME_UNITS)))
"""Their stems: two prices for a month are not about the same thing because of the month."""
