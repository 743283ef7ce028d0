"""Scores extraction against what a careful reader finds: a folder's ``facts.jsonl``.

It needs no database. Each line of the file names a document, its entities, and its facts as
(subject, predicate, object). Only these documents are scored, each by itself.

Two names match when they are equal, normalised as the graph's names are; an extracted entity goes
by each of its aliases too. They also match when all words of the one stand in a row in the other
("Jonas" in "Jonas Petersen"), provided that it stands in no second name of the other side. A
literal, the object of a fact that is no entity, matches only an equal name.

A fact matches when subject and object match; how the predicate is worded is for a reader to judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...graph.desired import DesiredDocument, DesiredGraph
from ...graph.records import EntityRecord
from ...model import TOKEN_TYPE, UNFOLLOWED_TYPES, USER_ID
from ...text.words import words
from ..json_lines import records, strings

FACTS = "facts.jsonl"

_VALUE_TYPE = "value"

Names = frozenset[tuple[str, ...]]
"""The spellings of one entity, each as its normalised words."""


@dataclass(frozen=True, slots=True)
class Score:
    """Extracted items against gold ones.

    Attributes:
        extracted: How many were extracted.
        right: How many of these are gold.
        gold: How many gold ones there are.
        found: How many of these were extracted.
        wrong: (document, item) of each extracted one that is not gold.
        missed: (document, item) of each gold one that was not extracted.
    """

    extracted: int
    right: int
    gold: int
    found: int
    wrong: tuple[tuple[str, str], ...] = ()
    missed: tuple[tuple[str, str], ...] = ()

    @property
    def precision(self) -> float:
        """Share of the extracted ones that are gold."""
        return self.right / max(self.extracted, 1)

    @property
    def recall(self) -> float:
        """Share of the gold ones that were extracted."""
        return self.found / max(self.gold, 1)


@dataclass(frozen=True, slots=True)
class ExtractionScore:
    """The scores of one extraction.

    Attributes:
        documents: How many documents were scored.
        entities: Names: neither link tokens nor phrases, literals, days or the user.
        tokens: Link tokens, which are never shown, against the same gold entities.
        facts: Facts.
    """

    documents: int
    entities: Score
    tokens: Score
    facts: Score


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """What a careful reader finds in a document.

    Attributes:
        id: The document's id.
        entities: Names, as written.
        facts: (subject, predicate, object), as written; the user is ``user``.
    """

    id: str
    entities: tuple[str, ...]
    facts: tuple[tuple[str, str, str], ...]


def read_facts(path: Path) -> tuple[GoldDocument, ...]:
    """Read a ``facts.jsonl``.

    Args:
        path: The file.

    Raises:
        IngestError: It cannot be read.
    """

    def document(row: Mapping[str, Any]) -> GoldDocument:
        return GoldDocument(
            str(row["doc"]),
            strings(row.get("entities")),
            tuple((s, p, o) for s, p, o in map(strings, row.get("facts") or ())),
        )

    return tuple(records(path, document))


def score_extraction(graph: DesiredGraph, gold: Iterable[GoldDocument]) -> ExtractionScore:
    """Score the graph of a corpus.

    Args:
        graph: The graph.
        gold: What a reader finds in some of its documents; others are left out.
    """
    items = {item.document.id: item for item in graph.documents.values()}
    entities, tokens, facts = [], [], []
    for expected in gold:
        if (item := items.get(expected.id)) is not None:
            records = [graph.entities[mention.entity_id] for mention in item.mentions]
            entities.append(_entities(records, expected))
            tokens.append(_tokens(records, expected))
            facts.append(_facts(item, graph, expected))
    return ExtractionScore(len(entities), total(entities), total(tokens), total(facts))


def total(scores: Sequence[Score]) -> Score:
    """Add up scores."""
    return Score(
        sum(score.extracted for score in scores),
        sum(score.right for score in scores),
        sum(score.gold for score in scores),
        sum(score.found for score in scores),
        tuple(item for score in scores for item in score.wrong),
        tuple(item for score in scores for item in score.missed),
    )


def _entities(records: Sequence[EntityRecord], expected: GoldDocument) -> Score:
    helpers = (*UNFOLLOWED_TYPES, TOKEN_TYPE)
    names = [record for record in records if _type(record.id) not in helpers]
    # The user counts neither way, but the user's own name is found if the user goes by it.
    user = [record for record in records if record.id == USER_ID]
    return _score(names, user, expected)


def _tokens(records: Sequence[EntityRecord], expected: GoldDocument) -> Score:
    return _score([record for record in records if _type(record.id) == TOKEN_TYPE], [], expected)


def _score(
    records: Sequence[EntityRecord], more: Sequence[EntityRecord], expected: GoldDocument
) -> Score:
    extracted = [_names(record) for record in (*records, *more)]
    gold = [_spellings(name) for name in expected.entities]
    wrong = [
        (expected.id, record.name)
        for record, own in zip(records, extracted, strict=False)
        if not any(matches(own, other, extracted, gold) for other in gold)
    ]
    missed = [
        (expected.id, name)
        for name, other in zip(expected.entities, gold, strict=True)
        if not any(matches(own, other, extracted, gold) for own in extracted)
    ]
    return Score(
        len(records),
        len(records) - len(wrong),
        len(gold),
        len(gold) - len(missed),
        tuple(wrong),
        tuple(missed),
    )


def _facts(item: DesiredDocument, graph: DesiredGraph, expected: GoldDocument) -> Score:
    of_entity = {
        mention.entity_id: _names(graph.entities[mention.entity_id])
        for mention in item.mentions
        if _type(mention.entity_id) not in (_VALUE_TYPE, TOKEN_TYPE)
    }
    ends = [name for subject, _, thing in expected.facts for name in (subject, thing)]
    gold = {name: _spellings(name) for name in (*expected.entities, *ends)}
    extracted_names, gold_names = list(of_entity.values()), list(gold.values())

    def same(entity_id: str, name: str) -> bool:
        if entity_id not in of_entity:
            return bool(_names(graph.entities[entity_id]) & gold[name])
        return matches(of_entity[entity_id], gold[name], extracted_names, gold_names)

    pairs = [
        [same(fact.subject, s) and same(fact.object, o) for s, _, o in expected.facts]
        for fact in item.facts
    ]
    wrong = [
        (expected.id, " | ".join(_written(graph, fact.subject, fact.predicate, fact.object)))
        for fact, row in zip(item.facts, pairs, strict=True)
        if not any(row)
    ]
    missed = [
        (expected.id, " | ".join(fact))
        for place, fact in enumerate(expected.facts)
        if not any(row[place] for row in pairs)
    ]
    return Score(
        len(pairs),
        len(pairs) - len(wrong),
        len(expected.facts),
        len(expected.facts) - len(missed),
        tuple(wrong),
        tuple(missed),
    )


def matches(own: Names, other: Names, all_own: Sequence[Names], all_other: Sequence[Names]) -> bool:
    """Whether an extracted and a gold entity of one document are the same.

    Args:
        own: The spellings of the extracted one.
        other: The spellings of the gold one.
        all_own: Those of all extracted ones.
        all_other: Those of all gold ones.
    """
    if own & other:
        return True
    return _is_part(own, other, all_other) or _is_part(other, own, all_own)


def _is_part(short: Names, long: Names, all_long: Sequence[Names]) -> bool:
    """Whether a spelling stands in one of the other entity, and in none of a third."""
    return any(
        any(_contains(name, part) for name in long)
        and sum(any(_contains(name, part) for name in names) for names in all_long) == 1
        for part in short
    )


def _contains(name: Sequence[str], part: Sequence[str]) -> bool:
    last = len(name) - len(part)
    return last > 0 and any(name[at : at + len(part)] == part for at in range(last + 1))


def _names(record: EntityRecord) -> Names:
    return _spellings(record.name, *record.aliases)


def _spellings(*written: str) -> Names:
    return frozenset(tuple(word.norm for word in words(name)) for name in written) - {()}


def _type(entity_id: str) -> str:
    return entity_id.split(":", 1)[0]


def _written(graph: DesiredGraph, subject: str, predicate: str, obj: str) -> tuple[str, str, str]:
    return graph.entities[subject].name, predicate, graph.entities[obj].name
