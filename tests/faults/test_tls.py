"""TLS to Neo4j: what can be trusted is used, and anything else is refused with what to do.

The live Neo4j has no certificate, so a proxy in front of it speaks TLS.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag.errors import StoreError, UnreachableError

from ..support.certificates import Authority
from ..support.fault_proxy import FaultProxy
from ..support.neo4j_server import Neo4jServer
from ..support.stores import connection_to, read
from .conftest import StoreMaker

PATIENT = {"query_timeout_ms": 20_000, "connect_timeout_ms": 20_000}


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


@pytest.fixture
def encrypted(neo4j_server: Neo4jServer, authority: Authority) -> Iterator[FaultProxy]:
    """Neo4j behind TLS."""
    with FaultProxy(neo4j_server.uri, tls=authority.certificate()) as proxy:
        yield proxy


@pytest.fixture
def trusted(authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine knows the authority."""
    monkeypatch.setenv("SSL_CERT_FILE", authority.write(tmp_path / "ca.pem"))


@pytest.fixture
def ask(neo4j_server: Neo4jServer, new_store: StoreMaker):
    """Asks one question over a scheme."""

    def ask(scheme: str, port: int) -> list[dict]:
        connection = connection_to(neo4j_server, f"{scheme}://127.0.0.1:{port}")
        return read(new_store(connection, **PATIENT), deadline_ms=20_000)

    return ask


def refused(ask, scheme: str, port: int) -> StoreError:
    with pytest.raises(UnreachableError) as caught:
        ask(scheme, port)
    return caught.value


@pytest.mark.parametrize("scheme", ["bolt+ssc", "neo4j+ssc"])
def test_ssc_accepts_a_certificate_of_an_unknown_authority(ask, encrypted, scheme: str) -> None:
    assert ask(scheme, encrypted.port) == [{"one": 1}]


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("scheme", ["bolt+s", "neo4j+s"])
def test_s_accepts_a_certificate_of_an_authority_named_in_the_environment(
    ask, encrypted, scheme: str
) -> None:
    assert ask(scheme, encrypted.port) == [{"one": 1}]


@pytest.mark.parametrize("scheme", ["bolt+s", "neo4j+s"])
def test_s_refuses_an_unknown_authority_and_names_two_ways_out(ask, encrypted, scheme) -> None:
    error = refused(ask, scheme, encrypted.port)
    assert "certificate" in error.message
    assert "SSL_CERT_FILE" in error.hint
    assert f"{scheme}sc://" in error.hint


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize(
    "wrong", [{"name": "other.example"}, {"expired": True}], ids=["other name", "expired"]
)
def test_s_refuses_a_wrong_certificate_of_a_trusted_authority(
    ask, neo4j_server, authority, wrong
) -> None:
    with FaultProxy(neo4j_server.uri, tls=authority.certificate(**wrong)) as proxy:
        error = refused(ask, "bolt+s", proxy.port)
    assert "certificate" in error.message
    assert "SSL_CERT_FILE" not in error.hint


@pytest.mark.parametrize("scheme", ["bolt+s", "bolt+ssc", "neo4j+ssc"])
def test_a_server_without_tls_is_named_as_such(ask, proxy: FaultProxy, scheme: str) -> None:
    assert "TLS" in refused(ask, scheme, proxy.port).message


@pytest.mark.parametrize("protocol", ["bolt", "neo4j"])
def test_a_server_with_tls_that_is_asked_without_is_a_hint(ask, encrypted, protocol: str) -> None:
    assert f"{protocol}+s://" in refused(ask, protocol, encrypted.port).hint
