"""Whose colleague or mother somebody is, wherever a sentence says so: "Anna's colleague Otto"."""

from __future__ import annotations

from ....text.word_lists.people_words import PEOPLE
from .found_facts import PartReader
from .sentence_view import MAX_OWNED
from .tokens import NAME, OWNER, WORD
from .word_classes import AND, OF_ROLE, OWN, POSSESSIVES, is_role

_PERSONAL = ("his", "her")
"""A server has no brother of this kind: what is written in lower case is no person."""


class RoleReader(PartReader):
    """Reads names with a role and its owner beside them."""

    def read(self) -> None:
        """Read "Anna's colleague Otto", "Anna and her husband Tomas" and "Anna (my mother)"."""
        for place, token in enumerate(self._tokens):
            if token.kind == OWNER and place and self._tokens[place - 1].kind == NAME:
                owner = self._tokens[place - 1].entity_id
            elif token.kind == WORD and token.text in OWN and self._user:
                owner = self._user
            elif token.kind == WORD and token.text in POSSESSIVES and token.text != "their":
                owner = self._owner_before(place, token.text)
            else:
                continue
            if token.text in OWN and self._tokens[place - 1].text == "(":
                self._read_role_in_brackets(place)
            elif owner:
                # "Anna and her husband Tomas"
                joined = token.text in POSSESSIVES and self._tokens[place - 1].text in AND
                self._read_role(owner, place + 1, joined=joined)

    def _read_role(self, owner: str, place: int, *, joined: bool) -> None:
        role: list[str] = []
        start = place
        while self._tokens[place].kind == WORD and len(role) < MAX_OWNED:
            role.append(self._tokens[place].text)
            place += 1
        if self._tokens[place].text == "," and self._view.is_name(place + 1):
            if self._tokens[self._view.after_brackets(place + 2)].text != ",":
                return
            if self._tokens[max(start - 2, 0)].text in OF_ROLE:
                return  # "a friend of my brother, Tomas," may be the friend
            place += 1
        if self._tokens[place].text.isalpha() and self._tokens[place].text.islower():
            return  # a hasty note: "iolo's test leer" is a test in Leer
        if (
            self._view.is_name(place)
            and self._view.ends_phrase(place + 1, subject=True)
            and is_role(role)
            and not self._view.is_circumstance(start, place)
        ):
            if joined:
                self._found.add(owner, f"{' '.join(role)} is", self._tokens[place].entity_id)
            else:
                self._found.add_role(self._tokens[place].entity_id, role, owner)

    def _read_role_in_brackets(self, place: int) -> None:
        """Read "Anna (my mother)" from the word after the bracket on."""
        role = self._view.words_from(place + 1)
        if self._view.is_name(place - 2) and self._tokens[place + 1 + len(role)].text == ")":
            self._found.add_role(self._tokens[place - 2].entity_id, role, self._user)

    def _owner_before(self, place: int, possessive: str) -> str:
        named = [token for token in self._tokens[:place] if token.kind == NAME]
        if not named:
            return self._view.before_pronoun(possessive)
        owner = named[0].entity_id
        is_thing = possessive in _PERSONAL and named[0].text[0].islower()
        is_clear = all(token.entity_id == owner for token in named) and not is_thing
        return owner if is_clear and not self._names_relative_before(place) else ""

    def _names_relative_before(self, place: int) -> bool:
        """Whether "Anna's brother" stands before a place: "his wife" is not Anna's then."""
        owners = (k for k, token in enumerate(self._tokens[:place]) if token.kind == OWNER)
        return any(not PEOPLE.isdisjoint(self._view.words_from(k + 1)) for k in owners)
