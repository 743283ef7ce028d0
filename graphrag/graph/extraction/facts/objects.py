"""The objects of a verb: "Tern and Otter", "Anna's car", "am Bahnhof Leer gestohlen"."""

from __future__ import annotations

from collections.abc import Sequence

from .findings import PartReader
from .sentence_view import MAX_OWNED
from .tokens import MARK, NAME, OWNER, WORD
from .words import AND, DETERMINERS, NAMED_AFTER, PREPOSITIONS, is_german_verb, takes_last_word

ONE = ("a", "an", "ein", "eine", "einen", "einem", "einer")
"""Articles with which an apposition begins after a comma."""


class ObjectReader(PartReader):
    """Reads names as objects."""

    def add(
        self,
        subjects: Sequence[str],
        words: Sequence[str],
        place: int,
        verb: int = -1,
        *,
        turned: bool = False,
    ) -> int:
        """Add the name at a place as an object, and those that follow it in a list.

        Args:
            subjects: Entity ids of the subjects.
            words: The words from them to the object.
            place: Where the name stands.
            verb: The place of the verb; negative without one.
            turned: Whether subject and object change places.

        Returns:
            Where the text goes on; the place if the name is no object.
        """
        name, following = self._tokens[place], self._tokens[place + 1]
        if self._tokens[place - 1].kind == OWNER and self._tokens[place - 2].kind != NAME:
            # "Potter's Row": a longer name that is not known.
            return place
        if following.kind == OWNER:
            owned = self._view.words_from(place + 2)[:MAX_OWNED]
            after = place + 2 + len(owned)
            if self._view.is_name(after) and self._view.ends_phrase(after + 1):
                return self.add(subjects, words, after, verb)
            if not owned:
                return place
            self._found.add_all(subjects, [*words, "the", *owned, "of"], name.entity_id)
            return after
        is_final = following.kind == WORD and self._tokens[place + 2].kind == MARK
        if verb >= 0 and is_final and takes_last_word(self._tokens[verb].text):
            # "wurde am Bahnhof Leer gestohlen"
            words = [*words, "…", following.text]
        elif not self._view.ends_phrase(place + 1):
            return place
        if self._tokens[place + 1].text in ("or", "oder", "/"):
            return place
        if verb >= 0 and self._may_be_noun(verb, place):
            return place
        self._found.add_all(subjects, words, name.entity_id, turned=turned)
        place = self._view.after_brackets(place + 1)
        while (other := self._next_of_list(place)) is not None:
            self._found.add_all(subjects, words, self._tokens[other].entity_id, turned=turned)
            place = other + 1
        return place

    def _next_of_list(self, place: int) -> int | None:
        """Return the place of the name after a comma or "and" that is an object as well."""
        sign = self._tokens[place].text
        if sign not in AND and sign != ",":
            return None
        name = place + 1
        while self._tokens[name].text in AND or self._tokens[name].text in DETERMINERS:
            name += 1
        if not self._view.is_name(name) or not self._view.ends_phrase(name + 1):
            return None
        if self._tokens[name - 1].text in ONE and sign == ",":
            return None  # "shorn by Callum Rae, a Scot"
        if self._view.is_verb(name + 1, plural=False):
            return None
        # "works for Heron Works and Tomas Reed for Kravix Labs"
        return None if self._tokens[name + 1].text in PREPOSITIONS else name

    def _may_be_noun(self, verb: int, place: int) -> bool:
        """Whether a name in a German sentence may be a common noun: "steht im Keller"."""
        text, after = self._tokens[verb].text, self._tokens[verb + 1].text
        if not (takes_last_word(text) or is_german_verb(text, after)):
            return False
        name, before = self._tokens[place].text, self._tokens[place - 1].text
        return name.isalpha() and name[0].isupper() and before not in NAMED_AFTER
