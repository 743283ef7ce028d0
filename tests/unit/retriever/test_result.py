"""What a retrieval returns of a ranking."""

from dataclasses import replace
from datetime import date

import pytest

from graphrag.caps import HARD_CAPS
from graphrag.config import load_settings
from graphrag.model import Entity, GraphView, Passage, Query, SearchOptions
from graphrag.ranking import make_ranker
from graphrag.ranking.confidence import confidence_in
from graphrag.ranking.strategies.plain import PlainRanker
from graphrag.ranking.strategies.two_pass import TwoPassRanker
from graphrag.retriever.ask_views import ask_views
from graphrag.retriever.options import RetrievalOptions
from graphrag.retriever.question import Question
from graphrag.retriever.result import kept_passages, retrieval_of, shown_entities
from graphrag.retriever.scope_catalog import ScopeCatalog


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
    assert [entity.id for entity in shown_entities(view, kept)] == ["person:mercury"]


def test_named_entities_come_first():
    view = view_with(
        Entity("name:way", "Way", df=2),
        Entity("name:asked", "Asked", df=90, named=True),
        mentions={"name:way": ("start", "told"), "name:asked": ()},
    )
    kept = TwoPassRanker().rank(view)
    assert [entity.id for entity in shown_entities(view, kept)] == ["name:asked", "name:way"]


def relevance_of(message: str) -> float:
    query = Query(message, ("s",), today=date(2024, 3, 14))
    question = Question.read(query, ScopeCatalog(("s",), documents=9), use_graph=True)
    start = message.index("Pippa Lund")
    view = view_with(mentions={})
    passages = {key: replace(each, cosine=0.3) for key, each in view.passages.items()}
    view = replace(view, passages=passages, name_spans=((start, start + len("Pippa Lund")),))
    options = RetrievalOptions.of(SearchOptions(), load_settings({}).settings)
    asked, ranked = ask_views(query, question, view), PlainRanker().rank(view)
    found = retrieval_of(query, question, view, asked, ranked, options).relevance
    assert found is not None
    return found


def test_what_a_long_message_asks_decides_whether_it_is_about_memory():
    story = "I walked my dog all day, and my bus was late. " * 6
    asked = "Where does Pippa Lund of Gourock live?"
    assert relevance_of(story + asked) == pytest.approx(relevance_of(asked))


CAP = HARD_CAPS["graph_max_results"]


@pytest.mark.parametrize(("asked", "kept"), [(-1, 0), (0, 0), (1, 1), (CAP, CAP), (CAP + 1, CAP)])
def test_no_number_of_results_lifts_the_cap(asked, kept):
    keys = [f"{number:03}" for number in range(CAP + 10)]
    view = GraphView(
        documents=len(keys),
        passages={key: Passage(key, key, "s", centred=0.5) for key in keys},
        nearest=tuple(keys),
    )
    settings = load_settings({}).settings
    ranker = make_ranker(settings)
    options = RetrievalOptions.of(SearchOptions(max_results=asked), settings)
    assert len(kept_passages(ranker.rank(view), view, options, {})) == kept


def test_what_is_linked_with_the_best_one_stays_before_more_similar_ones():
    similar = [f"{number:03}" for number in range(CAP)]
    far = ("bridge", "told")
    view = GraphView(
        documents=200,
        passages={
            **{key: Passage(key, key, "s", centred=0.5) for key in similar},
            "bridge": Passage("bridge", "bridge", "s", centred=0.9),
            "told": Passage("told", "told", "s", centred=0.0),
        },
        entities={"e": Entity("e", "Colm", df=9)},
        mentions={"e": far},
        nearest=(*similar, "bridge"),
    )
    settings = load_settings({}).settings

    def kept(max_results: int) -> list[str]:
        options = RetrievalOptions.of(SearchOptions(max_results=max_results), settings)
        ranked = TwoPassRanker().rank(view)
        return [entry.passage.key for entry in kept_passages(ranked, view, options, {})]

    assert [kept(CAP)[0], kept(CAP)[-1], len(kept(CAP))] == [*far, CAP]
    assert kept(3) == ["bridge", "000", "001"], "of a few results all are the best"


REPLACED = GraphView(
    documents=30,
    passages={
        "hourly": Passage("hourly", "hourly", "s", centred=0.6, bm25=3.0),
        "key": Passage("key", "key", "s", centred=0.4, bm25=1.0),
        "tiles": Passage("tiles", "tiles", "s", centred=0.3),
        "raise": Passage("raise", "raise", "s", centred=0.1),
        "linked": Passage("linked", "linked", "s", centred=0.1),
    },
    nearest=("hourly", "key", "tiles"),
    replaced=(("hourly", "raise"),),
)


@pytest.mark.parametrize("ranker", [PlainRanker(), TwoPassRanker()])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_what_replaces_one_of_the_best_comes_with_every_strategy(ranker, most):
    options = RetrievalOptions(use_graph=False, max_results=most, min_graph_score=0.0)
    kept = kept_passages(ranker.rank(REPLACED), REPLACED, options, {"hourly": "raise"})
    assert {entry.passage.key for entry in kept} == {"raise", *["hourly", "key"][: most - 1]}


def test_plain_results_have_nothing_else_that_only_the_graph_led_to():
    keys = [entry.passage.key for entry in PlainRanker().rank(REPLACED)]
    assert keys == ["hourly", "key", "tiles", "raise"]


def test_a_memory_that_the_strategy_leaves_out_takes_no_place():
    ranked = [e for e in PlainRanker().rank(REPLACED) if e.passage.key != "raise"]
    options = RetrievalOptions(use_graph=False, max_results=2, min_graph_score=0.0)
    kept = kept_passages(ranked, REPLACED, options, {"hourly": "raise"})
    assert [entry.passage.key for entry in kept] == ["hourly", "key"]


def test_the_least_graph_score_of_the_caller_wins_over_the_setting():
    settings = load_settings({"graphrag_min_graph_score": 0.5}).settings
    lower, unset = SearchOptions(min_graph_score=0.2), SearchOptions()
    assert RetrievalOptions.of(lower, settings).min_graph_score == 0.2
    assert RetrievalOptions.of(unset, settings).min_graph_score == 0.5


def test_what_is_near_to_the_message_or_named_in_it_is_trusted_more():
    def confidence(*cosines: float | None, named: bool = False) -> float:
        keys = {str(place): cosine for place, cosine in enumerate(cosines)}
        view = GraphView(
            documents=9,
            passages={key: Passage(key, key, "s", cosine=keys[key]) for key in keys},
            entities={"e": Entity("e", "Atlas", named=named)},
        )
        return confidence_in("Who looks after Atlas?", view)

    assert confidence(0.9, None, 0.1) > confidence(0.2, None)
    assert confidence(0.2, named=True) > confidence(0.2)
    assert 0 < confidence(None) < 1
