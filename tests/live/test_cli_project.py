"""A command about a project's scope goes to the project's own Neo4j, as the project's turns do."""

from __future__ import annotations

from pathlib import Path

from graphrag.graph.sync import ScopeSync
from graphrag.graph.writing.forget import forget_scope

from ..support.memories import Memory
from ..support.plugin_in_host import (
    answer_of,
    make_host,
    variables_of,
    write_environment,
    write_settings_of_project,
)


def test_a_command_about_a_project_goes_to_the_projects_own_server(
    neo4j_server, scope, writer, tmp_path: Path
) -> None:
    install_id = scope.replace("/", "-")[:40]
    make_host(tmp_path)
    write_environment(tmp_path, {"GRAPHRAG_INSTALL_ID": install_id})
    own = {name.lower(): value for name, value in variables_of(neo4j_server).items()}
    write_settings_of_project(tmp_path, "shop", own)
    full = f"{install_id}/projects/shop"
    memory = Memory(full)
    memory.insert("m1", "Mara owns the checkout-api. Her pager is 4711.")
    ScopeSync(full).look(writer, memory.snapshot())
    try:
        for name in ("projects/shop", full):
            [counted] = answer_of(tmp_path, "stats", "--scope", name)
            assert counted["documents"] == 1
        found = answer_of(tmp_path, "query", "Who owns the checkout-api?", "--scope", full)
        assert "4711" in found["block"]["text"]
    finally:
        forget_scope(writer, full)
