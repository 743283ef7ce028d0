"""The statements that write the lines of an export file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

from ...model import graph_key
from ...scopes import name_label, passage_label
from ..cypher.documents import REPLACE_REVISIONS, UPSERT_CONTAINERS, UPSERT_PASSAGES
from ..cypher.entities import UPSERT_ALIASES, UPSERT_ENTITIES
from ..cypher.facts import UPSERT_RELATIONS
from ..cypher.mentions import UPSERT_MENTIONS
from ..cypher.transfer import RESTORE_ACCESSES
from ..cypher.units import UPSERT_UNIT
from ..cypher.vectors import SET_ENTITY_VECTORS
from ..desired import english_of
from ..records import FactRecord
from ..writing.statements import Statement
from .lines import (
    AnyLine,
    ContainerLine,
    EntityLine,
    FactLine,
    Kind,
    PassageLine,
    RevisionLine,
    UnitLine,
    unpacked,
)

Row = dict[str, Any]


def statements_of(batch: Sequence[AnyLine], scope: str) -> list[Statement]:
    """Return the statements that write lines of one kind into a scope.

    Args:
        batch: The lines; at least one, all of the same kind.
        scope: The scope that they are written into, whichever they come from.
    """
    return _STATEMENTS[batch[0].kind](batch, scope)


def _entities(batch: Sequence[EntityLine], scope: str) -> list[Statement]:
    fields = {"id", "name", "norm_name", "type", "aliases", "description", "hash"}
    rows = [line.model_dump(include=fields) | {"key": graph_key(scope, line.id)} for line in batch]
    aliases = [
        {"key": graph_key(scope, f"alias:{norm}:{line.id}"), "norm": norm, "entity_id": line.id}
        for line in batch
        for norm in line.norms
    ]
    vectors = [
        {"key": graph_key(scope, line.id), "embedding": unpacked(line.vector)}
        for line in batch
        if line.vector is not None
    ]
    return [
        (UPSERT_ENTITIES, {"scope": scope, "rows": rows, "label": name_label(scope)}),
        (UPSERT_ALIASES, {"scope": scope, "rows": aliases}),
        (SET_ENTITY_VECTORS, {"rows": vectors}),
    ]


def _units(batch: Sequence[UnitLine], scope: str) -> list[Statement]:
    return [
        (
            UPSERT_UNIT,
            line.model_dump(exclude={"kind", "ref"})
            | {"scope": scope, "key": graph_key(scope, line.reference)},
        )
        for line in batch
    ]


def _passages(batch: Sequence[PassageLine], scope: str) -> list[Statement]:
    by_owner: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for line in batch:
        vector = unpacked(line.vector) if line.vector is not None else None
        row = line.model_dump(exclude={"kind", "ref", "origin", "unit", "vector", "mentions"})
        english = english_of(line.title, line.text) or None
        row |= {
            "key": graph_key(scope, line.reference),
            "embedding": vector,
            "english": english,
        }
        by_owner[line.origin, line.unit].append(row)
    mentions = [
        {
            "document": graph_key(scope, line.reference),
            "entity": graph_key(scope, entity),
            "count": count,
            "start": start,
        }
        for line in batch
        for entity, count, start in line.mentions
    ]
    label = passage_label(scope)
    return [
        *(
            (
                UPSERT_PASSAGES,
                {"rows": rows, "label": label, "scope": scope, "origin": origin, "unit": unit},
            )
            for (origin, unit), rows in by_owner.items()
        ),
        (UPSERT_MENTIONS, {"scope": scope, "rows": mentions}),
    ]


def _containers(batch: Sequence[ContainerLine], scope: str) -> list[Statement]:
    by_owner: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for line in batch:
        row = line.model_dump(exclude={"kind", "ref", "origin", "unit"})
        members = [{"key": graph_key(scope, name), "pos": pos} for name, pos in line.members]
        row |= {"key": graph_key(scope, line.reference), "members": members}
        by_owner[line.origin, line.unit].append(row)
    return [
        (UPSERT_CONTAINERS, {"rows": rows, "scope": scope, "origin": origin, "unit": unit})
        for (origin, unit), rows in by_owner.items()
    ]


def _revisions(batch: Sequence[RevisionLine], scope: str) -> list[Statement]:
    rows = [
        {
            "key": graph_key(scope, line.document),
            "supersedes": [graph_key(scope, name) for name in line.supersedes],
            "amends": [graph_key(scope, name) for name in line.amends],
            "outdates": [graph_key(scope, name) for name in line.outdates],
        }
        for line in batch
    ]
    return [(REPLACE_REVISIONS, {"scope": scope, "rows": rows})]


def _facts(batch: Sequence[FactLine], scope: str) -> list[Statement]:
    by_type: dict[str, list[Row]] = defaultdict(list)
    for line in batch:
        usual = FactRecord(line.subject, line.type, line.predicate, line.object).id(scope)
        row = line.model_dump(include={"predicate", "description", "created", "accesses"})
        row |= {
            "id": graph_key(scope, line.ref) if line.ref else usual,
            "subject": graph_key(scope, line.subject),
            "object": graph_key(scope, line.object),
            "last_access": line.last_access,
            "support": [graph_key(scope, name) + evidence for name, evidence in line.support],
        }
        by_type[line.type].append(row)
    written: list[Statement] = [
        (UPSERT_RELATIONS[kind], {"scope": scope, "rows": rows}) for kind, rows in by_type.items()
    ]
    used = [row for rows in by_type.values() for row in rows]
    return [*written, (RESTORE_ACCESSES, {"rows": used})]


_STATEMENTS = cast(
    "Mapping[Kind, Callable[[Sequence[AnyLine], str], list[Statement]]]",
    MappingProxyType(
        {
            "entity": _entities,
            "unit": _units,
            "passage": _passages,
            "container": _containers,
            "revision": _revisions,
            "fact": _facts,
        }
    ),
)
