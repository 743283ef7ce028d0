"""The off state, and what is read for the switch."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import graphrag
from graphrag.agent_zero import markers
from graphrag.agent_zero.host import layouts, settings_source
from graphrag.config import load_settings

from ...support.small_host import Agent

OFF_TURNS = """
    import asyncio, contextlib, io, json, os, sys, threading, time
    from collections import OrderedDict
    from types import SimpleNamespace

    os.environ.pop("GRAPHRAG_ENABLED", None)
    before = set(sys.modules)
    from graphrag.agent_zero.turn import GraphRagTurn

    agent = SimpleNamespace(context=None)
    extras = OrderedDict(loaded_skills="s", memories="m", solutions="s")
    loop_data = SimpleNamespace(extras_persistent=extras)

    async def turns(count):
        for _ in range(count):
            await GraphRagTurn().run(agent, loop_data)

    def microseconds(work, count):
        started = time.process_time()
        work(count)
        return (time.process_time() - started) / count * 1e6

    def lines(count):
        from graphrag.agent_zero import markers
        for _ in range(count):
            markers.emit(markers.EXECUTED)

    with contextlib.redirect_stdout(io.StringIO()):
        asyncio.run(turns(100))
        best = min(
            microseconds(lambda n: asyncio.run(turns(n)), 1000) - microseconds(lines, 1000)
            for _ in range(10)
        )
    print(json.dumps({
        "extras": list(extras.items()),
        "modules": sorted(set(sys.modules) - before),
        "threads": threading.active_count(),
        "microseconds": best,
    }))
"""


@pytest.fixture(scope="module")
def off():
    root = Path(graphrag.__file__).parents[1]
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(OFF_TURNS)],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(run.stdout)


def test_off_the_prompt_is_the_stock_one(off):
    expected = [["loaded_skills", "s"], ["memories", "m"], ["solutions", "s"]]
    assert off["extras"] == expected


def test_off_nothing_heavy_is_imported_and_no_thread_runs(off):
    heavy = {"neo4j", "numpy", "tiktoken", "pydantic", "pydantic_settings", "jpype", "platformdirs"}
    assert heavy.isdisjoint(off["modules"])
    assert {name for name in off["modules"] if name.startswith("graphrag.")} == {
        "graphrag._version",
        "graphrag.agent_zero",
        "graphrag.agent_zero.host",
        "graphrag.agent_zero.host.layouts",
        "graphrag.agent_zero.markers",
        "graphrag.agent_zero.host.extras",
        "graphrag.agent_zero.host.places",
        "graphrag.agent_zero.host.settings_source",
        "graphrag.agent_zero.turn",
        "graphrag.caps",
        "graphrag.errors",
        "graphrag.reasons",
        "graphrag.switch",
    }
    assert layouts.PROCESS_STATE not in off["modules"]
    assert off["threads"] == 1


def test_off_a_turn_costs_next_to_nothing_besides_its_line(off):
    assert off["microseconds"] < 50


@pytest.fixture
def plugin(monkeypatch, tmp_path):
    """The plugin in a 1.x host whose configuration is read from a real file; counts the reads."""
    folder = tmp_path / "usr" / "plugins" / "graphrag"
    folder.mkdir(parents=True)
    (folder / "default_config.yaml").write_text("graphrag_enabled: false\n")
    reads = []

    def get_plugin_config(name, agent=None, project_name="", agent_profile=""):
        reads.append(name)
        path = folder / "config.json"
        return json.loads(path.read_text()) if path.exists() else {"graphrag_enabled": False}

    host = ModuleType("helpers.plugins")
    host.get_plugin_config = get_plugin_config
    monkeypatch.setitem(sys.modules, "helpers.plugins", host)
    monkeypatch.setattr(layouts, "PLUGIN_FOLDER", folder)
    monkeypatch.setattr(settings_source, "_paths", {})
    monkeypatch.setattr(settings_source, "_read", {})
    monkeypatch.delenv("GRAPHRAG_ENABLED", raising=False)
    monkeypatch.delenv("GRAPH_RAG_ENABLED", raising=False)
    return SimpleNamespace(config=folder / "config.json", reads=reads)


def test_the_switch_on_the_settings_page_takes_effect_at_once(plugin):
    agent = Agent()
    assert not settings_source.is_on(agent)
    plugin.config.write_text('{"graphrag_enabled": true}')
    assert settings_source.is_on(agent)
    plugin.config.write_text('{"graphrag_enabled": false}')
    assert not settings_source.is_on(agent)


def test_an_unchanged_configuration_is_read_once(plugin):
    agent = Agent()
    plugin.config.write_text('{"graphrag_enabled": true}')
    assert all(settings_source.is_on(agent) for _ in range(50))
    assert plugin.reads == ["graphrag"]


def test_each_profile_has_a_configuration_of_its_own(plugin):
    agent = Agent()
    settings_source.is_on(agent)
    agent.config.profile = "developer"
    settings_source.is_on(agent)
    assert len(plugin.reads) == 2


@pytest.mark.parametrize(("value", "on"), [("true", True), ("off", False)])
def test_the_environment_wins_over_the_settings_page(plugin, monkeypatch, value, on):
    plugin.config.write_text(json.dumps({"graphrag_enabled": not on}))
    monkeypatch.setenv("GRAPHRAG_ENABLED", value)
    assert settings_source.is_on(Agent()) is on


@pytest.mark.parametrize(
    ("given", "budget_ms"), [("250", 250), ("99999", 5000), ("0", 500), ("soon", 500), ("", 500)]
)
def test_the_budget_of_a_turn_is_clamped_and_has_a_default(monkeypatch, given, budget_ms):
    monkeypatch.setenv("GRAPHRAG_TURN_BUDGET_MS", given)
    assert settings_source.turn_budget_ms({}) == budget_ms


def test_the_budget_on_the_settings_page_counts(monkeypatch):
    monkeypatch.delenv("GRAPHRAG_TURN_BUDGET_MS", raising=False)
    assert settings_source.turn_budget_ms({"graphrag_turn_budget_ms": 800}) == 800


@pytest.mark.parametrize(
    "given", ["250", " 250 ", "250.0", 800.0, "99999", "0", "2.5", "soon", "", None]
)
def test_the_budget_that_is_read_alone_is_that_of_the_settings(monkeypatch, given):
    monkeypatch.delenv("GRAPHRAG_TURN_BUDGET_MS", raising=False)
    config = {"graphrag_turn_budget_ms": given}
    settings = load_settings(config).settings
    assert settings_source.turn_budget_ms(config) == settings.graphrag_turn_budget_ms


def test_a_marker_stands_on_a_line_of_its_own_behind_a_streamed_answer(monkeypatch, capsys):
    style = ModuleType("helpers.print_style")
    style.PrintStyle = SimpleNamespace(last_endline=False)
    monkeypatch.setitem(sys.modules, "helpers.print_style", style)
    print("half an ans", end="")
    markers.emit(markers.EMPTY, reason="nothing_found")
    expected = ["half an ans", "GRAPHRAG_NOOP_EMPTY reason=nothing_found"]
    assert capsys.readouterr().out.splitlines() == expected


def test_a_broken_output_is_no_reason_to_fail(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    markers.emit(markers.EXECUTED)
