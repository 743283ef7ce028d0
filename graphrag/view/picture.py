"""A picture of a part of the graph, as data: nodes and edges, never more than some hundred."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Literal

from ..model import TOKEN_TYPE

MAX_MEMORIES = 40
"""Maximum number of memories and passages of a picture."""

MAX_ENTITIES = 80
"""Maximum number of entities of a picture."""

MAX_EDGES = 300
"""Maximum number of mentions of a picture; it has as many facts at most."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PictureNode:
    """An entity or a memory.

    Attributes:
        id: The entity's id, or the document's key.
        kind: ``entity`` or ``memory``; a passage of an ingested file is a memory here.
        label: Its name, or the beginning of its text.
        type: The entity's type, or the document's area.
        size: How many documents mention the entity; 1 for a memory.
        text: The text of the memory, or the description of the entity.
        source: Where the memory comes from.
        day: Its day in ISO 8601; empty if unknown.
        aliases: Other names of the entity.
        centre: Whether the picture was asked for it.
    """

    id: str
    kind: Literal["entity", "memory"]
    label: str
    type: str
    size: int = 1
    text: str = ""
    source: str = ""
    day: str = ""
    aliases: tuple[str, ...] = ()
    centre: bool = False


@dataclass(frozen=True, slots=True)
class PictureEdge:
    """What connects two nodes.

    Attributes:
        start: Id of the node that it leads from.
        end: Id of the node that it leads to.
        kind: ``mention``, ``fact`` or ``revision``.
        label: The words of a fact; what a revision does.
    """

    start: str
    end: str
    kind: Literal["mention", "fact", "revision"]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of the graph.

    Attributes:
        title: What it shows, in words.
        nodes: Its nodes, those in the middle first.
        edges: Its edges; both ends of each are among the nodes.

    Example:
        ::

            picture = store.run(draw(store, settings, scopes, Wanted(name="Mara")), timeout_s=30)
            print(len(picture.nodes), "nodes")
    """

    title: str
    nodes: tuple[PictureNode, ...] = ()
    edges: tuple[PictureEdge, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the picture as plain values, ready for JSON."""
        return asdict(self)


def picture_of(title: str, row: Row, centre: Sequence[str]) -> Picture:
    """Return the picture that the template ``picture`` found.

    Args:
        title: What it shows, in words.
        row: What the template returned.
        centre: Ids and keys of the nodes in the middle.
    """
    middle = set(centre)
    nodes: dict[str, PictureNode] = {}
    shown_as = _shown_as(entity[0] for entity in row["entities"])
    for own, name, kind, df, _, aliases, description in row["entities"]:
        if shown_as[own] != own:
            continue
        # An entity that two scopes have is one node.
        size = df + (nodes[own].size if own in nodes else 0)
        nodes[own] = PictureNode(
            id=own,
            kind="entity",
            label=name,
            type=type_in_words(kind),
            size=size,
            text=description,
            aliases=tuple(aliases or ()),
            centre=own in middle,
        )
    for key, identifier, title_, area, origin, source, text, day in row["documents"]:
        nodes[key] = PictureNode(
            id=key,
            kind="memory",
            label=title_ or _beginning(text),
            type=area if origin == "memory" else "file",
            text=text,
            source=source or identifier,
            day="" if day is None else date.fromordinal(day).isoformat(),
            centre=key in middle,
        )
    edges = [PictureEdge(key, shown_as[entity], "mention") for key, entity, _ in row["mentions"]]
    edges += [
        PictureEdge(start, end, "fact", predicate or relation.replace("_", " ").lower())
        for start, end, relation, predicate, _, _ in row["facts"]
    ]
    edges += [
        PictureEdge(new, old, "revision", relation.lower())
        for new, old, relation in row["revisions"]
    ]
    ordered = sorted(nodes.values(), key=lambda node: not node.centre)
    shown = (edge for edge in edges if edge.start in nodes and edge.end in nodes)
    return Picture(title, tuple(ordered), tuple(dict.fromkeys(shown)))


def type_in_words(kind: str) -> str:
    """Return an entity's type for people."""
    return "word" if kind == TOKEN_TYPE else kind


def _shown_as(entity_ids: Iterable[str]) -> dict[str, str]:
    """Return the entity that each is shown as: a word that is also a name is shown as the name."""
    ids = list(entity_ids)
    words = {own for own in ids if own.startswith(f"{TOKEN_TYPE}:")}
    named = {own.split(":", 1)[1]: own for own in ids if own not in words}
    return {own: named.get(own.split(":", 1)[1], own) if own in words else own for own in ids}


def _beginning(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57].rstrip() + "..."
