"""What a retrieval returns of a ranking."""

from graphrag.model import Entity, GraphView, Passage
from graphrag.ranking.two_pass import TwoPassRanker
from graphrag.retriever.result import mattering_entities


def view_with(*entities: Entity, mentions: dict[str, tuple[str, ...]]) -> GraphView:
    keys = ("start", "told")
    return GraphView(
        documents=100,
        passages={
            key: Passage(key, key, "s", centred=1.0 - place, has_link_entity=True)
            for place, key in enumerate(keys)
        },
        entities={entity.id: entity for entity in entities},
        mentions=mentions,
        nearest=keys,
    )


def test_of_two_entities_with_one_name_only_the_one_on_the_way_matters():
    view = view_with(
        Entity("person:mercury", "Mercury", "person", df=2),
        Entity("service:mercury", "Mercury", "service", df=70),
        mentions={"person:mercury": ("start", "told"), "service:mercury": ("start",)},
    )
    kept = TwoPassRanker().rank(view)
    assert {name for entry in kept for name in entry.path} == {"Mercury"}
    assert [entity.id for entity in mattering_entities(view, kept)] == ["person:mercury"]


def test_named_entities_come_first():
    view = view_with(
        Entity("name:way", "Way", df=2),
        Entity("name:asked", "Asked", df=90, named=True),
        mentions={"name:way": ("start", "told"), "name:asked": ()},
    )
    kept = TwoPassRanker().rank(view)
    assert [entity.id for entity in mattering_entities(view, kept)] == ["name:asked", "name:way"]
