"""Where a clause ends: at a word that begins another one, or at a further verb of its subject."""

from __future__ import annotations

from dataclasses import dataclass

from .doubts import REPORTED, is_denial
from .sentence_view import SentenceView
from .tokens import NAME, NUMBER, WORD
from .word_classes import (
    AND,
    BEFORE_NOUNS,
    BREAKS,
    COPULAS,
    DETERMINERS,
    INCOMPLETE,
    POSSESSIVES,
    PREFERRED,
    PREPOSITIONS,
    PRONOUNS,
    SELF_AS_OBJECT,
    SINGULAR_PRONOUNS,
    is_auxiliary,
)

_OBJECTS = DETERMINERS | POSSESSIVES | SELF_AS_OBJECT
"""How an object without a name begins."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a clause speaks of.

    Attributes:
        entities: The entities that do what the verb says.
        before: Words between the entity and the verb: "cello" in "Anna's cello comes from".
        plural: Whether the verb has no ending.
        thing: Whether they name a thing located at the entity: "boiler in the Hall".
    """

    entities: tuple[str, ...]
    before: tuple[str, ...] = ()
    plural: bool = False
    thing: bool = False


@dataclass(slots=True)
class Clause:
    """How far a verb with its objects was read.

    Attributes:
        subject: Its subject.
        verb: The place of the verb.
        words: The words up to here.
        closed: Whether no further name is an object.
        last: The last name.
    """

    subject: Subject
    verb: int
    words: list[str]
    closed: bool = False
    last: str = ""


class ClauseEnds:
    """Sees where the clauses of a sentence end.

    Args:
        view: The sentence.
    """

    def __init__(self, view: SentenceView) -> None:
        self._view = view
        self._tokens = view.tokens
        self._user = view.user

    def next_verb_of(self, clause: Clause, place: int) -> tuple[int, Subject] | None:
        """Return where the verb after a comma or "and" is, and its subject; None without one."""
        text = self._tokens[place].text
        if text != "," and text not in AND:
            return None
        if text == "," and clause.last and self._view.is_done(place + 1):
            return None  # "uses Tern, made by Lundqvist": ``AsideReader`` reads it
        if self._goes_on_with_pronoun(clause, place + 1):
            return place + 2, clause.subject
        goes_on = self._goes_on_with_verb(place + 1, clause.subject)
        return (place + 1, clause.subject) if goes_on else None

    def _goes_on_with_pronoun(self, clause: Clause, place: int) -> bool:
        """Whether "she grades" at a place speaks of the subject: no other name came before."""
        subject = clause.subject
        is_one = len(subject.entities) == 1 and not (subject.before or subject.thing)
        return (
            is_one
            and not clause.last
            and self._tokens[place].text in SINGULAR_PRONOUNS
            and self._view.is_verb(place + 1, plural=False)
        )

    def _goes_on_with_verb(self, place: int, subject: Subject) -> bool:
        """Whether a further verb of the subject follows a comma or "and"."""
        first = place - 2
        while self._view.is_adverb(place) or self._tokens[place].text in AND:
            place += 1
        token = self._tokens[place]
        if token.kind != WORD or not self._view.is_verb(place, plural=False):
            return False
        if subject.plural and token.text.endswith("s") and not is_auxiliary(token.text):
            return False
        if is_auxiliary(token.text):
            return True
        following, before = self._tokens[place + 1], self._tokens[first]
        if following.text in PREPOSITIONS:
            # "the cells and compressors in Leer" has one verb, "lives in Leer and works in" two.
            return before.kind != WORD
        return following.text in _OBJECTS or (
            following.kind in (NAME, NUMBER) and self._tokens[first + 1].text != ","
        )

    def ends_clause(self, clause: Clause, place: int) -> bool:
        """Whether what was read up to a word is no statement with an object that follows it."""
        text, after_verb = self._tokens[place].text, place - clause.verb
        return (
            text in REPORTED
            or is_denial(text)
            # but "looks after"
            or (text in BREAKS and not (after_verb == 1 and text in PREPOSITIONS))
            or (text == "used" and self._tokens[place + 1].text == "to")
            or (text == "as" and self._view.is_name(place + 1))
            or (after_verb == 1 and self._is_to_do(place))
            or (after_verb > 0 and self._tokens[clause.verb].text in PREFERRED)
            or (after_verb > 0 and self._is_other_pronoun(place))
        )

    def _is_other_pronoun(self, place: int) -> bool:
        """Whether a pronoun at a place means nobody who is known, or is no object."""
        text = self._tokens[place].text
        if self._user and text in SELF_AS_OBJECT:
            return self._tokens[place - 1].text in INCOMPLETE
        return text in PRONOUNS and not (text == "one" and self._view.is_name(place + 1))

    def _is_to_do(self, place: int) -> bool:
        """Whether "is to be moved", "has to call" or "needs moving" only says what is to be done.

        Args:
            place: Of the word after the verb.
        """
        verb, text, after = (self._tokens[at] for at in (place - 1, place, place + 1))
        if verb.text in ("need", "needs"):
            return text.text == "to" or text.text.endswith("ing")
        has_to = verb.text in ("has", "have", "had") and after.text != "be"
        return (
            text.text == "to"
            and (verb.text in COPULAS or has_to)
            and after.kind == WORD
            and after.text not in BEFORE_NOUNS
        )
