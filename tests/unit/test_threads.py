"""What threads share."""

import threading
from contextlib import suppress

import pytest

from graphrag.threads import cached_once, run_in_thread, run_in_threads


def test_what_two_threads_need_at_once_is_computed_once():
    both_compute = threading.Barrier(2)
    computed = []

    @cached_once
    def slow(number: int) -> int:
        computed.append(number)
        with suppress(threading.BrokenBarrierError):
            both_compute.wait(timeout=0.2)
        return number + 1

    results = [run_in_thread("test", slow, 1) for _ in range(2)]
    assert [result.result() for result in results] == [2, 2]
    assert computed == [1]
    assert (slow(2), computed) == (3, [1, 2])


def test_what_could_not_be_computed_is_tried_again():
    attempts = []

    @cached_once
    def read() -> str:
        attempts.append(1)
        if len(attempts) == 1:
            raise OSError
        return "read"

    with suppress(OSError):
        read()
    assert read() == "read"


def test_works_share_a_few_threads_and_each_has_its_own_outcome():
    used = set()

    def divide(number: int) -> int:
        used.add(threading.current_thread())
        return 6 // number

    first, broken, last = run_in_threads("test", [lambda n=n: divide(n) for n in (1, 0, 3)], 2)
    assert (first.result(timeout=5), last.result(timeout=5)) == (6, 2)
    assert isinstance(broken.exception(timeout=5), ZeroDivisionError)
    assert 1 <= len(used) <= 2
    assert all(thread.daemon and thread.name == "test" for thread in used)


def test_work_that_has_not_begun_can_be_cancelled():
    may_end = threading.Event()
    begun, waiting = run_in_threads("test", [may_end.wait, threading.Event().wait], 1)
    assert waiting.cancel()
    may_end.set()
    assert begun.result(timeout=5)
    assert waiting.cancelled()


def test_fewer_threads_do_all_the_work_where_no_more_can_be_started(monkeypatch):
    start, started = threading.Thread.start, []

    def start_one(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_one)
    results = run_in_threads("test", [lambda n=n: n for n in range(3)], 2)
    assert [result.result(timeout=5) for result in results] == [0, 1, 2]
    with pytest.raises(RuntimeError, match="thread"):
        run_in_threads("test", [lambda: 1], 2)
