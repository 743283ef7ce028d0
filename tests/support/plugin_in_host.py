"""A folder with the shape of Agent Zero 1.x with the plugin in it, and its command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .neo4j_server import Neo4jServer

ROOT = Path(__file__).parents[2]


def make_host(root: Path) -> None:
    """Make the folder; the plugin in it is this package."""
    plugin = root / "usr/plugins/graphrag"
    plugin.mkdir(parents=True)
    (root / "helpers").mkdir()
    (root / "helpers/extension.py").touch()
    (plugin / "graphrag").symlink_to(ROOT / "graphrag")


def write_environment(root: Path, variables: Mapping[str, str]) -> None:
    """Write the host's env file."""
    lines = "".join(f"{name}='{value}'\n" for name, value in variables.items())
    (root / "usr/.env").write_text(lines)


def write_settings_of_project(root: Path, project: str, settings: Mapping[str, object]) -> None:
    """Save settings for one project, as its settings page does."""
    folder = root / "usr/projects" / project / ".a0proj/plugins/graphrag"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(settings))


def variables_of(server: Neo4jServer) -> dict[str, str]:
    """Return the settings that name a server."""
    return {
        "NEO4J_URI": server.uri,
        "NEO4J_USER": server.user,
        "NEO4J_PASSWORD": server.password,
        "NEO4J_DATABASE": server.database,
    }


def run_in_host(
    root: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command of the plugin in the host; of its settings only those given here count."""
    ours = {name for name in os.environ if name.startswith(("GRAPHRAG_", "GRAPH_RAG", "NEO4J_"))}
    clean = {name: value for name, value in os.environ.items() if name not in ours}
    return subprocess.run(
        [sys.executable, "-m", "usr.plugins.graphrag.graphrag", *arguments],
        cwd=root,
        env={**clean, "PYTHONPATH": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def answer_of(root: Path, *arguments: str, **environment: str) -> Any:
    """Run a command of the plugin in the host, and return what it prints as JSON."""
    done = run_in_host(root, *arguments, "--json", **environment)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)
