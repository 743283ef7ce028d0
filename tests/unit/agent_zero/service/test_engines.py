"""Databases of more projects than are kept open at once."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest

from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.service import process
from graphrag.agent_zero.service.engines import MAX_ENGINES, Engines
from graphrag.agent_zero.service.process_state import process_state
from graphrag.agent_zero.service.runtime import Runtime
from graphrag.agent_zero.turn_data import TurnRequest
from graphrag.config import Settings

from ....support.graph_of_one_fact import DOCUMENTS, GraphOfOneFact
from ....support.small_host import install_modules
from ....support.stores import wait_until


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


class Databases:
    """A runtime with a stand-in for each of its databases; the first is used as a test says."""

    def __init__(self, monkeypatch, root):
        monkeypatch.setenv("GRAPHRAG_INSTALL_ID", "test")
        install_modules(monkeypatch, root, DOCUMENTS)
        self._root = root
        self.others = threading.Thread(target=self._turns_in_others)
        self.graphs = []
        made = iter(self.graphs)
        self.runtime = Runtime(root, lambda settings, folders: next(made))

    def config_of(self, database):
        return {"neo4j_uri": f"bolt://{database}.invalid", "graphrag_home": str(self._root)}

    def request_in(self, database):
        config, now = self.config_of(database), time.monotonic()
        return TurnRequest("Who?", "default", self._root, config, now, 60_000)

    def turn_in(self, database):
        return self.runtime.answer(self.request_in(database))

    def _turns_in_others(self):
        for number in range(MAX_ENGINES):
            self.turn_in(f"other{number}")


@pytest.fixture
def databases(tmp_path, monkeypatch):
    made = Databases(monkeypatch, tmp_path)
    yield made
    made.runtime.close()


def test_the_database_of_a_turn_that_just_begins_is_not_closed(databases):
    first = GraphThatOthersCrowdOut(databases.others)
    databases.graphs += [first, *[GraphOfOneFact() for _ in range(MAX_ENGINES)]]
    was_closed = []
    ask = first.retrieve_and_pack
    first.retrieve_and_pack = lambda *args, **more: (
        was_closed.append(first.is_closed),
        ask(*args, **more),
    )[1]
    outcome = databases.turn_in("first")
    databases.others.join()
    assert outcome.text
    assert was_closed == [False]


def test_a_database_that_is_being_warmed_up_is_not_closed(databases):
    first = GraphOfOneFact()
    databases.graphs += [first, *[GraphOfOneFact() for _ in range(MAX_ENGINES + 1)]]
    was_closed = []

    def warm_up(settings, scopes):
        databases.others.start()
        databases.others.join()
        was_closed.append(first.is_closed)

    first.warm_up = warm_up
    databases.runtime.prepare(databases.config_of("first"), "default")
    assert was_closed == [False]
    databases.turn_in("one more")
    wait_until(lambda: first.is_closed)


def test_a_database_that_cannot_be_closed_keeps_no_other_one_open(databases):
    class Broken(GraphOfOneFact):
        def close(self):
            super().close()
            raise RuntimeError("its driver is broken")

    databases.graphs += [GraphOfOneFact(), Broken(), GraphOfOneFact()]
    for number in range(3):
        databases.turn_in(f"other{number}")
    with pytest.raises(RuntimeError):
        databases.runtime.close()
    assert [graph.is_closed for graph in databases.graphs] == [True, True, True]


def test_a_database_that_is_slow_to_warm_up_keeps_no_other_one_of_the_memory_cold(databases):
    slow, chosen_since = GraphOfOneFact(), GraphOfOneFact()
    databases.graphs += [slow, chosen_since]
    done = []

    def warm_up(settings, scopes):
        databases.runtime.prepare(databases.config_of("chosen since"), "default")

    slow.warm_up = warm_up
    slow.request_sync = lambda *_: done.append("slow follows the memory")
    chosen_since.warm_up = lambda *_: done.append("the other one is warm")
    chosen_since.request_sync = lambda *_: done.append("the other one follows the memory")
    databases.runtime.prepare(databases.config_of("slow"), "default")
    assert done == ["the other one is warm", "the other one follows the memory"]


def test_a_turn_prepares_its_own_database_whatever_other_turns_do(databases, monkeypatch):
    cold, warm = GraphOfOneFact(), GraphOfOneFact()
    databases.graphs += [cold, warm]
    was_prepared = threading.Event()
    cold.is_warm = False
    cold.warm_up = lambda *_: was_prepared.set()
    ask = cold.retrieve_and_pack

    def ask_while_another_turn_comes(*args, **more):
        databases.turn_in("warm")
        return ask(*args, **more)

    cold.retrieve_and_pack = ask_while_another_turn_comes
    monkeypatch.delitem(sys.modules, PROCESS_STATE, raising=False)
    process_state().update(runtime=databases.runtime, fingerprint=process.fingerprint())
    process.submit(databases.request_in("cold"), lambda runtime: None).result(60)
    assert was_prepared.wait(20)


class Interrupted(type(Path())):
    """A folder that lets another thread in when it is looked up."""

    by = staticmethod(lambda: None)

    def __hash__(self):
        by, Interrupted.by = Interrupted.by, staticmethod(lambda: None)
        by()
        return super().__hash__()


def test_the_databases_can_be_listed_while_a_turn_begins_in_one_of_them(tmp_path):
    home = Interrupted(tmp_path)
    first, second = (
        Settings(neo4j_uri=f"bolt://{name}.invalid").model_copy(update={"graphrag_home": home})
        for name in ("first", "second")
    )
    engines = Engines(lambda settings: GraphOfOneFact())

    def turn(settings):
        with engines.use(settings):
            pass

    turn(first)
    turn(second)
    meanwhile = threading.Thread(target=turn, args=[first])
    Interrupted.by = lambda: (meanwhile.start(), meanwhile.join(0.2))
    assert len(list(engines)) == 2
    meanwhile.join()
    engines.close()
