"""The verbs of a sentence with their objects: "sits in B7, runs on Linux and feeds shop-web"."""

from __future__ import annotations

from .clauses import Clause, ClauseEnds, Subject
from .found_facts import MAX_BETWEEN, FoundFacts, PartReader
from .objects import ObjectReader
from .persons import is_person
from .sentence_view import SentenceView
from .tokens import MARK, NAME, NUMBER, OWNER, WORD
from .word_classes import (
    AND,
    COPULAS,
    DETERMINERS,
    MEETING,
    NAMING,
    OWN,
    PARTICLES,
    PREPOSITIONS,
    SELF_AS_OBJECT,
    bare,
    is_auxiliary,
    is_noun,
    is_past,
)

OF_SECOND_OBJECT = ("from", "to", "for", "through", "via", "von", "für")
"""After an object they begin another one. "In", "at" and "by" often belong to the first one."""


OF_VERB = (*PARTICLES, "after")
"""Right after a verb they belong to it: "took over", "looks after"."""


_AFTER_OBJECT = PREPOSITIONS | AND


class PredicateReader(PartReader):
    """Reads what follows a subject.

    Args:
        view: The sentence.
        found: Where the relations go.
        objects: Reads the objects.
    """

    def __init__(self, view: SentenceView, found: FoundFacts, objects: ObjectReader) -> None:
        super().__init__(view, found)
        self._objects = objects
        self._ends = ClauseEnds(view)

    def read(self, place: int, subject: Subject, end: int | None = None) -> None:
        """Read "sits in B7, runs on Linux and feeds shop-web" from the first verb on.

        Args:
            place: Where the verb stands, or an adverb before it.
            subject: The subject.
            end: Where to stop; by default at the end of the sentence.
        """
        end = self._last if end is None else end
        current: Subject | None = subject
        while current is not None:
            place, current = self._read_predicate(place, current, end)

    def _read_predicate(self, place: int, subject: Subject, end: int) -> tuple[int, Subject | None]:
        """Read one verb with its objects; return where the next one of the subject starts."""
        while self._view.is_adverb(place):
            place += 1
        if place >= end or not self._states(place, subject):
            return place, None
        clause = Clause(subject, place, list(subject.before))
        while place < end:
            following = self._ends.next_verb_of(clause, place)
            if following is not None:
                return following
            after = self._read_part(clause, place, end)
            if after is None:
                break
            place = after
            clause.closed = clause.closed or len(clause.words) > MAX_BETWEEN
        return place, None

    def _states(self, place: int, subject: Subject) -> bool:
        """Whether a verb of the subject stands at a place, and says what is so."""
        verb = self._tokens[place]
        if not self._view.is_verb(place, subject.plural) or self._view.is_doubtful_before(place):
            return False
        # What the user asked or did in a chat is no relation that lasts.
        is_user = subject.entities == (self._user,) and not subject.plural
        return not (is_user and is_past(verb.text))

    def _read_part(self, clause: Clause, place: int, end: int) -> int | None:
        """Read a token after the verb; return where to go on, or None at the end of the clause."""
        token = self._tokens[place]
        if token.kind == NAME:
            return self._read_object(clause, place, end)
        if token.kind == WORD:
            if place > clause.verb and (after := self._view.after_date(place)) > place:
                return after
            return place + 1 if self._read_word(clause, place) else None
        if token.text == "(":
            after = self._view.after_brackets(place)
            if after == place + 3 and self._view.is_name(place + 1) and not clause.closed:
                self._found.add_all(
                    clause.subject.entities, clause.words, self._tokens[place + 1].entity_id
                )
                clause.closed = True
            return after if after > place else None
        if token.kind == MARK:
            return None
        before = self._tokens[place - 1]
        if token.kind == NUMBER and before.kind == WORD and place - 1 > clause.verb:
            # The verb is about "plot 47", and not about a name that follows.
            clause.closed = clause.closed or is_noun(before.text)
        clause.words.append(token.text)
        return place + 1

    def _read_object(self, clause: Clause, place: int, end: int) -> int | None:
        token = self._tokens[place]
        clause.last = token.entity_id
        said = bare(clause.words)
        before = said[-1] if said else ""
        # Who did it to "the boiler in the Hall" did nothing to the hall.
        clause.closed |= clause.subject.thing and before in ("by", "von", "vom")
        if clause.closed:
            return place + 1
        if before in AND:
            return None
        after = self._objects.add(
            clause.subject.entities, clause.words, place, clause.verb, end=end
        )
        if after == place and self._begins_clause(place):
            return None
        if after > place and self._tokens[place + 1].kind != OWNER:
            after = self._read_second_object(clause, after)
        clause.closed = after > place
        clause.words.append(token.text)
        return max(after, place + 1)

    def _read_second_object(self, clause: Clause, place: int) -> int:
        """Read "from Anna" after "took over the Hall"; return where the text goes on."""
        name = self._view.name_after(place, OF_SECOND_OBJECT)
        if name is None or not self._view.ends_phrase(name + 1):
            return place
        if self._tokens[name + 1].kind == OWNER:
            return place
        verb, said = self._tokens[clause.verb].text, bare(clause.words)
        after_verb = said[len(clause.subject.before) + 1 :]
        # But "took over" and "looks after" have a direct object.
        before = after_verb[1:] if after_verb[:1] and after_verb[0] in OF_VERB else after_verb
        if is_auxiliary(verb) or clause.subject.thing or not PREPOSITIONS.isdisjoint(before):
            return place  # "was sent to the Hall from Leer": the hall in Leer, or out of Leer?
        is_met = verb in MEETING or is_person(self._tokens[place - 1].text)
        if is_met and self._tokens[place].text in ("from", "von"):
            return place  # "hired Otto Lenz from Leer": that is where he is from
        words = [*bare(clause.words), "…", self._tokens[place].text]
        self._found.add_all(clause.subject.entities, words, self._tokens[name].entity_id)
        return name + 1

    def _begins_clause(self, name: int) -> bool:
        """Whether a name has a verb of its own: "suspects Tomas lives in", "forbids Tomas to"."""
        following = self._tokens[name + 1]
        return following.kind == WORD and (
            following.text == "to" or self._view.is_verb(name + 1, plural=False)
        )

    def _read_word(self, clause: Clause, place: int) -> bool:
        """Read the verb or a word after it; return whether the clause goes on."""
        if self._ends.ends_clause(clause, place):
            return False
        text = self._tokens[place].text
        if self._user and place > clause.verb:
            if text in SELF_AS_OBJECT and self._tokens[clause.verb].text not in NAMING:
                self._read_user(clause, place)
            if text in OWN and place == clause.verb + 1:
                self._read_own(clause, place)
        clause.words.append(text)
        return True

    def _read_user(self, clause: Clause, place: int) -> None:
        """Add "me" or "us" as an object."""
        if not clause.closed:
            is_after = clause.words[-1] in PREPOSITIONS
            rest = [] if is_after else self._words_after_user(place + 1)
            if rest is not None:
                self._found.add_all(clause.subject.entities, [*clause.words, *rest], self._user)
        clause.closed = True

    def _words_after_user(self, place: int) -> list[str] | None:
        """Return "down" of "turned us down", "two lamps" of "lent us two lamps"; None if cut."""
        words = self._view.words_from(place)
        after = self._tokens[place + len(words)]
        if not words and after.text in PARTICLES and self._view.ends_phrase(place + 1):
            following = self._tokens[place + 1]
            return [] if following.text in DETERMINERS or following.text in OWN else [after.text]
        is_cut = bool(words) and words[-1].isdigit() and after.kind == WORD
        return None if is_cut and after.text not in _AFTER_OBJECT else words

    def _read_own(self, clause: Clause, place: int) -> None:
        """Read "is our accountant" or "checks our fire extinguishers" from "our" on."""
        subject, words = clause.subject, clause.words
        owned = self._view.words_from(place + 1)
        if words[-1] in COPULAS:
            for entity in () if subject.before else subject.entities:
                self._found.add_role(entity, owned, self._user)
            return
        is_own = subject.entities == (self._user,)  # "We keep our boat in Harbour Hall"
        if clause.closed or is_own or not owned or self._view.is_name(place + 1 + len(owned)):
            return
        self._found.add_all(subject.entities, [*words, "the", *owned, "of"], self._user)
        clause.closed = True
