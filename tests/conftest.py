"""What every test may ask for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from .support.graphs import forget_emptied
from .support.neo4j_server import Neo4jServer, running_neo4j, shared_neo4j

# The threads of a matrix product spin while they wait for a core, and all cores are busy here.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.fixture(scope="session")
def neo4j_server(
    tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Iterator[Neo4jServer]:
    """A live Neo4j, shared by the whole run; never a reason to skip."""

    def say(line: str) -> None:
        capture = pytestconfig.pluginmanager.getplugin("capturemanager")
        with capture.global_and_fixture_disabled():
            print(f"\n{line}", file=sys.stderr)  # pytest-xdist shows nothing else of a worker

    if hasattr(pytestconfig, "workerinput") and "GRAPHRAG_TEST_NEO4J_URI" not in os.environ:
        folder = tmp_path_factory.getbasetemp().parent / "neo4j"  # the same for all workers
        folder.mkdir(mode=0o700, exist_ok=True)
        running = shared_neo4j(folder, say)
    else:
        running = running_neo4j(tmp_path_factory.mktemp("neo4j"), say)
    with running as server:
        yield server
        forget_emptied(server)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the long files: at the end, the other process would wait for them."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
