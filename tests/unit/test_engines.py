"""Databases of more projects than are kept open at once."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from graphrag.agent_zero.service.engines import MAX_ENGINES
from graphrag.agent_zero.service.runtime import Runtime
from graphrag.agent_zero.turn_data import TurnRequest

from ..support.small_host import install_modules
from .test_agent_zero_turn import DOCUMENTS, GraphOfOneFact


class GraphThatOthersCrowdOut(GraphOfOneFact):
    """As a turn registers there, turns in other databases come."""

    def __init__(self, others):
        super().__init__()
        self._turns, self._others = self.turns, others

    @property
    def turns(self):
        others, self._others = self._others, None
        if others is not None:
            others.start()
            others.join(0.5)
        return self._turns

    @turns.setter
    def turns(self, turns):
        self._turns, self._others = turns, None


def test_the_database_of_a_turn_that_just_begins_is_not_closed(tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHRAG_INSTALL_ID", "test")
    install_modules(monkeypatch, tmp_path, DOCUMENTS)

    def turn_in(database):
        config = {"neo4j_uri": f"bolt://{database}.invalid", "graphrag_home": str(tmp_path)}
        now = time.monotonic()
        return runtime.answer(
            TurnRequest("Who?", "default", Path(), config, "", "", "", {}, now, 60_000)
        )

    def turns_in_others():
        for number in range(MAX_ENGINES):
            turn_in(f"other{number}")

    others = threading.Thread(target=turns_in_others)
    graphs = [GraphThatOthersCrowdOut(others), *[GraphOfOneFact() for _ in range(MAX_ENGINES)]]
    first = graphs[0]
    was_closed = []
    ask = first.retrieve_and_pack
    first.retrieve_and_pack = lambda *args, **more: (
        was_closed.append(first.is_closed),
        ask(*args, **more),
    )[1]
    made = iter(graphs)
    runtime = Runtime(tmp_path, lambda settings, folders: next(made))
    try:
        outcome = turn_in("first")
        others.join()
        assert outcome.text
        assert was_closed == [False]
    finally:
        runtime.close()
