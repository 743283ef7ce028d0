"""The objects of a verb: "Tern and Otter", "Anna's car", "am Bahnhof Leer gestohlen"."""

from __future__ import annotations

from collections.abc import Sequence

from ....text.word_lists.giving_words import GIVING, PAYING
from .found_facts import PartReader
from .sentence_view import MAX_OWNED
from .tokens import MARK, NAME, NUMBER, OWNER, WORD
from .word_classes import (
    AND,
    BY,
    CHOICE,
    COPULAS,
    DETERMINERS,
    INDEFINITE_ARTICLES,
    NAMED_AFTER,
    PARTICLES,
    POSSESSIVES,
    PREPOSITIONS,
    is_auxiliary,
    is_german_verb,
    is_participle,
    is_past,
    takes_last_word,
)


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
        end: int | None = None,
    ) -> int:
        """Add the name at a place as an object, and those that follow it in a list.

        Args:
            subjects: Entity ids of the subjects.
            words: The words from them to the object.
            place: Where the name stands.
            verb: The place of the verb; without one -1, where the empty mark at the end stands.
            turned: Whether subject and object change places.
            end: Where a list ends at the latest; by default with the sentence.

        Returns:
            Where the text goes on; the place if the name is no object.
        """
        following = self._tokens[place + 1]
        if self._tokens[place - 1].kind == OWNER and self._tokens[place - 2].kind != NAME:
            # "Potter's Row": a longer name that is not known.
            return place
        if following.kind == OWNER:
            return self._add_owned(subjects, words, place, verb)
        said = self._words_to(place, words, verb)
        if said is None or self._is_of_another(place, verb) or self._is_choice(place):
            return place
        if self._may_be_noun(verb, place):
            return place
        names, after = self._list_from(place, self._last if end is None else end)
        if len(names) > 1 and len(subjects) > 1:
            return place  # "Anna and Tomas live in Oslo and Leer"
        if following.text in PARTICLES and not self._view.name_after(place + 1, PARTICLES):
            said = [*said, "…", following.text]  # "handed Harbour Hall over"
        for entity in names:
            self._found.add_all(subjects, said, entity, turned=turned)
        return after

    def _add_owned(
        self, subjects: Sequence[str], words: Sequence[str], place: int, verb: int
    ) -> int:
        """Add "Anna's tanks" from the name on, and of "Anna's brother Otto" the second name."""
        owned = self._view.words_from(place + 2)[:MAX_OWNED]
        after = place + 2 + len(owned)
        if self._view.is_name(after) and self._view.ends_phrase(after + 1):
            return self.add(subjects, words, after, verb)
        owner = self._tokens[place].entity_id
        if not owned and words[-1:] and words[-1] in PREPOSITIONS and self._ends_at(place + 2):
            self._found.add_all(subjects, words, owner)  # "goes to St Olave's"
            return place + 2
        if not owned or self._is_done(words, owned):
            return place
        self._found.add_all(subjects, [*words, "the", *owned, "of"], owner)
        return after

    def _ends_at(self, place: int) -> bool:
        """Whether a phrase ends with the token before a place."""
        token = self._tokens[place]
        return token.kind == MARK or token.text in PREPOSITIONS

    def _words_to(self, place: int, words: Sequence[str], verb: int) -> Sequence[str] | None:
        """Return the words to an object, with the last part of a German verb; None if none follows.

        "Am Bahnhof Leer gestohlen" has this part; in other sentences the phrase ends at the name.
        """
        following = self._tokens[place + 1]
        is_final = following.kind == WORD and self._tokens[place + 2].kind == MARK
        if is_final and takes_last_word(self._tokens[verb].text):
            is_to_come = self._is_to_come(verb, words, following.text)
            return None if is_to_come else [*words, "…", following.text]
        is_whole = self._view.ends_phrase(place + 1) and not self._lacks_last_word(verb)
        return words if is_whole else None

    def _is_done(self, words: Sequence[str], owned: Sequence[str]) -> bool:
        """Whether "has had Anna's tanks cleaned" says what was done, and nothing is owned."""
        done = any(is_participle(word) or word in ("put", "set", "cut") for word in owned[1:])
        return done and words[-1:] in (["had"], ["has"], ["have"], ["gets"], ["got"])

    def _is_to_come(self, verb: int, words: Sequence[str], last: str) -> bool:
        """Whether "wird Tomas ablösen" says what is to come, unlike "wird von Tomas vertreten"."""
        if self._tokens[verb].text not in ("wird", "werden") or not last.endswith("n"):
            return False
        return not last.startswith("ge") and BY.isdisjoint(words)

    def _is_choice(self, name: int) -> bool:
        """Whether a list that begins at a place is one of "Oslo, Leer or Bergen"."""
        while self._tokens[name + 1].text == "," and self._view.is_name(name + 2):
            name += 2
        after = name + 1 + (self._tokens[name + 1].text == ",")
        return self._tokens[after].text in CHOICE

    def _is_of_another(self, name: int, verb: int) -> bool:
        """Whether a name is no object: "swears Tomas is", "gave Tomas the car", "sent Tomas 5".

        Nor is it one in "order-db backups to Otter failed".
        """
        following = self._tokens[name + 1]
        gets_it = name == verb + 1 and self._tokens[verb].text in GIVING
        has_verb = is_auxiliary(following.text) or (
            verb >= 0 and is_past(following.text) and not self._view.is_done(name + 1)
        )
        return has_verb or (
            gets_it
            and (
                (following.kind == NUMBER and self._tokens[verb].text not in PAYING)
                or following.text in DETERMINERS
                or following.text in POSSESSIVES
            )
        )

    def _lacks_last_word(self, verb: int) -> bool:
        """Whether the other part of a German verb stands at the end: "hat ... getroffen"."""
        last, text = self._tokens[self._last - 1], self._tokens[verb].text
        if not takes_last_word(text):
            return False
        return text not in COPULAS or (last.kind == WORD and last.text.startswith("ge"))

    def _list_from(self, place: int, end: int) -> tuple[list[str], int]:
        """Return the names of a list, the first one at a place, and where the text goes on.

        In a memory a name after a comma may begin something else: "lives in Leer, Otto Lenz in
        Oslo". In an article, names after commas are a list as a rule.
        """
        names = [self._tokens[place].entity_id]
        start = self._view.after_brackets(place + 1)
        after, has_comma = start, False
        while after < end and (other := self._next_of_list(after)) is not None:
            has_comma = has_comma or self._tokens[after].text == ","
            names.append(self._tokens[other].entity_id)
            after = other + 1
        ends = self._tokens[after].kind == MARK and self._tokens[after].text != ","
        if has_comma and not ends and self._user:
            return names[:1], start
        return names, after

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
        if self._tokens[name - 1].text in INDEFINITE_ARTICLES and sign == ",":
            return None  # "shorn by Callum Rae, a Scot"
        if self._tokens[name + 1].kind == OWNER:
            return None  # "with Otto, Tomas's brother"
        if self._view.is_verb(name + 1, plural=False):
            return None
        if self._tokens[name + 1].text in DETERMINERS:
            return None  # "gave Otto the Leica and Anna the Tern"
        # "works for Heron Works and Tomas Reed for Kravix Labs"
        return None if self._tokens[name + 1].text in PREPOSITIONS else name

    def _may_be_noun(self, verb: int, place: int) -> bool:
        """Whether a name in a German sentence may be a common noun: "steht im Keller"."""
        text, after = self._tokens[verb].text, self._tokens[verb + 1].text
        if not (takes_last_word(text) or is_german_verb(text, after)):
            return False
        name, before = self._tokens[place].text, self._tokens[place - 1].text
        return name.isalpha() and name[0].isupper() and before not in NAMED_AFTER
