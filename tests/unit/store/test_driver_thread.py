"""The thread that the store's loop runs on."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import threading
import time
import warnings
from concurrent.futures import CancelledError

import pytest

from graphrag.errors import ClosedError, DeadlineError, UnreachableError
from graphrag.store import driver_thread, event_loop
from graphrag.store.driver_thread import DriverThread

# pytest reports an exit inside a thread, which Python itself ignores.
EXITS = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


async def nothing() -> None:
    """Do nothing."""


def test_what_comes_while_the_thread_ends_is_refused_at_once() -> None:
    thread = DriverThread()
    is_ending, may_end = threading.Event(), threading.Event()

    async def say_goodbye() -> None:
        is_ending.set()
        while not may_end.is_set():
            await asyncio.sleep(0.01)

    thread.closers.add(say_goodbye)
    thread.run(nothing(), timeout_s=10)
    ending = threading.Thread(target=thread.close, args=(10,))
    ending.start()
    try:
        assert is_ending.wait(10)
        with pytest.raises(ClosedError):
            thread.submit(nothing())
    finally:
        may_end.set()
        ending.join()
    assert not thread.is_running


def test_what_is_to_begin_as_the_thread_ends_is_dropped_without_a_warning() -> None:
    thread = DriverThread()

    async def say_goodbye() -> None:
        loop = asyncio.get_running_loop()

        def go_on() -> None:
            begun.append(loop.create_task(nothing()))
            loop.call_soon(go_on)

        go_on()

    begun: list[asyncio.Task[None]] = []
    thread.closers.add(say_goodbye)
    thread.run(nothing(), timeout_s=10)
    thread.close(10)
    assert not begun[-1].done()

    begun.clear()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        gc.collect()
    assert not warned


def test_what_is_given_up_while_the_loop_is_blocked_never_begins() -> None:
    begun: list[bool] = []

    async def stale_query() -> None:
        begun.append(True)

    thread, goes_on = DriverThread(), threading.Event()
    thread.run(nothing(), timeout_s=10)
    thread.post(lambda: goes_on.wait(30))
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with pytest.raises(DeadlineError):
            thread.run(stale_query(), timeout_s=0.05)
        goes_on.set()
        thread.run(nothing(), timeout_s=10)
    thread.close()
    assert (begun, warned) == ([], [])


def test_what_does_not_end_when_it_is_cancelled_does_not_keep_the_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(event_loop, "_FINISH_S", 0.1)
    thread = DriverThread()
    has_closed = threading.Event()

    async def ignore_cancellation() -> None:
        while True:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(60)

    async def close_connection() -> None:
        has_closed.set()

    thread.closers.update((ignore_cancellation, close_connection))
    thread.submit(ignore_cancellation())
    thread.run(nothing(), timeout_s=10)
    thread.close(60)
    assert not thread.is_running
    assert has_closed.is_set()


def die() -> None:
    """End the thread as an exit inside it does."""
    raise SystemExit


def test_a_call_for_which_no_thread_can_start_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    thread = DriverThread()
    with monkeypatch.context() as patch:
        patch.setattr(driver_thread, "start_thread", refuse)
        with pytest.raises(UnreachableError, match="can't start new thread"):
            thread.run(nothing(), timeout_s=10)
    thread.run(nothing(), timeout_s=10)
    thread.close()


@EXITS
def test_a_thread_that_was_killed_is_replaced_at_the_next_call() -> None:
    thread = DriverThread()
    closed = threading.Event()

    async def close_connection() -> None:
        closed.set()

    thread.closers.add(close_connection)
    waiting = thread.submit(asyncio.sleep(60))
    thread.post(die)
    with pytest.raises(CancelledError):
        waiting.result(10)
    assert closed.wait(10)
    try:
        while thread.is_running:
            time.sleep(0.001)
        thread.run(nothing(), timeout_s=10)
        assert thread.is_running
    finally:
        thread.close()
    assert not thread.is_running


@EXITS
@pytest.mark.parametrize("end", [lambda thread: thread.post(die), lambda thread: thread.close(0)])
def test_closing_while_the_thread_ends_leaves_it_the_time_for_that(end) -> None:
    thread = DriverThread()
    is_ending, may_end, has_closed = (threading.Event() for _ in range(3))

    async def close_connection() -> None:
        is_ending.set()
        while not may_end.is_set():
            await asyncio.sleep(0.01)
        has_closed.set()

    thread.closers.add(close_connection)
    thread.run(nothing(), timeout_s=10)
    end(thread)
    assert is_ending.wait(10)
    thread.close(0.1)
    may_end.set()
    thread.close(10)
    assert has_closed.wait(10)
    assert not thread.is_running


@EXITS
def test_a_thread_that_was_killed_is_replaced_for_work_that_nobody_waits_for() -> None:
    thread = DriverThread()
    thread.run(nothing(), timeout_s=10)
    thread.post(die)
    while thread.is_running:
        time.sleep(0.001)
    done = threading.Event()
    thread.post(done.set)
    assert done.wait(10)
    thread.close()


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_leaves_the_connections_of_its_parent_alone() -> None:
    thread = DriverThread()
    thread.run(nothing(), timeout_s=10)
    thread._lock.acquire()  # as another thread of the parent may have done
    child = os.fork()
    if not child:
        signal.alarm(30)
        refused = False
        try:
            thread.run(nothing(), timeout_s=10)
        except UnreachableError:
            thread.close()
            refused = True
        finally:
            os._exit(0 if refused else 1)
    thread._lock.release()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    thread.run(nothing(), timeout_s=10)
    thread.close()
