"""A canonical dump of a scope: equal text for equal graphs, however they came about."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graphrag.store.writer import GraphWriter, WriteTemplate

NODES = WriteTemplate(
    "dump_nodes",
    """
MATCH (n:Document|Entity|EntityAlias|GraphScope {scope: $scope})
RETURN [l IN labels(n) | l] AS labels, properties(n) AS properties
""",
)
RELATIONS = WriteTemplate(
    "dump_relations",
    """
MATCH (a:Document|Entity {scope: $scope})-[r]->(b)
RETURN a.key AS source, type(r) AS type, b.key AS target, properties(r) AS properties
""",
)

# What tells how often or when something was written or used, not what stands there.
_VOLATILE = frozenset(
    [
        "revision",
        "synced_at",
        "digest",
        "held",
        "accesses",
        "last_access",
        "import_token",
        "sync_token",
    ]
)
_DIGITS = 9


def canonical_dump(writer: GraphWriter, scope: str) -> str:
    """Dump a scope.

    Two scopes with the same content give the same text: keys are replaced by ids.

    Args:
        writer: The writer of the database.
        scope: The scope.

    Returns:
        One line of JSON for each node and relation, sorted.
    """
    nodes = writer.read(NODES, {"scope": scope})
    names = {
        row["properties"]["key"]: f"{sorted(row['labels'])[0]}:{_id(row['properties'])}"
        for row in nodes
        if "key" in row["properties"]
    }
    lines = [_json([_labels(row["labels"]), _plain(row["properties"], names)]) for row in nodes]
    for row in writer.read(RELATIONS, {"scope": scope}):
        ends = [names.get(row["source"], ""), row["type"], names.get(row["target"], "")]
        lines.append(_json([*ends, _plain(row["properties"], names)]))
    return "\n".join(sorted(lines))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)


def _id(properties: Mapping[str, Any]) -> str:
    return str(properties.get("id") or properties.get("norm") or "")


def _labels(labels: list[str]) -> list[str]:
    return sorted(label.split("_")[0] for label in labels)


def _plain(properties: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    plain = {}
    for name, value in properties.items():
        # Ids of facts are hashes over the scope.
        of_scope = name in ("scope", "install", "key") or _is_fact_id(name, value)
        if of_scope or name in _VOLATILE:
            continue
        if isinstance(value, float):
            value = round(value, _DIGITS)
        elif isinstance(value, list):
            value = [_item(item, names) for item in value]
            if name in ("documents", "support"):
                value = sorted(value)
        elif isinstance(value, str):
            value = names.get(value, value)
        plain[name] = value
    return plain


def _item(item: Any, names: Mapping[str, str]) -> Any:
    if isinstance(item, float):
        return round(item, _DIGITS)
    if isinstance(item, str) and item[:20] in names:
        return names[item[:20]] + item[20:]
    return item


def _is_fact_id(name: str, value: Any) -> bool:
    return (
        name == "id"
        and isinstance(value, str)
        and len(value) == 20
        and (all(character in "0123456789abcdef" for character in value))
    )
