"""Reading a picture from the graph: around an entity, a memory or a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..errors import SettingsError
from ..model import USER_ID, Query, graph_key
from ..retriever.common_parameters import SHAPE
from ..retriever.hybrid import HybridRetriever
from ..retriever.scope_catalog import read_catalog
from ..text.query_words import full_text_query
from ..text.words import normalize_name, words
from .picture import MAX_EDGES, MAX_ENTITIES, MAX_MEMORIES, Picture, picture_of

if TYPE_CHECKING:
    from ..config import Settings
    from ..store import GraphStore

MAX_TEXT = 2000
"""Maximum number of characters of a memory's text."""

_MIDDLE = 12
"""Entities in the middle of an overview; memories in the middle of a question's picture."""

_NAMED = 5
"""Entities in the middle that a name or a question means: several may be called alike."""

_RELATED = 20
"""Entities shown that facts connect with one in the middle."""

DEADLINE_MS = 20_000.0
"""Longest time for each query, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a picture should show; the most mentioned entities if nothing is named.

    Attributes:
        name: An entity by name.
        entity: An entity by id.
        memory: A memory by its id in the host, or by its key.
        query: A question: what it names, and what is found for it by names and words.
    """

    name: str = ""
    entity: str = ""
    memory: str = ""
    query: str = ""


async def draw(
    store: GraphStore, settings: Settings, scopes: Sequence[str], wanted: Wanted
) -> Picture:
    """Read a picture. Runs on the store's loop.

    Args:
        store: The live graph.
        settings: How a question is answered.
        scopes: The scopes to look in, at most 4.
        wanted: What to show.

    Raises:
        SettingsError: There is no such entity or memory, or nothing was found.
        StoreError: Neo4j could not be used in time.
    """
    middle = await _middle_of(store, settings, scopes, wanted)
    parameters = {
        "scopes": list(scopes),
        "ids": list(middle.ids),
        "keys": list(middle.keys),
        "document_limit": MAX_MEMORIES,
        "entity_limit": MAX_ENTITIES,
        "related_limit": _RELATED,
        "edge_limit": MAX_EDGES,
        "df_max": SHAPE["df_max"],
        "text_limit": MAX_TEXT,
    }
    [row] = await store.read("picture", parameters, deadline_ms=DEADLINE_MS)
    picture = picture_of(middle.title, row, [*middle.ids, *middle.keys])
    if wanted.entity and picture.nodes:
        return replace(picture, title=picture.nodes[0].label)
    if not picture.nodes:
        raise _nothing_found(wanted)
    return picture


@dataclass(frozen=True, slots=True)
class _Middle:
    """What stands in the middle of a picture: entities by id, memories by key."""

    title: str
    ids: Sequence[str] = ()
    keys: Sequence[str] = ()


async def _middle_of(
    store: GraphStore, settings: Settings, scopes: Sequence[str], wanted: Wanted
) -> _Middle:
    if wanted.query:
        found = await HybridRetriever(store, settings).retrieve(
            Query(wanted.query, scopes=tuple(scopes)), deadline_ms=DEADLINE_MS
        )
        named = [entity.id for entity in found.entities if entity.named][:_NAMED]
        best = [entry.passage.key for entry in found.passages[:_MIDDLE]]
        return _Middle(f"Question: {wanted.query}", named, best)
    if wanted.memory:
        keys = [graph_key(scope, wanted.memory) for scope in scopes]
        keys += [wanted.memory] if _is_key(wanted.memory) else []
        return _Middle(f"Memory {wanted.memory}", keys=keys)
    if wanted.entity:
        return _Middle(wanted.entity.partition(":")[2], [wanted.entity])
    if wanted.name:
        return _Middle(wanted.name, await _meant(store, scopes, wanted.name))
    return _Middle("Most mentioned", await _most_mentioned(store, scopes))


def _nothing_found(wanted: Wanted) -> SettingsError:
    if wanted.query:
        return SettingsError(f"nothing in the graph fits {wanted.query!r}", "name someone in it")
    if wanted.memory:
        return SettingsError(f"the graph has no memory {wanted.memory!r}", "check its id")
    if wanted.entity or wanted.name:
        named = wanted.entity.partition(":")[2] or wanted.entity or wanted.name
        return SettingsError(f"nothing in the graph mentions {named!r}")
    return SettingsError("no memory or file mentions a name yet", "name an entity to see its facts")


async def _meant(store: GraphStore, scopes: Sequence[str], name: str) -> list[str]:
    """Return the entities of a name; if none has it, those with the most similar names."""
    catalog = await read_catalog(store, scopes, deadline_ms=DEADLINE_MS, in_turn=False)
    norm = normalize_name(name)
    text = full_text_query(word.norm for word in words(name))
    if not norm or not text:
        raise SettingsError(f"{name!r} has no letter or digit", "give a name")
    parameters = {
        "scopes": list(scopes),
        "names": [norm[:200]],
        "names_indexes": catalog.names_indexes(),
        "text": text,
        "limit": _NAMED,
    }
    rows = await store.read("named", parameters, deadline_ms=DEADLINE_MS)
    exact = [row["id"] for row in rows if row["exact"]]
    if not rows:
        raise SettingsError(f"no entity is called {name!r}", "check how it is spelled")
    return exact or [row["id"] for row in rows]


async def _most_mentioned(store: GraphStore, scopes: Sequence[str]) -> list[str]:
    parameters = {"scopes": list(scopes), "text": "", "skip": 0, "limit": _MIDDLE + 1}
    rows = await store.read("entities", parameters, deadline_ms=DEADLINE_MS)
    # The user is in everything, and would hide the rest.
    return [row["id"] for row in rows if row["id"] != USER_ID][:_MIDDLE]


def _is_key(text: str) -> bool:
    return len(text) == 20 and all(sign in "0123456789abcdef" for sign in text)
