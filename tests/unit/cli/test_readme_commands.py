"""The README lists every command and no other, with options that exist."""

import re
from pathlib import Path

import pytest
import typer

from graphrag.cli.app import app

README = Path(__file__).parents[3] / "README.md"
COMMANDS = typer.main.get_command(app).commands


@pytest.fixture(scope="module")
def rows() -> dict[str, str]:
    """Return the meaning of each row of the commands table, by what its first cell names."""
    section = README.read_text(encoding="utf-8").split("\n## Commands\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| (`.*?) \| (.*) \|$", section, re.MULTILINE))


def test_the_readme_lists_every_command_and_no_other(rows):
    documented = {
        name.split()[0] for named in rows for name in re.findall(r"`([a-z][^`]*)`", named)
    }
    subcommands = {name for group in ("neo4j", "names") for name in COMMANDS[group].commands}
    assert subcommands >= {"start", "stop", "status", "rule-out", "join", "undo"}
    assert documented - subcommands == set(COMMANDS)


def test_every_option_in_the_readme_is_an_option_of_its_command(rows):
    named = {
        (cell.strip("`").split()[0], option)
        for cell, meaning in rows.items()
        for option in re.findall(r"--[a-z]+", meaning)
    }
    assert ("stats", "--all") in named
    for command, option in named:
        assert option in {opt for param in COMMANDS[command].params for opt in param.opts}
