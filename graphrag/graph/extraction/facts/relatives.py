"""Who somebody is to the user, where the text does not say "my".

"Brother: Matthias Pacher", "His mother Doreen lives", "Next-door neighbour Winifred Trask keeps".
A memory that begins so speaks of the user's people: it names nobody else before.
"""

from __future__ import annotations

from ....text.word_lists.people_words import AT_WORK, OTHER_WORDS, PEOPLE
from ....text.word_lists.word_sets import split_words
from .doubts import DENIED
from .found_facts import PartReader
from .persons import is_person
from .tokens import WORD
from .word_classes import (
    ADJECTIVES,
    BEFORE_NOUNS,
    DETERMINERS,
    FORMER,
    OF_ROLE,
    POSSESSIVES,
    PREPOSITIONS,
    is_role,
)

MAX_ROLE = 3
"""Number of words: "older step brother"."""

_POSSESSIVES = POSSESSIVES | split_words("su sus suo sua sa leur zijn haar jego jej")

_NO_ROLE = BEFORE_NOUNS | PREPOSITIONS
_NOT_CERTAIN = OTHER_WORDS | AT_WORK
_BEFORE_DATES = PREPOSITIONS | {"as"}
_BEING = split_words("is are ist heisst est es è")
_HAVING = split_words("has have hat haben")


class RelativeReader(PartReader):
    """Reads who somebody is to the user, or to whom they are a relative."""

    def read(self) -> None:
        """Read the roles that stand anywhere in the sentence."""
        self._read_relatives_aside()
        self._read_labels_in_brackets()
        self._read_role_label()

    def read_first(self, place: int) -> int | None:
        """Add the person that a sentence begins with: "Brother: Otto Falk", "His mother is Ina".

        Args:
            place: Where the sentence begins, after "On 19 July" and the like.

        Returns:
            The place of the name; None without one.
        """
        if not self._user or self._view.earlier:
            return None
        start = place + (self._tokens[place].text in _POSSESSIVES)
        if start > place and not self._view.is_first:
            return None  # of two people before it, "her mother" may be either's
        end = self._after_role(start)
        if end is None:
            return self._read_told(start) if start > place else None
        is_told = self._tokens[end].text == ":" or self._tokens[end].text in _BEING
        name = end + (is_told or self._tokens[end].text == ",")
        if not self._view.is_name(name) or self._tokens[name].entity_id == self._user:
            return None
        if not is_told and not self._view.ends_phrase(name + 1, subject=True):
            return None
        if start == place and not self._needs_no_owner(end, name):
            return None
        self._add_relative(name, start, end, self._user)
        return name

    def _read_told(self, start: int) -> int | None:
        """Add "Her group leader is Ina Berg" from the word after "her" on; return her place."""
        role = self._view.words_from(start)[:MAX_ROLE]
        while role and role[-1] in _BEING:
            role.pop()
        verb = start + len(role)
        if self._tokens[verb].text not in _BEING or not is_role(role):
            return None
        name = verb + 1
        if not self._view.is_name(name) or not self._view.ends_phrase(name + 1, subject=True):
            return None
        self._found.add_role(self._tokens[name].entity_id, role, self._user)
        return name

    def _needs_no_owner(self, end: int, name: int) -> bool:
        """Whether a role is somebody's although no "his" stands before it.

        "Mum, Otto rang" calls her, "Prima: Otto has agreed" is glad, and "Boss: 'Elden Beast'" is
        of a game.
        """
        role, after = self._tokens[end - 1].text, self._tokens[end]
        if after.text == "," or role in OTHER_WORDS:
            return False
        if role not in AT_WORK:
            return True
        is_quoted = self._tokens[name].start > after.end + 1
        return after.text == ":" and not is_quoted and is_person(self._tokens[name].text)

    def _read_relatives_aside(self) -> None:
        """Read "Idwal Penrhos, the neighbour, brings" and "Jorrit has one sister, Hilde"."""
        for place, token in enumerate(self._tokens[: self._last]):
            if token.text == "," and self._view.is_name(place - 1) and self._user:
                start = place + 1 + (self._tokens[place + 1].text in ("the", "our", "der", "die"))
                end = self._after_role(start)
                if (
                    end is not None
                    and start > place + 1
                    and self._tokens[end].text == ","
                    and (
                        self._tokens[place + 1].text == "our"
                        or self._tokens[end - 1].text not in _NOT_CERTAIN
                    )
                ):
                    self._add_relative(place - 1, start, end, self._user)
            elif token.text in _HAVING and place and self._view.is_name(place - 1):
                is_denied = self._tokens[place + 1].text in DENIED
                end = None if is_denied else self._after_role(place + 2)
                if end is not None and self._tokens[end].text == "," and self._is_last(end + 1):
                    owner = self._tokens[place - 1].entity_id
                    self._add_relative(end + 1, place + 2, end, owner)

    def read_labelled(self, owner: str, place: int, sign: str) -> None:
        """Read "coordinator: Moira Teague".

        Args:
            owner: Whose coordinator that is.
            place: Where the first word stands.
            sign: What stands between role and name.
        """
        role = self._view.words_from(place)
        name = place + len(role) + 1
        is_role_of = (
            is_role(role) and self._tokens[name - 1].text == sign and self._view.is_name(name)
        )
        if not is_role_of or not self._view.ends_phrase(name + 1):
            return
        if is_person(self._tokens[name].text):
            self._found.add_role(self._tokens[name].entity_id, role, owner)
        else:
            self._found.add(owner, " ".join(role), self._tokens[name].entity_id)

    def _read_labels_in_brackets(self) -> None:
        """Read "Harbour Hall (warden: Tomas Reed)"."""
        for place in range(1, self._last):
            if self._tokens[place].text == "(" and self._view.is_name(place - 1):
                self.read_labelled(self._tokens[place - 1].entity_id, place + 1, ":")

    def _read_role_label(self) -> None:
        """Read "New conductor of the Sinfonietta as of May: Leopold Anweiler"."""
        place = 0
        if self._tokens[0].text in FORMER:
            return
        while self._tokens[place].text in ADJECTIVES or self._tokens[place].text in DETERMINERS:
            place += 1
        role = [word for word in self._view.words_from(place) if word not in ADJECTIVES]
        while self._tokens[place].kind == WORD and self._tokens[place].text not in PREPOSITIONS:
            place += 1
        owner = self._view.name_after(place, OF_ROLE)
        if owner is None or not is_role(role):
            return
        end = owner + 1
        while self._view.is_of_date(end) or self._tokens[end].text in _BEFORE_DATES:
            end += 1
        if (
            self._tokens[end].text == ":"
            and self._view.is_name(end + 1)
            and self._view.ends_phrase(end + 2)
        ):
            self._found.add_role(
                self._tokens[end + 1].entity_id, role, self._tokens[owner].entity_id
            )

    def _after_role(self, start: int) -> int | None:
        """Return where a role like "older brother" ends, or None if none starts at a place."""
        for end in range(start, min(start + MAX_ROLE, self._last)):
            if self._tokens[end].kind != WORD or self._tokens[end].text in _NO_ROLE:
                return None
            if self._tokens[end].text in PEOPLE:
                return end + 1
        return None

    def _is_last(self, name: int) -> bool:
        """Whether a name stands at a place, and no verb of its own after it."""
        return self._view.is_name(name) and not self._view.is_verb(name + 1, plural=False)

    def _add_relative(self, name: int, start: int, end: int, owner: str) -> None:
        role = [token.text for token in self._tokens[start:end]]
        if not FORMER.isdisjoint(role):
            return
        while len(role) > 1 and role[0] in ADJECTIVES:
            del role[0]
        self._found.add_role(self._tokens[name].entity_id, role, owner)
