"""Relations between two names that a sentence states, in the sentence's own words.

A sentence is read from its subject: a name, the user, what somebody owns ("Anna's cello"), or a
thing at a name ("the boiler in Harbour Hall"). The words from its verb to the next name are the
relation. What is denied, asked, supposed, quoted or only said by somebody states nothing. Precision
comes before recall: a wrong fact costs more than a missing one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ....text.word_lists.calendar_words import is_calendar_word
from ....text.word_lists.people_words import PEOPLE
from .asides import AsideReader
from .clauses import Subject
from .found_facts import FoundFacts, PartReader
from .objects import ObjectReader
from .places import PlaceReader
from .predicates import PredicateReader
from .relations import relation_of
from .relatives import RelativeReader
from .roles import RoleReader
from .sentence_view import SentenceView
from .stating_sentences import stating_sentences
from .subjects import SubjectReader
from .tokens import NAME, NUMBER, OWNER, WORD, Span
from .word_classes import (
    ADJECTIVES,
    ADVERBS,
    AND,
    BREAKS,
    COPULAS,
    DETERMINERS,
    EACH,
    INDEFINITE_ARTICLES,
    OWN,
    PLACES,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    SELF,
    TAILS,
    TIMES,
    is_auxiliary,
    is_participle,
    is_past,
    is_verb,
)

MAX_FACTS = 40
"""Maximum number of relations of one text."""

MAX_TO_COPULA = 5
"""Number of tokens from the start among which "is" makes "a nurse" the subject itself."""

MAX_NOTE = 5
"""Maximum number of words from the label of a note to a name: "Tern: virtual machine on Otter"."""

OF_NOTE = ("of", "on", "at", "in", "by", "from", "behind", "von", "bei", "auf", "aus", "im")
"""Before a name in a note; after others, such as "with", it is an appointment as often."""


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A relation as a sentence states it.

    Attributes:
        subject: The subject's entity id.
        relation: One of ``FACT_TYPES``.
        predicate: The relation in the words of the text.
        object: The object's entity id.
        weight: 1 to 10.
        start: Character offset at which the sentence starts in the text.
        end: Character offset after its last character.
    """

    subject: str
    relation: str
    predicate: str
    object: str
    weight: float
    start: int
    end: int


def stated_facts(text: str, spans: Sequence[Span], user: str) -> list[StatedFact]:
    """Find the relations that a text states.

    Args:
        text: The text.
        spans: The names recognised in it, sorted by start.
        user: The user's entity id if the text is a memory of theirs, where "we" means them;
            otherwise empty.

    Returns:
        The relations, in the order of the text, each once.
    """
    found: dict[tuple[str, str, str], StatedFact] = {}
    earlier, earlier_thing, read_to = "", "", 0
    for sentence in stating_sentences(text, spans):
        if any(map(str.isalnum, text[read_to : sentence.start])):
            earlier = earlier_thing = ""  # a sentence between them may be about somebody else
        read_to = sentence.end
        reader = _SentenceReader(SentenceView(sentence, earlier, user, earlier_thing=earlier_thing))
        relations = reader.read()
        # In other texts too many people and things come and go for "he" to be certain.
        earlier = reader.only_candidate() if user else ""
        earlier_thing = "" if reader.speaks_of_things() else earlier
        for subject, predicate, obj in relations:
            relation, weight = relation_of(predicate)
            fact = StatedFact(
                subject, relation, predicate, obj, weight, sentence.start, sentence.end
            )
            found.setdefault((subject, predicate, obj), fact)
    return list(found.values())[:MAX_FACTS]


class _SentenceReader(PartReader):
    """Reads one sentence, each part by its reader."""

    def __init__(self, view: SentenceView) -> None:
        super().__init__(view, FoundFacts())
        self._objects = ObjectReader(view, self._found)
        self._predicates = PredicateReader(view, self._found, self._objects)
        self._asides = AsideReader(view, self._found, self._predicates, self._objects)
        self._places = PlaceReader(view, self._found)
        self._relatives = RelativeReader(view, self._found)
        self._roles = RoleReader(view, self._found)
        self._subjects = SubjectReader(view, self._found, self._objects)
        self._subject = ""

    def read(self) -> list[tuple[str, str, str]]:
        """Return the relations: subject, predicate, object."""
        self._roles.read()
        self._places.read()
        self._relatives.read()
        start = self._relatives.read_first(self._after_front(0))
        if start is None:
            start = self._after_label()
        if start is not None:
            self._asides.read()
            self._read_main(self._after_front(start))
        return self._found.facts

    def _read_main(self, start: int) -> None:
        subject, position = self._subjects.read(start)
        if subject is not None:
            self._subject = subject.entities[0] if not subject.before else ""
            if self._tokens[position].text == "=":
                self._read_equal(position + 1)
            self._predicates.read(self._subjects.after_asides(position), subject)

    def _read_equal(self, place: int) -> None:
        """Read "kalafonia = old ThinkCentre" from the word after the sign on."""
        while self._tokens[place].text in ADJECTIVES or self._tokens[place].text in DETERMINERS:
            place += 1
        if (
            self._view.is_name(place)
            and self._view.ends_phrase(place + 1)
            and self._tokens[place + 1].kind != OWNER
        ):
            self._found.add(self._subject, "is", self._tokens[place].entity_id)

    def only_candidate(self) -> str:
        """Return whom a pronoun of the next sentence can only mean."""
        if self._found.only or not self._subject or self._brings_in_others():
            return self._found.only
        for place, token in enumerate(self._tokens):
            if token.kind != NAME or token.entity_id in (self._subject, self._user):
                continue
            # "the Terns", "in Malmö" and "Tern's side" are nobody whom "she" could mean.
            before = self._tokens[place - 1].text if place else ""
            if before not in DETERMINERS and before not in PLACES and before != "on":
                return ""
        return self._subject

    def speaks_of_things(self) -> bool:
        """Whether it is about another thing, too: "wrote the script", "sings with the Trio"."""
        return any(
            (before.kind == WORD and is_past(before.text) and token.text in DETERMINERS)
            or (
                before.text in DETERMINERS
                and token.kind == NAME
                and token.entity_id != self._subject
            )
            for before, token in pairwise(self._tokens)
        )

    def _brings_in_others(self) -> bool:
        """Whether the sentence speaks of somebody without a name: "has a cat", "met the doctor"."""
        copula = any(token.text in COPULAS for token in self._tokens[:MAX_TO_COPULA])
        return any(
            token.kind == WORD
            and (
                token.text in PEOPLE
                or (token.text in INDEFINITE_ARTICLES and not copula)
                or token.text in OWN
            )
            for token in self._tokens[1:]
        )

    def _after_label(self) -> int | None:
        """Return where the sentence starts after its label, or None if it states nothing."""
        colon = next((k for k in range(min(7, self._last)) if self._tokens[k].text == ":"), None)
        if colon is None or any(
            token.kind == WORD and is_verb(token.text) for token in self._tokens[1:colon]
        ):
            return 0
        if all(map(self._view.is_of_date, range(colon))):
            return colon + 1  # "7 March, 17:00: Anna gives a concert"
        if not self._read_label(colon) and self._view.earlier:
            self._relatives.read_labelled(self._view.earlier, 0, ":")
        return None

    def _read_label(self, colon: int) -> bool:
        """Read a sentence after the label "Tern:"; return whether it has such a label."""
        first, after = self._tokens[0], colon + 1
        if first.kind != NAME:
            return False
        if colon == 1 and (is_participle(self._tokens[after].text) or self._view.is_done(after)):
            # "Tern: maintained by Lundqvist Ltd"
            self._predicates.read(after, Subject((first.entity_id,)))
        elif colon == 1:
            # "Tern: service = Tomas Reed"
            self._relatives.read_labelled(first.entity_id, after, "=")
            if self._user:
                self._read_note(first.entity_id, after)
        elif (
            self._tokens[1].kind == OWNER
            and 3 <= colon <= 4
            and self._view.is_name(after)
            and self._view.ends_phrase(after + 1)
        ):
            # "Tern's owner: Lundqvist Ltd"
            words = [token.text for token in self._tokens[2:colon]]
            self._found.add(first.entity_id, " ".join(words), self._tokens[after].entity_id)
        else:
            return False
        return True

    def _read_note(self, subject: str, place: int) -> None:
        """Read "Tern: virtual machine on order-db" from the word after the colon on."""
        words: list[str] = []
        while self._tokens[place].kind == WORD and len(words) < MAX_NOTE:
            if self._tokens[place].text in BREAKS or self._tokens[place].text in PRONOUNS:
                return
            words.append(self._tokens[place].text)
            place += 1
        said = [word for word in words if word not in DETERMINERS]
        if not said or not self._view.is_name(place) or self._view.is_doubtful_before(place):
            return
        if any(is_past(word) or is_auxiliary(word) for word in said[1:]):
            return  # "Postmortem: the site went down on"
        if said == words[:1] and said[0] in PLACES:
            words.insert(0, "is")
        if said[-1] in OF_NOTE or (len(said) == 1 and is_verb(said[0])):
            self._objects.add((subject,), words, place)

    def _is_of_front(self, place: int) -> bool:
        """Whether a word of "8 to 13 September" or "the weekend" stands at a place."""
        token, following = self._tokens[place], self._tokens[min(place + 1, self._last)]
        return (
            token.kind == NUMBER
            or is_calendar_word(token.text)
            or token.text in DETERMINERS
            or token.text in TAILS
            or (token.text in ("to", "bis", "and", "und") and following.kind == NUMBER)
        )

    def _after_front(self, place: int) -> int:
        """Return where the subject starts, after "On 18 October" or "Since the audit,"."""
        token = self._tokens[place]
        if token.text in AND or (token.text in ADVERBS and token.text not in BREAKS):
            return place + 1
        if token.text in EACH and self._tokens[place + 1].text in TIMES:
            return place + 2  # "Every night a copy travels to"
        if token.kind != WORD or token.text not in PREPOSITIONS:
            return place
        end = place + 1
        while self._is_of_front(end):
            end += 1
        if end > place + 2 and self._tokens[end - 1].text in DETERMINERS:
            return end - 1  # "Since the weekend the nightly copy"
        if self._tokens[end - 1].text not in DETERMINERS and (
            self._tokens[end].kind == NAME
            or self._tokens[end].text in OWN
            or self._tokens[end].text in SELF
            or self._tokens[end].text in POSSESSIVES
        ):
            return end if end > place + 1 else place
        for comma in range(place + 1, min(place + 9, self._last)):
            if self._tokens[comma].text == ",":
                return comma + 1
        return place
