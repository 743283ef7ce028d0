"""How often facts were shown: counted in memory, and written when the database can be written."""

from __future__ import annotations

import threading
from typing import Any

from graphrag.errors import UnreachableError
from graphrag.graph import access_counts
from graphrag.graph.access_counts import AccessCounter
from graphrag.model import Fact


class Writer:
    """A writer that fails once."""

    def __init__(self) -> None:
        self.has_failed, self.has_written = threading.Event(), threading.Event()

    def write(self, template: object, parameters: dict[str, Any]) -> None:
        if not self.has_failed.is_set():
            self.has_failed.set()
            raise UnreachableError("gone")
        self.has_written.set()


def test_counts_are_written_after_a_failure_even_if_no_more_can_wait(monkeypatch: Any) -> None:
    monkeypatch.setattr(access_counts, "MAX_WAITING", 1)
    writer = Writer()
    counter = AccessCounter(lambda: writer, flush_s=0.01)  # type: ignore[arg-type, return-value]
    fact = Fact("f", "a", "b", "Ada", "Ben", "OWNS", "owns", scope="s")
    counter.add([fact], 1)
    assert writer.has_failed.wait(60)
    for _ in range(600):  # the failed attempt may still be putting its counts back
        counter.add([fact], 1)
        if writer.has_written.wait(0.1):
            break
    assert writer.has_written.is_set()
    counter.close()


def test_counts_wait_for_the_next_ones_where_no_thread_can_start(monkeypatch: Any) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    writer = Writer()
    writer.has_failed.set()
    counter = AccessCounter(lambda: writer, flush_s=0.01)  # type: ignore[arg-type, return-value]
    fact = Fact("f", "a", "b", "Ada", "Ben", "OWNS", "owns", scope="s")
    with monkeypatch.context() as patch:
        patch.setattr(access_counts, "start_timer", refuse)
        counter.add([fact], 1)
    counter.add([], 1)
    assert writer.has_written.wait(60)
    counter.close()
