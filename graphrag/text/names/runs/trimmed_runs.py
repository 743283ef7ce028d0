"""Where the name in a run of capitalised words begins and ends.

Of "Neighbour Winifred Trask" at the start of a sentence, the name is Winifred Trask.
"""

from __future__ import annotations

from ...languages.english_words import likely_languages
from ...languages.glossaries import ENGLISH_CODE, latin_languages
from ...word_lists.common_words import is_common
from ...word_lists.opening_words import AGES, OPENING_WORDS, VERBS, WITH_VERBS
from ...word_lists.origin_words import ORIGIN_WORDS
from ...word_lists.people_words import ADDRESS, PEOPLE, TITLES
from ...word_lists.stop_words import ARTICLES, GERMAN_DETERMINERS, NAME_ARTICLES, STOP_WORDS
from ..single_words.capitals import Capitals
from ..single_words.foreign_words import is_foreign_word
from .capitalised_runs import MAX_LOOKED_AT, begins_elided_name, is_domain_ending
from .labels import is_greeting, is_number_label
from .roles_before_names import begins_with_role

_WITHOUT_DEN = frozenset([ENGLISH_CODE, "nl"])
"""Languages in which "den" is no article, and that write of Dutch towns."""

_OWNERS = ("' ", "’ ", "'s ", "’s ")
"""What stands after an owner."""


class RunTrimmer:
    """Leaves out the words at both ends of a run of capitalised words that belong to no name.

    Args:
        capitals: The memory's capitals.
    """

    def __init__(self, capitals: Capitals) -> None:
        self._text = capitals.text
        self._parts = capitals.parts
        self._capitals = capitals

    def trimmed(self, start: int, end: int) -> tuple[int, int]:
        """Return where the name in a run begins, and where it ends; both are equal if it has none.

        Args:
            start: The place of the run's first word.
            end: The place after its last one.
        """
        start = self._trimmed_start(start, end)
        return start, self._trimmed_end(start, end)

    def _trimmed_start(self, start: int, end: int) -> int:
        """Leave out greetings, articles, numbers, roles and function words at the beginning."""
        begins = self._capitals.starts_sentence
        if is_greeting(self._norms(start, min(start + 2, end))) and begins(start):
            start += 2
        while start < end and self._belongs_to_no_name(start, end):
            start += 1
        if start < end - 1 and begins(start) and self._is_opening_word(start, end):
            start += 1
        if start < end - 1 and is_number_label(self._parts[start].norm):
            start += 1
        if start < end - 1 and self._is_role_before_name(start, end):
            start += 1
        if start < end - 1 and self._is_noun_after_article(start, end):
            start += 1
        while start < end and self._text[self._parts[start].start].islower():
            start += 1
        return self._at_title(start, end)

    def _at_title(self, start: int, end: int) -> int:
        """Return where a title begins after words that are no name: "Chef Herr Kurz"."""
        place = start
        while place < end - 1 and self._capitals.is_ordinary(place):
            before, norm = self._norms(place, place + 2)
            place += 1
            if norm in PEOPLE and before.endswith("s"):
                break  # "Jans Frau Lotte"
            if norm in TITLES and before not in ADDRESS:
                return place
        return start

    def _belongs_to_no_name(self, start: int, end: int) -> bool:
        """Whether the first word is an article, a number, or a function word that opens."""
        norm, begins = self._parts[start].norm, self._capitals.starts_sentence(start)
        if begins_elided_name(self._text, self._parts[start], at_start=begins):
            return False
        if norm in ARTICLES:
            return not self._is_article_of_name(start, end)
        opens = begins and (norm in STOP_WORDS or norm in GERMAN_DETERMINERS)
        return norm.isdigit() or (opens and not self._is_foreign_name(start))

    def _is_foreign_name(self, place: int) -> bool:
        """Whether a word that could open a sentence in another language is a name: "Mia Berg".

        A text may hold several languages, so those of what follows count, too.
        """
        word = self._parts[place]
        if not self._capitals.is_foreign_function_word(place):
            return False
        following = self._text[word.start : word.start + MAX_LOOKED_AT]
        return is_foreign_word(word.norm, likely_languages(following))

    def _is_article_of_name(self, start: int, end: int) -> bool:
        """Whether what looks like an article is of the name: "in Los Angeles", "my L-Thyroxin"."""
        if start < end - 1 and self._text.startswith("-", self._parts[start].end):
            return True
        return (
            start < end - 1
            and self._parts[start].norm in NAME_ARTICLES
            and self._text[self._parts[start].start].isupper()
            and (not self._capitals.starts_sentence(start) or self._is_dutch_den(start))
        )

    def _is_dutch_den(self, place: int) -> bool:
        """Whether "Den" at the start of a sentence can be no article: "Den Haag is far"."""
        languages = self._capitals.languages
        return self._parts[place].norm == "den" and bool(languages) and languages <= _WITHOUT_DEN

    def _is_opening_word(self, start: int, end: int) -> bool:
        """Whether a sentence's first word is no part of the name that follows.

        "Migrate Jira", "Speaks Dutch", "Meet Tove Brandt"; but "Reading Festival".
        """
        norm, rest = self._parts[start].norm, self._norms(start + 1, end)
        is_whole = all(map(_may_be_noun, rest)) and not ORIGIN_WORDS.issuperset(rest)
        if is_domain_ending(self._text, self._parts[start + 1]):
            return False
        if end - start == 2 and self._capitals.is_somebody(start + 1):
            return True
        if norm in VERBS:
            return rest[0] not in WITH_VERBS
        return _is_age_of_thing(norm, rest[0]) or (_opens(norm) and not is_whole)

    def _is_role_before_name(self, start: int, end: int) -> bool:
        """Whether a role stands first: "Neighbour Winifred Trask", "bei Nachbarin Gudrun Fock"."""
        capitals = self._capitals
        if self._parts[start].norm in PEOPLE and self._text.endswith(
            _OWNERS, 0, self._parts[start].start
        ):
            return True  # "Kurt Ahlers' Mutter Irmgard"
        is_after_article = capitals.is_after_article(start) and capitals.starts_sentence(start - 1)
        if not (capitals.german or capitals.starts_sentence(start) or is_after_article):
            return False
        last = self._parts[min(end, start + 3) - 1]
        return begins_with_role(self._text[self._parts[start].start : last.end].split())

    def _is_noun_after_article(self, start: int, end: int) -> bool:
        """Whether a German noun stands before a name: "unser Geselle Timo Brandl".

        The "Oldenburger Hauptbahnhof" is whole.
        """
        capitals = self._capitals
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
            and self._text[self._parts[end - 1].start].islower()
            and not is_domain_ending(self._text, self._parts[end - 1])
        ):
            end -= 1  # "Groupama le", from "Groupama le 3 mai"
        if end - start > 1 and self._is_pronoun(end - 1):
            # "With Anna Berg I visited"; but "Elizabeth I"
            end -= not self._capitals.starts_sentence(start)
        return end

    def _is_letter_of_word(self, place: int) -> bool:
        """Whether a single letter begins a word in lower case: "X-ray", "T-shirt"."""
        word = self._parts[place]
        rest = self._text[word.end : word.end + 2]
        return len(word.norm) == 1 and rest[:1] == "-" and rest[1:].islower()

    def _is_pronoun(self, place: int) -> bool:
        """Whether "I" stands before a verb, and is no numeral."""
        if self._parts[place].norm != "i" or place + 1 >= len(self._parts):
            return False
        after = self._parts[place + 1]
        is_next = self._text[self._parts[place].end : after.start] == " "
        return is_next and after.norm not in STOP_WORDS and self._text[after.start].islower()

    def _norms(self, start: int, end: int) -> list[str]:
        return [word.norm for word in self._parts[start:end]]


def _may_be_noun(norm: str) -> bool:
    """Whether a word is common, and not in other languages than English alone, as Otto is."""
    languages = latin_languages(norm)
    return is_common(norm) and (not languages or ENGLISH_CODE in languages)


def _is_age_of_thing(norm: str, following: str) -> bool:
    """Whether "New" or "Old" is no part of what follows: "New EpiPen", but "New York"."""
    return (
        norm in AGES
        and following not in AGES[norm]
        and not (is_common(following) and ENGLISH_CODE in latin_languages(following))
    )


def _opens(norm: str) -> bool:
    """Whether a sentence often begins with a word that is of no name: "Prefer", "Prefers"."""
    return norm in OPENING_WORDS or norm.removesuffix("s") in OPENING_WORDS
