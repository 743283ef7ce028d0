"""Capitalised names in a memory: a short text without a title, written by an agent or a user.

A capital says little at the start of a sentence, in a heading, in code, and for a German noun.
There a single word is a name only if it is no common word. Acronyms are names only if a text says
what they stand for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..languages.glossaries import ENGLISH_CODE, latin_languages
from ..prose import prose
from ..word_lists.calendar_words import CALENDAR_WORDS, is_capitalised_calendar_word
from ..word_lists.common_words import is_common
from ..word_lists.no_names import NO_NAMES
from ..word_lists.opening_words import OPENING_WORDS, VERBS
from ..word_lists.origin_words import ORIGIN_WORDS
from ..word_lists.people_words import ADDRESS, PEOPLE, begins_with_role
from ..word_lists.stop_words import ARTICLES, GERMAN_DETERMINERS, NAME_ARTICLES, STOP_WORDS
from ..word_lists.word_sets import split_words
from ..words import Word, join_words, words
from .amounts import is_amount, is_unit
from .bracketed_names import bracketed_names
from .capitalised_runs import (
    NAME_CONNECTORS,
    begins_elided_name,
    capitalised_runs,
    is_connector,
    is_domain_ending,
)
from .capitals import Capitals, is_too_short
from .labels import is_greeting, is_label, is_number_label, is_numbered_part
from .month_names import is_somebody

_DIVIDING = split_words("of the für der den")
"""Connectors that also stand between two names: "Anna Berg of Heron Works"."""


_OWNERS = ("' ", "’ ", "'s ", "’s ")
"""What stands after an owner."""


class MemoryNames(NamedTuple):
    """The capitalised names of a memory, each normalised, with its spelling.

    Attributes:
        sure: Names.
        doubtful: Single words whose capital says nothing, and those of two letters: they are names
            if a longer name begins with them.
        weak: Function words with a capital inside a sentence, such as the man "Will": they are
            names if several memories have them.
    """

    sure: dict[str, str]
    doubtful: dict[str, str]
    weak: dict[str, str]


def memory_names(text: str, parts: Sequence[Word]) -> MemoryNames:
    """Find the capitalised names of a memory.

    Args:
        text: Its text.
        parts: Its words.
    """
    reader = _Reader(text, parts)
    names: dict[str, str] = {}
    doubtful: dict[str, str] = {}
    weak: dict[str, str] = {}
    for first, last in capitalised_runs(reader.text, parts):
        if last - first == 1:
            written = text[parts[first].start : parts[first].end]
            if reader.capitals.is_function_word_as_name(first):
                weak[parts[first].norm] = written
            elif reader.capitals.is_foreign_function_word(first):
                doubtful[parts[first].norm] = written
        for start, end in reader.names_in(first, last):
            norm = join_words(list(parts[start:end]))
            says_nothing = reader.capitals.says_nothing(start) or is_too_short(norm, parts[start])
            sure = end - start > 1 or not says_nothing or reader.is_somebody(start)
            written = text[parts[start].start : parts[end - 1].end]
            (names if sure else doubtful).setdefault(norm, written)
    for written in bracketed_names(reader.text):
        names.setdefault(join_words(words(written)), written)
    for norm in names:
        doubtful.pop(norm, None)
    return MemoryNames(names, doubtful, weak)


class _Reader:
    """Decides which words of a run of capitalised words are names."""

    def __init__(self, text: str, parts: Sequence[Word]) -> None:
        self.text = prose(text)
        self.parts = parts
        self.capitals = Capitals(self.text, parts)

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
        """Cut a run at dates, and at amounts with their units."""
        pieces: list[tuple[int, int]] = []
        start = first
        for place in range(first, last):
            is_of_amount = is_amount(self.text, self.parts[place]) or (
                start == place and place > first and self._is_unit_of_amount(place)
            )
            if is_of_amount or self._is_date(place):
                pieces.append((start, place))
                start = place + 1
        pieces.append((start, last))
        return [piece for piece in pieces if piece[0] < piece[1]]

    def _is_unit_of_amount(self, place: int) -> bool:
        """Whether a word is the unit of an amount before it: "80 Euro"."""
        number = self.parts[place - 1]
        return is_amount(self.text, number) and is_unit(self.text, number, self.parts[place])

    def _is_date(self, place: int) -> bool:
        norm = self.parts[place].norm
        if self.is_somebody(place):
            return False
        near = [*self.parts[max(place - 1, 0) : place], *self.parts[place + 1 : place + 2]]
        if norm in CALENDAR_WORDS:
            return self._is_day(place) or any(
                word.norm[0].isdigit() or word.norm in CALENDAR_WORDS for word in near
            )
        if norm[0].isdigit():
            return any(word.norm in CALENDAR_WORDS for word in near)
        return is_capitalised_calendar_word(norm)  # "Mondays"

    def is_somebody(self, place: int) -> bool:
        """Whether a month at a place is somebody's first name: "Ask Jan"."""
        word = self.parts[place]
        return is_somebody(self.text, word.norm, word.start, word.end)

    def _is_day(self, place: int) -> bool:
        """Whether a weekday or month is no part of a name: "on Monday Anna"."""
        if not is_capitalised_calendar_word(self.parts[place].norm) or not place:
            return False
        before = self.parts[place - 1].norm
        return self.capitals.german or (before in STOP_WORDS and before not in ARTICLES)

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
            is_small = self.text[self.parts[place].start].islower()
            if is_small and is_connector(self.text, self.parts[place]):
                alone = place == start + 1 and self.capitals.says_nothing(start)
                divides = norm in _DIVIDING and not self._is_of_surname(place)
                if alone or (place > start + 1 and divides):
                    if not alone:
                        pieces.append((start, self._before_connectors(start, place)))
                    place = start = self._after_connectors(place, end)
            place += 1
        return [*pieces, (start, end)]

    def _is_of_surname(self, place: int) -> bool:
        """Whether "der" belongs to a name: "van der Linden", but not "von der Firma"."""
        if self.parts[place].norm not in ("der", "den"):
            return False
        before = self.parts[place - 1].norm
        is_thing = self.capitals.german and self.capitals.is_noun(place + 1)
        return before == "van" or (before == "von" and not is_thing)

    def _before_connectors(self, start: int, place: int) -> int:
        while place > start + 1 and self.parts[place - 1].norm in NAME_CONNECTORS:
            place -= 1
        return place

    def _after_connectors(self, place: int, end: int) -> int:
        while place < end - 1 and self.parts[place].norm in NAME_CONNECTORS:
            place += 1
        return place

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        """Leave out the words at both ends of a run that belong to no name."""
        start = self._trimmed_start(start, end)
        return start, self._trimmed_end(start, end)

    def _trimmed_start(self, start: int, end: int) -> int:
        """Leave out greetings, articles, numbers, roles and function words at the beginning."""
        begins = self.capitals.starts_sentence
        if is_greeting(self._norms(start, min(start + 2, end))) and begins(start):
            start += 2
        while start < end and self._belongs_to_no_name(start, end):
            start += 1
        if start < end - 1 and begins(start) and self._is_opening_word(start, end):
            start += 1
        if start < end - 1 and is_number_label(self.parts[start].norm):
            start += 1
        if start < end - 1 and self._is_role_before_name(start, end):
            start += 1
        if start < end - 1 and self._is_noun_after_article(start, end):
            start += 1
        while start < end and self.text[self.parts[start].start].islower():
            start += 1
        return start

    def _belongs_to_no_name(self, start: int, end: int) -> bool:
        """Whether the first word is an article, a number, or a function word that opens."""
        norm, begins = self.parts[start].norm, self.capitals.starts_sentence(start)
        if begins_elided_name(self.text, self.parts[start], at_start=begins):
            return False
        if norm in ARTICLES and not self._is_article_of_name(start, end):
            return True
        opens = norm in STOP_WORDS or norm in GERMAN_DETERMINERS
        return norm.isdigit() or (opens and begins)

    def _is_opening_word(self, start: int, end: int) -> bool:
        """Whether a sentence's first word is no part of the name that follows.

        "Migrate Jira", "Speaks Dutch", "Meet Tove Brandt"; but "Reading Festival".
        """
        norm, rest = self.parts[start].norm, self._norms(start + 1, end)
        is_whole = all(map(_may_be_noun, rest)) and not ORIGIN_WORDS.issuperset(rest)
        if is_domain_ending(self.text, self.parts[start + 1]):
            return False
        if end - start == 2 and self.is_somebody(start + 1):
            return True
        return norm in VERBS or (_opens(norm) and not is_whole)

    def _is_role_before_name(self, start: int, end: int) -> bool:
        """Whether a role stands first: "Neighbour Winifred Trask", "bei Nachbarin Gudrun Fock"."""
        capitals = self.capitals
        if self.parts[start].norm in PEOPLE and self.text.endswith(
            _OWNERS, 0, self.parts[start].start
        ):
            return True  # "Kurt Ahlers' Mutter Irmgard"
        is_after_article = capitals.is_after_article(start) and capitals.starts_sentence(start - 1)
        if not (capitals.german or capitals.starts_sentence(start) or is_after_article):
            return False
        last = self.parts[min(end, start + 3) - 1]
        return begins_with_role(self.text[self.parts[start].start : last.end].split())

    def _is_noun_after_article(self, start: int, end: int) -> bool:
        """Whether a German noun stands before a name: "unser Geselle Timo Brandl".

        The "Oldenburger Hauptbahnhof" is whole.
        """
        capitals = self.capitals
        return (
            capitals.german
            and capitals.is_after_article(start)
            and capitals.is_noun(start)
            and not capitals.is_noun(end - 1)
        )

    def _trimmed_end(self, start: int, end: int) -> int:
        """Leave out half words, words in lower case and the pronoun "I" at the end."""
        if start < end and self._is_letter_of_word(end - 1):
            end -= 1  # "Portable X-ray"
        while (
            start < end
            and self.text[self.parts[end - 1].start].islower()
            and not is_domain_ending(self.text, self.parts[end - 1])
        ):
            end -= 1  # "Groupama le", from "Groupama le 3 mai"
        if end - start > 1 and self._is_pronoun(end - 1):
            # "With Anna Berg I visited"; but "Elizabeth I"
            end -= not self.capitals.starts_sentence(start)
        return end

    def _is_article_of_name(self, start: int, end: int) -> bool:
        """Whether what looks like an article is of the name: "in Los Angeles", "my L-Thyroxin"."""
        if start < end - 1 and self.text.startswith("-", self.parts[start].end):
            return True
        return (
            start < end - 1
            and self.parts[start].norm in NAME_ARTICLES
            and self.text[self.parts[start].start].isupper()
            and not self.capitals.starts_sentence(start)
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
        if is_label(self.text, norms, run[-1].end) and self.capitals.starts_sentence(start):
            return False
        if is_too_short(norm, run[0]) and not self._is_short_first_name(start, end):
            return False
        if end - start == 1 and self.is_somebody(start):
            return True
        if all(
            is_capitalised_calendar_word(w.norm) or not any(map(str.isalpha, w.norm)) for w in run
        ):
            return False
        if end - start == 1:
            return self.capitals.may_be_name(start)
        if self._is_done_to_number(start):
            return False
        # "Gute Nachricht": in German any adjective may begin a sentence, and any noun follow.
        return not (
            self.capitals.german
            and self.capitals.starts_sentence(start)
            and run[0].norm not in ADDRESS
            and all(self.capitals.is_noun(place) for place in range(start, end))
        )

    def _is_short_first_name(self, start: int, end: int) -> bool:
        """Whether two letters may be a name of which a longer one tells more: "Jo", "Ed"."""
        written = self.text[self.parts[start].start : self.parts[end - 1].end]
        return len(written) == 2 and written.isalpha() and written.istitle()

    def _is_done_to_number(self, place: int) -> bool:
        """Whether a sentence begins with a verb and a number: "Copying 300 GB", "Rescued 11"."""
        norm = self.parts[place].norm
        return (
            self.capitals.starts_sentence(place)
            and norm.endswith(("ing", "ed"))
            and is_common(norm)
            and self.parts[place + 1].norm[0].isdigit()
        )


def _may_be_noun(norm: str) -> bool:
    """Whether a word is common, and not in other languages than English alone, as Otto is."""
    languages = latin_languages(norm)
    return is_common(norm) and (not languages or ENGLISH_CODE in languages)


def _opens(norm: str) -> bool:
    """Whether a sentence often begins with a word that is of no name: "Prefer", "Prefers"."""
    return norm in OPENING_WORDS or norm.removesuffix("s") in OPENING_WORDS
