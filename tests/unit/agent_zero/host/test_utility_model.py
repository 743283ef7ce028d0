"""The host's utility model, asked on the host's loop from another thread."""

from __future__ import annotations

import asyncio
import gc
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import nullcontext

import pytest

from graphrag.agent_zero.host import utility_model
from graphrag.agent_zero.host.utility_model import UtilityModel


class Agent:
    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def call_utility_model(self, system: str, message: str, background: bool) -> str:
        await self.may_answer.wait()
        return f"{self.answer}: {message}"


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_the_memories_of_a_project_go_to_its_own_model_only(loop):
    local, cloud, model = Agent("local"), Agent("cloud"), UtilityModel()
    model.remember(local, loop, "projects/secret")
    model.remember(cloud, loop, "projects/open")
    assert model.ask("projects/secret", "Extract.", "a note") == "local: a note"
    assert not model.is_available("default")
    with pytest.raises(LookupError):
        model.ask("default", "Extract.", "a note")


def test_a_model_that_cannot_be_asked_is_named_once_and_without_what_its_error_says(loop, capsys):
    class Refusing(Agent):
        async def call_utility_model(self, system: str, message: str, background: bool) -> str:
            raise PermissionError("the key sk-secret is not valid")

    agent, model = Refusing(""), UtilityModel()
    model.remember(agent, loop, "default")
    for _ in range(3):
        with pytest.raises(PermissionError):
            model.ask("default", "Extract.", "a note")
    printed = capsys.readouterr().out
    assert printed.count("PermissionError") == 1
    assert "sk-secret" not in printed


def test_a_model_that_fails_again_after_an_answer_is_named_again(loop, capsys):
    class Moody(Agent):
        async def call_utility_model(self, system: str, message: str, background: bool) -> str:
            if message == "bad":
                raise PermissionError
            return message

    agent, model = Moody(""), UtilityModel()
    model.remember(agent, loop, "default")
    for note in ("bad", "bad", "good", "bad"):
        with nullcontext() if note == "good" else pytest.raises(PermissionError):
            model.ask("default", "Extract.", note)
    assert capsys.readouterr().out.count("PermissionError") == 2


def test_a_call_that_nobody_waits_for_any_more_leaves_no_task_behind(loop, monkeypatch):
    monkeypatch.setattr(utility_model, "TIMEOUT_S", 0.05)
    agent, model = Agent("late"), UtilityModel()
    agent.may_answer.clear()
    model.remember(agent, loop, "default")
    with pytest.raises(FutureTimeoutError):
        model.ask("default", "Extract.", "a note")

    async def tasks_left() -> int:
        for _ in range(10):
            await asyncio.sleep(0)
        return len(asyncio.all_tasks()) - 1

    assert asyncio.run_coroutine_threadsafe(tasks_left(), loop).result(10) == 0


def test_a_loop_that_the_host_closes_at_that_moment_leaves_no_complaint():
    class Leaving(Agent):
        def call_utility_model(self, system: str, message: str, background: bool) -> object:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
            return super().call_utility_model(system, message, background)

    loop, model, agent = asyncio.new_event_loop(), UtilityModel(), Leaving("late")
    has_begun = threading.Event()
    loop.call_soon(has_begun.set)
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    assert has_begun.wait(5)
    model.remember(agent, loop, "default")
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        with pytest.raises(RuntimeError, match="closed"):
            model.ask("default", "Extract.", "a note")
        gc.collect()
    assert not complaints
