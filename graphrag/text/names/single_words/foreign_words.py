"""Function words of other languages, which may be first names: "Mia" and "Ella" in English."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...languages.english_words import likely_languages
from ...languages.glossaries import ENGLISH_CODE, latin_languages
from ...sentences import begins_sentence
from ...word_lists.stop_words import ARTICLES, ENGLISH, STOP_WORDS
from ...words import Word

MIN_FOREIGN = 3
"""Fewest letters of such a name: "al" and "li" are parts of names as often."""

MAX_FOLLOWING = 80
"""Number of characters after a word in which the language of its sentence is looked for."""

FOREIGN_WORDS = frozenset(
    word for word in STOP_WORDS - ENGLISH - ARTICLES if len(word) >= MIN_FOREIGN
)
"""Without those of English, which texts of all languages borrow."""


def is_foreign_word(norm: str, languages: Collection[str]) -> bool:
    """Whether a word is a function word only in languages that a text is not in.

    Args:
        norm: The word, normalised.
        languages: The likely languages of the text, as ``likely_languages`` gives them.
    """
    if norm not in FOREIGN_WORDS or not languages:
        return False
    having = latin_languages(norm)
    return bool(having) and frozenset(having).isdisjoint(languages)


def opens_sentence_of_its_language(text: str, norm: str, start: int, end: int) -> bool:
    """Whether such a word begins a sentence in a language that has it: "Mia nonna abita a Bari".

    Args:
        text: The text.
        norm: The word, normalised.
        start: Character offset at which it starts.
        end: Character offset after its last character.
    """
    if norm not in FOREIGN_WORDS or not begins_sentence(text, start):
        return False
    following = likely_languages(text[end : end + MAX_FOLLOWING])
    # In English it is a noun at most: "Hay Parish Hall".
    return not (following - {ENGLISH_CODE}).isdisjoint(latin_languages(norm))


def foreign_words(text: str, parts: Iterable[Word]) -> frozenset[str]:
    """Return the words of a text that are function words only in languages that it is not in.

    Args:
        text: The text.
        parts: Its words.
    """
    possible = FOREIGN_WORDS.intersection(word.norm for word in parts)
    languages = likely_languages(text) if possible else ()
    return frozenset(norm for norm in possible if is_foreign_word(norm, languages))
