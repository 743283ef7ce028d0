"""The README names the commands that there are, all of them and no other."""

import re
from pathlib import Path

import typer

from graphrag.cli.app import app

README = Path(__file__).parents[2] / "README.md"


def test_the_commands_are_those_of_the_command_line():
    table = README.read_text(encoding="utf-8").split("## Commands")[1].split("\n## ")[0]
    documented = {
        name.split()[0]
        for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
        for name in re.findall(r"`([a-z][^`]*)`", row)
    }
    existing = typer.main.get_command(app).commands
    assert documented - {"stop", "status"} == set(existing)
    assert {"start", "stop", "status"} == set(existing["neo4j"].commands)
