"""Tables of triples: a graph of their own, and together with texts."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from graphrag.config import load_settings
from graphrag.graph.ingest import Document, ingest_documents, ingest_paths
from graphrag.model import Query
from graphrag.packing.pack import pack
from graphrag.packing.tokens import estimate_tokens
from graphrag.retrieve_and_pack import retrieve_and_pack
from graphrag.retriever.hybrid import HybridRetriever
from graphrag.store import GraphStore, StoreLimits

from ..support.dump import canonical_dump
from ..support.graphs import fresh_scope
from ..support.stores import connection_to

ROWS = [
    ("subject", "subject_type", "predicate", "object", "object_type"),
    ("Tove Brandt", "person", "is on call for", "ledger-db", "service"),
    ("ledger-db", "service", "runs on", "rack-nine", "rack"),
    ("Osprey", "gateway", "is cooled by", "Fan 3", ""),
]


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "duties.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(ROWS)
    return path


@pytest.fixture
def answer(neo4j_server, scope):
    """Ask, and return what was found and the block."""
    limits = StoreLimits(query_timeout_ms=20_000)
    with GraphStore(connection_to(neo4j_server), limits) as store:
        retriever = HybridRetriever(store, load_settings().settings)

        def asking(message):
            query = Query(message, scopes=(scope,))
            work = retrieve_and_pack(retriever, query, estimate_tokens, "", 30_000)
            return store.run(work, timeout_s=40)

        yield asking


@pytest.fixture
def block_of(answer):
    return lambda message: answer(message)[1].text


@pytest.fixture
def facts_of(answer):
    return lambda message: answer(message)[0].facts


def test_a_table_without_texts_answers(writer, scope, table, block_of):
    ingest_paths(writer, [table], scope)
    block = block_of("Who is on call for ledger-db?")
    assert "Tove Brandt -> ledger-db: is on call for" in block
    assert "Fan 3" not in block


def test_a_table_without_texts_says_nothing_of_what_it_does_not_know(
    writer, scope, table, block_of
):
    ingest_paths(writer, [table], scope)
    assert block_of("Who is on call for the coffee machine?") == ""


def test_what_a_table_and_a_text_name_alike_is_one_thing(writer, scope, table, block_of):
    text = Document("note", "Remember that ledger-db moves to Malmö in May.")
    other = Document("other", "The move of ledger-db needs two vans.")
    ingest_documents(writer, [text, other], scope)
    ingest_paths(writer, [table], scope)
    block = block_of("What is planned for what Tove Brandt is on call for?")
    assert "Tove Brandt -> ledger-db: is on call for" in block
    assert "Malmö" in block


@pytest.fixture
def texts(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "duties.md").write_text(
        "# Duties\n\nTove Brandt asks for `ledger-db` in rack-nine.\n"
    )
    (folder / "fans.md").write_text("# Fans\n\nOsprey is cooled by Fan 3 in May.\n")
    return folder


def test_a_changed_table_gives_the_graph_of_a_fresh_ingest(writer, scope, table):
    ingest_paths(writer, [table], scope)
    head, first, _, third = ROWS
    moved = ("ledger-db", "service", "runs on", "rack-two", "rack")
    with table.open("w", newline="") as file:
        csv.writer(file).writerows(
            [head, third, moved, (*first[:2], "is off duty for", *first[3:])]
        )
    assert ingest_paths(writer, [table], scope).changed
    with fresh_scope(writer) as fresh:
        ingest_paths(writer, [table], fresh)
        assert canonical_dump(writer, scope) == canonical_dump(writer, fresh)


def test_a_table_and_texts_give_one_graph_in_either_order(writer, scope, table, texts):
    ingest_paths(writer, [table, texts], scope)
    (texts / "fans.md").rename(texts / "cooling.md")
    ingest_paths(writer, [table, texts], scope)
    with fresh_scope(writer) as fresh:
        ingest_paths(writer, [texts, table], fresh)
        assert canonical_dump(writer, scope) == canonical_dump(writer, fresh)


def test_a_fact_knows_whether_a_text_states_it(writer, scope, table, facts_of):
    texts = [
        Document("lamp", "Lamp L9 depends on ledger-db."),
        Document("hall", "Meadow Hall depends on Lamp L9."),
    ]
    ingest_documents(writer, texts, scope)
    ingest_paths(writer, [table], scope)
    stated = {
        fact.predicate: fact.has_text for fact in facts_of("What needs ledger-db and Lamp L9?")
    }
    assert stated == {"depends on": True, "is on call for": False, "runs on": False}


SERVICES = [
    ("checkout-api", "depends on", "ledger-vault"),
    ("checkout-api", "is owned by", "team Falcon"),
    ("team Falcon", "is led by", "Miriam Odell"),
    *(
        (f"part-{letter}", "depends on", f"shelf-{letter}{n}")
        for letter in "uvwxyz"
        for n in range(9)
    ),
]


@pytest.fixture
def services(writer, scope, tmp_path):
    """A table of services, and notes of which 70 mention one of them, and some its parts."""
    path = tmp_path / "services.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("subject", "predicate", "object"), *SERVICES])
    notes = [f"Note {n}: checkout-api was restarted in week {n}." for n in range(70)]
    notes += [f"Note {n}: checkout-api waits for part-{'uvwxyz'[n % 6]}." for n in range(70, 82)]
    notes.append("The till in the cellar froze, since billing-gate was full.")
    ingest_documents(writer, [Document(f"n{i}", text) for i, text in enumerate(notes)], scope)
    ingest_paths(writer, [path], scope)


def test_the_facts_about_a_name_that_many_texts_mention_come_before_others(services, block_of):
    """Its parts have more facts than a turn reads, and are linked more strongly."""
    block = block_of("Which part does checkout-api wait for, and what does checkout-api depend on?")
    assert "checkout-api -> ledger-vault: depends on" in block


def test_a_block_tells_of_a_table_what_the_message_asks_for(services, block_of):
    block = block_of("Who leads the team that owns checkout-api?")
    assert "checkout-api -> team Falcon: is owned by" in block
    assert "team Falcon -> Miriam Odell: is led by" in block
    assert "ledger-vault" not in block
    assert "shelf-" not in block


def test_what_is_asked_two_steps_away_is_read_before_what_is_not(writer, scope, tmp_path, block_of):
    """The first things that the name leads to have more facts than a turn reads."""
    rows = [("Dougal", "keeps", f"Pond {n}") for n in range(6)]
    rows += [(f"Pond {n}", f"has part {k}", f"pipe {n}{k}") for n in range(6) for k in range(9)]
    rows += [("Dougal", "drives", "Van 3"), ("Van 3", "inspection due", "2026-05-19")]
    path = tmp_path / "waterworks.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("subject", "predicate", "object"), *rows])
    ingest_paths(writer, [path], scope)
    assert "Van 3 -> 2026-05-19" in block_of("when is Dougal's van due for inspection?")


def test_of_very_many_facts_the_one_in_another_form_of_the_asked_word_is_read(
    writer, scope, tmp_path, block_of
):
    """A turn reads ten of them: "who leads", "is led by"."""
    rows = [("Draco pump", "was checked on", f"2025-03-{day:02}") for day in range(1, 29)]
    rows += [("Draco pump", "is led by", "Nadia Weiss"), ("Draco pump", "is owned by", "Wren")]
    path = tmp_path / "pumps.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("subject", "predicate", "object"), *rows])
    ingest_paths(writer, [path], scope)
    assert "Draco pump -> Nadia Weiss: is led by" in block_of("Who leads the Draco pump?")
    assert "Draco pump -> Wren: is owned by" in block_of("Who owns the Draco pump?")


def test_what_is_asked_of_several_names_is_read_of_each(writer, scope, tmp_path, block_of):
    """Two of them have more facts than a turn reads."""
    pumps = {"Orion pump": "Lotte", "Vega pump": "Ivo", "Lyra pump": "Samira"}
    rows = [(pump, "was checked on", f"2025-03-{day:02}") for pump in pumps for day in range(1, 16)]
    rows += [(pump, "is maintained by", person) for pump, person in pumps.items()]
    path = tmp_path / "pumps.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("subject", "predicate", "object"), *rows])
    ingest_paths(writer, [path], scope)
    block = block_of("Who maintains the Orion pump, the Vega pump and the Lyra pump?")
    assert [person for person in pumps.values() if f"-> {person}: is maintained" in block] == [
        *pumps.values()
    ]


def test_no_fact_of_a_table_is_told_where_a_text_answers(services, block_of):
    block = block_of("was checkout-api restarted in week 31?")
    assert "was restarted in week 31" in block
    assert " -> " not in block


def test_what_the_tables_of_two_scopes_say_alike_is_told_once(neo4j_server, writer, scope, table):
    with fresh_scope(writer) as other, GraphStore(connection_to(neo4j_server)) as store:
        for each in (scope, other):
            ingest_paths(writer, [table], each)
        retriever = HybridRetriever(store, load_settings().settings)
        query = Query("Who is on call for ledger-db?", scopes=(scope, other))
        work = retrieve_and_pack(retriever, query, estimate_tokens, "", 30_000)
        assert store.run(work, timeout_s=40)[1].text.count("is on call for") == 1


def test_a_message_is_answered_by_a_text_if_only_the_table_shows_that_it_is_about_memory(
    writer, scope, table, answer
):
    note = Document("n", "ledger-db froze on Tuesday, the reason is a full disk.")
    ingest_documents(writer, [note], scope)
    ingest_paths(writer, [table], scope)
    retrieval, _ = answer("What is the reason that ledger-db froze?")
    assert not retrieval.facts
    vague = replace(retrieval, relevance=0.1, recall_is_evidence=False)
    assert "full disk" in pack(vague, max_tokens=500, counter=estimate_tokens).text


def test_a_name_that_one_text_mentions_brings_the_facts_of_the_table(
    writer, scope, tmp_path, block_of
):
    """It links no texts, and the message does not say it."""
    path = tmp_path / "owners.csv"
    path.write_text("subject,predicate,object\nOdenwald,is owned by,team Plover\n")
    note = Document("n", "The till in the cellar froze, since Odenwald was full.")
    ingest_documents(writer, [note, Document("o", "The lift is old.")], scope)
    ingest_paths(writer, [path], scope)
    block = block_of("Who owns the thing that made the till in the cellar freeze?")
    assert "Odenwald -> team Plover: is owned by" in block
