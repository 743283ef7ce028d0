"""`doctor` inside Agent Zero compares the graph with the host's memory."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag.graph.forget import forget_scope
from graphrag.graph.sync import ScopeSync

from ..support.memories import Memory

ROOT = Path(__file__).parents[2]
_DIMENSION = 32


@pytest.fixture
def install_id(writer) -> Iterator[str]:
    name = f"doctor-{secrets.token_hex(4)}"
    yield name
    for subdir in ("default", "projects/shop"):
        forget_scope(writer, f"{name}/{subdir}")


@pytest.mark.parametrize(("in_the_host", "state"), [(_DIMENSION, "ok"), (384, "warning")])
def test_the_memory_and_the_graph_of_it_are_compared(
    in_the_host: int, state: str, neo4j_server, install_id, writer, tmp_path: Path
) -> None:
    plugin = tmp_path / "usr/plugins/graphrag"
    plugin.mkdir(parents=True)
    (tmp_path / "helpers").mkdir()
    (tmp_path / "helpers/extension.py").touch()
    (plugin / "graphrag").symlink_to(ROOT / "graphrag")
    index = tmp_path / "usr/memory/default/index.faiss"
    index.parent.mkdir(parents=True)
    index.write_bytes(b"IxFI" + in_the_host.to_bytes(4, "little") + bytes(64))
    given = {
        "NEO4J_URI": neo4j_server.uri,
        "NEO4J_USER": neo4j_server.user,
        "NEO4J_PASSWORD": neo4j_server.password,
        "NEO4J_DATABASE": neo4j_server.database,
        "GRAPHRAG_INSTALL_ID": install_id,
    }
    (tmp_path / "usr/.env").write_text("".join(f"{k}='{v}'\n" for k, v in given.items()))

    def checks() -> dict[str, dict[str, str]]:
        found = subprocess.run(
            [sys.executable, "-m", "usr.plugins.graphrag.graphrag", "doctor", "--json"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        return {check["name"]: check for check in json.loads(found.stdout)}

    assert checks()["sync"]["state"] == "warning"

    for scope in (f"{install_id}/default", f"{install_id}/projects/shop"):
        memory = Memory(scope)
        memory.insert("m1", "The checkout-api depends on ledger-db.")
        ScopeSync(scope, analyzer="german").look(writer, memory.snapshot())

    after = checks()
    assert "projects" not in after, "the projects cannot be listed"
    assert after["graph"]["detail"] == "1 document in default, 0 in shared"
    assert after["sync"]["state"] == "ok"
    assert "ago" in after["sync"]["detail"]
    assert after["vectors"]["state"] == state
    assert str(in_the_host) in after["vectors"]["detail"]
    assert after["full-text analyzer"]["state"] == "warning"
    assert "german" in after["full-text analyzer"]["detail"]

    (tmp_path / "usr/projects/blog").mkdir(parents=True)
    assert "forget --scope projects/shop" in checks()["projects"]["detail"]
