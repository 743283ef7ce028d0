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
from .fact_asides import AsideReader
from .fact_predicates import MAX_BETWEEN, Subject
from .fact_relations import relation_of
from .fact_tokens import NAME, NUMBER, OWNER, WORD, Sentence, Span, stating_sentences
from .fact_view import MAX_OWNED
from .fact_words import (
    ADVERBS,
    AND,
    BREAKS,
    COPULAS,
    DENIED,
    DETERMINERS,
    OWN,
    PLACES,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    REPORTED,
    SELF,
    SINGULAR_PRONOUNS,
    TAILS,
    bare,
    is_auxiliary,
    is_participle,
    is_plural,
    is_role,
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


class _SentenceReader(AsideReader):
    """Reads one sentence from its subject on."""

    def __init__(self, sentence: Sentence, earlier: str, user: str) -> None:
        super().__init__(sentence, earlier, user)
        self._subject = ""

    def read(self) -> None:
        """Find the relations."""
        self._read_owned()
        self._read_places()
        start = self._after_label()
        if start is None:
            return
        self._read_attached()
        start = self._after_front(start)
        subject, position = self._read_subject(start)
        if subject is not None:
            self._subject = subject.entities[0] if not subject.before else ""
            if self._tokens[position].text == "=" and self._is_name(position + 1):
                self._add(self._subject, "is", self._tokens[position + 1].entity_id)
            self._read_predicates(self._after_asides(position), subject)

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
            self._tokens[end].text in CALENDAR_WORDS
            or self._tokens[end].text in DETERMINERS
            or self._tokens[end].text in TAILS
        ):
            end += 1
        if self._tokens[end - 1].text not in DETERMINERS and (
            self._tokens[end].kind == NAME
            or self._tokens[end].text in OWN
            or self._tokens[end].text in SELF
        ):
            return end if end > place + 1 else place
        for comma in range(place + 1, min(place + 9, self._last)):
            if self._tokens[comma].text == ",":
                return comma + 1
        return place

    def _read_subject(self, place: int) -> tuple[Subject | None, int]:
        token = self._tokens[place]
        if token.kind == NAME:
            return self._read_named(place)
        if token.kind != WORD:
            return None, place
        if token.text in DETERMINERS and self._is_name(place + 1):
            return self._read_named(place + 1)
        if token.text in SELF and self._user:
            return Subject((self._user,), plural=True), place + 1
        if token.text in OWN and self._user:
            return self._read_owner(self._user, place + 1)
        if token.text in POSSESSIVES and self._earlier:
            return self._read_owner(self._earlier, place + 1)
        if token.text in SINGULAR_PRONOUNS and self._earlier:
            return Subject((self._earlier,)), place + 1
        return self._read_thing(place)

    def _read_named(self, place: int) -> tuple[Subject | None, int]:
        entities = [self._tokens[place].entity_id]
        place = self._after_brackets(place + 1)
        if self._tokens[place].kind == OWNER:
            return self._read_owner(entities[0], place + 1)
        if (other := self._name_after(place, (*PLACES, "of"))) is not None:
            # "Backups of order-db" are no name of somebody.
            is_whole = " " in self._tokens[place - 1].text or self._tokens[place].text != "of"
            if is_whole and is_verb(self._tokens[other + 1].text):
                self._add(
                    entities[0], f"is {self._tokens[place].text}", self._tokens[other].entity_id
                )
            return Subject(tuple(entities)), other + 1
        while self._tokens[place].text in AND or (
            self._tokens[place].text == "," and self._is_name(place + 1)
        ):
            following = place + 1
            if self._tokens[following].text in POSSESSIVES:
                following += 1
                while self._tokens[following].kind == WORD and following < place + 4:
                    following += 1
            if not self._is_name(following) or self._tokens[following + 1].kind == OWNER:
                if self._tokens[place].text == ",":
                    break
                return None, place
            entities.append(self._tokens[following].entity_id)
            place = following + 1
        return Subject(tuple(entities), plural=len(entities) > 1), place

    def _read_owner(self, owner: str, place: int) -> tuple[Subject | None, int]:
        """Read "tablets come from", "form tutor is", "colleague Otto lends" after an owner."""
        words: list[str] = []
        while self._tokens[place].kind == WORD and len(words) < MAX_OWNED:
            token, following = self._tokens[place], self._tokens[place + 1]
            if words and self._is_verb_after(words, place):
                if token.text in COPULAS and (name := self._named_as(place + 1)) is not None:
                    self._add_role(self._tokens[name].entity_id, words, owner)
                    return None, place
                return Subject((owner,), tuple(words), is_plural(words[-1])), place
            if token.text in PREPOSITIONS:
                # "His best friend at kindergarten is Tomas"
                verb = self._copula_within(place)
                if verb is None or (name := self._named_as(verb + 1)) is None:
                    return None, place
                self._add_role(self._tokens[name].entity_id, words, owner)
                return None, place
            if token.text in DETERMINERS or token.text in BREAKS or token.text in PRONOUNS:
                return None, place
            words.append(token.text)
            place += 1
            if following.kind != WORD:
                break
        comma = self._tokens[place].text == ","
        if words and self._is_name(place + comma) and is_role(words):
            name = place + comma
            return Subject((self._tokens[name].entity_id,)), name + 1 + comma
        return None, place

    def _read_thing(self, place: int) -> tuple[Subject | None, int]:
        """Read "The boiler in the Hall are", "Backups of order-db go", "The boxes in our hall"."""
        words: list[str] = []
        while self._tokens[place].kind == WORD and len(words) <= MAX_BETWEEN:
            text = self._tokens[place].text
            if text in BREAKS or text in PRONOUNS or text in DENIED or text in REPORTED:
                return None, place
            if is_auxiliary(text):
                return None, place
            if text in OWN and self._user and words and words[-1] in PREPOSITIONS:
                end = place + 1
                while self._tokens[end].kind == WORD and end < place + 4:
                    if end > place + 1 and self._is_verb_after([self._tokens[end - 1].text], end):
                        words += [token.text for token in self._tokens[place + 1 : end]]
                        plural = is_plural(words[-1])
                        return Subject((self._user,), bare(words), plural, thing=True), end
                    end += 1
                return None, place
            words.append(text)
            place += 1
        content = [word for word in words if word not in DETERMINERS]
        if not self._is_name(place) or len(content) < 2 or content[-1] not in PREPOSITIONS:
            return None, place
        verb = self._tokens[place + 1]
        if verb.kind != WORD:
            return None, place
        before = bare(words)
        if verb.text in COPULAS and self._named_as(place + 2) is not None:
            # "The other two on the team are Jonas and Tariq"
            among = "is one of the" if verb.text in ("are", "were", "sind", "waren") else "is the"
            self._add_object(
                (self._tokens[place].entity_id,), [among, *before], place + 2, turned=True
            )
            return None, place
        plural = is_plural(content[0])
        return Subject((self._tokens[place].entity_id,), before[:-1], plural, thing=True), place + 1

    def _after_asides(self, place: int) -> int:
        for _ in range(3):
            place = self._after_brackets(place)
            if self._tokens[place].text == ",":
                place = min(self._next_comma(place + 1) + 1, self._last)
            elif self._tokens[place].text in PREPOSITIONS:
                # "Mr Tate at number 16 keeps"
                end = place + 1
                while self._tokens[end].kind in (WORD, NUMBER) and end < place + 4:
                    following = self._tokens[end + 1].text
                    if end > place + 1 and self._is_verb(end, plural=False):
                        return end + 1 if is_auxiliary(following) else end
                    end += 1
                return place
            else:
                return place
        return place
