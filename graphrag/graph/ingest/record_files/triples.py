"""Records of triples in JSONL, CSV and OpenIE files: checked, and turned into entities and facts.

A record is a triple, an entity with its aliases, or a document with the entities and triples that
were found in it. A predicate is only text: the relation type comes from a fixed list, and any other
predicate is ``RELATED_TO``.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ....text.storable import storable
from ....text.words import MAX_NAME_LENGTH, normalize_name
from ...extraction.facts.relations import relation_in_table
from ...extraction.names.code_tokens import is_code_token
from ...records import (
    MAX_ALIASES,
    MAX_DESCRIPTION,
    MAX_ID,
    MAX_PREDICATE,
    EntityRecord,
    FactRecord,
    SourceDocument,
    make_entity_id,
    without_nulls,
)
from .source_documents import RECORD_ID_FIELDS, RECORD_TEXT_FIELDS, document_of, usable_id

if TYPE_CHECKING:
    import numpy as np

MAX_ENTITIES = 2000
MAX_TRIPLES = 2000
"""Maximum number of each in one record; what is beyond is left out."""

CONFIDENCE = 0.7
WEIGHT = 5.0
"""Of a triple that brings none."""

TRIPLE = ("subject", "predicate", "object")
_ALIASES_OF = {
    "subject": ("subject", "s", "head", "source"),
    "predicate": ("predicate", "p", "relation", "rel", "type"),
    "object": ("object", "o", "tail", "target"),
    "id": RECORD_ID_FIELDS,
    "text": RECORD_TEXT_FIELDS,
    "entities": ("entities", "extracted_entities"),
    "triples": ("triples", "extracted_triples"),
}


class BadRecordError(ValueError):
    """A record that cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record of an input.

    Attributes:
        document: The document that it brings; None for a bare triple or entity.
        document_id: Id of the document that it is about, whether or not it brings it.
        entities: The entities that it names.
        facts: The facts that it states.
        vector: The document's vector, of length 1, if the input has one.
    """

    document: SourceDocument | None = None
    document_id: str = ""
    entities: tuple[EntityRecord, ...] = ()
    facts: tuple[FactRecord, ...] = ()
    vector: np.ndarray | None = None


def is_document_record(value: Mapping[str, Any]) -> bool:
    """Whether a record is a document with entities or triples, and not just a text."""
    return field_of(value, "entities") is not None or field_of(value, "triples") is not None


def is_triple_or_entity(value: object) -> bool:
    """Whether a record is an entity, or has a triple's parts."""
    return isinstance(value, Mapping) and (
        "entity" in value or all(field_of(value, role) is not None for role in TRIPLE)
    )


def _is_text(value: Mapping[str, Any]) -> bool:
    return (
        isinstance(field_of(value, "text"), str)
        and field_of(value, "id") is not None
        and not is_triple_or_entity(value)
    )


def read_record(value: object) -> Record:
    """Check a record, and turn it into entities and facts.

    Args:
        value: A parsed line: an object, or a list of subject, predicate and object.

    Raises:
        BadRecordError: It cannot be used; the message says why.
    """
    if isinstance(value, list | tuple):
        entities, fact = _triple(value)
        return Record(entities=entities, facts=(fact,))
    if not isinstance(value, Mapping):
        raise BadRecordError("neither an object nor a list")
    value = without_nulls(value)
    if is_document_record(value):
        return _document_record(value)
    if "entity" in value:
        entity = _entity(value["entity"], value)
        if entity is None:
            raise BadRecordError("the entity has no letter or digit in its name")
        return Record(entities=(entity,))
    if _is_text(value):
        return _document_record(value)
    entities, fact = _triple(value)
    return Record(entities=entities, facts=(fact,))


def _document_record(value: Mapping[str, Any]) -> Record:
    text = field_of(value, "text")
    try:
        identifier = usable_id(field_of(value, "id"))
        has_text = isinstance(text, str) and text.strip()
        document = document_of(value, identifier, text) if has_text else None
    except ValueError as error:
        raise BadRecordError(str(error)) from None
    found: dict[str, EntityRecord] = {}
    for item in _list(value, "entities", MAX_ENTITIES):
        entity = _entity(item, item if isinstance(item, Mapping) else {})
        if entity is not None:
            found.setdefault(entity.id, entity)
    facts = []
    for item in _list(value, "triples", MAX_TRIPLES):
        try:
            ends, fact = _triple(item)
        except BadRecordError:
            continue  # models also write triples of two or four parts
        facts.append(fact)
        for entity in ends:
            found.setdefault(entity.id, entity)
    if not found and document is None:
        raise BadRecordError("neither a text nor entities nor triples that can be used")
    return Record(
        document,
        storable(identifier, MAX_ID),
        tuple(found.values()),
        tuple(facts),
        _vector(value),
    )


def _triple(value: object) -> tuple[tuple[EntityRecord, ...], FactRecord]:
    fields: Mapping[str, Any]
    if isinstance(value, Mapping):
        fields = value
        parts = [field_of(value, name) for name in TRIPLE]
    elif isinstance(value, list) and any(isinstance(part, Mapping | list) for part in value):
        raise BadRecordError("a list of records; write each of them on a line of its own")
    elif isinstance(value, list | tuple) and len(value) == 3:
        fields, parts = {}, list(value)
    else:
        raise BadRecordError("not a triple of subject, predicate and object")
    subject, predicate, obj = parts
    if not isinstance(predicate, str) or not predicate.strip():
        raise BadRecordError("no predicate")
    predicate = storable(predicate.strip(), MAX_PREDICATE)
    literal = isinstance(obj, int | float | bool)
    first = _named(subject, fields.get("subject_type"), "subject")
    second = _named(
        str(obj) if literal else obj, "value" if literal else fields.get("object_type"), "object"
    )
    if first.id == second.id:
        raise BadRecordError("subject and object are the same")
    relation, words = _relation(predicate)
    fact = FactRecord(
        subject=first.id,
        relation=relation,
        predicate=words,
        object=second.id,
        confidence=_number(fields, "confidence", 0, 1, CONFIDENCE),
        weight=_number(fields, "weight", 1, 10, WEIGHT),
        source="file",
        description=_string(fields.get("description")),
    )
    return (first, second), fact


@functools.lru_cache(maxsize=4096)
def _relation(predicate: str) -> tuple[str, str]:
    relation = relation_in_table(predicate)
    is_type = predicate == relation
    return relation, predicate.lower().replace("_", " ") if is_type else predicate


def _named(name: object, kind: object, role: str) -> EntityRecord:
    if not isinstance(name, str):
        raise BadRecordError(f"no {role}")
    entity = _entity_of(name[:MAX_NAME_LENGTH], kind if isinstance(kind, str) else "")
    if entity is None:
        raise BadRecordError(f"the {role} has no letter or digit")
    return entity


def _entity(value: object, fields: Mapping[str, Any]) -> EntityRecord | None:
    name = value.get("name") if isinstance(value, Mapping) else value
    kind = fields.get("type")
    entity = None
    if isinstance(name, str):
        entity = _entity_of(name[:MAX_NAME_LENGTH], kind if isinstance(kind, str) else "")
    if entity is None:
        return None
    aliases = fields.get("aliases")
    description = _string(fields.get("description"))
    if not aliases and not description:
        return entity
    kept = [
        storable(alias, MAX_NAME_LENGTH)
        for alias in (aliases if isinstance(aliases, list) else [])[: 10 * MAX_ALIASES]
        if isinstance(alias, str) and normalize_name(alias[:MAX_NAME_LENGTH])
    ]
    return EntityRecord(
        entity.id, entity.name, entity.type, tuple(dict.fromkeys(kept))[:MAX_ALIASES], description
    )


@functools.lru_cache(maxsize=20_000)
def _entity_of(name: str, kind: str) -> EntityRecord | None:
    # Without a type it gets the type of the same name in a text, so that both are one entity.
    identifier = make_entity_id(name, kind or ("code" if is_code_token(name) else "name"))
    if not identifier:
        return None
    written = storable(name.strip(), MAX_NAME_LENGTH)
    return EntityRecord(identifier, written, identifier.split(":", 1)[0])


def field_of(value: Mapping[str, Any], name: str) -> Any:
    """Return a field under any of its usual names; None without it."""
    for key in _ALIASES_OF[name]:
        if key in value:
            return value[key]
    return None


def _list(value: Mapping[str, Any], name: str, limit: int) -> Sequence[Any]:
    found = field_of(value, name)
    return found[:limit] if isinstance(found, list) else ()


def _vector(value: Mapping[str, Any]) -> np.ndarray | None:
    """Return the document's vector, scaled to length 1."""
    given = value.get("embedding")
    if not isinstance(given, list):
        return None
    import numpy as np

    try:
        vector = np.asarray(given)
    except ValueError:
        vector = np.empty(0, dtype=object)
    if vector.ndim != 1 or vector.dtype.kind not in "fi":
        raise BadRecordError("the embedding is not a list of numbers")
    if not (np.abs(vector) <= np.finfo(np.float32).max).all():  # false for NaN too
        raise BadRecordError("the embedding holds a number that is no 32-bit float")
    length = float(np.linalg.norm(vector))
    return (vector / length).astype(np.float32) if length > 0 else None


def _number(
    fields: Mapping[str, Any], name: str, least: float, most: float, default: float
) -> float:
    try:
        number = float(fields.get(name, default))
    except (TypeError, ValueError, OverflowError):
        return default
    return min(max(number, least), most) if number == number else default


def _string(value: object) -> str:
    return storable(value.strip(), MAX_DESCRIPTION) if isinstance(value, str) else ""
