"""`doctor` inside Agent Zero compares the graph with the host's memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from graphrag import scopes
from graphrag.graph.index_ddl import GLOBAL, drop_index
from graphrag.graph.sync import ScopeSync

from ..support.graphs import fresh_install
from ..support.memories import Memory
from ..support.plugin_in_host import (
    answer_of,
    make_host,
    variables_of,
    write_environment,
    write_settings_of_project,
)

_DIMENSION = 32


@pytest.fixture
def install_id(writer) -> Iterator[str]:
    with fresh_install(writer) as install:
        yield install


@pytest.mark.parametrize(("in_the_host", "state"), [(_DIMENSION, "ok"), (384, "warning")])
def test_the_memory_and_the_graph_of_it_are_compared(
    in_the_host: int, state: str, neo4j_server, install_id, writer, tmp_path: Path
) -> None:
    make_host(tmp_path)
    make_index(tmp_path / "usr/memory/default", in_the_host)
    write_environment(tmp_path, {**variables_of(neo4j_server), "GRAPHRAG_INSTALL_ID": install_id})
    assert checks(tmp_path)["sync"]["state"] == "warning"

    for scope in (f"{install_id}/default", f"{install_id}/projects/shop"):
        memory = Memory(scope)
        memory.insert("m1", "The checkout-api depends on ledger-db.")
        ScopeSync(scope).look(writer, replace(memory.snapshot(), analyzer="german"))

    after = checks(tmp_path)
    assert "projects" not in after, "the projects cannot be listed"
    assert after["graph"]["detail"] == "1 document in default, 0 in shared"
    assert after["sync"]["state"] == "ok"
    assert "ago" in after["sync"]["detail"]
    assert after["vectors"]["state"] == state
    assert str(in_the_host) in after["vectors"]["detail"]
    assert after["full-text analyzer"]["state"] == "warning"
    assert "german" in after["full-text analyzer"]["detail"]

    (tmp_path / "usr/projects/blog").mkdir(parents=True)
    assert "forget --scope projects/shop" in checks(tmp_path)["projects"]["detail"]


def test_an_index_that_is_gone_is_named_and_made_again_as_the_line_says(
    neo4j_server, install_id, writer, tmp_path: Path
) -> None:
    make_host(tmp_path)
    write_environment(tmp_path, {**variables_of(neo4j_server), "GRAPHRAG_INSTALL_ID": install_id})
    memory = Memory(f"{install_id}/default")
    memory.insert("m1", "The checkout-api depends on ledger-db.")
    ScopeSync(f"{install_id}/default").look(writer, memory.snapshot())
    assert not failed_index_checks(tmp_path)

    gone = scopes.vector_index(f"{install_id}/default")
    writer.schema(drop_index(gone))
    [detail] = failed_index_checks(tmp_path)
    assert gone in detail
    assert "init --scope default" in detail

    answer_of(tmp_path, "init", "--scope", "default")
    assert not failed_index_checks(tmp_path)

    text, label = (
        name(f"{install_id}/default") for name in (scopes.text_index, scopes.passage_label)
    )
    writer.schema(drop_index(text))
    writer.schema(f"CREATE FULLTEXT INDEX {text} FOR (n:{label}) ON EACH [n.title, n.text]")
    earlier = checks(tmp_path)["indexes"]
    assert earlier["state"] == "warning"
    assert f"{text} of an earlier version" in earlier["detail"]
    assert "init --scope default" in earlier["detail"]


def test_the_indexes_of_other_installs_are_not_looked_at(
    neo4j_server, install_id, writer, tmp_path: Path
) -> None:
    make_host(tmp_path)
    environment = variables_of(neo4j_server)
    write_environment(tmp_path, {**environment, "GRAPHRAG_INSTALL_ID": install_id})
    memory = Memory(f"{install_id}/default")
    memory.insert("m1", "The checkout-api depends on ledger-db.")
    ScopeSync(f"{install_id}/default").look(writer, memory.snapshot())
    of_the_scope = set(scopes.index_names(f"{install_id}/default"))
    assert checks(tmp_path)["indexes"]["detail"] == f"{len({*GLOBAL, *of_the_scope}) - 1} online"

    write_environment(tmp_path, {**environment, "GRAPHRAG_INSTALL_ID": f"{install_id}-2"})
    assert checks(tmp_path)["indexes"]["detail"] == f"{len(GLOBAL)} online"


def test_the_memory_of_a_project_is_compared_with_its_graph_on_the_projects_own_server(
    neo4j_server, install_id, writer, tmp_path: Path
) -> None:
    make_host(tmp_path)
    write_environment(tmp_path, {"GRAPHRAG_INSTALL_ID": install_id})
    make_index(tmp_path / "usr/projects/shop/.a0proj/memory", 384)
    own = {name.lower(): value for name, value in variables_of(neo4j_server).items()}
    write_settings_of_project(tmp_path, "shop", {**own, "graphrag_enabled": True})
    memory = Memory(f"{install_id}/projects/shop")
    memory.insert("m1", "The checkout-api depends on ledger-db.")
    ScopeSync(f"{install_id}/projects/shop").look(writer, memory.snapshot())

    found = checks(tmp_path)
    assert "1 document in projects/shop" in found["graph"]["detail"]
    assert found["sync"]["state"] == "ok"
    assert found["vectors"]["state"] == "warning"
    assert "local neo4j" not in found


def make_index(folder: Path, dimension: int) -> None:
    folder.mkdir(parents=True)
    (folder / "index.faiss").write_bytes(b"IxFI" + dimension.to_bytes(4, "little") + bytes(64))


def checks(root: Path) -> dict[str, dict[str, str]]:
    return {check["name"]: check for check in answer_of(root, "doctor")}


def failed_index_checks(root: Path) -> list[str]:
    """Why doctor says that indexes fail."""
    found = answer_of(root, "doctor")
    return [
        check["detail"]
        for check in found
        if check["name"] == "indexes" and check["state"] == "failed"
    ]
