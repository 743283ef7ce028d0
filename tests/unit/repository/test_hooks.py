"""The hook files, loaded as the host loads them: from a path, outside any package."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections import OrderedDict
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).parents[3]
LAYOUTS = {
    "1.x": (ROOT / "extensions" / "python", "helpers.extension"),
    "0.9": (ROOT / "python" / "extensions", "python.helpers.extension"),
}
AFTER = "message_loop_prompts_after"


@pytest.fixture(params=LAYOUTS)
def layout(request, monkeypatch):
    """One of the layouts, with the package where its hooks expect it."""
    _, base = LAYOUTS[request.param]

    class Extension:
        def __init__(self, agent, **kwargs):
            self.agent = agent

    module = ModuleType(base)
    module.Extension = Extension
    for name in ("helpers", "python", "python.helpers"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, base, module)
    if request.param == "1.x":
        for name, folder in (
            ("usr", None),
            ("usr.plugins", None),
            ("usr.plugins.graphrag", ROOT),
        ):
            package = ModuleType(name)
            package.__path__ = [str(folder)] if folder else []
            monkeypatch.setitem(sys.modules, name, package)
    monkeypatch.setenv("GRAPHRAG_ENABLED", "false")
    yield request.param
    for name in [name for name in sys.modules if name.startswith("usr.plugins.graphrag.")]:
        del sys.modules[name]


def load(layout, point, name):
    folder, base = LAYOUTS[layout]
    path = folder / point / name
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    extension = sys.modules[base].Extension
    classes = [
        member
        for _, member in inspect.getmembers(module, inspect.isclass)
        if issubclass(member, extension) and member is not extension
    ]
    assert len(classes) == 1  # the host takes the alphabetically last one
    return classes[0]


def loop_data(**extras):
    return SimpleNamespace(iteration=0, extras_persistent=OrderedDict(extras))


async def test_each_firing_is_marked_also_when_off(layout, capsys):
    hook = load(layout, AFTER, "_80_graphrag.py")
    data = loop_data(memories="m")
    await hook(agent=SimpleNamespace()).execute(loop_data=data)
    assert capsys.readouterr().out == "GRAPHRAG_EXTENSION_EXECUTED\n"
    assert list(data.extras_persistent) == ["memories"]


async def test_the_order_is_restored_behind_a_late_recall(layout):
    hook = load(layout, AFTER, "_92_graphrag_order.py")
    data = loop_data(graphrag="block", skills="s", memories="m")
    await hook(agent=SimpleNamespace()).execute(loop_data=data)
    assert list(data.extras_persistent) == ["memories", "graphrag", "skills"]


def test_making_an_agent_is_not_awaited_by_the_newer_host(layout):
    hook = load(layout, "agent_init", "_80_graphrag.py")
    assert inspect.iscoroutinefunction(hook.execute) is (layout == "0.9")


async def test_making_an_agent_and_ending_a_turn_raise_nothing(layout, capsys):
    for point in ("agent_init", "monologue_end"):
        hook = load(layout, point, "_80_graphrag.py")
        result = hook(agent=SimpleNamespace()).execute()
        if inspect.isawaitable(result):
            await result
    assert capsys.readouterr().out == ""


async def test_a_package_that_cannot_be_imported_costs_no_turn(layout, monkeypatch, capsys):
    package = "graphrag" if layout == "0.9" else "usr.plugins.graphrag.graphrag"
    monkeypatch.setitem(sys.modules, f"{package}.agent_zero.turn", None)
    for point in (AFTER, "agent_init", "monologue_end"):
        hook = load(layout, point, "_80_graphrag.py")
        result = hook(agent=SimpleNamespace()).execute(loop_data=loop_data(memories="m"))
        if inspect.isawaitable(result):
            await result
    out = capsys.readouterr().out
    assert "GRAPHRAG_EXTENSION_EXECUTED\nGRAPHRAG_NOOP_NEO4J_DOWN reason=package\n" in out


@pytest.mark.parametrize("data", [loop_data(memories="m", graphrag="of the last iteration"), None])
async def test_files_that_break_during_a_turn_leave_no_block_of_an_earlier_iteration(
    layout, monkeypatch, data
):
    package = "graphrag" if layout == "0.9" else "usr.plugins.graphrag.graphrag"
    monkeypatch.setitem(sys.modules, f"{package}.agent_zero.turn", None)
    await load(layout, AFTER, "_80_graphrag.py")(agent=SimpleNamespace()).execute(loop_data=data)
    assert data is None or list(data.extras_persistent) == ["memories"]


@pytest.mark.parametrize("name", [f"{AFTER}/_80_graphrag.py", f"{AFTER}/_92_graphrag_order.py"])
def test_hooks_sort_where_they_must(name):
    file = Path(name).name
    assert file > "_50_recall_memories.py"
    assert (file > "_91_recall_wait.py") is ("_92" in file)
