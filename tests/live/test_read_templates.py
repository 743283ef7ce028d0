"""Every read template on the live server: what it may do, and how the planner runs it."""

import json

import pytest

from graphrag import safe_cypher, scopes
from graphrag.graph import schema
from graphrag.retriever.warm_up import warm_up_runs
from graphrag.store.writer import WriteTemplate

from ..support.graphs import fresh_scope, some_graph

SCOPE = "test-templates/default"
FORBIDDEN = ("AllNodesScan", "NodeByLabelScan", "CartesianProduct", "AllRelationshipsScan")
PARAMETERS = dict(warm_up_runs(["queries"])) | {
    "search": {
        "scopes": [SCOPE],
        "text_indexes": [],
        "queries": ["one two"],
        "each": 3,
        "newer": 20,
        "centred": [],
        "centred_norm": 0.0,
    },
    "scope_info": {"scopes": [SCOPE]},
    "named": {
        "scopes": [SCOPE],
        "names": ["one"],
        "names_indexes": [scopes.names_index(SCOPE)],
        "text": "one",
        "limit": 5,
    },
    "picture": {
        "scopes": [SCOPE],
        "ids": ["name:one"],
        "keys": ["0" * 20],
        "document_limit": 60,
        "entity_limit": 120,
        "related_limit": 30,
        "edge_limit": 1000,
        "df_max": 60,
        "text_limit": 2000,
    },
    "entities": {"scopes": [SCOPE], "text": "on", "skip": 0, "limit": 50},
    "scope_size": {"scope": SCOPE},
    "outdated": {"scope": SCOPE, "limit": 50, "text_limit": 500},
    "index_states": {},
}


@pytest.fixture(scope="module")
def session(neo4j_server, writer):
    import neo4j

    schema.ensure(writer, SCOPE, dimension=4)
    with (
        some_graph(writer),
        neo4j.GraphDatabase.driver(
            neo4j_server.uri, auth=neo4j_server.auth, notifications_min_severity="OFF"
        ) as driver,
        driver.session(
            database=neo4j_server.database, default_access_mode=neo4j.READ_ACCESS
        ) as opened,
    ):
        yield opened


def operators(plan):
    yield plan["operatorType"].split("@")[0]
    for child in plan.get("children", ()):
        yield from operators(child)


def test_every_template_has_parameters_to_be_looked_at():
    assert PARAMETERS.keys() == safe_cypher.TEMPLATES.keys()


@pytest.mark.parametrize("name", safe_cypher.TEMPLATES)
def test_a_template_only_reads_and_never_scans(session, name):
    text, parameters = safe_cypher.prepare(name, PARAMETERS[name])
    if text.lstrip().startswith("SHOW"):
        summary = session.run(text, parameters).consume()
        assert summary.query_type == "r"
        return
    summary = session.run("EXPLAIN CYPHER replan=force " + text, parameters).consume()
    assert summary.query_type == "r"
    assert not set(FORBIDDEN) & set(operators(summary.plan)), json.dumps(summary.plan, default=str)


@pytest.mark.parametrize("name", safe_cypher.TEMPLATES)
def test_a_template_runs_on_an_empty_graph(session, name):
    text, parameters = safe_cypher.prepare(name, PARAMETERS[name])
    assert isinstance(session.run(text, parameters).data(), list)


def test_a_writing_statement_fails_in_the_mode_that_templates_run_in(session):
    from neo4j.exceptions import ClientError

    with pytest.raises(ClientError, match=r"[Aa]ccess ?[Mm]ode"):
        session.run("CREATE (:Document {key: 'x'})").consume()


def test_of_too_many_documents_of_a_day_the_same_come_in_whichever_order_they_were_written(
    session, writer
):
    write = WriteTemplate(
        "test",
        "UNWIND range($first, $last, $step) AS i"
        " CREATE (d:Document {key: $scope + (1000 + i), scope: $scope, day: 7})"
        " SET d.origin = 'ingest', d.unit = 'u'",
    )
    found = []
    for first, last, step in ((1, 600, 1), (600, 1, -1)):
        with fresh_scope(writer) as scope:
            writer.write(write, {"scope": scope, "first": first, "last": last, "step": step})
            asked = {"scopes": [scope], "days": [{"first": 7, "last": 7, "weight": 1.0}]}
            text, parameters = safe_cypher.prepare("pin", {**PARAMETERS["pin"], **asked})
            passages = session.run(text, parameters).single()["passages"]
            found.append([key.removeprefix(scope) for key, _day in passages])
    assert found[0] == found[1]
    assert found[0][0] == "1001"
