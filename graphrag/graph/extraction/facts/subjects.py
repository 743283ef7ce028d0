"""The subject of a sentence: "Anna's cello", "the boiler in Harbour Hall", "my tablets"."""

from __future__ import annotations

from collections.abc import Sequence

from .clauses import Subject
from .doubts import DENIED, REPORTED
from .found_facts import MAX_BETWEEN, FoundFacts, PartReader
from .objects import ObjectReader
from .sentence_view import MAX_OWNED, SentenceView
from .tokens import NAME, NUMBER, OWNER, WORD, Token
from .word_classes import (
    AND,
    BESIDE,
    BREAKS,
    COPULAS,
    DETERMINERS,
    INDEFINITE_ARTICLES,
    ITALIAN,
    OF_PERSONS,
    OWN,
    PAST_COPULAS,
    PERSONS,
    PLACES,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    SELF,
    SINGULAR_PRONOUNS,
    bare,
    is_auxiliary,
    is_plural,
    is_role,
    is_verb,
)

MAX_OF_NAME = 2
"""Number of words of a thing that stands after a name: "The Lalo material"."""

_NO_THING = BREAKS | PRONOUNS | DENIED | REPORTED
"""None of these stands in "the boiler in the Hall"."""


_AFTER_NAMED = PLACES | {"of", "on"}
"""Between two names that are the subject together: "The Hall in Leer"."""


class SubjectReader(PartReader):
    """Reads what a sentence speaks of, and adds what its subject states by itself.

    Args:
        view: The sentence.
        found: Where the relations go.
        objects: Reads lists of names.
    """

    def __init__(self, view: SentenceView, found: FoundFacts, objects: ObjectReader) -> None:
        super().__init__(view, found)
        self._objects = objects

    def read(self, place: int) -> tuple[Subject | None, int]:
        """Return the subject, None if no statement begins there, and where it ends.

        Args:
            place: Where the sentence begins.
        """
        token = self._tokens[place]
        if token.kind == NAME:
            return self._read_named(place)
        if token.text in DETERMINERS and self._view.is_name(place + 1):
            return self._read_thing_of_name(place + 1) or self._read_named(place + 1)
        if token.text in OF_PERSONS and self._view.is_name(place + 1):
            return self._read_named(place + 1)
        if token.text in SELF and self._user and not self._is_article(token):
            return Subject((self._user,), plural=True), place + 1
        if token.text in OWN and self._user:
            return self._read_owner(self._user, place + 1)
        if token.text in POSSESSIVES and (owner := self._view.before_pronoun(token.text)):
            return self._read_owner(owner, place + 1)
        if token.text in SINGULAR_PRONOUNS and (meant := self._view.before_pronoun(token.text)):
            return Subject((meant,)), place + 1
        if token.text in PERSONS and self._user and self._view.is_first:
            # A memory that begins so speaks of nobody else: "She is the cellist of the Trio".
            return Subject((self._user,)), place + 1
        return self._read_thing(place)

    def _is_article(self, token: Token) -> bool:
        """Whether "I" is no pronoun."""
        return token.text == "i" and sum(other.text in ITALIAN for other in self._tokens) > 1

    def _read_thing_of_name(self, name: int) -> tuple[Subject, int] | None:
        """Read "The Lalo material comes from" from the name on; None if it does not."""
        words: list[str] = []
        place = name + 1
        while self._tokens[place].kind == WORD and len(words) <= MAX_OF_NAME:
            if words and self._view.is_verb_after(words, place):
                plural = is_plural(words[-1])
                return Subject((self._tokens[name].entity_id,), tuple(words), plural), place
            if self._view.ends_phrase(place, subject=True):
                return None
            words.append(self._tokens[place].text)
            place += 1
        return None

    def _read_named(self, place: int) -> tuple[Subject | None, int]:
        """Read "Anna Berg", "Anna's tutor", "The Hall in Leer" or a list from the name on."""
        entity = self._tokens[place].entity_id
        place = self._view.after_brackets(place + 1)
        if self._tokens[place].kind == OWNER:
            return self._read_owner(entity, place + 1)
        if (other := self._view.name_after(place, _AFTER_NAMED)) is not None:
            preposition, following = self._tokens[place].text, self._tokens[other + 1].text
            # "Backups of order-db" are no name of somebody.
            is_whole = " " in self._tokens[place - 1].text or preposition != "of"
            is_title = self._tokens[place + 1].text in INDEFINITE_ARTICLES  # "Otello in a Suitcase"
            is_done = is_verb(following) and following not in REPORTED
            if is_whole and is_done and not is_title:
                self._found.add(entity, f"is {preposition}", self._tokens[other].entity_id)
            return Subject((entity,)), other + 1
        return self._read_list(entity, place)

    def _read_list(self, first: str, place: int) -> tuple[Subject | None, int]:
        """Read ", Otto and his brother Tomas" after the first name of a list."""
        entities = [first]
        while self._tokens[place].text in AND or (
            self._tokens[place].text == ","
            and self._view.is_name(place + 1)
            and not self._is_aside(place + 1)
        ):
            following = self._after_possessive(place + 1)
            if not self._view.is_name(following) or self._tokens[following + 1].kind == OWNER:
                if self._tokens[place].text == ",":
                    break
                verb = self._verb_after_noun(place + 1)
                if verb is None:
                    return None, place
                return Subject(tuple(entities), plural=True), verb
            entities.append(self._tokens[following].entity_id)
            place = following + 1
        return Subject(tuple(entities), plural=len(entities) > 1), place

    def _after_possessive(self, place: int) -> int:
        """Return where the name stands in "his brother Tomas", or the place."""
        name = place
        if self._tokens[name].text in POSSESSIVES:
            name += 1
            while self._tokens[name].kind == WORD and name < place + 3:
                name += 1
        return name

    def _is_aside(self, name: int) -> bool:
        """Whether a name after a comma begins an aside: "Anna Berg, Annie to everyone, sings"."""
        return self._tokens[name + 1].text in PREPOSITIONS and any(
            self._tokens[comma].text == "," for comma in range(name + 1, min(name + 5, self._last))
        )

    def _verb_after_noun(self, place: int) -> int | None:
        """Return the place of the verb after "the bows" in "the cello and the bows are insured"."""
        if self._tokens[place].text not in DETERMINERS:
            return None
        first = place + 2
        for verb in range(first, first + len(self._view.words_from(place + 1))):
            if is_auxiliary(self._tokens[verb].text):
                return verb
        return None

    def _read_owner(self, owner: str, place: int) -> tuple[Subject | None, int]:
        """Read "tablets come from", "form tutor is", "colleague Otto lends" after an owner."""
        words: list[str] = []
        while self._tokens[place].kind == WORD and len(words) < MAX_OWNED:
            token, following = self._tokens[place], self._tokens[place + 1]
            if words and self._view.is_verb_after(words, place):
                if token.text not in COPULAS or self._view.named_as(place + 1) is None:
                    return Subject((owner,), tuple(words), is_plural(words[-1])), place
                if token.text not in PAST_COPULAS:
                    self._add_named(place, words, owner)
                return None, place
            if token.text in PREPOSITIONS:
                # "His best friend at kindergarten is Tomas"
                self._add_named(self._view.copula_within(place), words, owner)
                return None, place
            if token.text in DETERMINERS or token.text in BREAKS or token.text in PRONOUNS:
                return None, place
            words.append(token.text)
            place += 1
            if following.kind != WORD:
                break
        comma = self._tokens[place].text == ","
        if words and self._view.is_name(place + comma) and is_role(words):
            name = place + comma
            after = self._view.after_brackets(name + 1)
            return Subject((self._tokens[name].entity_id,)), min(after + comma, self._last)
        return None, place

    def _add_named(self, verb: int | None, role: Sequence[str], owner: str) -> None:
        """Add who has a role from "is" on; nothing without a name after it."""
        name = None if verb is None else self._view.named_as(verb + 1)
        if name is not None:
            self._found.add_role(self._tokens[name].entity_id, role, owner)

    def _read_thing(self, place: int) -> tuple[Subject | None, int]:
        """Read "The boiler in the Hall are", "Backups of order-db go", "The boxes in our hall"."""
        words: list[str] = []
        while self._tokens[place].kind == WORD and len(words) <= MAX_BETWEEN:
            text = self._tokens[place].text
            if text in _NO_THING or is_auxiliary(text):
                return None, place
            if text in OWN and self._user and words[-1] in PREPOSITIONS:
                return self._read_thing_of_user(words, place + 1)
            words.append(text)
            place += 1
        content = [word for word in words if word not in DETERMINERS]
        is_at_name = len(content) > 1 and content[-1] in PREPOSITIONS and content[-1] not in BESIDE
        verb = place + 1
        if not (is_at_name and self._view.is_name(place) and self._tokens[verb].kind == WORD):
            return None, place
        name, before = self._tokens[place].entity_id, bare(words)
        if self._tokens[verb].text in COPULAS and self._view.named_as(verb + 1) is not None:
            self._add_members(name, before, verb)
            return None, place
        return Subject((name,), before[:-1], is_plural(content[0]), thing=True), verb

    def _add_members(self, name: str, words: Sequence[str], verb: int) -> None:
        """Add "The other two on the team are Jonas and Tariq" from the verb on."""
        is_of_several = self._tokens[verb].text in ("are", "were", "sind", "waren")
        among = "is one of the" if is_of_several else "is the"
        self._objects.add((name,), [among, *words], verb + 1, turned=True)

    def _read_thing_of_user(self, words: Sequence[str], place: int) -> tuple[Subject | None, int]:
        """Read "hall are" after "The boxes in our"."""
        for verb in range(place + 1, place + 3):
            owned = [token.text for token in self._tokens[place:verb]]
            if self._tokens[verb - 1].kind != WORD or self._tokens[verb].kind != WORD:
                break
            if self._view.is_verb_after(owned[-1:], verb):
                plural = is_plural(owned[-1])
                return Subject((self._user,), bare([*words, *owned]), plural, thing=True), verb
        return None, place

    def after_asides(self, place: int) -> int:
        """Return where the verb stands after brackets, "which ..." and "at number 16".

        Args:
            place: Where the subject ends.
        """
        for _ in range(3):
            place = self._view.after_brackets(place)
            if self._tokens[place].text == ",":
                place = min(self._view.next_comma(place + 1) + 1, self._last)
            elif self._tokens[place].text in PREPOSITIONS:
                # "Mr Tate at number 16 keeps"
                end = place + 1
                while self._tokens[end].kind in (WORD, NUMBER) and end < place + 4:
                    following = self._tokens[end + 1].text
                    if end > place + 1 and self._view.is_verb(end, plural=False):
                        return end + 1 if is_auxiliary(following) else end
                    end += 1
                return place
            else:
                return place
        return place
