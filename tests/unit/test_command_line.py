"""The advice to run a command can be typed as it stands."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import graphrag
from graphrag.command_line import command_about

_IN_A_PLUGIN = "usr.plugins.graphrag.graphrag"
_COMMAND = "from {}.command_line import command; print(command('neo4j status -h'))"


@pytest.mark.parametrize("package", [_IN_A_PLUGIN, "graphrag"], ids=["1.x", "0.9"])
def test_inside_agent_zero_it_names_the_python_and_the_module(package: str, tmp_path: Path) -> None:
    host = tmp_path / "agent zero"
    here = host.joinpath(*package.split("."))
    here.parent.mkdir(parents=True)
    here.symlink_to(Path(graphrag.__file__).parent)
    elsewhere = {**os.environ, "PATH": "/usr/bin:/bin", "PYTHONPATH": "", "HOME": str(tmp_path)}
    given = [sys.executable, "-c", _COMMAND.format(package)]

    advice = subprocess.run(
        given, cwd=host, env=elsewhere, capture_output=True, text=True, check=True
    ).stdout

    run = subprocess.run(
        ["sh", "-c", advice], cwd=tmp_path, env=elsewhere, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert "neo4j status" in run.stdout


def test_a_scope_with_a_space_is_one_argument() -> None:
    advice = command_about("me/日記　a b", "forget")
    assert shlex.split(advice)[-3:] == ["forget", "--scope", "me/日記　a b"]
