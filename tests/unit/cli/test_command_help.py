"""The help of a command says what the command does."""

import pytest
import typer
from typer.testing import CliRunner

from graphrag._version import __version__
from graphrag.cli.app import app

GROUP = typer.main.get_command(app)
COMMANDS = GROUP.commands
EVERY_COMMAND = [
    *([name] for name in COMMANDS),
    *([group, name] for group in ("neo4j", "names") for name in COMMANDS[group].commands),
]


def run(*arguments, **environment):
    return CliRunner().invoke(app, arguments, env=environment, prog_name="a0-graphrag")


@pytest.mark.parametrize(
    ("command", "default"),
    [
        ("init", "by default `shared`"),
        ("ingest", "by default `shared`"),
        ("query", "by default `default` and `shared`"),
        ("view", "by default `default` and `shared`"),
        ("forget", "with --document by default `shared`"),
        ("sync", "by default every scope of this install"),
        ("stats", "by default every scope of this install"),
    ],
)
def test_each_command_tells_its_own_default_scope(command, default):
    [option] = [option for option in COMMANDS[command].params if option.name == "scope"]
    assert default in option.help


@pytest.mark.parametrize("command", [[], *EVERY_COMMAND], ids=" ".join)
def test_h_is_help_everywhere(command):
    short, long = run(*command, "-h"), run(*command, "--help")
    assert (short.exit_code, long.exit_code) == (0, 0)
    assert short.output == long.output
    assert "Usage" in short.output


@pytest.mark.parametrize("command", [[], *EVERY_COMMAND], ids=" ".join)
def test_a_flag_takes_no_value_in_the_help(command):
    assert "bool" not in run(*command, "--help").output.lower()


def test_the_version_is_printed():
    assert run("--version").output.strip() == __version__


def test_the_shell_completes_commands():
    words = {"COMP_WORDS": "a0-graphrag st", "COMP_CWORD": "1"}
    completed = run(_A0_GRAPHRAG_COMPLETE="complete_bash", **words)
    assert completed.output.split() == ["stats"]
