"""What a sentence says of a name after a comma: appositions, relative clauses, participles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ....text.word_lists.people_words import PEOPLE
from ....text.word_lists.stop_words import STOP_WORDS
from ....text.word_lists.word_sets import split_words
from .clauses import Subject
from .found_facts import FoundFacts, PartReader
from .objects import ObjectReader
from .predicates import PredicateReader
from .sentence_view import SentenceView
from .tokens import MARK, NAME, NUMBER, OWNER, WORD
from .word_classes import (
    ADJECTIVES,
    ARTICLES,
    DETERMINERS,
    ELSEWHERE,
    OF_ROLE,
    OWN,
    PLACES,
    POSSESSIVES,
    PREPOSITIONS,
    STAYING,
    UNLIKE,
    is_auxiliary,
    is_noun,
    is_participle,
    is_role,
)

_BETWEEN_NAMES = PLACES | OF_ROLE

_REQUESTS = ("ask", "call", "contact", "look", "phone", "ring", "see", "speak", "talk", "write")
"""They begin no apposition: "Harbour Hall, ask for Tomas"."""

MAX_OF_NAME = 2
"""Number of words of a thing after the name of its kind: "Tern cooling units"."""

MAX_TOPIC = 3
"""Number of words of "hosting at" or "the payroll in" before a name in a list."""

_ROMANCE = frozenset(["de", "del", "di", "du", "el", "il", "la", "le", "un", "una", "une", "à"])
"""Beside one of these "a" is no English article: "a causa di", "a fini le"."""

_ROMANCE_COPULAS = split_words("è é es está est era son sono sont fue foi fu était ha hanno há")
MAX_ROMANCE = 4
"""Number of words of a Romance apposition: "le directeur technique de Tern"."""

_AWAY = ("behind", "from", "off", "past")
"""They end what says how far off something is."""

_BORN = ("born", "geboren", "né", "née")


class AsideReader(PartReader):
    """Reads what a sentence says of a name after a comma: "Tern, which runs on Linux".

    Args:
        view: The sentence.
        found: Where the relations go.
        predicates: Reads relative clauses.
        objects: Reads lists of names.
    """

    def __init__(
        self,
        view: SentenceView,
        found: FoundFacts,
        predicates: PredicateReader,
        objects: ObjectReader,
    ) -> None:
        super().__init__(view, found)
        self._predicates = predicates
        self._objects = objects

    def read(self) -> None:
        """Read "Tern, which runs on Linux" and "Tern units, made by Lundqvist" anywhere."""
        names: list[str] = []
        closing = last_name = 0
        for place, token in enumerate(self._tokens[: self._last]):
            if token.kind == NAME and token.entity_id != self._user:
                names.append(token.entity_id)
                last_name = place
            if token.text != "," or not names or place == closing:
                continue  # after ", born in Oslo," the sentence goes on
            after = self._tokens[place + 1]
            end = self._view.next_comma(place + 1)
            if is_participle(after.text) or self._view.is_done(place + 1) or after.text in _BORN:
                closing = end
            follows_name = self._view.is_name(place - 1)
            if follows_name and after.text in ("which", "who"):
                plural = after.text == "who"
                self._predicates.read(place + 2, Subject((names[-1],), plural=plural), end)
            elif follows_name and self._begins_apposition(place + 1):
                self._read_apposition(place + 1, end, names[-1])
            elif follows_name and self._is_place_aside(place + 1):
                other = self._view.name_after(place + 1, PLACES)
                self._found.add(names[-1], f"is {after.text}", self._tokens[other or 0].entity_id)
            elif self._is_done(place + 1, last_name, clear=follows_name or len(set(names)) == 1):
                self._predicates.read(place + 1, Subject((names[-1],)), end)

    def _begins_apposition(self, place: int) -> bool:
        """Whether "the", "my", "Anna's", "her" or "pianist of the Trio" begins at a place."""
        token = self._tokens[place]
        return (
            token.text in ARTICLES
            or token.text in OWN
            or token.kind == NAME
            or self._is_of_unnamed(place)
            or self._is_role_of_name(place)
        )

    def _is_done(self, place: int, last_name: int, *, clear: bool) -> bool:
        """Whether "made by Lundqvist" or "born in Oslo" at a place is said of the last name.

        Args:
            place: The place of the participle.
            last_name: The place of the last name before it.
            clear: Whether the name stands right before the comma, or is the only one.
        """
        if self._tokens[place].text in _BORN:
            is_birth = self._view.after_brackets(last_name + 1) == place - 1
            return is_birth and self._tokens[place + 1].text in PREPOSITIONS
        return (
            self._view.is_done(place)
            and clear
            and self._is_of_name(last_name + 1, place - 1)
            # "the rope of Tern, made by", "the hall in Leer, run by"
            and self._tokens[last_name - 1].text not in _BETWEEN_NAMES
            and not any(token.text in ("by", "von") for token in self._tokens[: place - 1])
        )

    def _is_of_name(self, start: int, end: int) -> bool:
        """Whether "units" of "Tern units", ", a big server" or nothing stands between places."""
        words = self._tokens[start:end]
        if words and words[0].text == "," and self._tokens[start + 1].text in ARTICLES:
            return not any(
                word.text in PEOPLE or is_auxiliary(word.text) or word.kind not in (WORD, NUMBER)
                for word in words[1:]
            )
        return len(words) <= MAX_OF_NAME and all(
            word.kind == WORD
            and is_noun(word.text)
            and not (word is not words[-1] and self._view.is_verb(place, plural=False))
            for place, word in enumerate(words, start)
        )

    def _is_of_unnamed(self, place: int) -> bool:
        """Whether "her" in "Tomas, her brother" means the user: nobody else is named before."""
        if self._tokens[place].text not in POSSESSIVES or not (self._user and self._view.is_first):
            return False
        return sum(token.kind == NAME for token in self._tokens[:place]) == 1

    def _closes(self, name: int) -> bool:
        """Whether an apposition ends with a name."""
        after = self._tokens[name + 1]
        return after.kind in (MARK, OWNER) or after.text in PLACES or after.text in ("who", "which")

    def _is_place_aside(self, place: int) -> bool:
        """Whether an aside at a place is just "in Otley"."""
        other = self._view.name_after(place, PLACES)
        return other is not None and self._tokens[other + 1].text in (",", "")

    def _is_role_of_name(self, place: int) -> bool:
        """Whether "pianist of the Trio" begins at a place."""
        role = self._view.words_from(place)
        return (
            is_role(role)
            and STOP_WORDS.isdisjoint(role[:1])  # "em nome de Anna"
            and not self._is_of_list(place - 2)
            and not self._view.is_verb(place, plural=False)
            and self._view.name_after(place + len(role), OF_ROLE) is not None
        )

    def _is_of_list(self, name: int) -> bool:
        """Whether a name is one of a list: "website at Tern, hosting at Otter"."""
        start = name - 1
        while start > 0 and self._tokens[start - 1].kind == WORD:
            start -= 1
        return self._tokens[name - 1].text in PLACES and name - start <= MAX_TOPIC

    def _read_apposition(self, place: int, end: int, entity: str) -> None:
        """Read "the little light on Anna's way", "Anna's pill dispenser" and "her brother"."""
        first, second = self._tokens[place], self._tokens[place + 1]
        if self._is_of_unnamed(place):
            self._read_person_of_user(place, end, entity)
        elif (first.text in OWN and self._user) or second.kind == OWNER:
            self._read_owned_by(place, end, entity)
        else:
            self._read_thing_at_name(place, end, entity)

    def _read_person_of_user(self, place: int, end: int, entity: str) -> None:
        """Read "her brother" and "her brother in Leer"."""
        role = self._view.words_from(place + 1)
        after = place + 1 + len(role)
        home = self._view.name_after(after, PLACES)
        if role and role[-1] in PEOPLE and (after == end or home):
            self._found.add_role(entity, role, self._user)
            if home:
                where = f"is {self._tokens[after].text}"
                self._found.add(entity, where, self._tokens[home].entity_id)

    def _read_owned_by(self, place: int, end: int, entity: str) -> None:
        """Read "Anna's pill dispenser" and "my sister"."""
        start = place + 1 + (self._tokens[place + 1].kind == OWNER)
        owned = self._tokens[start:end]
        if all(token.kind in (WORD, NAME) for token in owned):
            role = [token.text for token in owned]
            self._found.add_role(entity, role, self._tokens[place].entity_id or self._user)

    def _read_thing_at_name(self, start: int, end: int, entity: str) -> None:
        """Read "the little light on Anna's way" and "the big Ducato"."""
        tokens = takewhile(lambda token: token.kind == WORD, self._tokens[start:end])
        words = [token.text for token in tokens]
        name = start + len(words)
        if self._goes_on(words, start) or not self._view.is_name(name):
            return
        role = [word for word in words[:-1] if word not in DETERMINERS]
        if role and role[-1] in PEOPLE and words[-1] in OF_ROLE:
            words = [*role, "of"]
        if words[:1] == ["a"] and not _ROMANCE.isdisjoint(words):
            return
        if (
            words[:1]
            and words[0] in _ROMANCE
            and (len(words) > MAX_ROMANCE or words[-1] not in OF_ROLE)
        ):
            return  # "le compteur appartient à Tern" has a verb that is not known
        if words[1:] and ADJECTIVES.issuperset(words[1:]):
            # "Hipopotam, the big Ducato"
            self._found.add(entity, "is", self._tokens[name].entity_id)
        # "sold the Hall, the house in Leer and the car" has no apposition
        elif self._closes(name) and any(word in PREPOSITIONS for word in words[1:]):
            self._objects.add((entity,), ["is", *words], name)

    def _goes_on(self, words: Sequence[str], start: int) -> bool:
        """Whether words after a comma are no apposition: the sentence speaks of something else."""
        before = [token.text for token in self._tokens[max(start - 5, 0) : start - 2]]
        last = words[-1] if words else ""
        return (
            # "the pump hangs on fuse B5, the lamps on B2"
            (len(words) > 1 and last in PREPOSITIONS and last in before)
            # "the shop is in Leer, a few doors from the Hall" says where the shop is
            or (last in _AWAY and bool(before) and before[-1] in PLACES)
            # "it takes the lamp B5, a spare one lies in Leer"
            or not STAYING.isdisjoint(words[1:])
            # "runs on Tern, the backup is in Otter" has two clauses
            or (bool(words) and (words[0] in _REQUESTS or any(map(is_auxiliary, words))))
            or not _ROMANCE_COPULAS.isdisjoint(words)
            # "Anna, the new Otto", "goes to Oslo, the kids to Leer"
            or not UNLIKE.isdisjoint(words[1:2])
            or not ELSEWHERE.isdisjoint(words)
        )
