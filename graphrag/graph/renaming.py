"""Entities that get another id, or that go: in what documents mention and state, and in records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..model import UNLINKED_TYPES
from ..text.names.name_list import NameList
from ..text.words import normalize_name
from .records import MAX_ALIASES, EntityRecord, Extraction, Mention

_LEAST_TELLING = ("token", "phrase", "name", "code")
"""Types that say least about an entity, the least telling one first."""


def renames_of(listed: NameList, entity_ids: Iterable[str]) -> dict[str, str]:
    """Return the new ids of the entities that the user's own list concerns.

    Names that the user joined are of one type: the most telling one that is known of them.

    Args:
        listed: The list.
        entity_ids: All entity ids.

    Returns:
        New id by id; an empty string for a name that is none.
    """
    same = listed.joined_into({})
    same |= {whole: whole for whole in same.values()}
    ruled_out = listed.ruled_out_norms
    kinds: dict[str, set[str]] = {}
    renames: dict[str, str] = {}
    for entity_id in entity_ids:
        kind, norm = entity_id.split(":", 1)
        if norm in ruled_out and kind != "user":
            renames[entity_id] = ""
        elif norm in same and kind not in UNLINKED_TYPES:
            kinds.setdefault(same[norm], set()).add(kind)
            renames[entity_id] = same[norm]
    for entity_id, whole in renames.items():
        if whole:
            kind = max(kinds[whole], key=lambda kind: (_how_telling(kind), kind))
            renames[entity_id] = f"{kind}:{whole}"
    return {old: new for old, new in renames.items() if old != new}


def _how_telling(kind: str) -> int:
    return _LEAST_TELLING.index(kind) if kind in _LEAST_TELLING else len(_LEAST_TELLING)


def renamed_extraction(extraction: Extraction, renames: Mapping[str, str]) -> Extraction:
    """Return an extraction with other ids; what was said of an entity that goes, goes too.

    Args:
        extraction: What was found in a document.
        renames: New id by id; an empty string for an entity that goes.
    """
    if not renames:
        return extraction
    mentions: dict[str, Mention] = {}
    for mention in extraction.mentions:
        entity_id = renames.get(mention.entity_id, mention.entity_id)
        other = mentions.get(entity_id)
        if entity_id and (other is None or other.count < mention.count):
            mentions[entity_id] = replace(mention, entity_id=entity_id)
    facts = [
        replace(
            fact,
            subject=renames.get(fact.subject, fact.subject),
            object=renames.get(fact.object, fact.object),
        )
        for fact in extraction.facts
    ]
    kept = (fact for fact in facts if fact.subject and fact.object and fact.subject != fact.object)
    return Extraction(tuple(mentions[key] for key in sorted(mentions)), tuple(kept))


def renamed_entities(
    entities: Mapping[str, EntityRecord],
    renames: Mapping[str, str],
    extractions: Iterable[Extraction],
) -> dict[str, EntityRecord]:
    """Return the records of all entities that are mentioned, under their new ids.

    The names of a record that gets another's id become aliases of that one.

    Args:
        entities: The records by their old ids.
        renames: New id by id; an empty string for an entity that goes.
        extractions: What the documents mention, under the new ids.
    """
    mentioned = {m.entity_id for extraction in extractions for m in extraction.mentions}
    final: dict[str, EntityRecord] = {}
    for entity_id, record in entities.items():
        target = renames.get(entity_id, entity_id)
        if target not in mentioned:
            continue
        chosen = final.get(target) or entities.get(target) or _under(target, record)
        aliases = {*chosen.aliases, *record.aliases, record.name} - {chosen.name}
        final[target] = replace(chosen, aliases=tuple(sorted(aliases))[:MAX_ALIASES])
    return final


def without_aliases(
    entities: Mapping[str, EntityRecord], listed: NameList
) -> dict[str, EntityRecord]:
    """Return the records without aliases that the user ruled out."""
    ruled_out = listed.ruled_out_norms
    return {
        entity_id: replace(
            record, aliases=tuple(a for a in record.aliases if normalize_name(a) not in ruled_out)
        )
        for entity_id, record in entities.items()
    }


def _under(entity_id: str, record: EntityRecord) -> EntityRecord:
    kind = entity_id.split(":", 1)[0]
    return replace(record, id=entity_id, type=kind)
