"""The circuit breaker: one probe at a time, ever longer pauses up to a cap."""

from __future__ import annotations

import threading

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from graphrag.store import BreakerState, CircuitBreaker

OPEN_MS = 500
MAX_OPEN_MS = 30_000


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s

    def advance_ms(self, ms: float) -> None:
        self.now_s += ms / 1000


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> CircuitBreaker:
    return CircuitBreaker(OPEN_MS, MAX_OPEN_MS, clock)


def test_a_new_breaker_lets_everything_through(breaker):
    assert breaker.is_closed
    assert breaker.probe_in_ms == 0
    assert not breaker.begin_probe()


def test_the_first_failure_opens_it_for_the_first_open_time(breaker, clock):
    breaker.fail()
    assert breaker.state is BreakerState.OPEN
    assert breaker.probe_in_ms == pytest.approx(OPEN_MS)
    clock.advance_ms(OPEN_MS - 1)
    assert not breaker.begin_probe()
    clock.advance_ms(1.01)
    assert breaker.begin_probe()
    assert breaker.state is BreakerState.HALF_OPEN


def test_a_server_that_may_be_well_is_probed_at_once_and_then_with_pauses(breaker, clock):
    breaker.fail(probe_at_once=True)
    assert not breaker.is_closed
    assert breaker.begin_probe()
    breaker.fail(probe_at_once=True)
    assert breaker.probe_in_ms == pytest.approx(OPEN_MS)
    clock.advance_ms(OPEN_MS)
    assert breaker.begin_probe()
    breaker.fail()
    assert breaker.probe_in_ms == pytest.approx(2 * OPEN_MS)


def test_a_second_caller_gets_no_probe(breaker, clock):
    breaker.fail()
    clock.advance_ms(OPEN_MS * 2)
    assert [breaker.begin_probe() for _ in range(5)] == [True, False, False, False, False]


def test_of_many_threads_exactly_one_gets_the_probe(breaker, clock):
    breaker.fail()
    clock.advance_ms(OPEN_MS * 2)
    at_once = threading.Barrier(16)
    granted: list[bool] = []

    def ask() -> None:
        at_once.wait()
        granted.append(breaker.begin_probe())

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert granted.count(True) == 1


def test_failed_probes_double_the_open_time_up_to_the_cap(breaker, clock):
    breaker.fail()
    waits = []
    for _ in range(9):
        waits.append(round(breaker.probe_in_ms))
        clock.advance_ms(breaker.probe_in_ms + 1)
        assert breaker.begin_probe()
        breaker.fail()
    assert waits == [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]


def test_a_burst_of_failures_counts_once(breaker, clock):
    breaker.fail()
    clock.advance_ms(100)
    for _ in range(20):
        breaker.fail()
    assert breaker.probe_in_ms == pytest.approx(OPEN_MS - 100)


def test_a_successful_probe_closes_it_and_forgets_the_outage(breaker, clock):
    for _ in range(4):
        breaker.fail()
        clock.advance_ms(MAX_OPEN_MS)
        breaker.begin_probe()
    breaker.succeed()
    assert breaker.is_closed
    breaker.fail()
    assert breaker.probe_in_ms == pytest.approx(OPEN_MS)


class BreakerMachine(RuleBasedStateMachine):
    """Whatever happens in whatever order, never two probes at once and never too early."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.breaker = CircuitBreaker(OPEN_MS, MAX_OPEN_MS, self.clock)
        self.probing = False

    @rule(ms=st.floats(min_value=0, max_value=60_000))
    def time_passes(self, ms: float) -> None:
        self.clock.advance_ms(ms)

    @rule()
    def ask_for_the_probe(self) -> None:
        due = self.breaker.state is BreakerState.OPEN and self.breaker.probe_in_ms == 0
        granted = self.breaker.begin_probe()
        assert granted == due
        assert not (granted and self.probing)
        self.probing = self.probing or granted

    @rule()
    def fail(self) -> None:
        self.breaker.fail()
        self.probing = False
        assert not self.breaker.is_closed

    @rule()
    def succeed(self) -> None:
        self.breaker.succeed()
        self.probing = False
        assert self.breaker.is_closed

    @precondition(lambda self: self.breaker.state is BreakerState.OPEN)
    @rule()
    def a_further_failure_does_not_prolong_it(self) -> None:
        before = self.breaker.probe_in_ms
        self.breaker.fail()
        assert self.breaker.probe_in_ms == before

    @invariant()
    def the_wait_is_bounded(self) -> None:
        assert 0 <= self.breaker.probe_in_ms <= MAX_OPEN_MS + 1e-6


TestBreakerInAnyOrder = BreakerMachine.TestCase
