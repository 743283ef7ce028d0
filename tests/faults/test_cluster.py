"""A cluster with dead, silent and slow members: its healthy readers answer every turn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphrag.errors import AuthError, DatabaseMissingError, DeadlineError, StoreError
from graphrag.store import BreakerState, GraphStore

from ..support.cluster import Router, cluster
from ..support.fault_proxy import RUN, Fault, FaultProxy
from ..support.neo4j_server import Neo4jServer
from ..support.stores import TEMPLATES, connect, connection_to, read, wait_until
from .conftest import StoreMaker

PATIENT = {"query_timeout_ms": 20_000, "connect_timeout_ms": 5_000}
READS = 12


@pytest.fixture
def members(neo4j_server: Neo4jServer) -> Iterator[Router]:
    with cluster(neo4j_server.uri, readers=3) as router:
        yield router


@pytest.fixture
def store(neo4j_server: Neo4jServer, members: Router, new_store: StoreMaker) -> GraphStore:
    return new_store(connection_to(neo4j_server, f"neo4j://127.0.0.1:{members.port}"), **PATIENT)


def read_often(store: GraphStore) -> None:
    for _ in range(READS):
        assert read(store, deadline_ms=20_000) == [{"one": 1}]


def queries(member: FaultProxy) -> list[str]:
    """What was run on a member."""
    sent = [message for recording in member.recordings for message in recording.messages()]
    return [message.fields[0] for message in sent if message.signature == RUN]


def test_each_reader_is_connected_and_warm_before_a_turn_meets_it(store, members) -> None:
    connect(store)
    assert all(TEMPLATES["one"] in queries(reader) for reader in members.readers)
    connections = [reader.accepted for reader in members.readers]
    read_often(store)
    assert [reader.accepted for reader in members.readers] == connections
    assert TEMPLATES["one"] not in queries(members)


@pytest.mark.parametrize(
    "fault", [Fault.REFUSED, Fault.RESET, Fault.SILENT, Fault.LATENCY], ids=lambda f: f.value
)
def test_a_bad_reader_costs_no_turn_its_answer(store, members, fault: Fault) -> None:
    members.readers[0].set(fault)
    connect(store)
    wait_until(lambda: store.is_connected)
    read_often(store)


@pytest.mark.parametrize("fault", [Fault.REFUSED, Fault.RESET], ids=lambda f: f.value)
def test_a_reader_that_is_lost_later_costs_no_turn_its_answer(store, members, fault) -> None:
    connect(store)
    members.readers[0].set(fault)
    read_often(store)


def test_a_reader_that_falls_silent_costs_one_turn_and_is_left_out(
    neo4j_server, members, new_store
) -> None:
    uri = f"neo4j://127.0.0.1:{members.port}"
    store = new_store(connection_to(neo4j_server, uri), **PATIENT | {"query_timeout_ms": 1_000})
    connect(store)
    for reader in members.readers:
        reader.set(Fault.SILENT)
    with pytest.raises(DeadlineError):
        read(store)
    for reader in members.readers[1:]:
        reader.set(Fault.NONE)
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
    for _ in range(READS):
        assert read(store, deadline_ms=1_000) == [{"one": 1}]


@pytest.mark.parametrize(
    ("fault", "reason"), [(Fault.REFUSED, "refused"), (Fault.SILENT, "timeout")]
)
@pytest.mark.parametrize("lost", ["readers", "router"])
def test_a_cluster_without_readers_or_router_is_an_outage(
    store, members, lost: str, fault: Fault, reason: str
) -> None:
    for member in members.readers if lost == "readers" else [members]:
        member.set(fault)
    with pytest.raises(StoreError) as caught:
        read(store, deadline_ms=300)
    assert caught.value.reason in {reason, "timeout"}


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"password": "not the password"}, AuthError),
        ({"database": "nowhere"}, DatabaseMissingError),
    ],
)
def test_what_the_user_must_mend_keeps_its_reason(
    neo4j_server, new_store, wrong: dict[str, str], error: type[StoreError]
) -> None:
    uri = neo4j_server.uri.replace("bolt", "neo4j", 1)
    store = new_store(connection_to(neo4j_server, uri, **wrong), **PATIENT)
    with pytest.raises(error):
        read(store, deadline_ms=20_000)


def test_a_single_server_is_its_own_routing_table(neo4j_server, new_store) -> None:
    uri = neo4j_server.uri.replace("bolt", "neo4j", 1)
    read_often(new_store(connection_to(neo4j_server, uri), **PATIENT))
