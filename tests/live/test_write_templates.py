"""The write templates: found by index, kept apart from the read ones, true to their figures."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

from graphrag.graph import cypher, schema
from graphrag.graph.writing.forget import forget_scope
from graphrag.safe_cypher import TEMPLATES, in_one_map
from graphrag.store.writer import GraphWriter, WriteTemplate

from ..support.graphs import some_graph

MODULES = [
    importlib.import_module(f"{cypher.__name__}.{module.name}")
    for module in pkgutil.iter_modules(cypher.__path__)
    if module.name != "register"
]
SCANS = {"AllNodesScan", "NodeByLabelScan", "UnionNodeByLabelsScan", "DirectedAllRelationshipsScan"}
WRITE_TEMPLATES = {name: found for module in MODULES for name, found in module.TEMPLATES.items()}
# These look at every scope, or at everything in one, by what they are for.
WHOLE = {"list_scopes", "request_sync", "foreign_nodes"}
NUMBERS = {"limit", "max_aliases", "max_facts", "dimension", "schema_version"}
LISTS = {"rows", "keys", "units", "documents", "containers", "unlinked", "mean"}
MAPS = {"properties"}
FLAGS = {"dirty", "renews"}


def parameters(text: str) -> dict:
    names = set(re.findall(r"\$(\w+)", text))
    return {
        name: 10
        if name in NUMBERS
        else []
        if name in LISTS
        else {}
        if name in MAPS
        else name in FLAGS or "x"
        for name in names
    }


@pytest.fixture(scope="module")
def driver(neo4j_server):
    import neo4j

    with neo4j.GraphDatabase.driver(neo4j_server.uri, auth=neo4j_server.auth) as opened:
        yield opened


@pytest.fixture(scope="module", autouse=True)
def _indexes(writer: GraphWriter):
    schema.ensure(writer, "test-templates/default")
    with some_graph(writer):
        yield
    forget_scope(writer, "test-templates/default")


@pytest.mark.parametrize("name", sorted(set(WRITE_TEMPLATES) - WHOLE))
def test_a_template_finds_its_nodes_by_an_index(driver, neo4j_server, name):
    text = WRITE_TEMPLATES[name].text
    with driver.session(database=neo4j_server.database) as session:
        sent = f"EXPLAIN CYPHER replan=force {in_one_map(text)}"
        plan = session.run(sent, p=parameters(text)).consume().plan
    operators, waiting = set(), [plan]
    while waiting:
        step = waiting.pop()
        operators.add(step["operatorType"].split("@")[0])
        waiting += step.get("children", [])
    assert not operators & SCANS


def test_every_template_is_registered_once():
    names = [name for module in MODULES for name in module.TEMPLATES]
    assert len(names) == len(set(names))
    held = {
        found.name
        for module in MODULES
        for found in vars(module).values()
        if isinstance(found, WriteTemplate)
    }
    assert held <= set(names)


@pytest.mark.parametrize("templates", [module.TEMPLATES for module in MODULES])
def test_no_template_can_be_added_or_changed(templates):
    with pytest.raises(TypeError):
        templates["evil"] = None
    with pytest.raises(AttributeError):
        next(iter(templates.values())).text = "MATCH (n) DETACH DELETE n"


def test_reading_cannot_reach_a_writing_template():
    assert not {template.text for template in TEMPLATES.values()} & {
        template.text for template in WRITE_TEMPLATES.values()
    }
    words = re.compile(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|DROP)\b")
    assert not [name for name, template in TEMPLATES.items() if words.search(template.text)]
