"""Fixtures of the tests that write a graph."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graphrag.store.writer import GraphWriter

from ..support.graphs import fresh_scope, graph_writer
from ..support.neo4j_server import Neo4jServer


@pytest.fixture(scope="module")
def writer(neo4j_server: Neo4jServer) -> Iterator[GraphWriter]:
    with graph_writer(neo4j_server) as opened:
        yield opened


@pytest.fixture
def scope(writer: GraphWriter) -> Iterator[str]:
    with fresh_scope(writer) as name:
        yield name
