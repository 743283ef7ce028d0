"""Writing to a live server: only templates, batches, transactions, retries."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterator

import pytest

from graphrag.errors import (
    DeadlineError,
    QueryError,
    StartingError,
    TemplateError,
    UnreachableError,
)
from graphrag.store import Connection, GraphWriter, StoreLimits, WriteTemplate
from graphrag.store import writer as store_writer

from ..support.fault_proxy import Fault, FaultProxy
from ..support.stores import connection_to, prepare

CREATE = WriteTemplate(
    "create", "CREATE (n:StoreTest {run: $run, value: $value}) RETURN n.value AS value"
)
COUNT = WriteTemplate("count", "MATCH (n:StoreTest {run: $run}) RETURN count(n) AS n")
DELETE = WriteTemplate("delete", "MATCH (n:StoreTest {run: $run}) DELETE n")
ONE = WriteTemplate("one", "RETURN 1 AS one")
MERGE = WriteTemplate(
    "merge", "MERGE (n:StoreTest {run: $run, value: $value}) RETURN n.value AS value"
)
FAIL = WriteTemplate("fail", "CREATE (n:StoreTest {run: $run}) RETURN 1 / 0 AS never")
PAIR = WriteTemplate(
    "pair",
    "MATCH (a:StoreTest {run: $run, value: $first}) SET a.seen = coalesce(a.seen, 0) + 1 "
    "WITH a UNWIND range(1, 300000) AS n WITH a, count(n) AS wait "
    "MATCH (b:StoreTest {run: $run, value: $second}) SET b.seen = coalesce(b.seen, 0) + 1",
)


@pytest.fixture
def run(neo4j_server) -> Iterator[str]:
    """A mark on this test's nodes."""
    mark = secrets.token_hex(6)
    yield mark
    with GraphWriter(connection_to(neo4j_server)) as writer:
        writer.write(DELETE, {"run": mark})


@pytest.fixture
def writer(neo4j_server) -> Iterator[GraphWriter]:
    with GraphWriter(connection_to(neo4j_server)) as writer:
        yield writer


def count(writer: GraphWriter, run: str) -> int:
    return writer.read(COUNT, {"run": run})[0]["n"]


def test_a_write_gives_its_rows_and_counts_what_it_changed(writer, run) -> None:
    assert writer.write(CREATE, {"run": run, "value": 1}) == [{"value": 1}]
    assert count(writer, run) == 1
    assert writer.totals["nodes_created"] == 1
    assert writer.totals["properties_set"] == 2


def test_nothing_but_templates_can_be_written(writer) -> None:
    for call in (writer.write, writer.read):
        with pytest.raises(TemplateError):
            call("RETURN 1", {})
    with pytest.raises(TemplateError):
        writer.transact([("RETURN 1", {})])


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (n) DETACH DELETE n",
        "CREATE (n:StoreTest)",
        "DROP DATABASE neo4j",
        "CREATE USER someone SET PASSWORD 'x'",
        "CREATE INDEX a IF NOT EXISTS FOR (n:StoreTest) ON (n.a); MATCH (n) DETACH DELETE n",
    ],
)
def test_a_schema_statement_is_an_index_or_a_constraint(writer, statement) -> None:
    with pytest.raises(TemplateError):
        writer.schema(statement)


def test_indexes_come_and_go(writer) -> None:
    name = f"store_test_{secrets.token_hex(4)}"
    show = WriteTemplate("show", "SHOW INDEXES YIELD name WHERE name = $name RETURN name")
    writer.schema(f"CREATE INDEX {name} IF NOT EXISTS FOR (n:StoreTest) ON (n.{name})")
    assert writer.read(show, {"name": name}) == [{"name": name}]
    writer.schema(f"DROP INDEX {name} IF EXISTS")
    assert writer.read(show, {"name": name}) == []


def test_an_index_that_another_process_has_just_made_keeps_no_other_from_being_made(writer) -> None:
    names = [f"store_test_{secrets.token_hex(4)}" for _ in range(2)]
    show = WriteTemplate("show", "SHOW INDEXES YIELD name WHERE name IN $names RETURN name")
    # Without IF NOT EXISTS the server says of each what it else says only in such a moment.
    made = [f"CREATE INDEX {name} FOR (n:StoreTest) ON (n.{name})" for name in names]
    try:
        writer.schema(made[0])
        writer.schema(*made)
        assert len(writer.read(show, {"names": names})) == 2
    finally:
        writer.schema(*(f"DROP INDEX {name} IF EXISTS" for name in names))


def test_a_transaction_is_done_as_a_whole(writer, run) -> None:
    rows = writer.transact(
        [(CREATE, {"run": run, "value": value}) for value in (1, 2)] + [(COUNT, {"run": run})]
    )
    assert rows == [[{"value": 1}], [{"value": 2}], [{"n": 2}]]
    with pytest.raises(QueryError, match="fail"):
        writer.transact([(CREATE, {"run": run, "value": 3}), (FAIL, {"run": run})])
    assert count(writer, run) == 2


def test_an_empty_transaction_is_nothing(writer) -> None:
    assert writer.transact([]) == []


def test_a_query_that_is_wrong_is_named_and_not_repeated(writer) -> None:
    before = writer.round_trips
    with pytest.raises(QueryError, match="nonsense"):
        writer.write(WriteTemplate("nonsense", "RETURN nothing"), {})
    assert writer.round_trips - before == 1


def test_one_that_needs_more_memory_than_there_is_says_what_to_do(writer) -> None:
    huge = WriteTemplate("huge", "UNWIND range(1, 2000000000) AS n RETURN collect(n) AS all")
    before = writer.round_trips
    with pytest.raises(QueryError) as raised:
        writer.write(huge, {})
    assert "NEO4J_LOCAL_HEAP_MB" in raised.value.hint
    assert writer.round_trips == before + 1


def test_the_server_gets_one_map_of_parameters_so_that_one_plan_serves_all_lengths(writer) -> None:
    text = """
    SHOW TRANSACTIONS YIELD parameters, currentQuery WHERE currentQuery CONTAINS $mark // one plan
    RETURN keys(parameters) AS names
    """
    assert writer.read(WriteTemplate("own", text), {"mark": "one plan", "rows": [1]}) == [
        {"names": ["p"]}
    ]


def test_a_parameter_that_cannot_be_sent_is_an_error_of_the_caller(writer) -> None:
    with pytest.raises(TemplateError):
        writer.write(CREATE, {"run": "x", "value": "\ud800"})
    assert writer.read(ONE, {}) == [{"one": 1}]


def test_statements_that_need_to_be_outside_of_a_transaction_work(writer, run) -> None:
    create = "UNWIND range(1, 30) AS v CALL (v) { CREATE (:StoreTest {run: $run, value: v}) }"
    writer.write(WriteTemplate("many", f"{create} IN TRANSACTIONS OF 10 ROWS"), {"run": run})
    assert count(writer, run) == 30


def test_a_deadlock_is_retried_until_both_are_done(neo4j_server, writer, run) -> None:
    for value in (1, 2):
        writer.write(CREATE, {"run": run, "value": value})
    together = threading.Barrier(2)
    failures: list[BaseException] = []

    def update(first: int, second: int) -> None:
        with GraphWriter(connection_to(neo4j_server)) as own:
            own.read(ONE, {})
            together.wait()
            try:
                for _ in range(3):
                    own.write(PAIR, {"run": run, "first": first, "second": second})
            except BaseException as error:
                failures.append(error)

    threads = [threading.Thread(target=update, args=pair) for pair in ((1, 2), (2, 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    seen = WriteTemplate("seen", "MATCH (n:StoreTest {run: $run}) RETURN n.seen AS seen")
    assert writer.read(seen, {"run": run}) == [{"seen": 6}, {"seen": 6}]


def test_a_lost_connection_is_made_anew_behind_a_write(neo4j_server, run) -> None:
    with (
        FaultProxy(neo4j_server.uri) as proxy,
        GraphWriter(connection_to(neo4j_server, proxy.uri)) as writer,
    ):
        writer.write(MERGE, {"run": run, "value": 1})
        proxy.set(Fault.REFUSED)
        threading.Timer(0.5, proxy.set, (Fault.NONE,)).start()
        assert writer.write(MERGE, {"run": run, "value": 2}) == [{"value": 2}]
        assert count(writer, run) == 2


def test_a_server_that_starts_again_is_waited_for(neo4j_server, run) -> None:
    asked = 0
    with FaultProxy(neo4j_server.uri) as proxy:

        def where() -> Connection:
            """As the run file of the local Neo4j says while it starts again."""
            nonlocal asked
            asked += 1
            proxy.set(Fault.NONE)
            if asked == 2:
                raise StartingError("Java is starting")
            return connection_to(neo4j_server, proxy.uri)

        with GraphWriter(where) as writer:
            writer.write(MERGE, {"run": run, "value": 1})
            proxy.set(Fault.REFUSED)
            assert writer.write(MERGE, {"run": run, "value": 2}) == [{"value": 2}]
    assert asked == 3


def test_a_server_that_went_away_for_good_is_not_waited_for(neo4j_server, run, monkeypatch) -> None:
    monkeypatch.setattr(store_writer, "LOST_CONNECTION_S", 0.5)
    with (
        FaultProxy(neo4j_server.uri) as proxy,
        GraphWriter(connection_to(neo4j_server, proxy.uri)) as writer,
    ):
        writer.write(MERGE, {"run": run, "value": 1})
        proxy.set(Fault.REFUSED)
        with pytest.raises(UnreachableError):
            writer.write(MERGE, {"run": run, "value": 2}, timeout_s=1e6)


def test_a_server_that_falls_silent_holds_only_the_first_write_for_long(neo4j_server, run) -> None:
    limits = StoreLimits(connect_timeout_ms=2000)
    with (
        FaultProxy(neo4j_server.uri) as proxy,
        GraphWriter(connection_to(neo4j_server, proxy.uri), limits) as writer,
    ):
        writer.write(MERGE, {"run": run, "value": 1})
        proxy.set(Fault.SILENT)
        with pytest.raises(DeadlineError):
            writer.write(MERGE, {"run": run, "value": 2}, timeout_s=0.5)
        began = time.monotonic()
        with pytest.raises(DeadlineError):
            writer.write(MERGE, {"run": run, "value": 2}, timeout_s=20)
        assert time.monotonic() - began < 10
        proxy.set(Fault.NONE)
        assert writer.write(MERGE, {"run": run, "value": 2}) == [{"value": 2}]


def test_a_server_that_was_never_there_is_reported_at_once(neo4j_server) -> None:
    with FaultProxy(neo4j_server.uri) as proxy:
        proxy.set(Fault.REFUSED)
        with (
            GraphWriter(connection_to(neo4j_server, proxy.uri)) as writer,
            pytest.raises(UnreachableError),
        ):
            writer.write(DELETE, {"run": "none"}, timeout_s=30)


def test_a_write_ends_at_its_own_deadline(writer) -> None:
    heavy = WriteTemplate("heavy", prepare("heavy", {})[0])
    with pytest.raises(DeadlineError):
        writer.write(heavy, {}, timeout_s=0.5)
    assert writer.read(ONE, {}) == [{"one": 1}]
