"""A proxy that fails on purpose, in front of the live server, and stores that go through it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from graphrag.store import Connection, GraphStore

from ..support.fault_proxy import FaultProxy
from ..support.neo4j_server import Neo4jServer
from ..support.stores import connection_to, make_store


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The driver leaves its socket to the garbage collector when a server answers with garbage."""
    left = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(left)


@pytest.fixture
def proxy(neo4j_server: Neo4jServer) -> Iterator[FaultProxy]:
    with FaultProxy(neo4j_server.uri) as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def _driver_is_imported() -> None:
    """Its import, slow on a busy machine, would hide other faults; it has a test of its own."""
    import neo4j  # noqa: F401


StoreMaker = Callable[..., GraphStore]


@pytest.fixture
def new_store() -> Iterator[StoreMaker]:
    """Makes stores that are closed after the test."""
    with ExitStack() as stack:

        def make(connection: Connection | Callable[[], Connection], **limits: float) -> GraphStore:
            return stack.enter_context(make_store(connection, **limits))

        yield make


@pytest.fixture
def store(neo4j_server: Neo4jServer, proxy: FaultProxy, new_store: StoreMaker) -> GraphStore:
    """A store behind the proxy."""
    return new_store(connection_to(neo4j_server, proxy.uri))
