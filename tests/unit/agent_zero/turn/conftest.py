"""A turn in a small host, with a graph that finds one fact."""

from __future__ import annotations

import sys

import pytest

from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.service import process
from graphrag.agent_zero.service.process_state import process_state
from graphrag.agent_zero.service.runtime import Runtime

from ....support.graph_of_one_fact import DOCUMENTS, GraphOfOneFact
from ....support.small_host import Agent, LoopData, install_modules


@pytest.fixture
def graph():
    return GraphOfOneFact()


@pytest.fixture
def store(monkeypatch, tmp_path, graph):
    """A host with the plugin on; gives its vector store."""
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GRAPHRAG_INSTALL_ID", "test")
    store = install_modules(monkeypatch, tmp_path, DOCUMENTS)
    runtime = Runtime(tmp_path, lambda settings, folders: graph)
    process_state().update(runtime=runtime, fingerprint=process.fingerprint())
    yield store
    process.retire()
    sys.modules.pop(PROCESS_STATE)


@pytest.fixture
def agent():
    return Agent()


@pytest.fixture
def loop_data(agent):
    return LoopData(agent)


@pytest.fixture
def lines(capsys):
    return lambda: capsys.readouterr().out.splitlines()
