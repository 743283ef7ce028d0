"""From documents to the graph that they are to have: extraction, sessions, files, replacements."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from ..model import graph_key
from .extraction import Extraction, RuleExtractor
from .records import (
    MAX_ALIASES,
    ContainerRecord,
    DesiredGraph,
    EntityRecord,
    Mention,
    SourceDocument,
    desired_document,
)
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
    """Say what the graph of one owner should be.

    Args:
        scope: Its scope.
        documents: All documents of the owner, in the order of insertion.
        extractor: The owner's extractor; it remembers what it has read.
        origin: Who owns them.
        unit: The input that they come from.
        edited: Ids of the documents that a user changed by hand.
        vectors: Unit vectors by document key.
        added: Further extractions by document id, with their entities (from a model).

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
    """Put further extractions in, and let them say what type a name found by rules is of.

    A name that they know by one type only is of that type everywhere; of several, the mentions
    found by rules stay untyped, since nothing says which is meant.
    """
    everything = dict(entities)
    types: dict[str, set[str]] = {}
    for _, more in added.values():
        for record in more.values():
            everything.setdefault(record.id, record)
            types.setdefault(record.norm_name, set()).add(record.id)
    renamed = {}
    for entity in everything:
        kind, norm = entity.split(":", 1)
        known = types.get(norm, set()) - {f"name:{norm}", f"code:{norm}"}
        if kind in ("name", "code") and len(known) == 1:
            renamed[entity] = next(iter(known))
    result = {}
    for identifier, extraction in extractions.items():
        merged = _renamed(extraction, renamed)
        if identifier in added:
            merged = merge_extractions(merged, _renamed(added[identifier][0], renamed))
        result[identifier] = merged
    mentioned = {m.entity for extraction in result.values() for m in extraction.mentions}
    final = {}
    for entity, record in everything.items():
        target = renamed.get(entity, entity)
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
        entity = renamed.get(mention.entity, mention.entity)
        other = mentions.get(entity)
        if other is None or other.count < mention.count:
            mentions[entity] = replace(mention, entity=entity)
    facts = [
        replace(
            fact,
            subject=renamed.get(fact.subject, fact.subject),
            object=renamed.get(fact.object, fact.object),
        )
        for fact in extraction.facts
    ]
    return Extraction(tuple(mentions[entity] for entity in sorted(mentions)), tuple(facts))


def merge_extractions(first: Extraction, second: Extraction) -> Extraction:
    """Put two extractions of one document together; the first wins where both say the same."""
    mentions = {mention.entity: mention for mention in (*second.mentions, *first.mentions)}
    facts = {
        (fact.subject, fact.relation, fact.predicate, fact.object): fact
        for fact in (*second.facts, *first.facts)
    }
    return Extraction(
        tuple(mentions[entity] for entity in sorted(mentions)),
        tuple(facts[identity] for identity in sorted(facts)),
    )


def _resolved(document: SourceDocument, present: Collection[str]) -> SourceDocument:
    """Point at stand-ins for the documents that consolidation removed.

    They hold no text: what was deleted stays deleted. But what replaced it says so.
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
