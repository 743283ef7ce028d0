"""The database that tests get is a real Neo4j with Bolt and authentication."""

from __future__ import annotations

import neo4j
import pytest
from neo4j.exceptions import AuthError

from ..support.neo4j_server import Neo4jServer


def test_the_fixture_is_a_live_neo4j(neo4j_server: Neo4jServer) -> None:
    with neo4j.GraphDatabase.driver(neo4j_server.uri, auth=neo4j_server.auth) as driver:
        records, _, _ = driver.execute_query(
            "CALL dbms.components() YIELD name, edition WHERE edition <> '' RETURN name",
            database_=neo4j_server.database,
        )
    assert [record["name"] for record in records] == ["Neo4j Kernel"]


def test_a_wrong_password_is_refused(neo4j_server: Neo4jServer) -> None:
    with (
        neo4j.GraphDatabase.driver(neo4j_server.uri, auth=("neo4j", "not it")) as driver,
        pytest.raises(AuthError),
    ):
        driver.verify_connectivity()
