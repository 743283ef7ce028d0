"""What a server can do wrong: it says no, it lacks something, it freezes, it dies."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import threading
import time
from collections.abc import Iterator

import neo4j
import pytest

from graphrag.errors import (
    AuthError,
    BreakerOpenError,
    DatabaseMissingError,
    DeadlineError,
    ForeignDatabaseError,
    NotSetUpError,
    QueryError,
    SchemaMissingError,
    StartingError,
    StoreError,
    TemplateError,
    UnreachableError,
)
from graphrag.graph import schema
from graphrag.local import LocalNeo4j
from graphrag.store import BreakerState, Connection, GraphWriter, WriteTemplate

from ..support.fault_proxy import Fault
from ..support.neo4j_server import local_neo4j
from ..support.stores import HEAVY_MARK, SLACK_MS, connect, connection_to, read, wait_until

DEADLINE_MS = 400
# For the first login to a server that has just started, on a busy machine.
PATIENT = {"query_timeout_ms": 20_000, "connect_timeout_ms": 20_000}

RUNNING = WriteTemplate(
    "running",
    "SHOW TRANSACTIONS YIELD transactionId, currentQuery "
    "WHERE currentQuery STARTS WITH $start RETURN transactionId AS id",
)
TERMINATE = WriteTemplate("terminate", "TERMINATE TRANSACTIONS $ids")


def test_a_wrong_password_is_named_remembered_and_put_right(neo4j_server, new_store) -> None:
    # A user of its own: the server locks a user after some failures.
    wrong = connection_to(
        neo4j_server, user=f"nobody-{secrets.token_hex(4)}", password=secrets.token_hex(8)
    )
    current = [wrong]
    store = new_store(lambda: current[0])
    with pytest.raises(AuthError) as caught:
        read(store, deadline_ms=2000)
    assert caught.value.reason == "auth"
    assert wrong.password not in f"{caught.value!r} {caught.value} {caught.value.__cause__}"
    assert "NEO4J_PASSWORD" in caught.value.hint
    with pytest.raises(BreakerOpenError, match="auth"):
        store.check()
    current[0] = connection_to(neo4j_server)
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


def test_a_login_that_is_refused_is_tried_again_only_when_the_database_is_asked_for(
    neo4j_server, new_store
) -> None:
    current = [connection_to(neo4j_server, user=f"nobody-{secrets.token_hex(4)}")]
    store = new_store(lambda: current[0])
    with pytest.raises(AuthError):
        read(store, deadline_ms=2000)
    wait_until(lambda: not store.is_probing)
    assert store.breaker_state is BreakerState.OPEN
    current[0] = connection_to(neo4j_server)
    with pytest.raises(BreakerOpenError, match="auth"):
        store.check()
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)


def test_a_user_whom_the_server_has_locked_out_is_told_to_wait(neo4j_server, new_store) -> None:
    user, password = f"user-{secrets.token_hex(4)}", secrets.token_hex(8)
    with neo4j.GraphDatabase.driver(neo4j_server.uri, auth=neo4j_server.auth) as driver:
        driver.execute_query(
            "CREATE USER $user SET PASSWORD $password CHANGE NOT REQUIRED",
            {"user": user, "password": password},
            database_="system",
        )
        try:
            for _ in range(5):
                with pytest.raises(AuthError):
                    read(new_store(connection_to(neo4j_server, user=user, password=password[1:])))
            with pytest.raises(AuthError) as refused:
                read(new_store(connection_to(neo4j_server, user=user, password=password)))
        finally:
            driver.execute_query("DROP USER $user", {"user": user}, database_="system")
    assert "wait" in refused.value.hint


def test_a_missing_database_is_named_and_remembered(neo4j_server, new_store) -> None:
    store = new_store(connection_to(neo4j_server, database="notthere"))
    with pytest.raises(DatabaseMissingError, match="notthere") as caught:
        read(store, deadline_ms=2000)
    assert caught.value.reason == "database"
    with pytest.raises(BreakerOpenError):
        store.check()


def test_a_database_that_needs_a_restart_is_an_outage_until_it_had_one(proxy, store) -> None:
    connect(store)
    proxy.set(Fault.NEEDS_RESTART)
    with pytest.raises(UnreachableError, match="restart") as caught:
        read(store, deadline_ms=20_000)
    assert caught.value.reason == "refused"
    with pytest.raises(BreakerOpenError):
        store.check()
    proxy.set(Fault.NONE)
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


@pytest.mark.parametrize("template", ["text", "vector"])
def test_a_missing_index_is_named_and_is_no_outage(neo4j_server, new_store, template) -> None:
    store = new_store(connection_to(neo4j_server), query_timeout_ms=5000)
    connect(store)
    with pytest.raises(SchemaMissingError) as caught:
        read(store, template, deadline_ms=5000, index="graphrag_none_000000000000")
    assert caught.value.reason == "schema"
    assert store.breaker_state is BreakerState.CLOSED


@pytest.mark.parametrize("template", ["broken", "write"])
def test_a_query_that_the_server_rejects_is_no_outage(neo4j_server, new_store, template) -> None:
    store = new_store(connection_to(neo4j_server), query_timeout_ms=5000)
    connect(store)
    with pytest.raises(QueryError):
        read(store, template, deadline_ms=5000)
    assert store.breaker_state is BreakerState.CLOSED
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


def test_a_parameter_that_cannot_be_sent_spoils_nothing(neo4j_server, new_store) -> None:
    store = new_store(connection_to(neo4j_server), query_timeout_ms=5000)
    connect(store)
    for value in ("\ud800", 2**63, object(), {1: 2}, ["fine", {"not": "\udfff"}]):
        with pytest.raises(TemplateError):
            read(store, "echo", deadline_ms=5000, value=value)
        assert read(store, "echo", deadline_ms=5000, value="\0{{ }}`'") == [{"value": "\0{{ }}`'"}]


def test_a_query_over_its_deadline_is_abandoned_and_ended_by_the_server(
    neo4j_server, new_store
) -> None:
    store = new_store(connection_to(neo4j_server))
    connect(store)
    began = time.perf_counter()
    with pytest.raises(DeadlineError):
        read(store, "heavy", deadline_ms=DEADLINE_MS)
    assert (time.perf_counter() - began) * 1000 <= DEADLINE_MS + SLACK_MS
    with GraphWriter(connection_to(neo4j_server)) as writer:
        wait_until(lambda: not writer.read(RUNNING, {"start": HEAVY_MARK}), timeout_s=10)
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


def test_a_full_pool_keeps_nobody_beyond_the_deadline(neo4j_server, new_store) -> None:
    store = new_store(connection_to(neo4j_server), pool_size=2)
    connect(store)

    async def crowd() -> list[object]:
        heavy = [store.read("heavy", {}, deadline_ms=DEADLINE_MS) for _ in range(2)]
        return await asyncio.gather(
            *heavy, store.read("one", {}, deadline_ms=DEADLINE_MS), return_exceptions=True
        )

    began = time.perf_counter()
    errors = store.run(crowd(), timeout_s=30)
    assert (time.perf_counter() - began) * 1000 <= DEADLINE_MS + SLACK_MS
    assert [type(error) for error in errors] == [DeadlineError] * 3
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


def test_a_query_killed_on_the_server_is_a_query_error_and_no_outage(
    neo4j_server, new_store
) -> None:
    store = new_store(connection_to(neo4j_server), query_timeout_ms=20_000)
    connect(store)
    pending = store.submit(store.read("heavy", {}, deadline_ms=20_000))
    with GraphWriter(connection_to(neo4j_server)) as writer:
        running: list[str] = []

        def is_running() -> bool:
            running[:] = [row["id"] for row in writer.read(RUNNING, {"start": HEAVY_MARK})]
            return bool(running)

        wait_until(is_running)
        writer.write(TERMINATE, {"ids": running})
    with pytest.raises(QueryError) as caught:
        pending.result(10)
    assert caught.value.reason == "query"
    assert store.breaker_state is BreakerState.CLOSED
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


@pytest.mark.parametrize("error", [NotSetUpError("not yet"), StartingError("coming up")])
def test_a_server_not_there_yet_keeps_its_own_reason(neo4j_server, new_store, error) -> None:
    answers: list[StoreError | Connection] = [error]

    def provider() -> Connection:
        if isinstance(answers[-1], StoreError):
            raise answers[-1]
        return answers[-1]

    store = new_store(provider)
    for _ in range(3):
        with pytest.raises(type(error)):
            read(store)
    assert store.breaker_state is BreakerState.CLOSED
    answers.append(connection_to(neo4j_server))
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


def test_a_provider_that_cannot_read_its_file_is_an_outage_with_a_reason(new_store) -> None:
    def provider() -> Connection:
        raise PermissionError("run file")

    with pytest.raises(StoreError) as caught:
        read(new_store(provider))
    assert caught.value.reason == "refused"


@pytest.fixture(scope="module")
def own_server(tmp_path_factory) -> Iterator[LocalNeo4j]:
    """A server that may be frozen and killed."""
    neo4j = local_neo4j(tmp_path_factory.mktemp("own"))
    neo4j.set_up()
    neo4j.start()
    yield neo4j
    neo4j.stop()


def provider_of(neo4j: LocalNeo4j):
    def provide() -> Connection:
        status = neo4j.require_running()
        return Connection(status.uri, status.user, status.password)

    return provide


def reads_until_the_first_failure(store, took_ms: list[float]) -> None:
    while True:
        began = time.perf_counter()
        try:
            read(store, deadline_ms=DEADLINE_MS)
        finally:
            took_ms.append((time.perf_counter() - began) * 1000)


def test_a_frozen_server_costs_one_deadline_and_is_used_again_when_it_thaws(
    own_server, new_store
) -> None:
    store = new_store(provider_of(own_server), **PATIENT)
    connect(store)
    pid = own_server.status().pid
    os.kill(pid, signal.SIGSTOP)
    try:
        took_ms: list[float] = []
        # A busy machine may stop a process a moment later: till then reads succeed.
        with pytest.raises(DeadlineError):
            reads_until_the_first_failure(store, took_ms)
        assert took_ms[-1] <= DEADLINE_MS + SLACK_MS
        with pytest.raises(BreakerOpenError):
            store.check()
    finally:
        os.kill(pid, signal.SIGCONT)
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


def test_a_killed_server_is_found_at_its_new_address(own_server, new_store) -> None:
    store = new_store(provider_of(own_server), **PATIENT)
    connect(store)
    before = own_server.status()
    os.kill(before.pid, signal.SIGKILL)
    began = time.perf_counter()
    with pytest.raises(StoreError) as caught:
        read(store, deadline_ms=DEADLINE_MS)
    assert (time.perf_counter() - began) * 1000 <= DEADLINE_MS + SLACK_MS
    assert caught.value.reason in {"refused", "starting", "not_set_up"}
    wait_until(lambda: own_server.status().state != "running")
    own_server.start()
    after = own_server.status()
    assert after.pid != before.pid
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


def test_a_server_restarted_elsewhere_between_two_turns_costs_no_turn(
    own_server, new_store
) -> None:
    store = new_store(provider_of(own_server), **PATIENT)
    connect(store)
    before = own_server.status().uri
    own_server.stop()
    own_server.start()
    assert own_server.status().uri != before
    assert read(store, deadline_ms=20_000) == [{"one": 1}]
    assert store.breaker_state is BreakerState.CLOSED


def test_a_database_of_another_tool_is_left_alone(own_server) -> None:
    """On a server of its own: no scope can be made there meanwhile."""
    with GraphWriter(provider_of(own_server)) as writer:
        schema.check_not_foreign(writer)
        writer.write(WriteTemplate("foreign", "CREATE (:Entity {name: 'not ours'})"), {})
        with pytest.raises(ForeignDatabaseError, match="NEO4J_DATABASE"):
            schema.check_not_foreign(writer)


def test_a_blocked_loop_keeps_no_caller(neo4j_server, new_store) -> None:
    store = new_store(connection_to(neo4j_server))
    connect(store)
    is_blocked, let_go = threading.Event(), threading.Event()

    async def block() -> None:
        is_blocked.set()
        let_go.wait(20)

    blocked = store.submit(block())
    assert is_blocked.wait(10)
    try:
        began = time.perf_counter()
        with pytest.raises(DeadlineError):
            store.run(store.read("one", {}, deadline_ms=100), timeout_s=0.1)
        assert (time.perf_counter() - began) * 1000 <= 100 + SLACK_MS
    finally:
        let_go.set()
    blocked.result(10)
    assert read(store, deadline_ms=20_000) == [{"one": 1}]
    assert store.round_trips == 1, "what was given up before it began was sent all the same"
