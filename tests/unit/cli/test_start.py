"""The command line says in one line why it cannot start, and what Ctrl-C leaves."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import pytest
from typer.testing import CliRunner

import graphrag
from graphrag.cli.app import app
from graphrag.local import LocalNeo4j

from ...support.plugin_in_host import make_host

PACKAGE = Path(graphrag.__file__).parent
WITHOUT = """
import sys
from importlib.machinery import PathFinder

class Finder:
    def find_spec(name, path=None, target=None):
        return None if name in {missing!r} else PathFinder.find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Finder
sys.argv = ["a0-graphrag", *{arguments!r}]
import runpy
runpy.run_module({module!r}, run_name="__main__")
"""


def run_without(
    missing: list[str],
    *arguments: str,
    folder: Path,
    module: str = "graphrag",
    stdout: int | TextIO = subprocess.PIPE,
    **variables: str,
) -> subprocess.CompletedProcess:
    """Run a command where some packages are not installed."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPH", "NEO4J"))}
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(missing=missing, arguments=arguments, module=module)],
        cwd=folder,
        env=environment
        | {"PYTHONPATH": str(PACKAGE.parent), "GRAPHRAG_HOME": str(folder)}
        | variables,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("missing", ["typer", "rich", "platformdirs"])
def test_a_missing_package_of_the_command_line_is_named_with_its_extra(missing, tmp_path):
    failed = run_without([missing], "stats", folder=tmp_path)
    assert failed.returncode == 1
    [line] = failed.stderr.splitlines()
    assert missing in line
    assert "agent-zero-graphrag[cli]" in line


@pytest.mark.parametrize("installed_before", [True, False])
def test_inside_agent_zero_a_command_installs_what_was_lost(installed_before, tmp_path):
    make_host(tmp_path)
    (tmp_path / "data").mkdir()
    if installed_before:
        (tmp_path / "data/packages-installed").touch()
    failed = run_without(
        ["typer"],
        "stats",
        folder=tmp_path,
        module="usr.plugins.graphrag.graphrag",
        PYTHONPATH=str(tmp_path),
        PIP_NO_INDEX="1",
        PIP_FIND_LINKS="",
    )
    assert failed.returncode == 1
    *steps, last = failed.stderr.splitlines()
    assert "typer" in last
    assert any("Looking up" in step for step in steps) == installed_before


def test_doctor_needs_the_standard_library_alone(tmp_path):
    packages = ["typer", "rich", "platformdirs", "pydantic", "pydantic_settings", "dotenv"]
    packages += ["neo4j", "numpy", "tiktoken", "click"]
    found = run_without(packages, "doctor", "--json", folder=tmp_path)
    assert (found.returncode, found.stderr) == (1, "")
    checks = {check["name"]: check for check in json.loads(found.stdout)}
    assert checks["packages"]["state"] == "failed"
    assert "numpy" in checks["packages"]["detail"]
    assert {"python", "switch", "free disk space", "local neo4j"} <= set(checks)


def test_what_doctor_advises_for_lost_packages_works_with_every_neo4j(tmp_path):
    make_host(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data/packages-installed").touch()
    found = run_without(
        ["typer"],
        *("doctor", "--json"),
        folder=tmp_path,
        module="usr.plugins.graphrag.graphrag",
        PYTHONPATH=str(tmp_path),
        NEO4J_URI="bolt://192.0.2.1:7687",
    )
    [packages] = [check for check in json.loads(found.stdout) if check["name"] == "packages"]
    _, advised, _ = packages["detail"].split("`")
    assert "neo4j" not in advised.split()  # `neo4j start` is for the local Neo4j alone


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_doctor_without_packages_says_in_one_line_that_its_output_is_full(options, tmp_path):
    with Path("/dev/full").open("w") as full:
        failed = run_without(["rich"], "doctor", *options, folder=tmp_path, stdout=full)
    assert failed.returncode == 1
    [line] = failed.stderr.splitlines()
    assert line.startswith("a0-graphrag: ")


def test_doctor_without_packages_names_a_folder_whose_name_is_not_utf_8(tmp_path):
    folder = tmp_path / os.fsdecode(b"M\xfcller")
    folder.mkdir()
    found = run_without(["rich"], "doctor", "--json", folder=folder)
    assert (found.returncode, found.stderr) == (1, "")
    [disk] = [check for check in json.loads(found.stdout) if check["name"] == "free disk space"]
    assert "M" in disk["detail"]


@pytest.mark.parametrize("missing", ["tokenizers", "safetensors"])
def test_a_missing_package_of_the_benchmark_is_named_with_its_extra(missing, tmp_path):
    failed = run_without([missing], "bench", str(tmp_path), folder=tmp_path)
    assert failed.returncode == 1
    [line] = failed.stderr.splitlines()
    assert missing in line
    assert "agent-zero-graphrag[bench]" in line


@pytest.fixture
def shared_folder(tmp_path):
    """A folder where this package and Microsoft's are both installed."""
    (tmp_path / "graphrag").symlink_to(PACKAGE)
    metadata = tmp_path / "graphrag-2.7.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: graphrag\nVersion: 2.7.0\n")
    return tmp_path


def start(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "graphrag", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_microsofts_package_under_the_same_name_is_named(shared_folder):
    failed = start(shared_folder, "--version")
    assert failed.returncode == 1
    [line] = failed.stderr.splitlines()
    assert "Microsoft" in line
    assert "2.7.0" in line


def test_microsofts_package_in_another_folder_is_no_obstacle(shared_folder, tmp_path_factory):
    (shared_folder / "graphrag").unlink()
    (shared_folder / "graphrag").mkdir()
    own = tmp_path_factory.mktemp("own")
    (own / "graphrag").symlink_to(PACKAGE)
    started = subprocess.run(
        [sys.executable, "-m", "graphrag", "--version"],
        cwd=own,
        env=os.environ | {"PYTHONPATH": f"{own}{os.pathsep}{shared_folder}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (started.returncode, started.stderr) == (0, "")


def test_ctrl_c_says_in_one_line_what_is_kept(tmp_path, monkeypatch):
    def interrupted(self):
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NEO4J_URI", "local")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path))
    monkeypatch.setattr(LocalNeo4j, "status", interrupted)
    ended = CliRunner().invoke(app, ["neo4j", "status"])
    assert ended.exit_code == 130
    [line] = ended.stderr.splitlines()
    assert "nothing was changed" in line


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_command_that_is_asked_to_end_says_what_is_kept_whoever_asks(number, tmp_path):
    code = """import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGTERM, signal.SIG_DFL)
runpy.run_module("graphrag", run_name="__main__")"""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(60)
        environment = {
            **os.environ,
            "PYTHONPATH": str(PACKAGE.parent),
            "GRAPHRAG_HOME": str(tmp_path),
            "NEO4J_URI": f"bolt://127.0.0.1:{silent.getsockname()[1]}",
        }
        command = subprocess.Popen(
            [sys.executable, "-c", code, "stats"],
            cwd=tmp_path,
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        with command:
            client, _ = silent.accept()
            with client:
                command.send_signal(number)
                _, told = command.communicate(timeout=60)
    assert command.returncode == 130
    [line] = told.splitlines()
    assert "nothing was changed" in line
