"""Background work makes way for turns."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor, wait

from graphrag.agent_zero.service.background.turns_first import TurnsFirst


def test_work_waits_until_the_last_turn_has_ended() -> None:
    turns = TurnsFirst(longest_s=60)
    with ThreadPoolExecutor() as pool:
        with turns.turn():
            with turns.turn():
                work = pool.submit(turns.make_way)
                assert not wait([work], timeout=0.1).done
            assert not wait([work], timeout=0.1).done
        work.result(30)


def test_without_a_turn_work_does_not_wait() -> None:
    turns = TurnsFirst(longest_s=600)
    with turns.turn():
        pass
    turns.make_way()


def test_turns_without_end_hold_work_up_for_half_of_the_time() -> None:
    now = 0.0
    turns = TurnsFirst(longest_s=0.2, clock=lambda: now)
    with turns.turn():
        began = time.monotonic()
        for _ in range(100):
            turns.make_way()
        assert 0.2 <= time.monotonic() - began < 10
        now = 0.3
        began = time.monotonic()
        turns.make_way()
        assert time.monotonic() - began >= 0.2
