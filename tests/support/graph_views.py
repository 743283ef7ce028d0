"""Graph data small enough to rank by hand."""

from __future__ import annotations

from graphrag.model import Entity, Fact, GraphView, Passage


def passage(key: str, centred: float = 0.0, **more) -> Passage:
    return Passage(key=key, id=key, scope="s", centred=centred, **more)


def view_of(*passages: Passage, **more) -> GraphView:
    return GraphView(
        documents=more.pop("documents", 1000),
        passages={item.key: item for item in passages},
        **more,
    )


def fact(id_: str, subject: str, object_: str, **more) -> Fact:
    return Fact(
        id_, subject, object_, subject.title(), object_.title(), "RELATED_TO", "knows", **more
    )


def linked_view(**more) -> GraphView:
    """Start s mentions rare and common; a shares rare with it, b common, c only a named one."""
    return view_of(
        passage("s", 0.9, has_link_entity=True),
        passage("a", 0.1, has_link_entity=True),
        passage("b", 0.1, has_link_entity=True),
        passage("c", 0.1, has_link_entity=True),
        entities={
            "rare": Entity("rare", "Rare", df=2),
            "common": Entity("common", "Common", df=40),
            "hub": Entity("hub", "Hub", df=61),
            "named": Entity("named", "Named", df=3, named=True),
        },
        mentions={
            "rare": ("a", "s"),
            "common": ("b", "s"),
            "hub": ("a", "b", "c", "s"),
            "named": ("c",),
        },
        nearest=("s", "a", "b", "c"),
        **more,
    )
