"""What threads share."""

import threading
from contextlib import suppress

from graphrag.threads import cached_once, run_in_thread


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
