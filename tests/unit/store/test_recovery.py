"""What the store does after a probe of a Neo4j that was away."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError

import pytest

from graphrag.errors import DeadlineError, StoreError, UnreachableError
from graphrag.store import Connection, GraphStore, StoreLimits, pooled_driver
from graphrag.store.breaker import BreakerState

# pytest reports an exit inside a thread, which Python itself ignores.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


@pytest.fixture
def silent() -> Iterator[Connection]:
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        uri = f"bolt://127.0.0.1:{server.getsockname()[1]}"
        yield Connection(uri, "neo4j", "password")


@pytest.fixture
def store(silent: Connection) -> Iterator[GraphStore]:
    """A store of that server."""
    with GraphStore(silent, StoreLimits(connect_timeout_ms=60_000, breaker_open_ms=10)) as store:
        yield store


def exit_thread() -> None:
    raise SystemExit


def wait_until(condition: Callable[[], bool]) -> None:
    ends = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_a_probe_whose_thread_ends_is_followed_by_another_one(store: GraphStore) -> None:
    with pytest.raises(StoreError):
        store.run(store.read("ping", {}, deadline_ms=300), timeout_s=1)
    wait_until(lambda: store.breaker_state is BreakerState.HALF_OPEN)

    store.thread.post(exit_thread)
    wait_until(lambda: not store.is_probing)

    assert store.breaker_state is BreakerState.OPEN

    def is_probed_again() -> bool:
        with pytest.raises(StoreError):
            store.check()  # as each turn does
        return store.breaker_state is BreakerState.HALF_OPEN

    wait_until(is_probed_again)


def test_a_probe_that_began_as_its_loop_ended_is_followed_by_another_one(store: GraphStore) -> None:
    async def fail() -> None:
        store._recovery.failed(UnreachableError("the server is gone"))

    ended = asyncio.new_event_loop()
    ended.run_until_complete(fail())
    ended.close()
    assert store.breaker_state is BreakerState.OPEN

    store.thread.run(asyncio.sleep(0), timeout_s=30)  # as any reader does
    with pytest.raises(StoreError):
        store.check()

    wait_until(lambda: store.breaker_state is BreakerState.HALF_OPEN)


def test_what_others_end_is_probed_again_at_the_next_outage(silent: Connection) -> None:
    """As a warm-up of the background does, which connects whatever the breaker says."""

    async def fail(error: StoreError) -> None:
        store._recovery.failed(error)

    async def succeed() -> None:
        store._recovery.succeeded()

    limits = StoreLimits(connect_timeout_ms=60_000, breaker_open_ms=600_000)
    with GraphStore(silent, limits) as store:
        store.run(fail(UnreachableError("the server is gone")), timeout_s=30)
        store.run(succeed(), timeout_s=30)
        store.run(fail(DeadlineError("the server is busy")), timeout_s=30)
        wait_until(lambda: store.breaker_state is BreakerState.HALF_OPEN)


def test_what_was_begun_as_the_thread_ended_is_begun_again(
    store: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_ending, connects, may_end, imports = (threading.Event() for _ in range(4))
    imported = pooled_driver._import_driver

    async def say_goodbye() -> None:
        is_ending.set()
        while not may_end.is_set():
            await asyncio.sleep(0.01)

    def slow_import() -> object:
        connects.set()
        return imports.wait(30) and imported()

    monkeypatch.setattr(pooled_driver, "_import_driver", slow_import)
    store.thread.closers.add(say_goodbye)
    store.thread.run(asyncio.sleep(0), timeout_s=30)
    store.thread.post(exit_thread)
    assert is_ending.wait(30)
    begun = store.warm_up([("ping", {})])
    assert connects.wait(30)
    store.thread.closers.clear()
    may_end.set()
    with pytest.raises(CancelledError):
        begun.result(30)
    wait_until(lambda: not store.thread.is_running)
    imports.set()

    warming = store.warm_up([("ping", {})])
    with pytest.raises(TimeoutError):  # it waits for the server
        warming.result(0.3)
    with pytest.raises(DeadlineError):
        store.run(store.read("ping", {}, deadline_ms=300), timeout_s=30)
