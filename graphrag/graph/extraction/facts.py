"""Relations between two names that a sentence states, in the sentence's own words.

A sentence is read from its subject: a name, the user, what somebody owns ("Anna's cello"), or a
thing at a name ("the boiler in Harbour Hall"). The words from its verb to the next name are the
relation. What is denied, asked, supposed, quoted or only said by somebody states nothing. Precision
comes before recall: a wrong fact costs more than a missing one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...text.calendar_words import CALENDAR_WORDS
from .fact_predicates import Subject
from .fact_relations import relation_of
from .fact_subjects import SubjectReader
from .fact_tokens import NAME, NUMBER, OWNER, WORD, Sentence, Span, stating_sentences
from .fact_words import (
    ADJECTIVES,
    ADVERBS,
    AND,
    DETERMINERS,
    OWN,
    PLACES,
    POSSESSIVES,
    PREPOSITIONS,
    SELF,
    TAILS,
    is_participle,
    is_verb,
)

MAX_FACTS = 40


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
    earlier = ""
    for sentence in stating_sentences(text, spans, user):
        reader = _SentenceReader(sentence, earlier, user)
        reader.read()
        # In other texts too many people and things come and go for "he" to be certain.
        earlier = reader.only_candidate() if user else ""
        for subject, predicate, obj in reader.facts:
            relation, weight = relation_of(predicate)
            fact = StatedFact(
                subject, relation, predicate, obj, weight, sentence.start, sentence.end
            )
            found.setdefault((subject, predicate, obj), fact)
    return list(found.values())[:MAX_FACTS]


class _SentenceReader(SubjectReader):
    """Reads one sentence from its subject on."""

    def __init__(self, sentence: Sentence, earlier: str, user: str) -> None:
        super().__init__(sentence, earlier, user)
        self._subject = ""

    def read(self) -> None:
        """Find the relations."""
        self._read_owned()
        self._read_places()
        self._read_relatives_aside()
        self._read_labels_in_brackets()
        self._read_role_label()
        start = self._read_relative(self._after_front(0))
        if start is None:
            start = self._after_label()
        if start is None:
            return
        self._read_attached()
        start = self._after_front(start)
        subject, position = self._read_subject(start)
        if subject is not None:
            self._subject = subject.entities[0] if not subject.before else ""
            if self._tokens[position].text == "=":
                self._read_equal(position + 1)
            self._read_predicates(self._after_asides(position), subject)

    def _read_equal(self, place: int) -> None:
        """Read "kalafonia = old ThinkCentre" from the word after the sign on."""
        while self._tokens[place].text in ADJECTIVES or self._tokens[place].text in DETERMINERS:
            place += 1
        if self._is_name(place):
            self._add(self._subject, "is", self._tokens[place].entity_id)

    def only_candidate(self) -> str:
        """Return whom a pronoun of the next sentence can only mean."""
        if self._only or not self._subject:
            return self._only
        for place, token in enumerate(self._tokens):
            if token.kind != NAME or token.entity_id in (self._subject, self._user):
                continue
            # "the Terns", "in Malmö" and "Tern's side" are nobody whom "she" could mean.
            before = self._tokens[place - 1].text if place else ""
            if before not in DETERMINERS and before not in PLACES and before != "on":
                return ""
        return self._subject

    def _after_label(self) -> int | None:
        """Return where the sentence starts after its label, or None if it states nothing."""
        colon = next((k for k in range(min(7, self._last)) if self._tokens[k].text == ":"), None)
        if colon is None or any(
            token.kind == WORD and is_verb(token.text) for token in self._tokens[1:colon]
        ):
            return 0
        first = self._tokens[0]
        after = colon + 1
        if all(map(self._is_of_date, range(colon))):
            return after  # "7 March, 17:00: Anna gives a concert"
        if first.kind == NAME and colon == 1 and is_participle(self._tokens[after].text):
            # "Tern: maintained by Lundqvist Ltd"
            self._read_predicates(after, Subject((first.entity_id,)))
        elif (
            first.kind == NAME
            and self._tokens[1].kind == OWNER
            and 3 <= colon <= 4
            and self._is_name(after)
            and self._ends_phrase(after + 1)
        ):
            words = [token.text for token in self._tokens[2:colon]]
            self._add(first.entity_id, " ".join(words), self._tokens[after].entity_id)
        elif first.kind == NAME and colon == 1:
            # "Tern: service = Tomas Reed"
            self._read_labelled(first.entity_id, after, "=")
        elif self._earlier:
            self._read_labelled(self._earlier, 0, ":")
        return None

    def _after_front(self, place: int) -> int:
        """Return where the subject starts, after "On 18 October" or "Since the audit,"."""
        token = self._tokens[place]
        if token.text in AND or token.text in ADVERBS:
            return place + 1
        if token.kind != WORD or token.text not in PREPOSITIONS:
            return place
        end = place + 1
        while self._tokens[end].kind == NUMBER or (
            self._tokens[end].text.removesuffix("s") in CALENDAR_WORDS
            or self._tokens[end].text in CALENDAR_WORDS
            or self._tokens[end].text in DETERMINERS
            or self._tokens[end].text in TAILS
        ):
            end += 1
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
