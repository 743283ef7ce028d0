"""Reading from a live server: rows, registries, warm-up, loops and threads."""

from __future__ import annotations

import threading
import time

import pytest

from graphrag.errors import DeadlineError, QueryError, StoreError, TemplateError
from graphrag.store import BreakerState, Connection, turn_id

from ..support.fault_proxy import Fault, FaultProxy
from ..support.stores import connect, connection_to, make_store, prepare, read, wait_until


@pytest.fixture
def store(neo4j_server):
    with make_store(connection_to(neo4j_server), query_timeout_ms=5000) as store:
        yield store


def test_rows_come_as_plain_dictionaries(store) -> None:
    connect(store)
    rows = read(store, "rows", deadline_ms=5000, count=2)
    assert rows == [{"number": 1, "text": "row 1"}, {"number": 2, "text": "row 2"}]


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        -(2**63),
        2**63 - 1,
        0.5,
        "",
        "äöü 漢字 \U0001f600 \0",
        [],
        [1, "a", [None]],
        {"a": {}},
    ],
)
def test_values_come_back_as_they_went(store, value) -> None:
    connect(store)
    assert read(store, "echo", deadline_ms=5000, value=value) == [{"value": value}]


def test_a_thousand_vectors_come_within_the_deadline(store) -> None:
    connect(store)
    vectors = [[index / 7.0] * 384 for index in range(1000)]
    assert read(store, "echo", deadline_ms=5000, value=vectors) == [{"value": vectors}]


def test_only_registered_templates_run(store) -> None:
    with pytest.raises(TemplateError):
        read(store, "RETURN 1")
    assert store.round_trips == 0
    assert store.breaker_state is BreakerState.CLOSED


def test_a_template_that_writes_is_refused_by_the_server(store) -> None:
    connect(store)
    with pytest.raises(QueryError, match="AccessMode"):
        read(store, "write", deadline_ms=5000)


def test_the_registry_of_read_templates_is_the_default(neo4j_server) -> None:
    from graphrag.store import GraphStore

    with GraphStore(connection_to(neo4j_server)) as store:
        store.warm_up([("ping", {})]).result(30)
        assert len(read(store, "ping", deadline_ms=5000)) == 1
        with pytest.raises(TemplateError):
            read(store, "no such template")


def test_reads_from_many_threads_at_once(store) -> None:
    connect(store)
    found: list[list[dict]] = []

    def work(number: int) -> None:
        found.append(read(store, "echo", deadline_ms=5000, value=number))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(row["value"] for [row] in found) == list(range(12))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_store_whose_thread_was_killed_reads_again(store) -> None:
    def die() -> None:
        raise SystemExit

    connect(store)
    store.thread.post(die)
    wait_until(lambda: not store.thread.is_running)
    assert read(store, "rows", deadline_ms=5000, count=1) == [{"number": 1, "text": "row 1"}]


def test_a_server_that_was_only_busy_is_used_again_at_once(neo4j_server) -> None:
    long = dict.fromkeys(("breaker_open_ms", "breaker_max_open_ms", "connect_timeout_ms"), 600_000)
    with make_store(connection_to(neo4j_server), **long) as store:
        connect(store)
        with pytest.raises(DeadlineError):
            read(store, "heavy", deadline_ms=300)
        wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
        assert read(store, deadline_ms=10_000) == [{"one": 1}]


def test_the_transactions_of_a_turn_carry_its_id_and_no_others(store) -> None:
    def in_a_turn() -> None:
        turn_id.set("0123456789ab")
        found.extend(read(store, "metadata", deadline_ms=5000))

    connect(store)
    found: list[dict] = []
    turn = threading.Thread(target=in_a_turn)
    turn.start()
    turn.join()
    found += read(store, "metadata", deadline_ms=5000)
    of_turn, of_none = (row["metadata"] for row in found)
    assert of_turn == {"app": "agent-zero-graphrag", "turn": "0123456789ab"}
    assert of_none == {}


def test_many_stores_leave_no_thread_behind(neo4j_server) -> None:
    before = set(threading.enumerate())
    for _ in range(3):
        with make_store(connection_to(neo4j_server)) as store:
            connect(store)
        wait_until(lambda: set(threading.enumerate()) <= before)


def test_a_turn_before_the_warm_up_is_over_works_within_its_deadline(neo4j_server) -> None:
    with make_store(connection_to(neo4j_server), query_timeout_ms=10_000) as store:
        connect(store)
        warming = store.warm_up([("heavy", {})])
        assert read(store, "one", deadline_ms=10_000) == [{"one": 1}]
        assert not warming.done()


def test_a_failing_warm_up_is_of_no_consequence(neo4j_server) -> None:
    with make_store(connection_to(neo4j_server), warm_up_timeout_ms=200) as store:
        store.warm_up([("heavy", {})]).result(30)
        assert store.breaker_state is BreakerState.CLOSED
        assert read(store, "one", deadline_ms=5000) == [{"one": 1}]


def test_a_warm_up_with_an_unknown_template_says_so_at_once(store) -> None:
    with pytest.raises(TemplateError):
        store.warm_up([("no such template", {})])


def test_the_warm_up_is_repeated_after_a_reconnect(neo4j_server) -> None:
    with (
        FaultProxy(neo4j_server.uri) as proxy,
        make_store(connection_to(neo4j_server, proxy.uri)) as store,
    ):
        store.warm_up([("echo", {"value": 1})]).result(30)
        proxy.set(Fault.REFUSED)
        wait_until(lambda: _fails(store))
        proxy.set(Fault.NONE)
        wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
        wait_until(lambda: len(proxy.recordings) > 1)
        warmed = prepare("echo", {})[0]
        wait_until(lambda: warmed.encode() in proxy.recordings[-1].sent)


def test_a_warm_up_that_is_asked_for_during_another_one_runs_its_own_queries(neo4j_server) -> None:
    with (
        FaultProxy(neo4j_server.uri, latency_s=0.5) as proxy,
        make_store(connection_to(neo4j_server, proxy.uri)) as store,
    ):
        connect(store)
        proxy.set(Fault.LATENCY)
        store.warm_up([("one", {})])
        wait_until(lambda: prepare("one", {})[0].encode() in proxy.recordings[-1].sent)
        store.warm_up([("echo", {"value": 1})]).result(30)
        assert prepare("echo", {})[0].encode() in proxy.recordings[-1].sent


def _fails(store) -> bool:
    try:
        read(store)
    except StoreError:
        return True
    return False


def test_the_address_is_asked_for_once_and_again_after_a_failure(neo4j_server) -> None:
    asked: list[float] = []

    with FaultProxy(neo4j_server.uri) as proxy:

        def provider() -> Connection:
            asked.append(time.monotonic())
            return connection_to(neo4j_server, proxy.uri)

        with make_store(provider, query_timeout_ms=5000) as store:
            connect(store)
            for _ in range(5):
                read(store, deadline_ms=5000)
            assert len(asked) == 1
            proxy.set(Fault.REFUSED)
            wait_until(lambda: _fails(store))
            proxy.set(Fault.NONE)
            wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
            assert len(asked) > 1
