"""Where a container's loopback address leads nowhere, the user learns why."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag import connect
from graphrag.config import Settings
from graphrag.errors import UnreachableError

from ..support.stores import make_store, read


@pytest.fixture
def unused_port() -> Iterator[int]:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        yield unused.getsockname()[1]


def mark_container(monkeypatch: pytest.MonkeyPatch, *files: Path) -> None:
    monkeypatch.setattr(connect, "CONTAINER_FILES", files)


def advice_for(uri: str) -> str:
    """What the user is told to do when an address refuses the connection."""
    settings = Settings(neo4j_uri=uri, neo4j_password="not needed")
    with (
        make_store(connect.connection_provider(settings, None)) as store,
        pytest.raises(UnreachableError) as raised,
    ):
        read(store, deadline_ms=5000)
    return raised.value.hint


@pytest.mark.parametrize("address", ["bolt://127.0.0.1", "bolt://localhost", "neo4j://localhost"])
def test_a_loopback_address_that_refuses_inside_a_container_is_the_containers_own(
    address: str, unused_port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark_container(monkeypatch, tmp_path)
    assert "container" in advice_for(f"{address}:{unused_port}")


def test_outside_a_container_no_container_is_mentioned(
    unused_port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark_container(monkeypatch, tmp_path / "missing")
    assert "container" not in advice_for(f"bolt://127.0.0.1:{unused_port}")


@pytest.mark.parametrize("address", ["bolt://neo4j:7687", "bolt://192.0.2.1:7687", "bolt://[::2]"])
def test_another_address_inside_a_container_is_not_called_its_own(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark_container(monkeypatch, tmp_path)
    server = connect.connection_provider(Settings(neo4j_uri=address), None)()
    assert "container" not in server.address_hint
