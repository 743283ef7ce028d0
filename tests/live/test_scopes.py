"""Two scopes with the same names inside: nothing of one is ever seen from the other."""

from datetime import date

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as bounds
from hypothesis import strategies as st

from graphrag import safe_cypher
from graphrag.config import load_settings
from graphrag.embedding.hashed import HashedEmbedder
from graphrag.graph.ingest.documents import write_documents
from graphrag.graph.ingest.job import IngestJob
from graphrag.graph.ingest.units import Unit
from graphrag.graph.records import SourceDocument
from graphrag.model import Query, RecalledDocument, graph_key
from graphrag.packing.pack import pack
from graphrag.packing.tokens import estimate_tokens
from graphrag.retriever.hybrid import HybridRetriever
from graphrag.retriever.warm_up import warm_up_runs
from graphrag.scopes import names_index, text_index, vector_index
from graphrag.store import GraphStore, StoreLimits
from graphrag.store.writer import WriteTemplate

from ..support.graphs import fresh_scope
from ..support.stores import connection_to

NAMES = ("Osprey Gateway", "Paylane", "Tove Brandt", "Harbour Books", "ledger_db")
RELATIONS = ("depends on", "uses", "owns", "replaces", "works on")
EMBEDDER = HashedEmbedder()
OURS, THEIRS = "ours-7731", "theirs-4402"

statements = st.builds(
    "{} {} {}.".format, st.sampled_from(NAMES), st.sampled_from(RELATIONS), st.sampled_from(NAMES)
)
memories = st.lists(
    st.lists(statements, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=6
)


@pytest.fixture(scope="module")
def store(neo4j_server):
    with GraphStore(connection_to(neo4j_server), StoreLimits(query_timeout_ms=30_000)) as opened:
        yield opened


@pytest.fixture(scope="module")
def scopes(writer):
    with fresh_scope(writer) as ours, fresh_scope(writer) as theirs:
        yield ours, theirs


def write(writer, scope, mark, texts):
    """Replace a scope's memories by these; each contains the mark of its scope."""
    documents = [
        SourceDocument(id=f"m{i}", text=f"{text} ({mark})", day=739_000, minute=1_000_000 + i)
        for i, text in enumerate(texts)
    ]
    unit = Unit(scope, "random", "random", "|".join(texts))
    write_documents(IngestJob(writer, unit.scope, EMBEDDER), unit, documents)
    return [graph_key(scope, document.id) for document in documents]


CROSSINGS = (
    # Their documents and entities, by relations that say they are ours ...
    """MATCH (d:Document {scope: $other}) WHERE d.text IS NOT NULL
MATCH (e:Entity {scope: $scope}) CREATE (d)-[:MENTIONS {scope: $scope, crossing: true}]->(e)""",
    """MATCH (d:Document {scope: $scope}) WHERE d.text IS NOT NULL
MATCH (e:Entity {scope: $other}) CREATE (d)-[:MENTIONS {scope: $scope, crossing: true}]->(e)""",
    """MATCH (e:Entity {scope: $scope}) MATCH (x:Entity {scope: $other})
CREATE (e)-[:DEPENDS_ON {scope: $scope, crossing: true, id: $mark, predicate: $mark}]->(x)
CREATE (x)-[:DEPENDS_ON {scope: $scope, crossing: true, id: $mark, predicate: $mark}]->(e)""",
    """MATCH (c:Document {scope: $scope})-[:CONTAINS]->() WITH DISTINCT c
MATCH (d:Document {scope: $other}) WHERE d.text IS NOT NULL
CREATE (c)-[:CONTAINS {scope: $scope, crossing: true, container: c.key, pos: 0,
                       ordered: true}]->(d)""",
    # ... and relations of theirs between our own.
    """MATCH (d:Document {scope: $scope}) WHERE d.text IS NOT NULL
MATCH (e:Entity {scope: $scope}) CREATE (d)-[:MENTIONS {scope: $other, crossing: true}]->(e)""",
    """MATCH (c:Document {scope: $scope})-[k:CONTAINS]->() WITH DISTINCT c, max(k.pos) AS last
MATCH (d:Document {scope: $scope}) WHERE d.text IS NOT NULL
CREATE (c)-[:CONTAINS {scope: $other, crossing: true, container: c.key, pos: last + 1,
                       ordered: true}]->(d)""",
    """MATCH (e:Entity {scope: $scope}) MATCH (x:Entity {scope: $scope}) WHERE e <> x
CREATE (e)-[:DEPENDS_ON {scope: $other, crossing: true, id: $mark, predicate: $mark}]->(x)""",
)
UNCROSS = "MATCH (n)-[r]->() WHERE n.scope IN [$scope, $other] AND r.crossing DELETE r"


def run_raw(writer, text, scope, other):
    """Write what no template writes: what a bug, or another tool on the server, might leave."""
    writer.write(WriteTemplate("raw", text), {"scope": scope, "other": other, "mark": THEIRS})


def reading(name, scope, keys, other, *, named):
    """Parameters that ask, from one scope, for everything of the other; by names, or by starts."""
    vector = EMBEDDER.embed([" ".join(NAMES)])[0].tolist()
    ids = [f"name:{name.lower()}" for name in NAMES]
    indexes = {
        "text_indexes": [text_index(other), text_index(scope)],
        "vector_indexes": [vector_index(other), vector_index(scope)],
        "names_indexes": [names_index(other), names_index(scope)],
        "entity_indexes": [],
    }
    wanted = {
        "scopes": [scope],
        "memory_scopes": [scope],
        "documents": 10,
        "keys": keys,
        "known": keys,
        "texts": keys,
        "starts": [{"key": key, "weight": 1.0} for key in keys[:10]],
        "named": ids if named else [],
        "expanded": ids if named else [],
        "names": ["paylane", "tove brandt", "osprey gateway"] if named else [],
        "names_text": "paylane osprey" if named else "nothing",
        "text": "paylane osprey tove harbour",
        "searches": [
            {"index": index, "text": "paylane osprey tove harbour"}
            for index in indexes["text_indexes"]
        ],
        "vector": vector,
        "ask_vectors": [vector, vector],
        "ask_centred": [vector],
        "centred": vector,
        "centred_norm": 1.0,
        "days": [{"first": 738_000, "last": 740_000, "weight": 1.0}],
        "entity_limit": 100,
        "fact_limit": 10,
        "hops": 2,
        "asked": ["one"],
        "queries": ["paylane osprey"],
        "each": 10,
        "newer": 20,
        "scope": scope,
        "ids": ids,
        "skip": 0,
        "limit": 20,
        "document_limit": 50,
        "related_limit": 20,
        "edge_limit": 300,
        "df_max": 60,
        "text_limit": 500,
        **indexes,
    }
    fields = safe_cypher.TEMPLATES[name].parameters.model_fields
    shape = dict(warm_up_runs([]))["pin"]["shape"]
    return {field: shape if field == "shape" else wanted[field] for field in fields}


def read(store, name, parameters):
    return repr(store.run(store.read(name, parameters, deadline_ms=30_000), timeout_s=60))


@given(ours=memories, theirs=memories)
@bounds(
    max_examples=6,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
def test_no_template_shows_one_scope_to_the_other(writer, store, scopes, ours, theirs):
    scope, other = scopes
    own_keys = write(writer, scope, OURS, ours)
    other_keys = write(writer, other, THEIRS, theirs)
    told = {}
    for name in sorted(set(safe_cypher.TEMPLATES) - {"index_states"}):
        for named in (True, False):
            parameters = reading(name, scope, [*own_keys, *other_keys], other, named=named)
            seen = read(store, name, parameters)
            assert THEIRS not in seen
            assert other not in seen
            assert not [key for key in other_keys if key in seen], name
            told[name, named] = parameters, seen
    for crossing in CROSSINGS:
        run_raw(writer, crossing, scope, other)
    for (name, _), (parameters, seen) in told.items():
        assert read(store, name, parameters) == seen, name

    retriever = HybridRetriever(store, load_settings().settings)
    query = Query(
        message="What does Paylane depend on, and who owns the Osprey Gateway?",
        scopes=(scope,),
        today=date(2026, 1, 1),
        recalled=tuple(RecalledDocument(key, "x", "known text") for key in other_keys),
        vector=EMBEDDER.embed(["Paylane depends on the Osprey Gateway"])[0],
        nearest=tuple(other_keys),
        vector_scopes=(scope, other),
    )
    found = store.run(retriever.retrieve(query, deadline_ms=30_000), timeout_s=60)
    block = pack(found, max_tokens=2000, counter=estimate_tokens)
    assert THEIRS not in repr(found) + block.text
    assert not set(other_keys) & {entry.passage.key for entry in found.passages}
    assert not set(other_keys) & {key for fact in found.facts for key in fact.documents}
    run_raw(writer, UNCROSS, scope, other)


def test_scopes_with_vectors_of_different_lengths_are_read_together(writer, store):
    with fresh_scope(writer) as ours, fresh_scope(writer) as shared:
        write(writer, ours, OURS, ["Paylane depends on Osprey Gateway."])
        short = HashedEmbedder(dimension=32)
        documents = [SourceDocument(id="s", text="Osprey Gateway is owned by Tove Brandt.")]
        unit = Unit(shared, "short", "short", "1")
        write_documents(IngestJob(writer, unit.scope, short), unit, documents)
        retriever = HybridRetriever(store, load_settings().settings)
        for embedder in (EMBEDDER, short):
            query = Query(
                message="What does Paylane depend on?",
                scopes=(ours, shared),
                today=date(2026, 1, 1),
                vector=embedder.embed(["Paylane depends on the Osprey Gateway"])[0],
                vector_scopes=(ours, shared),
            )
            found = store.run(retriever.retrieve(query, deadline_ms=30_000), timeout_s=60)
            assert {e.passage.scope for e in found.passages} == {ours, shared}
