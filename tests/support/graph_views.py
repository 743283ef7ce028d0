"""Graph data small enough to rank by hand."""

from __future__ import annotations

from graphrag.model import Fact, GraphView, Passage


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
