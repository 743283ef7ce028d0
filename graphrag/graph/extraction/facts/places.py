"""What stands with a name in passing: its place, and its code in brackets.

"Met Anna at Harbour Hall in Bremen", "Anna Berg (B7) rang".
"""

from __future__ import annotations

from ....text.word_lists.people_words import PEOPLE
from .doubts import REPORTED
from .found_facts import PartReader
from .tokens import NAME, OWNER, WORD
from .word_classes import (
    COPULAS,
    DETERMINERS,
    INDEFINITE_ARTICLES,
    MAKING,
    MEETING,
    PLACES,
    STAYING,
    is_noun,
)

_WITH_SOMEBODY = ("at", "bei", "beim")
_BEFORE_NAMES = ("at", "by", "in", "near", "to", "bei", "von", "vom")


class PlaceReader(PartReader):
    """Reads names with a place or a code after them."""

    def read(self) -> None:
        """Read "at Harbour Hall in Bremen" and, in a memory, "Anna Berg (B7)"."""
        self._read_places()
        if self._user:
            self._read_codes_in_brackets()

    def _read_places(self) -> None:
        """Read "at Harbour Hall in Bremen": the name after a preposition is in the next one.

        "at Anna's in Bremen" says the same.
        """
        for place in range(self._last):
            before = self._word_before(place)
            at_home = before == "at" and self._tokens[place + 1].kind == OWNER
            after = place + 1 + at_home
            if (
                self._view.is_name(place)
                and (other := self._view.name_after(after, PLACES)) is not None
                # "Otello in a Suitcase" is a title
                and self._tokens[after + 1].text not in INDEFINITE_ARTICLES
                and self._is_place_of(before, after)
                and self._view.ends_phrase(other + 1)
                and self._tokens[other + 1].text not in REPORTED  # "Drydock in Leer planned"
                and not self._view.is_doubtful_before(place)
            ):
                self._found.add(
                    self._tokens[place].entity_id,
                    f"is {self._tokens[after].text}",
                    self._tokens[other].entity_id,
                )

    def _read_codes_in_brackets(self) -> None:
        """Read "Anna Berg (B7)": that she is of it, and not how."""
        for place in range(self._last - 2):
            name, after = self._tokens[place + 2], self._tokens[place + 3]
            if (
                self._view.is_name(place)
                and self._tokens[place + 1].text == "("
                and name.kind == NAME
                and name.entity_id.startswith("code:")
                and not self._tokens[place].entity_id.startswith("code:")
                and after.text == ")"
                and not self._view.is_doubtful_before(place)
            ):
                self._found.add(self._tokens[place].entity_id, "of", name.entity_id)

    def _word_before(self, place: int) -> str:
        """Return the word before "the hall", "my brother Otto" or "the festival Tres Mareas"."""
        before = self._tokens[place - 1].text if place else ":"
        if place > 1 and (before in DETERMINERS or before in PEOPLE):
            before = self._tokens[place - 2].text
        elif place > 2 and self._is_noun_of_name(place - 1):
            before = self._tokens[place - 3].text
        else:
            return before
        # "is a Democrat from Leer" says of somebody else where they are from.
        return "" if before in COPULAS else before

    def _is_noun_of_name(self, place: int) -> bool:
        """Whether a word says what the name after it is: "the festival Tres Mareas"."""
        token = self._tokens[place]
        return (
            token.kind == WORD
            and is_noun(token.text)
            and self._tokens[place - 1].text in DETERMINERS
        )

    def _is_place_of(self, before: str, place: int) -> bool:
        """Whether "in Leer" at a place is where the name before is, and not where something was."""
        if self._tokens[place].text in ("from", "aus"):
            return before in ("by", "von") or before in COPULAS
        if before in ("by", "von") and not MAKING.isdisjoint(t.text for t in self._tokens[:place]):
            return False  # "written by Anna in Norwegian"
        if before in ("with", "mit"):
            # "I met with Anna in Leer" does not say where Anna lives, nor does "May, with Anna in".
            return any(token.text in STAYING for token in self._tokens[:place])
        if before == "in" and self._tokens[place].text in _WITH_SOMEBODY:
            return False  # "works in Munich at Siemens" says nothing of where Munich is
        if self._tokens[place].text == "near" and self._view.is_name(place - 3):
            return False  # "a flat from Otto in Leer near the Hall"
        if before == "on":
            return self._tokens[place].text == "in"
        if before == ":":  # "Lunch: Anna at the Hall" is an appointment
            return place == 1 or self._tokens[place - 3].text in PEOPLE
        if any(token.text in MEETING for token in self._tokens[:place]):
            return False
        return before in _BEFORE_NAMES
