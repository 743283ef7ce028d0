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


def test_the_options_are_those_of_their_command():
    table = README.read_text(encoding="utf-8").split("## Commands")[1].split("\n## ")[0]
    existing = typer.main.get_command(app).commands
    rows = re.findall(r"^\| `([a-z]+)[^|]*\|(.*)\|$", table, re.MULTILINE)
    named = {(command, name) for command, text in rows for name in re.findall(r"--[a-z]+", text)}
    assert ("stats", "--all") in named
    for command, name in named:
        assert name in {opt for param in existing[command].params for opt in param.opts}
