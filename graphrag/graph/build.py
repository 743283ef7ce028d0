"""Build the graph that documents should have: extraction, sessions, files, stand-ins."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from ..model import graph_key
from ..text.names.name_list import EMPTY_LIST, NameList
from .desired import ContainerRecord, DesiredGraph, desired_document
from .extraction import RuleExtractor
from .records import EntityRecord, Extraction, SourceDocument
from .renaming import renamed_entities, renamed_extraction, renames_of, without_aliases
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
    listed: NameList = EMPTY_LIST,
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
        listed: The user's own list of names.

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
    extractions, entities = extractor.update(spoken, listed)
    if added:
        wanted = {identifier: more for identifier, more in added.items() if identifier in present}
        extractions, entities = _with_types(extractions, entities, wanted)
    if listed != EMPTY_LIST:
        extractions, entities = _as_listed(extractions, entities, listed)
    desired = {}
    for document in spoken:
        extractor.pause()
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
    return DesiredGraph(scope, origin, unit, desired, entities, containers, vectors or {})


def _as_listed(
    extractions: Mapping[str, Extraction], entities: Mapping[str, EntityRecord], listed: NameList
) -> tuple[dict[str, Extraction], dict[str, EntityRecord]]:
    """Do what the user's list says with all that did not come from the lexicon.

    These are a model's entities, the words that link memories, and literal objects of facts.
    """
    renames = renames_of(listed, entities)
    result = {key: renamed_extraction(found, renames) for key, found in extractions.items()}
    final = renamed_entities(entities, renames, result.values())
    return result, without_aliases(final, listed)


def _with_types(
    extractions: Mapping[str, Extraction],
    entities: Mapping[str, EntityRecord],
    added: Mapping[str, tuple[Extraction, Mapping[str, EntityRecord]]],
) -> tuple[dict[str, Extraction], dict[str, EntityRecord]]:
    """Merge further extractions, and use their types for names that the rules found without a type.

    If the further extractions give a name one type, it has that type everywhere. If they give it
    several types, the mentions that the rules found stay untyped, since nothing tells which one is
    meant.
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
        own = renamed_extraction(extraction, renamed)
        if identifier in added:
            own = _merged(own, renamed_extraction(added[identifier][0], renamed))
        result[identifier] = own
    return result, renamed_entities(everything, renamed, result.values())


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
