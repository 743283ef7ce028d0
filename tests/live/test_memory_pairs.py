"""Two memories that both fit a question a little are found together, over the name they share."""

from datetime import date

import pytest

from graphrag.config import load_settings
from graphrag.embedding.hashed import HashedEmbedder
from graphrag.graph.ingest.documents import write_documents
from graphrag.graph.ingest.job import IngestJob
from graphrag.graph.ingest.units import Unit
from graphrag.graph.records import SourceDocument
from graphrag.model import Query
from graphrag.retriever.hybrid import HybridRetriever
from graphrag.store import GraphStore, StoreLimits

from ..support.graphs import fresh_scope
from ..support.stores import connection_to

DEADLINE_MS = 30_000
QUESTION = "Which day can mum have her weak eyes looked at?"
MEMORIES = {
    "start1": "On a good day mum looked at her weak heart and her eyes.",
    "start2": "The weak lamp was looked at the other day by mum.",
    "start3": "With weak eyes mum looked at the calendar.",
    "bridge": "It is Dr Sempere who cares for mum since the winter.",
    "answer": "Dr Sempere sees people on one day of the week only, a Tuesday.",
    "marked": "Inés Muñoz brings the eggs.",
    "alone": "The bakery is closed on one day of the week only, a Monday.",
}


@pytest.fixture(scope="module")
def scope(writer):
    memories = [SourceDocument(name, text) for name, text in MEMORIES.items()]
    with fresh_scope(writer) as name:
        unit = Unit(name, "pairs", "pairs", "1")
        write_documents(IngestJob(writer, unit.scope, HashedEmbedder()), unit, memories)
        yield name


def test_a_name_is_found_as_it_is_typed_without_its_marks(neo4j_server, scope):
    limits = StoreLimits(query_timeout_ms=DEADLINE_MS)
    with GraphStore(connection_to(neo4j_server), limits) as store:
        retriever = HybridRetriever(store, load_settings().settings)
        query = Query("when does Ines Munoz come?", (scope,), date(2025, 6, 1))
        found = store.run(retriever.retrieve(query, deadline_ms=DEADLINE_MS), timeout_s=60)
    assert [entity.name for entity in found.entities if entity.named] == ["Inés Muñoz"]


def test_the_partner_of_a_memory_that_fits_is_ranked_by_their_pair(neo4j_server, scope):
    limits = StoreLimits(query_timeout_ms=DEADLINE_MS)
    with GraphStore(connection_to(neo4j_server), limits) as store:
        retriever = HybridRetriever(store, load_settings().settings)
        store.run(retriever.learn((scope,)), timeout_s=60)
        query = Query(message=QUESTION, scopes=(scope,), today=date(2025, 6, 1))
        turn = retriever.retrieve(query, deadline_ms=DEADLINE_MS)
        ranked = {entry.passage.id: entry for entry in store.run(turn, timeout_s=60).passages}
    order = list(ranked)
    assert {"bridge", "answer"}.isdisjoint(order[:3])  # nothing starts from them
    assert order.index("answer") < order.index("alone")
    assert ranked["answer"].path == ("Dr Sempere",)
