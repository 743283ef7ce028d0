"""What the demo shows is true: its answer comes from plain memories, and only over the graph."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from graphrag.graph.build import build
from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.writing.forget import forget_scope
from graphrag.sample.loader import SAMPLE_ANSWER, SAMPLE_LINK, SAMPLE_QUESTION, sample_documents
from scripts.demo_host import (
    Recall,
    ask,
    hashed_recall,
    install_and_sync,
    minilm_recall,
    remembering_host,
    wait_synced,
)

from ..support.graphs import graph_writer
from ..support.neo4j_server import Neo4jServer
from .contract import REPOSITORY
from .graph_state import GraphReader, GraphState
from .host import TurnTrace
from .host_double import HostDouble


@dataclass(frozen=True, slots=True)
class Shown:
    """The demo's agent, and its turns without the plugin and with it."""

    host: HostDouble
    graph: GraphState
    without: TurnTrace
    with_graph: TurnTrace


@pytest.fixture(scope="module", params=[minilm_recall, hashed_recall])
def shown(
    request: pytest.FixtureRequest,
    neo4j_server: Neo4jServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Shown]:
    make_recall: Callable[[], Recall] = request.param
    install = f"test-demo-{secrets.token_hex(4)}"
    environment = {
        "GRAPHRAG_ENABLED": "true",
        "GRAPHRAG_INSTALL_ID": install,
        "NEO4J_URI": neo4j_server.uri,
        "NEO4J_USER": neo4j_server.user,
        "NEO4J_PASSWORD": neo4j_server.password,
    }
    folder = tmp_path_factory.mktemp("demo")
    with graph_writer(neo4j_server) as writer, GraphReader(neo4j_server) as graph:
        try:
            with remembering_host(folder, environment, make_recall()) as host:
                without = ask(host, SAMPLE_QUESTION)
                install_and_sync(host)
                with_graph = ask(host, SAMPLE_QUESTION)
                yield Shown(host, graph.read(f"{install}/default"), without, with_graph)
        finally:
            forget_scope(writer, f"{install}/default")


def block(trace: TurnTrace) -> str:
    return str(trace.extras[0].get("graphrag", ""))


def test_recall_alone_does_not_bring_the_answer(shown: Shown) -> None:
    assert SAMPLE_LINK in shown.without.extras[0]["memories"]
    assert SAMPLE_ANSWER not in shown.without.prompt


def test_the_block_brings_the_answer(shown: Shown) -> None:
    assert SAMPLE_ANSWER in block(shown.with_graph)


def test_nothing_in_the_graph_was_written_by_hand(shown: Shown) -> None:
    documents = sample_documents()
    found = build("any", documents, RuleExtractor(), origin="memory", unit="memory")
    facts = {
        (found.entities[f.subject].name, f.predicate, found.entities[f.object].name)
        for item in found.documents.values()
        for f in item.facts
    }
    assert shown.graph.texts == {document.id: document.text for document in documents}
    assert shown.graph.entities.keys() == {entity.name for entity in found.entities.values()}
    assert {fact[:3] for d in shown.graph.documents.values() for fact in d.facts} == facts


def test_the_same_question_asked_again_has_the_same_block(shown: Shown) -> None:
    assert block(ask(shown.host, SAMPLE_QUESTION)) == block(shown.with_graph)


@pytest.mark.parametrize("message", ["Thanks, that was great!", "Make it shorter, please."])
def test_small_talk_gets_no_block(shown: Shown, message: str) -> None:
    assert block(ask(shown.host, message)) == ""


def test_without_links_the_plugin_does_not_bring_the_answer(shown: Shown) -> None:
    shown.host.stop()
    shown.host.environment["GRAPHRAG_STRATEGY"] = "hybrid"
    try:
        wait_synced(shown.host)
        trace = ask(shown.host, SAMPLE_QUESTION)
    finally:
        shown.host.stop()
        del shown.host.environment["GRAPHRAG_STRATEGY"]
    assert block(trace)
    assert SAMPLE_ANSWER not in trace.prompt


@pytest.mark.parametrize("shown", [minilm_recall], indirect=True)
def test_the_readme_shows_what_the_demo_prints(shown: Shown) -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    [printed] = re.findall(r"```text\n(.*?)```", readme, re.DOTALL)
    labelled = re.findall(r"\[\d+\] .*?(?= *│| \.\.\.)", printed)
    assert SAMPLE_QUESTION in printed
    assert any(SAMPLE_ANSWER in line for line in labelled)
    assert [line for line in labelled if line not in block(shown.with_graph)] == []
