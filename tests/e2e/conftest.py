"""Hosts for the tests of this folder."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ..support.neo4j_server import Neo4jServer
from . import contract_graph
from .host import LAYOUTS, Host, Layout
from .host_double import KINDS, HostDouble, Recall
from .llm_stub import LlmStub

MakeHost = Callable[..., Host]

every_kind = pytest.mark.parametrize(
    ("layout", "recall"), KINDS, ids=[f"{layout} {recall}" for layout, recall in KINDS]
)
"""For tests in which it matters how the host's recall reaches the prompt."""


@pytest.fixture
def stub() -> Iterator[LlmStub]:
    with LlmStub() as server:
        yield server


@pytest.fixture(params=LAYOUTS)
def layout(request: pytest.FixtureRequest) -> Layout:
    return request.param


@pytest.fixture
def recall() -> Recall:
    """How the recall reaches the prompt; modules whose tests depend on it go through all ways."""
    return "writes"


@pytest.fixture
def make_host(layout: Layout, recall: Recall, stub: LlmStub, tmp_path: Path) -> Iterator[MakeHost]:
    """Makes as many hosts of one layout as a test asks for, without the plugin."""
    hosts: list[Host] = []

    def make(**options: Any) -> Host:
        root = tmp_path / f"host-{len(hosts)}"
        hosts.append(HostDouble(layout, root, stub, recall=recall, **options))
        return hosts[-1]

    yield make
    for host in hosts:
        host.stop()


@pytest.fixture(scope="session")
def install_id(neo4j_server: Neo4jServer) -> Iterator[str]:
    """An installation whose shared scope holds the contract's passages."""
    name = f"e2e-{secrets.token_hex(4)}"
    with contract_graph.loaded(neo4j_server, name):
        yield name
