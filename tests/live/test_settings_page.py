"""The connection test of the settings page, against a live Neo4j."""

import pytest

from graphrag.agent_zero.page.settings_page import try_connection


@pytest.fixture
def form(neo4j_server, monkeypatch, tmp_path):
    for name in ("NEO4J_URI", "NEO4J_USER", "NEO4J_PASSWORD", "NEO4J_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path))
    return {
        "neo4j_uri": neo4j_server.uri,
        "neo4j_user": neo4j_server.user,
        "neo4j_password": neo4j_server.password,
        "neo4j_database": neo4j_server.database,
    }


def test_a_working_connection_is_said_to_work(form):
    result = try_connection(form)
    assert result["ok"]
    assert form["neo4j_uri"] in result["message"]


@pytest.mark.parametrize(
    ("wrong", "word"), [("neo4j_password", "password"), ("neo4j_database", "database")]
)
def test_what_is_wrong_is_named(form, wrong, word):
    result = try_connection({**form, wrong: "no-such-thing"})
    assert not result["ok"]
    assert word in result["message"].casefold()
    assert form["neo4j_password"] not in result["message"]
