"""Build the graph that documents should have: extraction, sessions, files, stand-ins."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from ..model import graph_key
from .desired import ContainerRecord, DesiredGraph, desired_document
from .extraction import RuleExtractor
from .records import MAX_ALIASES, EntityRecord, Extraction, Mention, SourceDocument
from .sessions import files, sessions

if TYPE_CHECKING:
    import numpy as np

STAND_IN = "replaced:"
"""How the ids of stand-ins for replaced documents begin."""


def build(
    scope: str,
    documents: Sequence[SourceDocument],
    extractor: RuleExtractor,
    *,
    origin: Literal["memory", "ingest"],
    unit: str,
    edited: Collection[str] = (),
    vectors: Mapping[str, np.ndarray] | None = None,
    added: Mapping[str, tuple[Extraction, Mapping[str, EntityRecord]]] | None = None,
) -> DesiredGraph:
    """Return the graph that one owner should have.

    Args:
        scope: Its scope.
        documents: All documents of the owner, in the order of insertion.
        extractor: The owner's extractor; it remembers what it has read.
        origin: Who owns them.
        unit: The input that they come from.
        edited: Ids of the documents that a user changed by hand.
        vectors: Unit vectors by document key.
        added: Further extractions by document id, with their entities, such as a model's.

    Returns:
        The desired graph.
    """
    present = {document.id for document in documents}
    spoken = [
        _resolved(
            replace(document, fact_source="user_edit") if document.id in edited else document,
            present,
        )
        for document in documents
    ]
    extractions, entities = extractor.update(spoken)
    if added:
        wanted = {identifier: more for identifier, more in added.items() if identifier in present}
        extractions, entities = _with_types(extractions, entities, wanted)
    desired = {}
    for document in spoken:
        extraction = extractions[document.id]
        item = desired_document(
            scope,
            document,
            extraction.mentions,
            extraction.facts,
            edited=document.id in edited,
        )
        desired[item.key] = item
    containers = {**sessions(scope, spoken), **files(scope, spoken)}
    containers |= _stand_ins(scope, spoken)
    return DesiredGraph(scope, origin, unit, desired, entities, containers, dict(vectors or {}))


def _with_types(
    extractions: Mapping[str, Extraction],
    entities: Mapping[str, EntityRecord],
    added: Mapping[str, tuple[Extraction, Mapping[str, EntityRecord]]],
) -> tuple[dict[str, Extraction], dict[str, EntityRecord]]:
    """Merge further extractions, and give names that the rules found the types known from them.

    A name that they know by one type is of that type everywhere. If they know several types, the
    mentions that the rules found stay untyped, since nothing tells which one is meant.
    """
    everything = dict(entities)
    typed: dict[str, set[str]] = {}
    for _, more in added.values():
        for record in more.values():
            everything.setdefault(record.id, record)
            typed.setdefault(record.norm_name, set()).add(record.id)
    renamed = {}
    for entity_id in everything:
        kind, norm = entity_id.split(":", 1)
        known = typed.get(norm, set()) - {f"name:{norm}", f"code:{norm}"}
        if kind in ("name", "code") and len(known) == 1:
            renamed[entity_id] = next(iter(known))
    result = {}
    for identifier, extraction in extractions.items():
        own = _renamed(extraction, renamed)
        if identifier in added:
            own = _merged(own, _renamed(added[identifier][0], renamed))
        result[identifier] = own
    mentioned = {m.entity_id for extraction in result.values() for m in extraction.mentions}
    final: dict[str, EntityRecord] = {}
    for entity_id, record in everything.items():
        target = renamed.get(entity_id, entity_id)
        if target in mentioned:
            chosen = final.get(target) or everything[target]
            aliases = {*chosen.aliases, *record.aliases, record.name} - {chosen.name}
            final[target] = replace(chosen, aliases=tuple(sorted(aliases))[:MAX_ALIASES])
    return result, final


def _renamed(extraction: Extraction, renamed: Mapping[str, str]) -> Extraction:
    if not renamed:
        return extraction
    mentions: dict[str, Mention] = {}
    for mention in extraction.mentions:
        entity_id = renamed.get(mention.entity_id, mention.entity_id)
        other = mentions.get(entity_id)
        if other is None or other.count < mention.count:
            mentions[entity_id] = replace(mention, entity_id=entity_id)
    facts = [
        replace(
            fact,
            subject=renamed.get(fact.subject, fact.subject),
            object=renamed.get(fact.object, fact.object),
        )
        for fact in extraction.facts
    ]
    return Extraction(tuple(mentions[key] for key in sorted(mentions)), tuple(facts))


def _merged(first: Extraction, second: Extraction) -> Extraction:
    """Merge two extractions of one document; the first wins if both have the same."""
    mentions = {mention.entity_id: mention for mention in (*second.mentions, *first.mentions)}
    facts = {
        (fact.subject, fact.relation, fact.predicate, fact.object): fact
        for fact in (*second.facts, *first.facts)
    }
    return Extraction(
        tuple(mentions[key] for key in sorted(mentions)),
        tuple(facts[identity] for identity in sorted(facts)),
    )


def _resolved(document: SourceDocument, present: Collection[str]) -> SourceDocument:
    """Return a document that points at stand-ins for the documents that consolidation removed.

    A stand-in holds no text: what was deleted stays deleted. It only shows that something was
    replaced.
    """
    if not document.supersedes and not document.amends:
        return document

    def still_there(old: str) -> str:
        return old if old in present else f"{STAND_IN}{old}"

    return replace(
        document,
        supersedes=tuple(still_there(old) for old in document.supersedes),
        amends=tuple(still_there(old) for old in document.amends),
    )


def _stand_ins(scope: str, documents: Sequence[SourceDocument]) -> dict[str, ContainerRecord]:
    return {
        graph_key(scope, old): ContainerRecord(old, "replaced")
        for document in documents
        for old in (*document.supersedes, *document.amends)
        if old.startswith(STAND_IN)
    }
