"""``docs/COMMANDS.md`` has a section for each command, and lists the keys of its JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from graphrag.cli.app import app

from ...support.documented_json import COMMANDS, documented_keys, printed_keys


def test_each_command_has_its_section_and_no_other_has_one() -> None:
    sections = set(re.findall(r"^## (.+)$", COMMANDS.read_text(encoding="utf-8"), re.MULTILINE))
    existing = typer.main.get_command(app).commands
    groups = ("neo4j", "names")
    inner = {f"{group} {name}" for group in groups for name in existing[group].commands}
    assert sections == set(existing) - set(groups) | inner


@pytest.mark.parametrize("command", ["doctor", "neo4j status", "neo4j stop"])
def test_the_keys_of_a_command_without_a_database(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NEO4J_URI", "local")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path))
    printed = json.loads(CliRunner().invoke(app, [*command.split(), "--json"]).stdout)
    documented = documented_keys(command)
    if command == "neo4j stop":
        documented |= documented_keys("neo4j status")
    assert set(printed_keys(printed, documented)) == documented
