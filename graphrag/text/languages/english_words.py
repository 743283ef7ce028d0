"""What a text in another language says in English, word by word, so that languages find each other.

A person's memories are often in two or three languages, and most small embedding models know only
English. A text is in the language that has most of its words (`glossaries`).

>>> english_words("Der Umschlag mit dem Notfallpasswort liegt im Tresor.")
('envelope', 'emergency', 'password', 'lie', 'safe', 'vault')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ..sentences import QUOTATION_MARKS, begins_sentence
from ..stems import stem
from ..word_lists.stop_words import ENGLISH
from ..words import Word, words
from .glossaries import ENGLISH_CODE, Glossary, glossary_of, latin_languages
from .unspaced import cut, is_titled, unspaced_language

MAX_CHARACTERS = 20_000
"""What lies beyond them in a text is not read."""

LEAST_WORDS = 2
"""Number of words by which a language is recognised."""

MIN_INFLECTED = 6
"""Fewest letters of an unknown word whose ending is left out."""

LEAST_SHARE = 0.3
"""Share of a text's words that its language must have: others are languages that are not known."""

_NOUNS_ARE_CAPITALISED = frozenset(["de"])
_PARTICLES = frozenset(
    [
        *("da", "de", "del", "della", "der", "di", "do", "dos", "du", "e", "el", "la", "las"),
        *("le", "los", "van", "von", "y"),
    ]
)
_TITLES = frozenset(
    ["dr", "familie", "frau", "fräulein", "herr", "herrn", "oma", "onkel", "opa", "prof", "tante"]
)
_OF_PERSONS = "er"
"""Müller is no form of `Müll`; plurals such as `Kinder` are listed."""

_OF_SCRIPT = (
    (re.compile("[\u0400-\u04ff]"), ("ru", "uk")),
    (re.compile("[\uac00-\ud7af]"), ("ko",)),
)
"""The languages of other scripts that put spaces between words."""

_BEFORE_CAPITAL = QUOTATION_MARKS + ":;¡¿("
"""After these, as at the beginning of a sentence, a common word may have a capital."""


def english_words(text: str) -> tuple[str, ...]:
    """Return what the words of a text mean in English, for a full-text search.

    Args:
        text: Any text.

    Returns:
        All meanings that are known, in single words, each once, in order; for a word that is not
        known what is left of it without its ending, so that its forms find each other. None for
        English text, and for a language that is not known.
    """
    glossary, found = _read(text[:MAX_CHARACTERS])
    if glossary is None:
        return ()
    common = zip(found, _common(text, found, glossary), strict=True)
    meanings = (
        glossary.meaning(word.norm) or _stem_of_unknown(word.norm, glossary)
        for word, is_common in common
        if is_common
    )
    single = (word for meaning in meanings for english in meaning for word in english.split())
    return tuple(dict.fromkeys(word for word in single if word not in ENGLISH))


def _stem_of_unknown(word: str, glossary: Glossary) -> tuple[str, ...]:
    """Return a word that the glossary lacks without its ending; nothing if it has none."""
    if len(word) < MIN_INFLECTED or not word.isalpha() or glossary.entry(word) is not None:
        return ()
    without_ending = stem(word, glossary.language)
    return (without_ending,) if without_ending != word else ()


def english_text(text: str) -> str:
    """Return a text in English, word by word, for an embedding model.

    Args:
        text: Any text.

    Returns:
        The most usual meaning of each word. Names (as far as capitals show them), numbers and
        unknown words stay as they are, and function words are left out. Empty for English text, and
        for a language that is not known.
    """
    return " ".join(said for said, is_content in _said_in_english(text) if is_content)


def english_message(message: str) -> str:
    """Return a message in English, word by word, with the function words that are known.

    They show what kind of message it is: "combien je te dois" is "how much I you owe", of which
    ``english_text`` leaves "owe".

    Args:
        message: Any message.

    Returns:
        As ``english_text``, with function words.
    """
    return " ".join(said for said, _ in _said_in_english(message) if said)


def _said_in_english(text: str) -> list[tuple[str, bool]]:
    """Return what each word of a text is in English, and whether it is no function word."""
    glossary, found = _read(text[:MAX_CHARACTERS])
    if glossary is None:
        return []
    said = []
    for word, is_common in zip(found, _common(text, found, glossary), strict=True):
        if is_common and glossary.entry(word.norm) == "":
            said.append((glossary.function_words.get(word.norm, ""), False))
            continue
        meaning = glossary.meaning(word.norm) if is_common else ()
        said.append((meaning[0] if meaning else text[word.start : word.end], True))
    return said


def is_in_english(text: str) -> bool:
    """Return whether a text is in English, or in a language that is not known.

    Args:
        text: Any text.
    """
    return _read(text[:MAX_CHARACTERS])[0] is None


def likely_languages(text: str) -> frozenset[str]:
    """Return the languages of Latin script that have most words of a text: usually one.

    Args:
        text: Any text.

    Returns:
        Their codes; only English if no other has more.
    """
    return most_likely_languages(words(text[:MAX_CHARACTERS]))


def most_likely_languages(found: Iterable[Word], *, least: int = 1) -> frozenset[str]:
    """Return the languages of Latin script that have most of some words: usually one.

    Args:
        found: Words of one text.
        least: Number of words that a language must have.

    Returns:
        Their codes; only English if no other has more.
    """
    known = (latin_languages(word.norm, typed=True) for word in found)
    counts = Counter(language for languages in known for language in languages)
    most = max(counts.values(), default=0)
    if most < least:
        return frozenset()
    if counts[ENGLISH_CODE] == most:
        return frozenset([ENGLISH_CODE])
    return frozenset(language for language, count in counts.items() if count == most)


@lru_cache(maxsize=4)  # several readers ask for the same text, one after the other
def _read(text: str) -> tuple[Glossary | None, Sequence[Word]]:
    """Return the glossary of a text's language, and the words of the text."""
    found: Sequence[Word] = words(text)
    unspaced = ""
    if not all(word.spaced for word in found):
        unspaced = unspaced_language(text)
        found = cut(text, found, glossary_of(unspaced).listed)
    return _glossary_of(text, found, unspaced), found


def _glossary_of(text: str, found: Sequence[Word], unspaced: str) -> Glossary | None:
    """Return the glossary of the language that has most of some words; None if English has."""
    names = _may_be_names(text, found)
    counts = Counter(
        language
        for word, is_name in zip(found, names, strict=True)
        for language in _languages_of(word, unspaced)
        if not is_name or language in _NOUNS_ARE_CAPITALISED
    )
    english = counts.pop(ENGLISH_CODE, 0)
    count = max(counts.values(), default=0)
    if count <= english:
        return None
    best = [glossary_of(language) for language in sorted(counts) if counts[language] == count]
    likely = best[0] if len(best) == 1 else max(best, key=lambda glossary: glossary.known(found))
    least = max(LEAST_WORDS, LEAST_SHARE * len(found))
    if count < least:  # most words of a short Polish note may be forms that no list has
        common = (word for word, is_name in zip(found, names, strict=True) if not is_name)
        count = sum(likely.has(word.norm) for word in common)
    return likely if count >= least else None


def _languages_of(word: Word, unspaced: str) -> tuple[str, ...]:
    """Return the languages that have a word."""
    if not word.spaced:
        return (unspaced,) if word.norm in glossary_of(unspaced).listed else ()
    for letters, languages in _OF_SCRIPT:
        if letters.match(word.norm):
            if len(languages) == 1:
                return languages  # known by its script, whatever endings stand behind a word
            known = map(glossary_of, languages)
            return tuple(each.language for each in known if each.entry(word.norm) is not None)
    return latin_languages(word.norm, typed=True)


def _may_be_names(text: str, found: Sequence[Word]) -> list[bool]:
    """Return for each word whether it may be part of a name.

    That is a word with a capital within a sentence, and the particles between two words with
    capitals: "Juan de la Rosa".
    """
    capital = [text[word.start].isupper() for word in found]
    names = [
        is_capital and not begins_sentence(text, word.start, after=_BEFORE_CAPITAL)
        for word, is_capital in zip(found, capital, strict=True)
    ]
    for place, word in enumerate(found):
        if word.norm in _PARTICLES and not capital[place]:
            before = any(capital[max(0, place - 2) : place])
            names[place] = before and any(capital[place + 1 : place + 3])
    return names


def _common(text: str, found: Sequence[Word], glossary: Glossary) -> list[bool]:
    """Return for each word whether it is a common word of the text's language, and no name."""
    names = _may_be_names(text, found)
    if glossary.language not in _NOUNS_ARE_CAPITALISED:
        return [
            not is_name and not is_titled(text, word)
            for word, is_name in zip(found, names, strict=True)
        ]
    # Every noun has a capital, so a name is known by its title, or by being no form of a noun.
    return [
        not text[word.start].isupper()
        or not (
            (place and found[place - 1].norm in _TITLES)
            or (word.norm.endswith(_OF_PERSONS) and glossary.is_a_form(word.norm))
        )
        for place, word in enumerate(found)
    ]
