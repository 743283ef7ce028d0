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
from .host_double import HostDouble
from .llm_stub import LlmStub

MakeHost = Callable[..., Host]


@pytest.fixture
def stub() -> Iterator[LlmStub]:
    with LlmStub() as server:
        yield server


@pytest.fixture(params=LAYOUTS)
def layout(request: pytest.FixtureRequest) -> Layout:
    return request.param


@pytest.fixture
def make_host(layout: Layout, stub: LlmStub, tmp_path: Path) -> Iterator[MakeHost]:
    """Makes as many hosts of one layout as a test asks for, without the plugin."""
    hosts: list[Host] = []

    def make(**options: Any) -> Host:
        hosts.append(HostDouble(layout, tmp_path / f"host-{len(hosts)}", stub, **options))
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
