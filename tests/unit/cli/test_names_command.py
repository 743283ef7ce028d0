"""``names`` inside Agent Zero: the list beside the memory, and one line for what is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ...support.documented_json import documented_keys, printed_keys
from ...support.plugin_in_host import make_host, run_in_host

ROOT = Path(__file__).parents[3]


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A folder with the shape of Agent Zero 1.x, with the plugin and a memory in it."""
    make_host(tmp_path)
    (tmp_path / "usr/memory/default").mkdir(parents=True)
    return tmp_path


def names(host: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_in_host(host, "names", *arguments)


def test_names_are_ruled_out_joined_listed_and_taken_back(host: Path) -> None:
    assert names(host, "rule-out", "Step One").returncode == 0
    joined = json.loads(names(host, "join", "Mara Lindqvist", "Mara", "--json").stdout)
    assert joined["ruled_out"] == ["Step One"]
    assert joined["joined"] == [["Mara Lindqvist", "Mara"]]
    for command in ("rule-out", "join", "undo", "list"):
        documented = documented_keys(f"names {command}")
        assert set(printed_keys(joined, documented)) == documented
    listed = names(host, "list").stdout
    assert "never a name: Step One" in listed
    assert "the same: Mara Lindqvist = Mara" in listed
    assert names(host, "undo", "mara").returncode == 0
    names(host, "undo", "step one")
    assert json.loads(names(host, "list", "--json").stdout)["joined"] == []
    assert list((host / "usr/memory/default").iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["rule-out", "!"],
        ["join", "Mara", "mara"],
        ["undo", "Nobody"],
        ["rule-out", "Step One", "--scope", "projects/none"],
        ["list", "--scope", "../.."],
        ["list", "--scope", "another-install/default"],
    ],
)
def test_bad_input_is_one_clear_line(host: Path, arguments: list[str]) -> None:
    ended = names(host, *arguments)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert len(ended.stderr.strip().splitlines()) == 1


def test_a_broken_file_is_one_clear_line(host: Path) -> None:
    (host / "usr/memory/default/graphrag-names.json").write_text("{", encoding="utf-8")
    ended = names(host, "rule-out", "Step One")
    assert ended.returncode == 1
    assert "graphrag-names.json" in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1


def test_outside_agent_zero_the_command_says_where_it_belongs(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "graphrag", "names", "list"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "Agent Zero" in ended.stderr


def test_a_memory_that_agent_zero_does_not_have_has_no_list(host: Path) -> None:
    failed = names(host, "list", "--scope", "projects/nowhere")
    assert failed.returncode == 1
    assert "projects/nowhere" in failed.stderr
