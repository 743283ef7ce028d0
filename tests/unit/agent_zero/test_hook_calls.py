"""What `hooks.py` calls, also that of earlier versions: after an update, the one before runs."""

from __future__ import annotations

import ast
import inspect
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from graphrag.agent_zero import hook_calls
from graphrag.agent_zero.host import places, settings_source
from graphrag.agent_zero.install import folders, removal, requirements, set_up
from graphrag.agent_zero.page import settings_page
from graphrag.agent_zero.service import process
from graphrag.local.machine import process_birth
from graphrag.local.runfile import Run, folder_identity, write_record

ROOT = Path(__file__).parents[3]

CALLS = [
    (hook_calls.installed, (), {}),
    (hook_calls.before_update, (), {}),
    (hook_calls.removed, (), {}),
    (hook_calls.settings_saved, ({},), {"project": "garden", "profile": "researcher"}),
]
"""Never change or remove a line: add one."""

CALLS_OF_0_1_0 = [
    (folders.homes, (), {}),
    (requirements.ensure_in_background, (Path("cache"),), {}),
    (settings_source.is_on, (), {}),
    (settings_source.plugin_config, (), {}),
    (settings_page.settings_saved, ({},), {}),
    (process.retire, (), {"stop_local_server": True}),
    (removal.remove_everything, (), {}),
]

CALLS_BETWEEN = [
    (folders.plugin_folders, (), {}),
    (set_up.install_in_background, (folders.PluginFolders(Path("data"), Path("cache")),), {}),
    (settings_source.is_on_somewhere, (), {}),
    (places.Place, ("garden", ""), {}),
    (settings_page.settings_saved, ({},), {"place": places.WHOLE_HOST}),
    (process.retire, (), {"stop_local_server": True, "for_good": True}),
]
"""Of a copy from git, after 0.1.0 and before ``hook_calls``."""


@pytest.mark.parametrize(
    ("called", "arguments", "named"),
    [*CALLS, *CALLS_OF_0_1_0, *CALLS_BETWEEN],
    ids=lambda value: getattr(value, "__qualname__", ""),
)
def test_every_version_of_the_hooks_can_make_its_calls(called, arguments, named):
    inspect.signature(called).bind(*arguments, **named)


def test_the_hooks_call_nothing_else():
    tree = ast.parse((ROOT / "hooks.py").read_text(encoding="utf-8"))
    of_the_plugin = [
        (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("usr.")
        for alias in node.names
    ]
    assert set(of_the_plugin) == {("usr.plugins.graphrag.graphrag.agent_zero", "hook_calls")}
    called = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "hook_calls"
    }
    assert called == {function.__name__ for function, _, _ in CALLS}


def test_the_hooks_of_0_1_0_install_what_the_new_version_needs(tmp_path, monkeypatch):
    installed: list[Path] = []
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path))
    monkeypatch.setattr(set_up, "install_in_background", lambda found: installed.append(found))
    requirements.ensure_in_background(folders.homes().cache)
    assert installed == [folders.plugin_folders()]


def test_a_local_neo4j_runs_until_an_update_has_succeeded(tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path))
    monkeypatch.setattr(set_up, "install_in_background", lambda found: None)
    paths = folders.plugin_folders().local_paths
    paths.data_dir.mkdir(parents=True)
    command = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as server:
        birth = process_birth(server.pid) or ""
        folder = folder_identity(paths.data_dir)
        write_record(paths.run_file, Run("running", server.pid, birth, "1", "5", folder=folder))
        hook_calls.before_update()
        assert server.poll() is None
        assert not hook_calls.installed()
        assert server.wait(30) == -signal.SIGTERM
