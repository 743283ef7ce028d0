"""The tool's edge: its options, its scope, and what it costs when the plugin is off."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from graphrag.agent_zero.host.layouts import PROCESS_STATE
from graphrag.agent_zero.service import process
from graphrag.agent_zero.service.background.turns_first import TurnsFirst
from graphrag.agent_zero.service.process_state import process_state
from graphrag.agent_zero.service.runtime import Runtime
from graphrag.agent_zero.tool import graph_search, tool_prompt
from graphrag.model import Block, Retrieval, SearchOptions
from graphrag.reasons import Reason

from ...support.small_host import Agent, install_modules

ROOT = Path(__file__).parents[3]
LAYOUTS = {
    "1.x": (ROOT, "helpers", "usr.plugins.graphrag.graphrag"),
    "0.9": (ROOT / "python", "python.helpers", "graphrag"),
}


class Engine:
    """Stands where the database does."""

    problem, is_warm = "", True

    def __init__(self):
        self.store = self.local = self
        self.turns = TurnsFirst(longest_s=60)
        self.asked = []
        self.answers = threading.Event()
        self.answers.set()
        self.block = Block("{{result}}", tokens=3)

    def check(self):
        pass

    def start_local(self, settings):
        return False

    def request_sync(self, folders, llm_of=None):
        pass

    def warm_up(self, settings, scopes):
        pass

    def count_uses(self, facts):
        pass

    def close(self):
        pass

    def retrieve_and_pack(self, query, settings, preamble, timeout_s, *, keep, search):
        self.asked.append((query, search))
        assert self.answers.wait(60)
        return Retrieval(), self.block


@pytest.fixture
def engine(monkeypatch, tmp_path):
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GRAPHRAG_INSTALL_ID", "test")
    install_modules(monkeypatch, tmp_path, {"m1": ("Anna owns checkout-api.", "main")})
    engine = Engine()
    runtime = Runtime(tmp_path, lambda settings, folders: engine)
    process_state().update(runtime=runtime, fingerprint=process.fingerprint())
    yield engine
    process.retire()
    sys.modules.pop(PROCESS_STATE)


async def test_a_search_reads_the_scopes_of_the_agents_project(engine):
    agent = Agent()
    agent.set_data("subdir", "projects/shop")
    answer = await graph_search(agent, {"query": "Who owns it?", "use_graph": False})
    ((query, search),) = engine.asked
    assert query.message == "Who owns it?"
    assert query.scopes == ("test/projects/shop", "test/shared")
    assert query.recalled == ()
    assert search == SearchOptions(use_graph=False)
    assert answer.endswith("result} }")


async def test_an_argument_that_was_not_used_is_named_where_nothing_was_found_too(engine):
    engine.block = Block()
    answer = await graph_search(Agent(), {"query": "Who owns it?", "limit": 5})
    assert "nothing was found" in answer
    assert "Not used: limit." in answer
    assert "\n" not in answer


async def test_what_has_no_room_was_found(engine):
    engine.block = Block(withheld=Reason.NO_ROOM)
    answer = await graph_search(Agent(), {"query": "Who owns it?"})
    assert "nothing was found" not in answer
    assert "GRAPHRAG_MAX_TOKENS" in answer


async def test_a_search_says_which_arguments_it_did_not_use(engine):
    given = {"query": "Who owns it?", "limit": 3, "action": "load", "max_results": "many"}
    answer = await graph_search(Agent(), given)
    first, *_ = answer.splitlines()
    assert "limit" in first
    assert "max_results" in first
    assert "action" not in first  # the host has added it


@pytest.mark.parametrize(
    "given", [{}, {"query": None}, {"query": " "}, {"query": {}}, {"q": "Who?"}]
)
async def test_a_search_for_nothing_gets_one_line_with_an_example(engine, given):
    answer = await graph_search(Agent(), given)
    assert len(answer.splitlines()) == 1
    assert '{"query": ' in answer
    assert engine.asked == []


async def test_in_shadow_mode_a_search_that_the_agent_still_knows_of_brings_nothing(
    engine, monkeypatch
):
    monkeypatch.setenv("GRAPHRAG_MODE", "shadow")
    answer = await graph_search(Agent(), {"query": "Who owns it?"})
    assert "shadow" in answer
    assert engine.asked == []


async def test_a_search_ends_with_the_budget_of_a_turn(engine, monkeypatch):
    monkeypatch.setenv("GRAPHRAG_TURN_BUDGET_MS", "100")
    engine.answers.clear()
    answer = await graph_search(Agent(), {"query": "Who owns it?"})
    engine.answers.set()
    assert "timeout" in answer
    assert len(answer.splitlines()) == 1


async def test_the_sync_waits_while_a_search_is_under_way(engine):
    engine.answers.clear()
    task = asyncio.ensure_future(graph_search(Agent(), {"query": "Who owns it?"}))
    while not engine.asked:
        assert not task.done()
        await asyncio.sleep(0.01)
    with ThreadPoolExecutor() as pool:
        sync = pool.submit(engine.turns.make_way)
        assert not wait([sync], timeout=0.1).done
        engine.answers.set()
        await task
        sync.result(30)


async def test_an_error_of_the_host_becomes_a_line_and_its_cancellation_passes(engine):
    agent = Agent()
    agent.context = None
    agent.get_data = None
    assert "internal" in await graph_search(agent, {"query": "Who owns it?"})
    engine.answers.clear()
    task = asyncio.ensure_future(graph_search(Agent(), {"query": "Who owns it?"}))
    while not engine.asked:
        assert not task.done()
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    engine.answers.set()


async def test_off_it_says_so_and_imports_next_to_nothing():
    program = """
import asyncio, json, os, sys
os.environ.pop("GRAPHRAG_ENABLED", None)
from types import SimpleNamespace
from graphrag.agent_zero.tool import graph_search, tool_prompt
agent = SimpleNamespace(context=None)
answer = asyncio.run(graph_search(agent, {"query": "Who?"}))
modules = [name for name in sys.modules if name.split(".")[0] in ("numpy", "neo4j", "pydantic")]
modules += [name for name in sys.modules if name.startswith("graphrag.agent_zero.service")]
print(json.dumps([answer, tool_prompt(agent), modules]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    answer, prompt, modules = json.loads(done.stdout)
    assert "off" in answer
    assert len(answer.splitlines()) == 1
    assert prompt == modules == []


def test_on_the_agent_is_told_of_every_argument(monkeypatch):
    monkeypatch.setenv("GRAPHRAG_ENABLED", "true")
    read = {"agent.system.graph_search.md": (ROOT / "prompts/agent.system.graph_search.md")}
    (prompt,) = tool_prompt(SimpleNamespace(read_prompt=lambda name: read[name].read_text()))
    for name in ("query", "max_results", "use_graph", "min_graph_score"):
        assert f"`{name}`" in prompt
    example = prompt.partition("~~~json")[2].partition("~~~")[0]
    assert json.loads(example)["tool_args"].keys() == {"query"}
    assert "{{" not in prompt
    assert "}}" not in prompt


@pytest.mark.parametrize("layout", LAYOUTS)
async def test_a_package_that_cannot_be_imported_costs_no_turn(layout, monkeypatch, capsys):
    folder, helpers, package = LAYOUTS[layout]
    for name in ("helpers", "python", "python.helpers", "usr", "usr.plugins"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    tool, extension = ModuleType(f"{helpers}.tool"), ModuleType(f"{helpers}.extension")
    tool.Tool = extension.Extension = type("Base", (), {})
    tool.Response = SimpleNamespace
    monkeypatch.setitem(sys.modules, f"{helpers}.tool", tool)
    monkeypatch.setitem(sys.modules, f"{helpers}.extension", extension)
    monkeypatch.setitem(sys.modules, f"{package}.agent_zero.tool", None)

    response = await load(folder / "tools/graph_search.py", "GraphSearch")().execute(query="Who?")
    assert not response.break_loop
    assert len(response.message.splitlines()) == 1

    point = "extensions/python" if layout == "1.x" else "extensions"
    name = f"{point}/system_prompt/_11_tools_prompt_graphrag.py"
    hook = load(folder / name, "GraphRagToolPrompt")
    prompt = ["the host's"]
    await hook().execute(system_prompt=prompt)
    assert prompt == ["the host's"]
    assert "GraphRAG" in capsys.readouterr().out


def load(path: Path, name: str):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)
