"""Capitalised names in a memory: a short text without a title, written by an agent or a user.

A capital says little at the start of a sentence, in a heading, in code, and for a German noun.
There a single word is a name only if it is no common word. Acronyms are names only if a text says
what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..prose import prose
from ..word_lists.calendar_words import CALENDAR_WORDS, is_capitalised_calendar_word, split_words
from ..word_lists.common_words import is_common
from ..word_lists.no_names import NO_NAMES
from ..word_lists.opening_words import OPENING_WORDS, VERBS
from ..word_lists.people_words import ABBREVIATED_TITLES, ADDRESS, PEOPLE, begins_with_role
from ..word_lists.stop_words import (
    ARTICLES,
    GERMAN_DETERMINERS,
    GERMAN_PREPOSITIONS,
    NAME_ARTICLES,
    STOP_WORDS,
)
from ..words import Word, join_words, latin_apart, words
from .amounts import is_amount, is_unit
from .bracketed_names import bracketed_names
from .capitalised_runs import NAME_CONNECTORS, begins_irish_name, capitalised_runs
from .german_nouns import capitalises_nouns, is_german_noun, may_be_noun
from .labels import is_greeting, is_label, is_numbered_part

MIN_NAME_LENGTH = 3
MAX_ACRONYM = 5

_DIVIDING = split_words("of the für der den")
"""Connectors that also stand between two names: "Anna Berg of Heron Works"."""

_SENTENCE_END = frozenset('.!?…。！？\n\r"“”„«»#|>*')
_DESCRIBED = re.compile(r", (?:an? |the |our |my |his |her |de |le |la |un |une |el |una )")
"""After a single word: "Piquet, the border collie"."""

_CALLED = split_words("heisst hiess namens")
"""Normalised: in German a noun after one of these is a name, as in "die Katze heißt Krümel"."""


def is_acronym(written: str) -> bool:
    """Whether a word is short and all in capitals: SFTP is one, GmbH is not."""
    return 1 < len(written) <= MAX_ACRONYM and written.isalpha() and written.isupper()


def _is_plural_acronym(written: str) -> bool:
    """Whether several of what an acronym names are meant: "the GPUs"."""
    return written.endswith("s") and is_acronym(written[:-1])


def memory_names(text: str, parts: Sequence[Word]) -> tuple[dict[str, str], dict[str, str]]:
    """Find the capitalised names of a memory.

    Args:
        text: Its text.
        parts: Its words.

    Returns:
        Normalised names with their spelling, and the single words whose capital says nothing: they
        are names if a longer name begins with them.
    """
    reader = _Reader(text, parts)
    names: dict[str, str] = {}
    doubtful: dict[str, str] = {}
    for first, last in capitalised_runs(reader.text, parts):
        for start, end in reader.names_in(first, last):
            norm = join_words(list(parts[start:end]))
            sure = end - start > 1 or not reader.says_nothing(start)
            written = text[parts[start].start : parts[end - 1].end]
            (names if sure else doubtful).setdefault(norm, written)
    for written in bracketed_names(reader.text):
        names.setdefault(join_words(words(written)), written)
    for norm in names:
        doubtful.pop(norm, None)
    return names, doubtful


class _Reader:
    """Decides which words of a run of capitalised words are names."""

    def __init__(self, text: str, parts: Sequence[Word]) -> None:
        self.text = prose(text)
        self.parts = parts
        self.german = capitalises_nouns(parts)

    def names_in(self, first: int, last: int) -> list[tuple[int, int]]:
        """Return the names among the words from `first` to `last`, as (first, after the last)."""
        found: list[tuple[int, int]] = []
        for piece in self._without_dates(first, last):
            for part in self._divided(*self._trimmed(*piece)):
                trimmed = self._trimmed(*part)
                if trimmed[0] < trimmed[1] and self._is_name(*trimmed):
                    found.append(trimmed)
        return found

    def _without_dates(self, first: int, last: int) -> list[tuple[int, int]]:
        """Cut a run at dates, and at numbers that are amounts."""
        pieces: list[tuple[int, int]] = []
        start = first
        for place in range(first, last):
            if self._is_date(place) or is_amount(self.text, self.parts[place]):
                pieces.append((start, place))
                start = place + 1
        pieces.append((start, last))
        return [piece for piece in pieces if piece[0] < piece[1]]

    def _is_date(self, place: int) -> bool:
        norm = self.parts[place].norm
        near = self.parts[max(place - 1, 0) : place + 2]
        if norm in CALENDAR_WORDS:
            return self._is_day(place) or any(word.norm[0].isdigit() for word in near)
        if norm[0].isdigit():
            return any(word.norm in CALENDAR_WORDS for word in near)
        return is_capitalised_calendar_word(norm)  # "Mondays"

    def _is_day(self, place: int) -> bool:
        """Whether a weekday or month is no part of a name: "on Monday Anna"."""
        if not is_capitalised_calendar_word(self.parts[place].norm) or not place:
            return False
        before = self.parts[place - 1].norm
        return self.german or (before in STOP_WORDS and before not in ARTICLES)

    def _divided(self, start: int, end: int) -> list[tuple[int, int]]:
        """Divide "Anna Berg of Heron Works" and "Set the Clock" at the connector."""
        pieces: list[tuple[int, int]] = []
        place = start + 1
        while place < end - 1:
            norm = self.parts[place].norm
            if norm in PEOPLE and place > start + 1 and self.parts[place - 1].norm.endswith("s"):
                # "Anna Bergs Bruder Otto Lenz"
                pieces.append((start, place))
                place = start = place + 1
            if norm in NAME_CONNECTORS and self.text[self.parts[place].start].islower():
                alone = place == start + 1 and self.says_nothing(start)
                if alone or (place > start + 1 and norm in _DIVIDING):
                    if not alone:
                        pieces.append((start, self._before_connectors(start, place)))
                    place = start = self._after_connectors(place, end)
            place += 1
        return [*pieces, (start, end)]

    def _before_connectors(self, start: int, place: int) -> int:
        while place > start + 1 and self.parts[place - 1].norm in NAME_CONNECTORS:
            place -= 1
        return place

    def _after_connectors(self, place: int, end: int) -> int:
        while place < end - 1 and self.parts[place].norm in NAME_CONNECTORS:
            place += 1
        return place

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        """Leave out greetings, articles, numbers, roles and function words at the beginning."""
        if is_greeting(self._norms(start, min(start + 2, end))) and self._starts_sentence(start):
            start += 2
        while (
            start < end
            and not begins_irish_name(self.text, self.parts[start])
            and (
                (self.parts[start].norm in ARTICLES and not self._is_article_of_name(start, end))
                or self.parts[start].norm.isdigit()
                or (self.parts[start].norm in STOP_WORDS and self._starts_sentence(start))
            )
        ):
            start += 1
        if start < end - 1 and self._starts_sentence(start):
            # "Migrate Jira", "Meet Tove Brandt"; but "Reading Festival"
            is_whole = all(is_common(word.norm) for word in self.parts[start + 1 : end])
            first = self.parts[start].norm
            start += first in VERBS or (first in OPENING_WORDS and not is_whole)
        if start < end - 1 and self._starts_sentence(start):
            last = self.parts[min(end, start + 3) - 1]
            # "Neighbour Winifred Trask"
            start += begins_with_role(self.text[self.parts[start].start : last.end].split())
        if self.german and end - start > 1 and self._is_after_article(start):
            # "unser Geselle Timo Brandl", and the "Oldenburger Hauptbahnhof" whole
            start += self._is_noun(start) and not self._is_noun(end - 1)
        while start < end and self.text[self.parts[start].start].islower():
            start += 1
        if start < end and self._is_letter_of_word(end - 1):
            end -= 1  # "Portable X-ray"
        while start < end and self.text[self.parts[end - 1].start].islower():
            end -= 1  # "Groupama le", from "Groupama le 3 mai"
        if end - start > 1 and self._is_pronoun(end - 1) and not self._starts_sentence(start):
            end -= 1  # "With Anna Berg I visited"; but "Elizabeth I"
        return start, end

    def _is_article_of_name(self, start: int, end: int) -> bool:
        """Whether what looks like an article is of the name: "in Los Angeles", "my L-Thyroxin"."""
        if start < end - 1 and self.text.startswith("-", self.parts[start].end):
            return True
        return (
            start < end - 1
            and self.parts[start].norm in NAME_ARTICLES
            and self.text[self.parts[start].start].isupper()
            and not self._starts_sentence(start)
        )

    def _norms(self, start: int, end: int) -> list[str]:
        return [word.norm for word in self.parts[start:end]]

    def _is_pronoun(self, place: int) -> bool:
        """Whether "I" stands before a verb, and is no numeral."""
        if self.parts[place].norm != "i" or place + 1 >= len(self.parts):
            return False
        after = self.parts[place + 1]
        is_next = self.text[self.parts[place].end : after.start] == " "
        return is_next and after.norm not in STOP_WORDS and self.text[after.start].islower()

    def _is_letter_of_word(self, place: int) -> bool:
        """Whether a single letter begins a word in lower case: "X-ray", "T-shirt"."""
        word = self.parts[place]
        rest = self.text[word.end : word.end + 2]
        return len(word.norm) == 1 and rest[:1] == "-" and rest[1:].islower()

    def _is_name(self, start: int, end: int) -> bool:
        run = self.parts[start:end]
        norm, norms = join_words(list(run)), self._norms(start, end)
        if norm in NO_NAMES or is_numbered_part(norms):
            return False
        if is_label(self.text, norms, run[-1].end) and self._starts_sentence(start):
            return False
        if len(norm) < (MIN_NAME_LENGTH if run[0].spaced else 2):
            return False
        if all(
            is_capitalised_calendar_word(w.norm) or not any(map(str.isalpha, w.norm)) for w in run
        ):
            return False
        if end - start == 1:
            return self._single(start)
        if self._is_done_to_number(start):
            return False
        # "Gute Nachricht": in German any adjective may begin a sentence, and any noun follow.
        return not (
            self.german
            and self._starts_sentence(start)
            and run[0].norm not in ADDRESS
            and all(self._is_noun(place) for place in range(start, end))
        )

    def _is_done_to_number(self, place: int) -> bool:
        """Whether a sentence begins with a verb and a number: "Copying 300 GB", "Rescued 11"."""
        norm = self.parts[place].norm
        return (
            self._starts_sentence(place)
            and norm.endswith(("ing", "ed"))
            and is_common(norm)
            and self.parts[place + 1].norm[0].isdigit()
        )

    def _single(self, place: int) -> bool:
        word = self.parts[place]
        written = self.text[word.start : word.end]
        if word.norm in STOP_WORDS or word.norm in NO_NAMES:
            return False
        if word.norm in ABBREVIATED_TITLES and self.text[word.end : word.end + 1] == ".":
            return False
        if (
            is_acronym(written)
            or _is_plural_acronym(written)
            or (place and is_unit(self.text, self.parts[place - 1], word))
        ):
            return False
        if latin_apart(written) != written:  # a Latin name with a Korean particle
            return False
        return not _is_contracted(self.text, word.end)

    def says_nothing(self, place: int) -> bool:
        """Whether a word that had to be capitalised is a common word, and no name."""
        if not self.german and not self._starts_sentence(place):
            return False
        norm = self.parts[place].norm
        if _DESCRIBED.match(self.text, self.parts[place].end):
            return False
        if not self.german:
            return is_common(norm)
        if place and self.parts[place - 1].norm in _CALLED:
            return False
        if self._is_after_article(place):
            return True
        return self._is_noun(place) and not self._is_place_or_product(place)

    def _is_place_or_product(self, place: int) -> bool:
        """Whether no noun stands after a German preposition: "in Leipzig", but "in Ordnung"."""
        norm = self.parts[place].norm
        return (
            place > 0
            and self.parts[place - 1].norm in GERMAN_PREPOSITIONS
            and not is_german_noun(norm)
        )

    def _is_noun(self, place: int) -> bool:
        return may_be_noun(self.parts[place].norm)

    def _is_after_article(self, place: int) -> bool:
        return place > 0 and self.parts[place - 1].norm in GERMAN_DETERMINERS

    def _starts_sentence(self, place: int) -> bool:
        before = self.text[max(self.parts[place].start - 40, 0) : self.parts[place].start]
        before = before.rstrip(" \t-•(['‘")
        if before.endswith((":", "：")):
            # After "Solution:" a sentence begins; after "dog:" a capital is meant.
            line = self.text.rfind("\n", 0, self.parts[place].start) + 1
            return not self.text[line : line + 20].lstrip(" \t-•*#")[:1].islower()
        return not before or before[-1] in _SENTENCE_END


def _is_contracted(text: str, end: int) -> bool:
    """Whether an apostrophe and more than an "s" follow: "Don't"."""
    rest = text[end : end + 3]
    return (
        len(rest) > 1
        and rest[0] in "'’"
        and rest[1].islower()
        and (rest[1] != "s" or rest[2:].isalpha())
    )
