"""Whatever the network does, a read ends in time, says why, and works again afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import time

import pytest

from graphrag.errors import BreakerOpenError, DeadlineError, StoreError
from graphrag.store import BreakerState, GraphStore

from ..support.fault_proxy import RUN, Fault, FaultProxy
from ..support.stores import SLACK_MS, connect, connection_to, read, wait_until

DEADLINE_MS = 300

BEFORE_LOGIN = {
    Fault.REFUSED: {"refused"},
    Fault.SILENT: {"timeout"},
    # Some versions of the driver take a handshake in pieces for a broken one.
    Fault.FROZEN_MID_RESULT: {"timeout", "refused"},
    Fault.SLOW_DRIP: {"timeout", "refused"},
    Fault.RESET: {"refused"},
    Fault.HTTP: {"refused"},
    Fault.NONSENSE: {"refused"},
}
AFTER_LOGIN = {
    Fault.REFUSED: {"refused"},
    Fault.SILENT: {"timeout"},
    Fault.FROZEN_MID_RESULT: {"timeout"},
    Fault.SLOW_DRIP: {"timeout"},
    Fault.RESET: {"refused"},
    # Read as the length of a message that never comes; a new connection is refused.
    Fault.HTTP: {"timeout", "refused"},
    Fault.NONSENSE: {"refused"},
}


def fail(store: GraphStore, deadline_ms: float = DEADLINE_MS) -> tuple[StoreError, float]:
    """Read in vain: the error, and the milliseconds that it took."""
    began = time.perf_counter()
    with pytest.raises(StoreError) as caught:
        read(store, deadline_ms=deadline_ms)
    return caught.value, (time.perf_counter() - began) * 1000


@pytest.mark.parametrize("fault", BEFORE_LOGIN, ids=lambda fault: fault.value)
def test_a_fault_before_login_ends_in_time_and_leaves_nothing_broken(
    store: GraphStore, proxy: FaultProxy, fault: Fault
) -> None:
    check_that_it_ends_in_time_and_recovers(store, proxy, fault, BEFORE_LOGIN[fault])


@pytest.mark.parametrize("fault", AFTER_LOGIN, ids=lambda fault: fault.value)
def test_a_fault_after_login_ends_in_time_and_leaves_nothing_broken(
    store: GraphStore, proxy: FaultProxy, fault: Fault
) -> None:
    connect(store)
    check_that_it_ends_in_time_and_recovers(store, proxy, fault, AFTER_LOGIN[fault])


def check_that_it_ends_in_time_and_recovers(
    store: GraphStore, proxy: FaultProxy, fault: Fault, reasons: set[str]
) -> None:
    proxy.set(fault)
    # What is told at once is told before any deadline, however busy the machine is.
    error, took_ms = fail(store, DEADLINE_MS if "timeout" in reasons else 20_000)
    assert error.reason in reasons
    assert took_ms <= DEADLINE_MS + SLACK_MS

    with pytest.raises(BreakerOpenError) as caught:
        store.check()
    assert caught.value.__cause__.reason in reasons

    proxy.set(Fault.NONE)
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
    assert read(store, deadline_ms=20_000) == [{"one": 1}]
    wait_until(lambda: len(store.thread.closers) == 1)  # the broken ones are closed


def test_once_noticed_an_outage_costs_a_turn_nothing(store: GraphStore, proxy: FaultProxy) -> None:
    proxy.set(Fault.SILENT)
    fail(store)
    asked = proxy.accepted
    for _ in range(100):
        with pytest.raises(BreakerOpenError):
            read(store)
    # Only the background probe may have knocked meanwhile.
    assert proxy.accepted - asked <= 2


def test_the_probe_runs_in_the_background_and_never_within_a_turn(
    store: GraphStore, proxy: FaultProxy
) -> None:
    proxy.set(Fault.SILENT)
    fail(store)
    ends = time.monotonic() + 60
    slowest_ms = 0.0
    while proxy.accepted < 3 and time.monotonic() < ends:
        began = time.perf_counter()
        with pytest.raises(BreakerOpenError):
            store.check()
        slowest_ms = max(slowest_ms, (time.perf_counter() - began) * 1000)
        time.sleep(0.02)
    assert slowest_ms < SLACK_MS
    assert proxy.accepted >= 3, "nobody probed"


def test_nobody_asks_for_it_so_nobody_probes(proxy, neo4j_server, new_store) -> None:
    store = new_store(connection_to(neo4j_server, proxy.uri), probe_for_ms=0)
    proxy.set(Fault.REFUSED)
    fail(store)
    wait_until(lambda: not store.is_probing)
    proxy.set(Fault.NONE)
    time.sleep(0.6)
    assert proxy.accepted == 0
    with pytest.raises(BreakerOpenError):
        store.check()  # the demand that wakes the probe
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)


def test_a_connection_that_broke_while_idle_costs_no_turn(
    store: GraphStore, proxy: FaultProxy
) -> None:
    connect(store)
    proxy.set(Fault.REFUSED)  # drops what is open
    proxy.set(Fault.NONE)
    assert read(store, deadline_ms=20_000) == [{"one": 1}]
    assert store.breaker_state is BreakerState.CLOSED


def test_a_slow_network_only_costs_its_round_trip(neo4j_server, new_store) -> None:
    with FaultProxy(neo4j_server.uri, latency_s=0.1) as proxy:
        store = new_store(connection_to(neo4j_server, proxy.uri))
        connect(store)
        proxy.set(Fault.LATENCY)
        began = time.perf_counter()
        assert read(store, deadline_ms=20_000) == [{"one": 1}]
        assert (time.perf_counter() - began) * 1000 <= 2 * 100 + SLACK_MS


def test_many_reads_at_once_all_end_in_time(store: GraphStore, proxy: FaultProxy) -> None:
    """More than the pool has connections."""
    connect(store)
    proxy.set(Fault.SILENT)

    async def all_at_once() -> list[object]:
        reads = (store.read("one", {}, deadline_ms=DEADLINE_MS) for _ in range(20))
        return await asyncio.gather(*reads, return_exceptions=True)

    began = time.perf_counter()
    errors = store.run(all_at_once(), timeout_s=30)
    assert (time.perf_counter() - began) * 1000 <= DEADLINE_MS + SLACK_MS
    assert all(isinstance(error, DeadlineError) for error in errors)


def test_a_caller_that_gives_up_first_teaches_the_breaker_too(
    store: GraphStore, proxy: FaultProxy
) -> None:
    connect(store)
    proxy.set(Fault.SILENT)
    with pytest.raises(DeadlineError):
        store.run(store.read("one", {}, deadline_ms=5000), timeout_s=0.2)
    wait_until(lambda: store.breaker_state is not BreakerState.CLOSED)


def test_what_nobody_waits_for_teaches_the_breaker_nothing(
    store: GraphStore, proxy: FaultProxy
) -> None:
    connect(store)
    proxy.set(Fault.SILENT)
    with pytest.raises(DeadlineError):
        store.run(store.read("one", {}, deadline_ms=200, in_turn=False), timeout_s=30)
    assert store.breaker_state is BreakerState.CLOSED


def test_a_server_that_freezes_during_the_warm_up_opens_the_breaker(
    proxy: FaultProxy, neo4j_server, new_store
) -> None:
    store = new_store(connection_to(neo4j_server, proxy.uri), warm_up_timeout_ms=DEADLINE_MS)
    connect(store)
    proxy.set(Fault.SILENT)
    connect(store)
    with pytest.raises(BreakerOpenError, match="timeout"):
        store.check()
    proxy.set(Fault.NONE)
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


def test_a_warm_up_over_a_connection_that_broke_while_idle_is_done_all_the_same(
    store: GraphStore, proxy: FaultProxy
) -> None:
    connect(store)
    proxy.set(Fault.REFUSED)  # drops what is open
    proxy.set(Fault.NONE)
    connect(store)
    assert store.breaker_state is BreakerState.CLOSED
    sent = [message.signature for message in proxy.recordings[-1].messages()]
    assert sent.count(RUN) == 2, "the proof of the new connection, and the warm-up"


def test_a_deadline_too_short_for_any_server_does_not_open_the_breaker(
    store: GraphStore, proxy: FaultProxy
) -> None:
    connect(store)
    proxy.set(Fault.LATENCY)
    error, _ = fail(store, deadline_ms=5)
    assert error.reason == "timeout"
    assert store.breaker_state is BreakerState.CLOSED


def test_no_time_left_is_no_time_spent(store: GraphStore, proxy: FaultProxy) -> None:
    for deadline_ms in (0, -10):
        error, _ = fail(store, deadline_ms=deadline_ms)
        assert error.reason == "timeout"
    assert proxy.accepted == 0
    assert store.breaker_state is BreakerState.CLOSED


def test_a_first_connect_too_slow_for_a_turn_goes_on_behind_it(
    store: GraphStore, proxy: FaultProxy
) -> None:
    proxy.set(Fault.LATENCY)  # 100 ms for each of the flights of handshake, login, question
    error, took_ms = fail(store, deadline_ms=150)
    assert error.reason == "timeout"
    assert took_ms <= 150 + SLACK_MS
    wait_until(lambda: store.breaker_state is BreakerState.CLOSED)
    assert proxy.accepted == 1, "the attempt was begun anew"
    assert read(store, deadline_ms=20_000) == [{"one": 1}]


def test_a_host_that_does_not_even_shake_hands(neo4j_server, new_store) -> None:
    with contextlib.ExitStack() as stack:
        deaf = stack.enter_context(socket.socket())
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        for _ in range(4):  # a queue that is full: further calls are ignored
            caller = stack.enter_context(socket.socket())
            caller.setblocking(False)
            caller.connect_ex(deaf.getsockname())
        store = new_store(connection_to(neo4j_server, f"bolt://127.0.0.1:{deaf.getsockname()[1]}"))
        error, took_ms = fail(store)
        assert error.reason == "timeout"
        assert took_ms <= DEADLINE_MS + SLACK_MS
        store.close()
        gc.collect()  # would complain of a socket left open


@pytest.mark.parametrize("fault", AFTER_LOGIN, ids=lambda fault: fault.value)
def test_a_store_closes_in_time_during_a_fault(
    store: GraphStore, proxy: FaultProxy, fault: Fault
) -> None:
    connect(store)
    pending = store.submit(store.read("one", {}, deadline_ms=5000))
    proxy.set(fault)
    began = time.perf_counter()
    store.close(timeout_s=2)
    assert (time.perf_counter() - began) * 1000 <= 2000 + SLACK_MS
    assert not store.thread.is_running
    assert pending.done()
