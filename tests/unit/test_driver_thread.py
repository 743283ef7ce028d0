"""The thread that the store's loop runs on."""

from __future__ import annotations

import asyncio
import threading

import pytest

from graphrag.errors import UnreachableError
from graphrag.store.driver_thread import DriverThread


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
        with pytest.raises(UnreachableError):
            thread.submit(nothing())
    finally:
        may_end.set()
        ending.join()
    assert not thread.is_running
