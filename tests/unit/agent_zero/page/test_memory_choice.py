"""Which memory folder the screen shows first, and which others there are."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from graphrag.agent_zero.host import layouts
from graphrag.agent_zero.host.projects import INDEX, memory_folder
from graphrag.agent_zero.page.memory_choice import memory_choice


@pytest.fixture(autouse=True)
def root(monkeypatch, tmp_path):
    """The root folder of a host with three memory folders, and a project without its own."""
    for folder in ("memory/default", "projects/ship", "projects/garden", "projects/mill"):
        (tmp_path / "usr" / folder).mkdir(parents=True)
    for project in ("ship", "garden"):
        index = memory_folder(tmp_path, f"projects/{project}") / INDEX
        index.parent.mkdir(parents=True)
        index.touch()
    monkeypatch.setattr(layouts, "root", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def host(monkeypatch):
    """A host with one open chat of the project ``ship``."""
    agent = SimpleNamespace(project="ship")
    agents, memory = ModuleType("agent"), ModuleType(layouts.MEMORY[0])
    agents.AgentContext = SimpleNamespace(get={"chat": SimpleNamespace(agent0=agent)}.get)
    memory.get_agent_memory_subdir = lambda agent: f"projects/{agent.project}"
    monkeypatch.setitem(sys.modules, "agent", agents)
    monkeypatch.setitem(sys.modules, layouts.MEMORY[0], memory)


@pytest.mark.usefixtures("host")
def test_the_folder_of_the_open_chat_comes_first():
    assert memory_choice("chat") == {
        "folder": "projects/ship",
        "folders": ["default", "projects/garden", "projects/ship"],
    }


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize("chat", ["", "closed long ago"])
def test_without_a_chat_it_is_the_default_folder(chat):
    assert memory_choice(chat)["folder"] == "default"


def test_the_folders_are_known_before_the_host_has_loaded_its_memory(root):
    (root / "usr/memory/second").mkdir()
    (root / "usr/memory/.trash").mkdir()
    assert memory_choice("") == {
        "folder": "default",
        "folders": ["default", "projects/garden", "projects/ship", "second"],
    }
