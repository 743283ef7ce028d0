"""A model's answer: the schema that it must fit, and what a document gets from it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from ...model import FACT_TYPES
from ...text.storable import storable
from ...text.words import join_words, normalize_name, words
from ..records import (
    MAX_DESCRIPTION,
    MAX_PREDICATE,
    EntityRecord,
    Extraction,
    FactRecord,
    Mention,
    SourceDocument,
    make_entity_id,
    without_nulls,
)

MAX_ANSWER = 40_000
"""Longest answer that is read, in characters."""

MAX_CONFIDENCE = 0.7
"""A model's relation is less certain than one that the rules read in a sentence (0.8)."""

MAX_NAME = 200
"""Longest name, in characters."""

Added = tuple[Extraction, Mapping[str, EntityRecord]]
"""What a model found in one document, with the entities by id."""

_MAX_TRIES = 50
"""Most braces that are tried as the beginning of the answer."""

_MAX_PARTS = 100
"""Most entities, and most relations, that are taken from one answer."""

_MAX_ALIASES = 20

_Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


def _usable_aliases(given: Any) -> Any:
    if not isinstance(given, list):
        return given
    usable = [each for each in given if isinstance(each, str) and 0 < len(each) <= MAX_NAME]
    return usable[:_MAX_ALIASES]


def _clamp(confidence: float) -> float:
    return min(max(confidence, 0.0), 1.0)


class _AnswerPart(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Entity(_AnswerPart):
    name: _Name
    type: Annotated[str, Field(max_length=40)] = "name"
    aliases: Annotated[list[_Name], BeforeValidator(_usable_aliases)] = []
    description: Annotated[str, Field(max_length=2000)] = ""


class _Relation(_AnswerPart):
    subject: _Name
    predicate: Annotated[str, Field(min_length=1, max_length=200)]
    object: _Name
    confidence: Annotated[float, Field(allow_inf_nan=False), AfterValidator(_clamp)] = 0.5


class Answer(_AnswerPart):
    """A model's answer about one document."""

    entities: Annotated[list[_Entity], Field(max_length=_MAX_PARTS)] = []
    relations: Annotated[list[_Relation], Field(max_length=_MAX_PARTS)] = []


_Part = TypeVar("_Part", _Entity, _Relation)


def parse_answer(text: str) -> Answer | None:
    """Parse a model's answer; an entity or a relation that does not fit the schema is left out.

    Args:
        text: The answer, with or without words around the JSON object.

    Returns:
        The answer; None if it holds no JSON object that can be one.
    """
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start or len(text) > MAX_ANSWER:
        return None
    try:
        answer = _answer_of(json.loads(text[start : end + 1]))
    except (ValueError, RecursionError):
        answer = None
    # Otherwise there are braces in the words around it, as in what the model thought.
    return answer or next(filter(None, map(_answer_of, _objects_with_parts(text))), None)


def _objects_with_parts(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects with entities or relations, from the first few braces on."""
    decoder, start = json.JSONDecoder(), -1
    for _ in range(_MAX_TRIES):
        start = text.find("{", start + 1)
        if start < 0:
            return
        try:
            value, _end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if "entities" in value or "relations" in value:
            yield value


def _answer_of(value: dict[str, Any]) -> Answer | None:
    """Return an object as an answer; None if its entities or its relations are no list."""
    given = without_nulls(value)
    entities, relations = given.get("entities", []), given.get("relations", [])
    if not (isinstance(entities, list) and isinstance(relations, list)):
        return None
    return Answer(entities=_usable(_Entity, entities), relations=_usable(_Relation, relations))


def _usable(kind: type[_Part], given: list[Any]) -> list[_Part]:
    """Return the first of those that fit the schema."""
    found: list[_Part] = []
    for value in given:
        try:
            found.append(kind.model_validate(without_nulls(value)))
        except (ValidationError, AttributeError):  # what is no object has no fields
            continue
        if len(found) == _MAX_PARTS:
            break
    return found


def to_extraction(document: SourceDocument, answer_json: str) -> Added:
    """Turn a kept answer into mentions and facts; names that are not in the text are dropped.

    Args:
        document: The document.
        answer_json: The answer, as it was kept.

    Returns:
        The mentions and facts, and the entities by id.
    """
    answer = Answer.model_validate_json(answer_json)
    reader = _Reader(document)
    for entity in answer.entities:
        reader.add(entity)
    facts = tuple(filter(None, map(reader.fact, answer.relations)))
    lowered = document.text.casefold()
    mentions = tuple(
        Mention(identifier, 1, lowered.find(record.name.casefold()))
        for identifier, record in sorted(reader.entities.items())
    )
    return Extraction(mentions, facts), reader.entities


class _Reader:
    """Takes from an answer what its document names.

    Args:
        document: The document.

    Attributes:
        entities: The entities by id.
    """

    def __init__(self, document: SourceDocument) -> None:
        self._document = document
        self._text = f" {join_words(words(document.text))} "
        self._by_norm: dict[str, str] = {}
        self.entities: dict[str, EntityRecord] = {}

    def add(self, entity: _Entity) -> None:
        """Add an entity, if it is in the text."""
        identifier = make_entity_id(entity.name, entity.type)
        if not identifier or not self._is_in_text(entity.name):
            return
        kind, norm = identifier.split(":", 1)
        named = {storable(name, MAX_NAME) for name in entity.aliases if self._is_in_text(name)}
        description = storable(" ".join(entity.description.split()), MAX_DESCRIPTION)
        name = storable(entity.name.strip(), MAX_NAME)
        record = EntityRecord(identifier, name, kind, tuple(sorted(named)), description)
        self.entities.setdefault(identifier, record)
        self._by_norm.setdefault(norm, identifier)

    def fact(self, relation: _Relation) -> FactRecord | None:
        """Return a relation as a fact, and add its ends; None if one of them is not in the text."""
        subject, other = self._end(relation.subject), self._end(relation.object)
        if not subject or not other or subject == other:
            return None
        kind = relation.predicate.strip().upper().replace(" ", "_")
        return FactRecord(
            subject=subject,
            relation=kind if kind in FACT_TYPES else "RELATED_TO",
            predicate=storable(" ".join(relation.predicate.split()).lower(), MAX_PREDICATE),
            object=other,
            confidence=min(relation.confidence, MAX_CONFIDENCE),
            source=self._document.fact_source,
            end=len(self._document.text),
        )

    def _end(self, name: str) -> str:
        """Return the entity id of an end of a relation; empty if it is not in the text."""
        norm = normalize_name(name)
        if norm not in self._by_norm and self._is_in_text(name):
            identifier = self._by_norm[norm] = f"name:{norm}"
            self.entities[identifier] = EntityRecord(identifier, storable(name.strip(), MAX_NAME))
        return self._by_norm.get(norm, "")

    def _is_in_text(self, name: str) -> bool:
        norm = normalize_name(name)
        return bool(norm) and f" {norm} " in self._text
