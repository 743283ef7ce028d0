"""The retriever on a live graph: what it brings, what it never does, and how often it asks."""

import asyncio
import json
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as bounds
from hypothesis import strategies as st

from graphrag.config import STRATEGIES, load_settings
from graphrag.embedding.hashed import HashedEmbedder
from graphrag.graph.index_ddl import drop_index
from graphrag.graph.ingest import ingest_beir, ingest_paths
from graphrag.graph.ingest.documents import write_documents
from graphrag.graph.ingest.job import IngestJob
from graphrag.graph.ingest.units import Unit
from graphrag.graph.records import SourceDocument
from graphrag.graph.sync import ScopeSync
from graphrag.graph.writing.forget import forget_scope
from graphrag.model import Entity, Query, RecalledDocument, graph_key
from graphrag.packing.abstaining import is_about_memory
from graphrag.packing.worth_showing import MEMORY_SHARE
from graphrag.ranking.links.entity_links import link_entity_weights, reached_passages
from graphrag.ranking.links.link_starts import first_starts
from graphrag.ranking.outdated import MAX_NEWER
from graphrag.ranking.similarity import TOP_COUNT, base_scores
from graphrag.retriever.hybrid import HybridRetriever
from graphrag.retriever.pin import PinRow, pin_parameters, pinned_view
from graphrag.retriever.question import Question
from graphrag.retriever.scope_catalog import ScopeCatalogs
from graphrag.sample.loader import SAMPLE_ANSWER, SAMPLE_QUESTION, sample_documents
from graphrag.scopes import text_index
from graphrag.store import GraphStore, StoreLimits
from graphrag.text.messages.message_vectors import embed_asks

from ..support.graphs import ask as ask_database
from ..support.graphs import fresh_scope, new_scope
from ..support.memories import Memory
from ..support.sample import sync_sample
from ..support.stores import connection_to

SCOPE = "test-retriever/default"
OTHER = "test-retriever/projects/other"
TODAY = date(2025, 6, 1)
EMBEDDER = HashedEmbedder()
DEADLINE_MS = 30_000


@pytest.fixture(scope="module")
def store(neo4j_server):
    with GraphStore(
        connection_to(neo4j_server), StoreLimits(query_timeout_ms=DEADLINE_MS)
    ) as opened:
        yield opened


@pytest.fixture(scope="module", autouse=True)
def _sample(writer):
    sync_sample(writer, SCOPE, EMBEDDER)


def settings_with(**changes):
    return load_settings().settings.model_copy(update=changes)


@pytest.fixture(scope="module")
def ask(store):
    def asking(query, *, settings=None, **options):
        retriever = HybridRetriever(store, settings or load_settings().settings)
        store.run(retriever.learn(query.scopes), timeout_s=60)
        before = store.round_trips
        found = store.run(
            retriever.retrieve(query, deadline_ms=DEADLINE_MS, **options), timeout_s=60
        )
        return found, store.round_trips - before

    return asking


@pytest.fixture
def asking_later(store, writer):
    """Writes the sample to a scope, learns what a turn must know of it, and asks when told to."""

    @contextmanager
    def prepared(scope):
        sync_sample(writer, scope, EMBEDDER)
        retriever = HybridRetriever(store, load_settings().settings)
        store.run(retriever.learn((scope,)), timeout_s=60)
        query = query_for(SAMPLE_QUESTION, scope=scope)
        yield lambda: store.run(retriever.retrieve(query, deadline_ms=DEADLINE_MS), timeout_s=60)

    return prepared


def recall(message, count=3, scope=SCOPE):
    """Recall by similarity, as the host does."""
    documents = sample_documents()
    vectors = EMBEDDER.embed([document.text for document in documents])
    cosines = vectors @ EMBEDDER.embed([message])[0]
    best = sorted(range(len(documents)), key=lambda i: -cosines[i])[:count]
    return tuple(
        RecalledDocument(
            graph_key(scope, documents[i].id), documents[i].id, documents[i].text, cosines[i]
        )
        for i in best
    )


def query_for(message, scope=SCOPE, **changes):
    base = Query(
        message=message,
        scopes=(scope,),
        today=TODAY,
        recalled=recall(message, scope=scope),
        vector=EMBEDDER.embed([message])[0] if message else None,
        vector_scopes=(scope,),
        asks=embed_asks(EMBEDDER.embed, message),
    )
    return replace(base, **changes)


def everything_said(retrieval):
    texts = [entry.passage.text for entry in retrieval.passages]
    facts = [f"{f.subject_name} {f.predicate} {f.object_name}" for f in retrieval.facts]
    return "\n".join(texts + facts)


def test_the_fact_two_hops_away_is_found(ask):
    query = query_for(SAMPLE_QUESTION)
    assert not any(SAMPLE_ANSWER in recalled.text for recalled in query.recalled)
    found, _ = ask(query)
    assert SAMPLE_ANSWER in everything_said(found)


def test_the_length_of_the_questions_vector_changes_nothing(ask):
    query = query_for(SAMPLE_QUESTION)
    found, _ = ask(query)
    scaled, _ = ask(replace(query, vector=100 * query.vector))
    keys = [entry.passage.key for entry in found.passages]
    assert [entry.passage.key for entry in scaled.passages] == keys
    assert scaled.vector_unused == found.vector_unused == ""


@pytest.mark.parametrize(("vector", "why"), [(np.ones(10), "10"), (np.zeros(384), "0")])
def test_a_vector_that_cannot_be_used_is_named_and_words_are_searched_alone(ask, vector, why):
    query = query_for(SAMPLE_QUESTION)
    found, _ = ask(replace(query, vector=vector))
    alone, _ = ask(replace(query, vector=None))
    assert why in found.vector_unused
    assert found.passages == alone.passages


def test_a_turn_takes_two_round_trips(ask):
    found, round_trips = ask(query_for(SAMPLE_QUESTION))
    assert round_trips == 2
    assert found.round_trips == 2


def test_the_same_question_gives_the_same_result(ask):
    first, _ = ask(query_for(SAMPLE_QUESTION))
    second, _ = ask(query_for(SAMPLE_QUESTION))
    assert first.passages == second.passages
    assert first.facts == second.facts
    assert first.entities == second.entities


def test_a_question_asked_again_takes_no_round_trip_until_its_scope_is_written_to(store):
    retriever = HybridRetriever(store, load_settings().settings)
    query = query_for(SAMPLE_QUESTION)

    def asked():
        return store.run(retriever.retrieve(query, deadline_ms=DEADLINE_MS), timeout_s=60)

    first, again = asked(), asked()
    assert (first.round_trips, again.round_trips) == (2, 0)
    assert again.passages == first.passages
    retriever.invalidate(SCOPE)
    assert asked().round_trips == 2


class CountingStore(GraphStore):
    """Counts the queries of turns; those of the background may come at any time."""

    turn_queries = 0

    async def read(self, template, parameters, **options):
        self.turn_queries += template in ("pin", "expand")
        return await super().read(template, parameters, **options)


@pytest.fixture(scope="module")
def counting(neo4j_server):
    limits = StoreLimits(query_timeout_ms=DEADLINE_MS)
    with CountingStore(connection_to(neo4j_server), limits) as opened:
        yield opened


def unhurried(store):
    """A retriever for which no time passes, so that no answer is too old on a slow machine."""
    return HybridRetriever(store, load_settings().settings, clock=lambda: 0.0)


@pytest.fixture
def ask_ahead(counting):
    """Ask as the plugin does while the host recalls, then take the turn."""

    def asking(query, *, early=None, meanwhile=lambda retriever: None):
        retriever = unhurried(counting)
        counting.run(retriever.learn(query.scopes), timeout_s=60)
        early = early or replace(query, recalled=())
        counting.run(retriever.read_ahead(early, deadline_ms=DEADLINE_MS), timeout_s=60)
        meanwhile(retriever)
        before = counting.turn_queries
        found = counting.run(retriever.retrieve(query, deadline_ms=DEADLINE_MS), timeout_s=60)
        return found, counting.turn_queries - before

    return asking


def without_times(found):
    return replace(found, stages_ms={})


MESSAGES = [
    SAMPLE_QUESTION,
    "What is Quayside?",
    "What runs behind Quayside Depot, and who looks after the proxy gateway?",
    "thanks, that was great!",
]


@pytest.mark.parametrize("message", MESSAGES)
def test_what_was_asked_while_the_host_recalled_is_not_asked_again(ask, ask_ahead, message):
    query = query_for(message)
    query = replace(query, nearest=tuple(known.key for known in query.recalled))
    found, asked = ask_ahead(query)
    assert asked == 0
    assert found.round_trips == 2  # made for this turn, if not in it
    assert without_times(found) == without_times(ask(query)[0])


@pytest.mark.parametrize("message", MESSAGES)
def test_what_is_recalled_against_expectation_is_asked_about(ask, ask_ahead, message):
    query = query_for(message)
    found, asked = ask_ahead(query, early=replace(query, recalled=(), nearest=()))
    assert asked >= 1
    assert without_times(found) == without_times(ask(query)[0])


@pytest.mark.parametrize("asked_ahead", [0, 1, 2])
def test_once_the_host_has_recalled_no_further_query_is_sent_ahead(counting, ask, asked_ahead):
    query = query_for(SAMPLE_QUESTION, recalled=())
    retriever = unhurried(counting)
    counting.run(retriever.learn(query.scopes), timeout_s=60)
    before = counting.turn_queries

    def is_over():
        return counting.turn_queries - before == asked_ahead

    early = retriever.read_ahead(query, deadline_ms=DEADLINE_MS, is_over=is_over)
    counting.run(early, timeout_s=60)
    assert counting.turn_queries - before == asked_ahead
    found = counting.run(retriever.retrieve(query, deadline_ms=DEADLINE_MS), timeout_s=60)
    assert counting.turn_queries - before == 2
    assert without_times(found) == without_times(ask(query)[0])


def test_after_a_write_the_turn_asks_by_itself(ask_ahead):
    query = query_for(SAMPLE_QUESTION, recalled=())
    _, asked = ask_ahead(query, meanwhile=lambda retriever: retriever.invalidate(SCOPE))
    assert asked == 2


def test_a_turn_that_comes_before_the_answers_does_not_ask_twice(counting):
    query = query_for(SAMPLE_QUESTION, recalled=())
    retriever = unhurried(counting)
    counting.run(retriever.learn(query.scopes), timeout_s=60)

    async def both():
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(retriever.read_ahead(query, deadline_ms=DEADLINE_MS))
            await asyncio.sleep(0)
            return await retriever.retrieve(query, deadline_ms=DEADLINE_MS)

    before = counting.turn_queries
    found = counting.run(both(), timeout_s=60)
    assert counting.turn_queries - before == 2
    assert SAMPLE_ANSWER in " ".join(entry.passage.text for entry in found.passages)


def test_names_alone_find_their_passages_without_any_recall(ask):
    found, _ = ask(query_for("What is Quayside?", recalled=(), vector=None))
    assert any(entity.named for entity in found.entities)
    assert "Quayside" in everything_said(found)


def test_a_name_that_the_graph_knows_is_asked_about_whatever_the_recall_brought(ask):
    known, _ = ask(query_for("any news on Amara Nwosu?", recalled=()))
    unknown, _ = ask(query_for("any news on Amina Nowak?", recalled=()))
    assert is_about_memory(known)
    assert not is_about_memory(unknown)


def test_where_a_message_says_only_a_name_the_memories_that_mention_it_are_known(ask):
    found, _ = ask(query_for("Who is Amara Nwosu?"))
    texts = {entry.passage.key: entry.passage.text for entry in found.passages}
    mentioned = {key for key, text in texts.items() if "Amara" in text}
    assert mentioned
    assert mentioned <= set(found.asked_about)
    assert not any("Amara" not in texts[key] for key in texts.keys() & found.asked_about)
    assert not ask(query_for("When does Amara Nwosu have time?"))[0].asked_about
    assert not ask(query_for("everything about Amara Nwosu"))[0].asked_about


def test_without_the_graph_the_plain_results_come_back(ask):
    found, _ = ask(query_for(SAMPLE_QUESTION), use_graph=False)
    assert found.passages
    assert found.facts == ()
    assert {entry.origin for entry in found.passages} == {"vector"}
    assert all(entry.graph_score == 0 for entry in found.passages)


def test_a_low_confidence_skips_the_expansion_and_says_so(ask):
    settings = settings_with(graphrag_min_confidence=1.0)
    found, _ = ask(query_for(SAMPLE_QUESTION), settings=settings)
    assert found.expansion_skipped == "low_confidence"
    assert found.facts == ()


def test_an_empty_graph_gives_nothing_and_says_so(ask):
    found, _ = ask(query_for(SAMPLE_QUESTION, scope="test-retriever/empty"))
    assert found.passages == ()
    assert found.expansion_skipped == "empty_graph"


def test_right_after_its_graph_was_forgotten_a_turn_finds_an_empty_one(asking_later, writer):
    with new_scope(writer) as scope, asking_later(scope) as ask_now:
        forget_scope(writer, scope)
        assert ask_now().expansion_skipped == "empty_graph"


def test_a_turn_does_without_an_index_that_was_dropped_since_the_last_one(asking_later, writer):
    with new_scope(writer) as scope, asking_later(scope) as ask_now:
        writer.schema(drop_index(text_index(scope)))
        assert SAMPLE_ANSWER in everything_said(ask_now())


def test_nothing_of_another_scope_comes_back(ask, writer):
    sync_sample(writer, OTHER, EMBEDDER)
    found, _ = ask(query_for(SAMPLE_QUESTION))
    assert {entry.passage.scope for entry in found.passages if entry.passage.scope} == {SCOPE}
    assert {fact.scope for fact in found.facts} <= {SCOPE}


def test_two_scopes_read_together_join_by_their_names(ask, writer):
    sync_sample(writer, OTHER, EMBEDDER)
    query = query_for(SAMPLE_QUESTION, vector_scopes=(SCOPE, OTHER))
    found, _ = ask(replace(query, scopes=(SCOPE, OTHER)))
    assert {entry.passage.scope for entry in found.passages if entry.passage.scope} == {
        SCOPE,
        OTHER,
    }


@pytest.mark.parametrize("cap", [1, 3, 10])
def test_no_more_new_passages_come_back_than_the_cap_allows(ask, cap):
    query = query_for(SAMPLE_QUESTION)
    found, _ = ask(query, settings=settings_with(graph_max_results=cap))
    recalled = {document.key for document in query.recalled}
    assert len([e for e in found.passages if e.passage.key not in recalled]) == cap


def test_expanding_no_more_entities_than_the_limit(ask):
    found, _ = ask(query_for(SAMPLE_QUESTION), settings=settings_with(graph_expand_limit=1))
    links = [entity for entity in found.entities if not entity.named]
    assert len(links) <= 2


class ListeningStore(GraphStore):
    """Notes which entities the queries of a turn have expanded: whose passages they have read."""

    def __init__(self, *given):
        super().__init__(*given)
        self.expanded = set()

    async def read(self, template, parameters, **options):
        rows = await super().read(template, parameters, **options)
        if template in ("pin", "expand"):
            self.expanded.update(id_ for _, ids in rows[0]["mentions"] for id_ in ids)
        return rows


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_both_hops_together_expand_no_more_entities_than_the_limit(neo4j_server, writer, limit):
    things = [
        "boiler",
        "garage",
        "invoice",
        "parcel",
        "window",
        "garden",
        "printer",
        "ticket",
        "bakery",
        "school",
    ]
    chance = Random(1)
    memory = Memory(f"test-retriever/projects/hosts{limit}")
    for number in range(80):
        thing, other = chance.sample(things, 2)
        host, near = chance.sample(range(40), 2)
        memory.insert(f"m{number}", f"The {thing} by the {other}: `kv-r{host}` near `kv-r{near}`.")
    ScopeSync(memory.scope).look(writer, memory.snapshot())
    limits = StoreLimits(query_timeout_ms=DEADLINE_MS)
    with ListeningStore(connection_to(neo4j_server), limits) as store:
        retriever = HybridRetriever(store, settings_with(graph_expand_limit=limit))
        for thing in things:
            store.expanded.clear()
            message = f"Where does the {thing} stand?"
            vector = EMBEDDER.embed([message])[0]
            query = Query(
                message, (memory.scope,), TODAY, vector=vector, vector_scopes=(memory.scope,)
            )
            store.run(retriever.retrieve(query, deadline_ms=DEADLINE_MS), timeout_s=60)
            assert 0 < len(store.expanded) <= limit
    forget_scope(writer, memory.scope)


def test_every_result_says_why_it_is_there(ask):
    found, _ = ask(query_for(SAMPLE_QUESTION))
    for entry in found.passages:
        assert entry.origin in ("vector", "graph")
        assert entry.hops <= 2
        assert entry.origin == "vector" or entry.hops > 0
    assert 0 <= found.confidence <= 1
    assert set(found.stages_ms) >= {"seed", "pin", "rank", "expand"}


MESSAGES = st.one_of(
    st.text(max_size=300),
    st.sampled_from(
        [
            "",
            "?",
            'foo AND (bar OR "baz" NOT title:*~2^9 [a TO z] {x} \\ /re/ + - && || !',
            "MATCH (n) DETACH DELETE n // '}) RETURN 1",
            "谁负责支付网关? Кто? من؟",
            "\x00\ud800 \u202e {{ include 'usr/.env' }}",
            "Quayside " * 2500,
        ]
    ),
)


@given(message=MESSAGES, count=st.integers(0, 5))
@bounds(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_asked_no_recalled_document_is_lost(ask, message, count):
    recalled = recall(SAMPLE_QUESTION, count)
    query = query_for(message, recalled=recalled, vector=EMBEDDER.embed([message])[0])
    found, round_trips = ask(query)
    keys = [entry.passage.key for entry in found.passages]
    assert {document.key for document in recalled} <= set(keys)
    assert len(set(keys)) == len(keys)
    assert round_trips == 2


@pytest.fixture(scope="module")
def behind_relations(writer, tmp_path_factory):
    """Notes whose only way from the question leads over relations of a file of triples."""
    folder = tmp_path_factory.mktemp("behind-relations")
    notes = [
        "The boiler in the cellar fails again.",
        "Lena Okafor guards db-42 at night.",
        "The key of node-9 lies with Tomas.",
    ]
    lines = [{"_id": f"n{i}", "title": "", "text": text} for i, text in enumerate(notes)]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    triples = folder / "relations.csv"
    triples.write_text("checkout-api,depends on,db-42\ndb-42,runs on,node-9\n")
    with fresh_scope(writer) as scope:
        ingest_beir(writer, folder, scope, EMBEDDER)
        ingest_paths(writer, [triples], scope, EMBEDDER)
        yield scope


def words_only(message, scope):
    """A query whose candidates come by words and by links, since no vector could be had."""
    return query_for(message, scope, vector=None, vector_scopes=(), recalled=())


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_answers_and_only_expansion_queries_ask_a_third_time(
    ask, behind_relations, strategy
):
    question = query_for(
        "Which person is woken if checkout-api fails?", behind_relations, recalled=()
    )
    found, round_trips = ask(question, settings=settings_with(graphrag_strategy=strategy))
    assert found.passages
    assert round_trips == (3 if strategy == "queries" else 2)


def test_one_hop_brings_fewer_facts_than_two(ask, behind_relations):
    question = words_only("Which person is woken if checkout-api fails?", behind_relations)
    one, _ = ask(question, settings=settings_with(graph_expand_max_hops=1))
    two, _ = ask(question)
    assert {fact.id for fact in one.facts} < {fact.id for fact in two.facts}


def test_the_passages_of_an_entity_that_a_relation_leads_to_come_with_it(ask, behind_relations):
    question = words_only("Which person is woken if checkout-api fails?", behind_relations)
    found, _ = ask(question)
    by_text = {entry.passage.text: entry for entry in found.passages}
    near = by_text["Lena Okafor guards db-42 at night."]
    far = by_text["The key of node-9 lies with Tomas."]
    assert (near.origin, near.hops, near.path) == ("graph", 1, ("checkout-api", "db-42"))
    assert (far.origin, far.hops, far.path) == ("graph", 2, ("db-42", "node-9"))
    assert near.graph_score > far.graph_score


def test_with_one_hop_only_the_first_relation_is_followed(ask, behind_relations):
    question = words_only("Which person is woken if checkout-api fails?", behind_relations)
    found, _ = ask(question, settings=settings_with(graph_expand_max_hops=1))
    texts = {entry.passage.text for entry in found.passages}
    assert "Lena Okafor guards db-42 at night." in texts
    assert "The key of node-9 lies with Tomas." not in texts


DAY = TODAY.toordinal()


@pytest.fixture(scope="module")
def remembered(writer):
    """Memories of two sessions: one of today, and one two years ago."""
    old, new = DAY - 700, DAY
    memories = [
        SourceDocument("old", "Paylane depends on Ledger Alpha.", day=old, minute=old * 1440),
        SourceDocument("new", "Paylane depends on Ledger Beta.", day=new, minute=new * 1440),
        SourceDocument("next", "A hot lunch is welcome.", day=new, minute=new * 1440 + 1),
    ]
    with fresh_scope(writer) as scope:
        unit = Unit(scope, "remembered", "remembered", "1")
        write_documents(IngestJob(writer, unit.scope, EMBEDDER), unit, memories)
        yield scope


def test_in_spreading_activation_an_old_fact_counts_for_less_than_a_fresh_one(ask, remembered):
    question = words_only("What does Paylane depend on?", remembered)
    found, _ = ask(question, settings=settings_with(graphrag_strategy="activation"))
    by_id = {entry.passage.id: entry for entry in found.passages}
    assert by_id["new"].graph_score > by_id["old"].graph_score > 0


def test_a_memory_that_its_session_brings_says_which(ask, remembered):
    found, _ = ask(words_only("What does Ledger Beta do?", remembered))
    by_id = {entry.passage.id: entry for entry in found.passages}
    assert by_id["next"].path == ("session:new",)
    assert by_id["next"].through == ()


def test_a_memory_that_its_day_brings_says_which(ask, remembered):
    found, _ = ask(words_only("What was said on 2025-06-01?", remembered))
    by_id = {entry.passage.id: entry for entry in found.passages}
    assert by_id["next"].path == ("2025-06-01",)


def test_what_is_on_a_coming_day_stands_in_memories_of_other_days(ask, writer):
    memories = [
        SourceDocument("dentist", "The dentist has time for Ida on 2 June at nine.", day=DAY - 20),
        SourceDocument("tart", "Ida's lemon tart needs six eggs.", day=DAY - 9),
        SourceDocument("trip", "Der Schulausflug ist am 2. Juni.", day=DAY - 5),
        SourceDocument("party", "The party is on 12 June.", day=DAY - 4),
    ]
    with fresh_scope(writer) as scope:
        unit = Unit(scope, "coming", "coming", "1")
        write_documents(IngestJob(writer, unit.scope, EMBEDDER), unit, memories)
        keys = {graph_key(scope, "dentist"), graph_key(scope, "trip")}
        for message in ("what's on tomorrow?", "Was steht morgen an?", "anything on 2 june?"):
            found, round_trips = ask(words_only(message, scope))
            assert set(found.asked_about) == keys, message
            assert is_about_memory(replace(found, relevance=0.0)), message
            assert round_trips == 2
        for message in ("see you tomorrow!", "what does the lemon tart need tomorrow?"):
            assert not ask(words_only(message, scope))[0].asked_about, message


def test_each_of_several_things_that_a_message_asks_finds_its_memory(ask, writer):
    memories = [
        SourceDocument("pump", "Halloran looks after the heat pump and the boiler.", day=DAY),
        SourceDocument("wall", "Oatcake matt: paint of the landing.", day=DAY - 90),
        *(SourceDocument(f"o{n}", f"The heat pump was noisy: {n}.", day=DAY) for n in range(9)),
    ]
    message = "who looks after the heat pump and the boiler, and which paint has the landing?"
    with fresh_scope(writer) as scope:
        unit = Unit(scope, "several", "several", "1")
        write_documents(IngestJob(writer, unit.scope, EMBEDDER), unit, memories)
        found, round_trips = ask(query_for(message, scope, recalled=()))
    best = {entry.passage.id: entry.score for entry in found.passages[:2]}
    assert set(best) == {"pump", "wall"}
    assert best["pump"] == pytest.approx(best["wall"])
    assert round_trips == 2


def test_a_memory_that_consolidation_replaced_is_known_as_outdated(ask, writer):
    day = TODAY.toordinal()
    memories = [
        SourceDocument("kept", "Paylane bills Mondays.", day=day - 9),
        SourceDocument("merged", "All of Paylane, in one note.", day=day, supersedes=("kept",)),
        SourceDocument("first", "Ledger Beta is blue.", day=day - 9),
        SourceDocument("edited", "Ledger Beta has a colour.", day=day, amends=("first",)),
        SourceDocument("alone", "Paylane has a logo.", day=day - 9),
    ]
    with fresh_scope(writer) as scope:
        unit = Unit(scope, "consolidated", "consolidated", "1")
        write_documents(IngestJob(writer, unit.scope, EMBEDDER), unit, memories)
        first = graph_key(scope, "first")
        asked = words_only("What do we know of Paylane and Ledger Beta?", scope)
        recalled = (RecalledDocument(first, "first", "Ledger Beta is blue."),)
        found, round_trips = ask(replace(asked, recalled=recalled))
    assert found.outdated == {
        graph_key(scope, "kept"): graph_key(scope, "merged"),
        first: graph_key(scope, "edited"),
    }
    assert round_trips == 2


def test_what_replaces_a_recalled_memory_comes_although_nothing_else_leads_to_it(ask, writer):
    day = TODAY.toordinal()
    others = [f"Notes of meeting {number}: rooms, coffee, chairs." for number in range(150)]
    memories = [
        SourceDocument("old", "Vessa opens at nine.", day=day - 9),
        *(SourceDocument(f"o{n}", text, day=day - 5) for n, text in enumerate(others)),
        SourceDocument(
            "new", "The kiosk has other hours these days.", day=day - 3, amends=("old",)
        ),
        # Found too, and replaced by something newer: more of them than are read.
        *(
            SourceDocument(f"n{n}", f"Its minutes: {n}.", day=day, amends=(f"o{n}",))
            for n in range(MAX_NEWER + 20)
        ),
    ]
    with fresh_scope(writer) as scope:
        unit = Unit(scope, "hours", "hours", "1")
        write_documents(IngestJob(writer, unit.scope, EMBEDDER), unit, memories)
        old, new = graph_key(scope, "old"), graph_key(scope, "new")
        asked = words_only("When does Vessa open for notes of a meeting?", scope)
        asked = replace(asked, recalled=(RecalledDocument(old, "old", "Vessa opens at nine."),))
        found, round_trips = ask(asked)
        few, _ = ask(asked, max_results=1)
    assert found.outdated[old] == new
    assert round_trips == 2
    assert {entry.passage.key for entry in few.passages} == {old, new}


@pytest.fixture(scope="module")
def linked(writer, tmp_path_factory):
    """Articles that share names with each other: two of them, three of them, or one alone."""
    folder = tmp_path_factory.mktemp("linked")
    articles = {
        "Vessa Harbour": "Orlin Tak built the harbour. It faces Mirna Bay and Port Emmer.",
        "Orlin Tak": "Orlin Tak drew the plans of Castle Ruun.",
        "Castle Ruun": "Castle Ruun stands above the Sorrel Valley.",
        "Mirna Bay": "Mirna Bay freezes in winter, as does Lake Ondra.",
        "Lake Ondra": "Lake Ondra feeds the Sorrel Valley. Bera Holt swam the lake.",
        "Sorrel Valley": "Sorrel Valley grows plums for Port Emmer.",
        "Port Emmer": "Port Emmer sends its ships past Mirna Bay and Cape Dray.",
        "Cape Dray": "Cape Dray has a light. It guards Mirna Bay.",
        "Bera Holt": "Bera Holt lives near Castle Ruun, beside the Tin Gate.",
        "Tin Gate": "Tin Gate is painted green, for Mirna Bay and Port Emmer.",
        "Quiet Moor": "Quiet Moor has one tree, the Lonely Ash.",
    }
    lines = [{"_id": t, "title": t, "text": text} for t, text in articles.items()]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with fresh_scope(writer) as scope:
        ingest_beir(writer, folder, scope, EMBEDDER)
        yield scope


def all_mentions(writer, scope, candidates):
    """What a view says of entities, read without a template."""
    text = (
        "MATCH (e:Entity {scope: $scope})<-[:MENTIONS]-(d:Document) "
        "RETURN e.id AS id, e.type AS type, e.norm_name AS norm, collect(d.key) AS keys"
    )
    rows = ask_database(writer, text, scope=scope)
    norms = {candidate.norm for candidate in candidates}
    entities = {
        row["id"]: Entity(
            row["id"], row["norm"], row["type"], df=len(row["keys"]), named=row["norm"] in norms
        )
        for row in rows
    }
    return {"entities": entities, "mentions": {row["id"]: tuple(row["keys"]) for row in rows}}


@pytest.mark.parametrize(
    "message",
    [
        "Who built the harbour?",
        "Who lives by the castle?",
        "What grows in the valley for Port Emmer?",
    ],
)
def test_the_server_follows_links_by_the_formula_of_the_ranking(store, writer, linked, message):
    """The first pass stands twice: in the query, to fetch, and in ``ranking``, to score."""
    query = query_for(message, linked, recalled=())
    catalog = store.run(ScopeCatalogs(store).learn(query.scopes), timeout_s=60)
    question = Question.read(query, catalog, use_graph=True)
    asked = pin_parameters(query, catalog, question, entity_limit=100)
    (row,) = store.run(store.read("pin", asked, deadline_ms=DEADLINE_MS), timeout_s=60)
    pinned = PinRow.from_row(row)
    view = pinned_view(pinned, query, question, catalog)
    starts = first_starts(base_scores(view))
    view = replace(view, **all_mentions(writer, linked, question.candidates))
    weights = link_entity_weights(view, starts)
    reached = reached_passages(view, starts, weights)
    assert reached
    assert list(pinned.reached) == reached


def test_what_is_read_in_the_background_may_take_longer_than_the_queries_of_a_turn(neo4j_server):
    with GraphStore(connection_to(neo4j_server), StoreLimits(query_timeout_ms=0.01)) as hurried:
        retriever = HybridRetriever(hurried, load_settings().settings)
        hurried.warm_up([("ping", {})]).result(60)
        catalog = hurried.run(retriever.learn((SCOPE,), deadline_ms=60_000), timeout_s=60)
        assert catalog.documents > 0


def test_what_is_asked_ahead_may_take_longer_than_the_queries_of_a_turn(neo4j_server):
    query = query_for(SAMPLE_QUESTION, recalled=())
    with GraphStore(connection_to(neo4j_server), StoreLimits(query_timeout_ms=0.01)) as hurried:
        retriever = unhurried(hurried)
        hurried.warm_up([("ping", {})]).result(60)
        hurried.run(retriever.learn((SCOPE,), deadline_ms=60_000), timeout_s=60)
        hurried.run(retriever.read_ahead(query, deadline_ms=DEADLINE_MS), timeout_s=60)
        found = hurried.run(retriever.retrieve(query, deadline_ms=DEADLINE_MS), timeout_s=60)
    assert SAMPLE_ANSWER in everything_said(found)


@pytest.fixture(scope="module")
def in_two_languages(writer):
    memories = [
        SourceDocument("de", "Der Ersatzschlüssel liegt beim Nachbarn im Briefkasten."),
        SourceDocument("en", "The boiler was serviced by Priya in the autumn."),
        SourceDocument("noise", "A hot lunch is welcome."),
        SourceDocument("cat", "The cat may eat fish."),
    ]
    with fresh_scope(writer) as scope:
        unit = Unit(scope, "languages", "languages", "1")
        write_documents(IngestJob(writer, unit.scope, EMBEDDER), unit, memories)
        yield scope


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where is the spare key for the neighbours?", "de"),
        ("Wer hat im Herbst die Heizung gewartet? Der Kessel klopft", "en"),
        ("Où est la clé chez le voisin ?", "de"),
        ("¿Qué come hoy?", "cat"),  # all its words are function words of some language
    ],
)
def test_words_find_a_memory_in_another_language(ask, in_two_languages, question, answer):
    found, _ = ask(words_only(question, in_two_languages))
    assert found.passages[0].passage.id == answer


@pytest.fixture(scope="module")
def files_without_vectors(writer):
    """A memory with vectors, and the passages of a file that was ingested without an embedder."""
    texts = (
        "Who keeps the key of the house for us?",
        "Soup needs salt.",
        "Trains are late.",
        "A hot lunch is welcome.",
    )
    memories = [SourceDocument(f"m{i}", text, day=DAY - i) for i, text in enumerate(texts)]
    passages = [
        SourceDocument("f1", "The granary is locked; its granary door has two bolts."),
        SourceDocument("f2", "Lunch is at noon."),
    ]
    with fresh_scope(writer) as memory, fresh_scope(writer) as shared:
        unit = Unit(memory, "memories", "memories", "1")
        write_documents(IngestJob(writer, unit.scope, EMBEDDER), unit, memories)
        write_documents(IngestJob(writer, shared), Unit(shared, "files", "files", "1"), passages)
        yield memory, shared


def test_a_file_without_vectors_is_found_by_its_words_beside_memories_with_vectors(
    ask, files_without_vectors
):
    message = "Who keeps the key of the granary door?"
    query = Query(
        message,
        scopes=files_without_vectors,
        today=TODAY,
        vector=EMBEDDER.embed([message])[0],
        vector_scopes=files_without_vectors,
    )
    found, _ = ask(query)
    scores = {entry.passage.id: entry.score for entry in found.passages}
    assert scores["f1"] > MEMORY_SHARE * max(scores.values()), "it is worth showing"


def test_of_a_name_it_is_known_how_many_passages_of_files_mention_it(ask, writer):
    memories = [SourceDocument("m", "Yesterday Quillon Marsh called about the roof.", day=DAY)]
    passages = [SourceDocument(f"f{i}", f"Quillon Marsh signed page {i}.") for i in range(3)]
    with fresh_scope(writer) as memory, fresh_scope(writer) as shared:
        write_documents(IngestJob(writer, memory), Unit(memory, "notes", "notes", "1"), memories)
        write_documents(IngestJob(writer, shared), Unit(shared, "files", "files", "1"), passages)
        found, _ = ask(Query("Who is Quillon Marsh?", (memory, shared), TODAY))
        alone, _ = ask(Query("Who is Quillon Marsh?", (shared,), TODAY))
    counts = [(e.df, e.in_files) for e in found.entities if e.name == "Quillon Marsh"]
    assert counts == [(4, 3)]
    counts = [(e.df, e.in_files) for e in alone.entities if e.name == "Quillon Marsh"]
    assert counts == [(3, 0)], "nothing here has a day, so nothing says what is a memory"


def test_files_without_vectors_take_no_places_among_what_is_compared_with_the_question(ask, writer):
    message = "Who keeps the key of the granary door?"
    texts = [f"Key number {number} is with a neighbour." for number in range(12)]
    memories = [SourceDocument(f"m{i}", text, day=DAY - i) for i, text in enumerate(texts)]
    passages = [
        SourceDocument(f"f{i}", f"Key of the granary door: bolt {i}, key {i}.") for i in range(40)
    ]
    vector = EMBEDDER.embed([message])[0]
    with fresh_scope(writer) as memory, fresh_scope(writer) as shared:
        unit = Unit(memory, "memories", "memories", "1")
        write_documents(IngestJob(writer, memory, EMBEDDER), unit, memories)
        write_documents(IngestJob(writer, shared), Unit(shared, "files", "files", "1"), passages)
        keys = tuple(graph_key(memory, known.id) for known in memories)
        found, _ = ask(Query(message, (memory, shared), TODAY, vector=vector, nearest=keys))
    known = {e.passage.id: e.vector_score for e in found.passages if e.vector_score is not None}
    assert len(known) == TOP_COUNT
    cosines = EMBEDDER.embed(texts) @ vector
    assert known == {id_: pytest.approx(cosines[int(id_[1:])], abs=1e-6) for id_ in known}
    assert found.relevance is not None
