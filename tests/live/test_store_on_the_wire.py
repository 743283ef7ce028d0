"""What really goes to the server: mode, database, time limit, and one round trip a query."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphrag.store import GraphWriter, WriteTemplate

from ..support import fault_proxy as bolt
from ..support.fault_proxy import FaultProxy, Message
from ..support.stores import connect, connection_to, make_store, prepare, read


@pytest.fixture
def proxy(neo4j_server) -> Iterator[FaultProxy]:
    with FaultProxy(neo4j_server.uri) as running:
        yield running


def runs(messages: list[Message]) -> list[Message]:
    return [message for message in messages if message.signature == bolt.RUN]


def test_a_read_is_one_round_trip_in_read_mode_on_the_named_database_with_a_time_limit(
    neo4j_server, proxy
) -> None:
    with make_store(connection_to(neo4j_server, proxy.uri), query_timeout_ms=5000) as store:
        connect(store)
        [recording] = proxy.recordings
        flights, messages = recording.flights, len(recording.messages())

        rows = read(store, "rows", deadline_ms=3000, count=3000)

        assert len(rows) == 3000
        assert recording.flights - flights == 1
        run, pull = recording.messages()[messages:]
        assert (run.signature, pull.signature) == (bolt.RUN, bolt.PULL)
        text, parameters, extra = run.fields
        assert text == prepare("rows", {})[0]
        assert parameters == {"count": 3000}
        assert extra["mode"] == "r"
        assert extra["db"] == neo4j_server.database
        assert 0 < extra["tx_timeout"] <= 3000
        assert pull.fields == ({"n": -1},)


@pytest.mark.parametrize(("deadline_ms", "most_ms"), [(60_000, 20_000), (10_000, 10_000)])
def test_the_servers_time_limit_is_the_smaller_of_setting_and_deadline(
    neo4j_server, proxy, deadline_ms, most_ms
) -> None:
    with make_store(connection_to(neo4j_server, proxy.uri), query_timeout_ms=20_000) as store:
        connect(store)
        read(store, deadline_ms=deadline_ms)
        limit_ms = runs(proxy.recordings[0].messages())[-1].fields[2]["tx_timeout"]
        assert most_ms / 2 < limit_ms <= most_ms


def test_nothing_is_sent_that_a_turn_would_wait_for(neo4j_server, proxy) -> None:
    """No RESET, no home database to resolve, no telemetry, no BEGIN: however many reads."""
    with make_store(connection_to(neo4j_server, proxy.uri)) as store:
        connect(store)
        for _ in range(5):
            read(store, deadline_ms=2000)
        [recording] = proxy.recordings
        sent = {message.signature for message in recording.messages()}
        assert sent == {bolt.HELLO, bolt.LOGON, bolt.RUN, bolt.PULL}
        assert store.round_trips == 5


def test_the_server_is_told_to_send_no_notifications(neo4j_server, proxy) -> None:
    with make_store(connection_to(neo4j_server, proxy.uri)) as store:
        connect(store)
    hello = proxy.recordings[0].messages()[0].fields[0]
    assert hello["notifications_minimum_severity"] == "OFF"
    assert hello["user_agent"].startswith("agent-zero-graphrag/")


def test_connecting_and_the_warm_up_read_too(neo4j_server, proxy) -> None:
    with make_store(connection_to(neo4j_server, proxy.uri)) as store:
        store.warm_up([("one", {}), ("echo", {"value": "x"})]).result(30)
    sent = runs(proxy.recordings[0].messages())
    assert [run.fields[0] for run in sent] == [
        prepare("one", {})[0],  # by which connecting is proved
        prepare("one", {})[0],
        prepare("echo", {})[0],
    ]
    assert {run.fields[2]["mode"] for run in sent} == {"r"}
    assert {run.fields[2]["db"] for run in sent} == {neo4j_server.database}
    assert all(run.fields[2]["tx_timeout"] > 0 for run in sent)


def test_a_write_names_its_database_and_time_limit_and_is_one_round_trip(
    neo4j_server, proxy
) -> None:
    with GraphWriter(connection_to(neo4j_server, proxy.uri), timeout_s=9) as writer:
        writer.read(WriteTemplate("one", "RETURN 1 AS one"), {})
        [recording] = proxy.recordings
        flights = recording.flights
        writer.write(WriteTemplate("nothing", "MATCH (n:StoreTestNone) DELETE n"), {})
        assert recording.flights - flights == 1
        extra = runs(recording.messages())[-1].fields[2]
        assert extra.get("mode", "w") == "w"
        assert extra["db"] == neo4j_server.database
        assert 0 < extra["tx_timeout"] <= 9000


def test_a_reading_statement_of_the_writer_is_sent_in_read_mode(neo4j_server, proxy) -> None:
    with GraphWriter(connection_to(neo4j_server, proxy.uri)) as writer:
        writer.read(WriteTemplate("one", "RETURN 1 AS one"), {})
    assert runs(proxy.recordings[0].messages())[-1].fields[2]["mode"] == "r"
