"""What the capital of a word in a memory says: whether the word is a name, or had to have it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from ...languages.english_words import likely_languages
from ...languages.glossaries import ENGLISH_CODE, glossary_of, latin_languages
from ...sentences import QUOTATION_MARKS, begins_sentence
from ...word_lists.calendar_words import CALENDAR_WORDS
from ...word_lists.common_words import is_common
from ...word_lists.german_units import GERMAN_ORDINALS
from ...word_lists.no_names import NO_NAMES
from ...word_lists.people_words import ABBREVIATED_TITLES
from ...word_lists.stop_words import ARTICLES, GERMAN_DETERMINERS, GERMAN_PREPOSITIONS, STOP_WORDS
from ...word_lists.word_sets import split_words
from ...words import Word, blank_unspaced
from .amounts import is_german_unit, is_quantity, is_unit
from .foreign_words import FOREIGN_WORDS, is_foreign_word
from .german_nouns import capitalises_nouns, is_german_noun, may_be_noun
from .month_names import is_somebody

MIN_NAME_LENGTH = 3
"""Shortest name, in characters."""

MIN_UNSPACED_LENGTH = 2
"""Shortest name in a script without spaces, in characters."""

MAX_ACRONYM = 5
"""Longest acronym, in letters."""

_CYRILLIC = re.compile("[а-яёіїєґ]")
_CYRILLIC_LANGUAGES = ("ru", "uk")

_INFLECTED = frozenset(["cs", "fi", "hu", "pl", "ro", "tr"])
"""Languages of Latin script whose nouns have many forms: a list holds few of them."""

_MIN_FORM, _MIN_CYRILLIC_FORM = 6, 5
"""Fewest letters of a form that is not listed. A short one is more often a name: "Selim" is no form
of "flood"."""

_BEFORE_CAPITAL = QUOTATION_MARKS + "#|>*"
"""After these a word has a capital that says nothing: in a quotation, a heading, a cell."""

_DESCRIBED = re.compile(r", (?:an? |the |our |my |his |her |de |le |la |un |une |el |una )")
"""After a single word: "Piquet, the border collie"."""

_TURKISH_ENDING = re.compile(
    r"(?:[ns]?[ıiuü]?[dt][ae]\w{0,6}|n?[ıiuü]n|[yns]?[aeıiuü]|y?l[ae]|l[ıiuü]\w{0,4}|l[ae]r\w{0,5})"
    r"(?!\w)"
)
"""In Turkish an apostrophe stands between a name and its ending, and hardly anywhere else."""

_CALLED = split_words("heisst hiess namens")
"""Normalised: in German a noun after one of these is a name, as in "die Katze heißt Krümel"."""

_MEANS = split_words("das was es")
"""Before "heißt": it says what something means."""

_BEFORE_CALLED = split_words(
    "nur jetzt nun auch noch immer einfach kurz schlicht so seitdem intern offiziell"
    " bei allen uns ihnen ihm ihr mir dir euch"
)
"""Between "heißt" and the name: "heißt bei allen nur Dachs"."""


def is_too_short(norm: str, first: Word) -> bool:
    """Whether a phrase has too few characters for a name.

    Args:
        norm: The phrase, normalised.
        first: Its first word.
    """
    return len(norm) < (MIN_NAME_LENGTH if first.spaced else MIN_UNSPACED_LENGTH)


def is_acronym(written: str) -> bool:
    """Whether a word is short and all in capitals: SFTP is one, GmbH is not."""
    return 1 < len(written) <= MAX_ACRONYM and written.isalpha() and written.isupper()


def _is_plural_acronym(written: str) -> bool:
    """Whether several of what an acronym names are meant: "the GPUs"."""
    return written.endswith("s") and is_acronym(written[:-1])


class Capitals:
    """The capitals of one memory.

    Args:
        text: Its text, without what is no prose.
        parts: Its words.

    Attributes:
        text: The text.
        parts: Its words.
        german: Whether the text capitalises its nouns.
    """

    def __init__(self, text: str, parts: Sequence[Word]) -> None:
        self.text = text
        self.parts = parts
        self.german = capitalises_nouns(text, parts)

    def may_be_name(self, place: int) -> bool:
        """Whether the word at a place may be a name by itself."""
        word = self.parts[place]
        written = self.text[word.start : word.end]
        if word.norm in NO_NAMES:
            return False
        if word.norm in STOP_WORDS and (
            self.starts_sentence(place) or not self.is_foreign_function_word(place)
        ):
            return False
        if word.norm in ABBREVIATED_TITLES and self.text[word.end : word.end + 1] == ".":
            return False
        if (
            is_acronym(written)
            or _is_plural_acronym(written)
            or is_quantity(written)
            or (place and self._is_unit(place))
        ):
            return False
        if blank_unspaced(written) != written:  # a Latin name with a Korean particle
            return False
        return not _is_contracted(self.text, word.end)

    def _is_unit(self, place: int) -> bool:
        """Whether a word is the unit of the number before it."""
        count, word = self.parts[place - 1 : place + 1]
        return is_unit(self.text, count, word) or is_german_unit(self.text, count, word)

    def is_somebody(self, place: int) -> bool:
        """Whether a month at a place is somebody's first name: "Ask Jan"."""
        word = self.parts[place]
        return is_somebody(self.text, word.norm, word.start, word.end)

    def is_function_word_as_name(self, place: int) -> bool:
        """Whether a function word of some language has a capital for no other reason.

        "He and Lot share", "I asked Will": inside a sentence only a name has one.
        """
        word = self.parts[place]
        before = self.text[max(word.start - 2, 0) : word.start]
        return (
            not self.german
            and word.norm in STOP_WORDS
            and len(word.norm) >= MIN_NAME_LENGTH
            and not (word.norm in ARTICLES or word.norm in NO_NAMES or word.norm in CALENDAR_WORDS)
            and self.text[word.start + 1 : word.end].islower()
            and before[:1].islower()
            and before.endswith(" ")
            and not _is_contracted(self.text, word.end)
        )

    def is_foreign_function_word(self, place: int) -> bool:
        """Whether a capitalised word is a function word only in languages that the text is not in.

        "Mio has a rash": Italian has the word, English has not.
        """
        word = self.parts[place]
        return (
            word.norm in FOREIGN_WORDS
            and self.text[word.start].isupper()
            and self.text[word.start + 1 : word.end].islower()
            and is_foreign_word(word.norm, self.languages)
        )

    def says_nothing(self, place: int) -> bool:
        """Whether a word that had to be capitalised is a common word, and no name."""
        if not self.german and not self.starts_sentence(place):
            return False
        norm = self.parts[place].norm
        if _DESCRIBED.match(self.text, self.parts[place].end):
            return False
        if not self.german:
            return is_common(norm) or self._is_of_language(norm)
        if self._is_called_so(place):
            return False
        if self.is_after_article(place):
            return True
        return self.is_noun(place) and not self._is_place_or_product(place)

    def _is_of_language(self, norm: str) -> bool:
        """Whether a word is an ordinary one of the text's language, if that is not English."""
        if _CYRILLIC.match(norm):
            return any(_has(code, norm, _MIN_CYRILLIC_FORM) for code in _CYRILLIC_LANGUAGES)
        if any(_has(code, norm, _MIN_FORM) for code in self.languages & _INFLECTED):
            return True
        languages = latin_languages(norm)
        if not languages or languages == (ENGLISH_CODE,):
            return False
        return not (self.languages - {ENGLISH_CODE}).isdisjoint(languages)

    @cached_property
    def languages(self) -> frozenset[str]:
        """The likely languages of the text."""
        return likely_languages(self.text)

    def _is_called_so(self, place: int) -> bool:
        """Whether a German text says that something is called by the word at a place."""
        verb = place - 1
        while verb > 0 and self.parts[verb].norm in _BEFORE_CALLED:
            verb -= 1
        if verb < 0 or self.parts[verb].norm not in _CALLED:
            return False
        return not verb or self.parts[verb - 1].norm not in _MEANS

    def is_ordinary(self, place: int) -> bool:
        """Whether a word is a German noun, or a common one that begins a sentence."""
        if self.german:
            return self.is_noun(place)
        return self.starts_sentence(place) and is_common(self.parts[place].norm)

    def is_noun(self, place: int) -> bool:
        """Whether the word at a place may be a German noun."""
        norm = self.parts[place].norm
        if is_german_noun(norm):
            return True
        return may_be_noun(norm) and not self.is_foreign_function_word(place)

    def is_after_article(self, place: int) -> bool:
        """Whether the word at a place follows a German determiner, or an ordinal in lower case."""
        if not place:
            return False
        before = self.parts[place - 1]
        return before.norm in GERMAN_DETERMINERS or (
            before.norm in GERMAN_ORDINALS and self.text[before.start].islower()
        )

    def starts_sentence(self, place: int) -> bool:
        """Whether a sentence, a quotation, a heading or a list item begins at a place."""
        start = self.parts[place].start
        if begins_sentence(self.text, start, after=_BEFORE_CAPITAL):
            return True
        if not begins_sentence(self.text, start, after=":："):
            return False
        # After "Solution:" a sentence begins; after "dog:" a capital is meant.
        line = self.text.rfind("\n", 0, start) + 1
        return not self.text[line : line + 20].lstrip(" \t-•*#")[:1].islower()

    def _is_place_or_product(self, place: int) -> bool:
        """Whether no noun stands after a German preposition: "in Leipzig", but "in Ordnung"."""
        return (
            place > 0
            and self.parts[place - 1].norm in GERMAN_PREPOSITIONS
            and not is_german_noun(self.parts[place].norm)
        )


def _has(language: str, norm: str, least: int) -> bool:
    """Whether a language has a word, or a word of which this may be a form of so many letters."""
    words = glossary_of(language)
    return words.entry(norm) is not None or (len(norm) >= least and words.has(norm))


def _is_contracted(text: str, end: int) -> bool:
    """Whether an apostrophe and more than an "s" follow: "Don't"; but not "Ankara'da"."""
    rest = text[end : end + 3]
    return (
        len(rest) > 1
        and rest[0] in "'’"
        and rest[1].islower()
        and (rest[1] != "s" or rest[2:].isalpha())
        and not _TURKISH_ENDING.match(text, end + 1)
    )
