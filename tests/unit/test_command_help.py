"""The help of a command says what the command does."""

import pytest
import typer

from graphrag.cli.app import app

COMMANDS = typer.main.get_command(app).commands


@pytest.mark.parametrize(
    ("command", "default"),
    [
        ("init", "by default `shared`"),
        ("ingest", "by default `shared`"),
        ("query", "by default `shared`"),
        ("forget", "with --document by default `shared`"),
        ("sync", "by default every scope of this install"),
        ("stats", "by default every scope of this install"),
    ],
)
def test_each_command_tells_its_own_default_scope(command, default):
    [option] = [option for option in COMMANDS[command].params if option.name == "scope"]
    assert option.help == f"Scope; {default}."
