"""A project may have a configuration of its own: one can be off while the rest is on."""

from __future__ import annotations

import json
import os
import sys
import time
from types import ModuleType

import pytest

from graphrag.agent_zero import markers
from graphrag.agent_zero.host import layouts, settings_source
from graphrag.agent_zero.host.places import Place
from graphrag.agent_zero.page import settings_page, status
from graphrag.agent_zero.service import kept_turns, process
from graphrag.agent_zero.service.process_state import process_state
from graphrag.agent_zero.service.runtime import Runtime
from graphrag.agent_zero.tool import tool_prompt
from graphrag.agent_zero.turn import GraphRagTurn
from graphrag.errors import AuthError
from graphrag.reasons import Reason

from ....support.graph_of_one_fact import DOCUMENTS, GraphOfOneFact
from ....support.small_host import Agent, LoopData, install_modules
from ..page.test_status import turn

ON, OFF = {"graphrag_enabled": True}, {"graphrag_enabled": False}


class Host:
    """A host that keeps configurations where Agent Zero 1.x and 2.x keep them."""

    def __init__(self, root):
        self.plugin = root / "usr" / "plugins" / "graphrag"
        self.projects = root / "usr" / "projects"
        self.plugin.mkdir(parents=True)

    def save(self, config, project=""):
        path = self.path(project)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(config))

    def path(self, project=""):
        if not project:
            return self.plugin / "config.json"
        return self.project_meta(project, "plugins", "graphrag", "config.json")

    def project_meta(self, project, *parts):
        return self.projects.joinpath(project, ".a0proj", *parts)

    def get_plugin_config(self, name, agent=None, project_name="", agent_profile=""):
        for path in (self.path(project_name), self.path()):
            if path.exists():
                return json.loads(path.read_text())
        return {"graphrag_enabled": os.environ.get("A0_SET_GRAPHRAG__GRAPHRAG_ENABLED") == "true"}


@pytest.fixture
def graph():
    return GraphOfOneFact()


@pytest.fixture
def host(monkeypatch, tmp_path, graph):
    host = Host(tmp_path)
    plugins, projects = ModuleType("helpers.plugins"), ModuleType("helpers.projects")
    plugins.get_plugin_config = host.get_plugin_config
    projects.get_project_meta = host.project_meta
    for name in ("GRAPHRAG_ENABLED", "GRAPH_RAG_ENABLED", "GRAPHRAG_MODE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GRAPHRAG_INSTALL_ID", "test")
    monkeypatch.delenv("NEO4J_URI", raising=False)
    monkeypatch.setitem(sys.modules, "helpers.plugins", plugins)
    monkeypatch.setitem(sys.modules, "helpers.projects", projects)
    monkeypatch.setattr(layouts, "PLUGIN_FOLDER", host.plugin)
    monkeypatch.setattr(settings_source, "_paths", {})
    monkeypatch.setattr(settings_source, "_read", {})
    monkeypatch.delitem(sys.modules, layouts.PROCESS_STATE, raising=False)
    install_modules(monkeypatch, tmp_path, DOCUMENTS)
    runtime = Runtime(tmp_path, lambda settings, folders: graph, process._retire_soon)
    process_state().update(runtime=runtime, fingerprint=process.fingerprint())
    yield host
    process.retire()


def agent_of(project):
    agent = Agent()
    agent.context.set_data("project", project)
    agent.set_data("subdir", f"projects/{project}" if project else "default")
    return agent


async def has_block(agent):
    loop_data = LoopData(agent)
    await GraphRagTurn().run(agent, loop_data)
    return "graphrag" in loop_data.extras_persistent


async def test_one_project_is_off_while_the_others_go_on(host, graph):
    host.save(ON)
    host.save(OFF, "secret")
    assert await has_block(agent_of(""))
    assert not await has_block(agent_of("secret"))
    assert await has_block(agent_of("garden"))
    assert process.current() is not None
    assert not graph.is_closed


async def test_settings_that_are_saved_during_a_monologue_count_at_its_next_step(host, graph):
    host.save(ON)
    agent = agent_of("")
    loop_data = LoopData(agent)
    await GraphRagTurn().run(agent, loop_data)
    await GraphRagTurn().run(agent, loop_data)
    assert len(graph.queries) == 1
    host.save({**ON, "graphrag_max_tokens": 200})
    await GraphRagTurn().run(agent, loop_data)
    assert len(graph.queries) == 2


def test_a_default_that_the_environment_sets_meanwhile_counts_at_once(host, monkeypatch):
    assert not settings_source.is_on(agent_of(""))
    monkeypatch.setenv("A0_SET_GRAPHRAG__GRAPHRAG_ENABLED", "true")
    assert settings_source.is_on(agent_of(""))


async def test_one_project_is_on_while_the_rest_is_off(host, graph):
    host.save(OFF)
    host.save(ON, "garden")
    assert await has_block(agent_of("garden"))
    assert not await has_block(agent_of(""))
    assert await has_block(agent_of("garden"))
    assert not graph.is_closed


async def test_the_memory_of_a_project_that_is_off_is_followed_no_more(host):
    host.save(ON)
    assert await has_block(agent_of("secret"))
    assert "projects/secret" in followed()
    host.save(OFF, "secret")
    assert not await has_block(agent_of("secret"))
    assert "projects/secret" not in followed()


async def test_a_project_that_is_switched_off_on_the_page_is_followed_no_more(host):
    host.save(ON)
    assert await has_block(agent_of("secret"))
    host.save(OFF, "secret")
    settings_page.settings_saved(OFF, place=Place("secret"))
    assert "projects/secret" not in followed()


async def test_a_project_whose_memory_shall_not_be_synced_is_followed_no_more(host):
    host.save(ON)
    assert await has_block(agent_of("secret"))
    assert await has_block(agent_of("garden"))
    host.save({**ON, "graphrag_sync": False}, "secret")
    assert await has_block(agent_of("secret"))
    assert followed() == ["projects/garden"]


async def test_each_database_follows_the_projects_that_use_it(host):
    host.save({**ON, "neo4j_uri": "bolt://127.0.0.1:9"})
    host.save({**ON, "neo4j_uri": "bolt://127.0.0.1:8"}, "secret")
    assert await has_block(agent_of("secret"))
    assert await has_block(agent_of("garden"))
    assert followed_by_database() == [["projects/secret"], ["projects/garden"]]
    host.save({**ON, "neo4j_uri": "bolt://127.0.0.1:9"}, "secret")
    assert await has_block(agent_of("secret"))
    assert followed_by_database() == [[], ["projects/garden", "projects/secret"]]


async def test_a_plugin_that_is_disabled_in_the_list_of_plugins_is_closed(host, graph):
    host.save(ON)
    assert await has_block(agent_of(""))
    [folders] = process.current()._following._folders.values()
    (host.plugin / ".toggle-0").touch()
    assert not folders.have_changed()
    wait_until(lambda: graph.is_closed)


@pytest.mark.parametrize("switch", ["", "true"])
async def test_a_hook_that_the_host_still_calls_after_the_plugin_was_disabled_does_nothing(
    host, graph, monkeypatch, switch
):
    host.save(ON)
    if switch:
        monkeypatch.setenv("GRAPHRAG_ENABLED", switch)
    assert await has_block(agent_of(""))
    toggle(host.plugin, False)
    assert not await has_block(agent_of(""))


def toggle(folder, enabled):
    folder.mkdir(parents=True, exist_ok=True)
    for name in (".toggle-0", ".toggle-1"):
        folder.joinpath(name).unlink(missing_ok=True)
    folder.joinpath(f".toggle-{int(enabled)}").touch()


async def test_the_memory_of_a_project_in_which_the_plugin_is_disabled_is_followed_no_more(host):
    host.save(ON)
    assert await has_block(agent_of("secret"))
    assert await has_block(agent_of("garden"))
    [folders] = process.current()._following._folders.values()
    toggle(host.path("secret").parent, False)
    folders.have_changed()
    assert followed() == ["projects/garden"]


async def test_what_the_host_as_a_whole_has_switched_off_is_followed_no_more(host):
    host.save(ON)
    host.save(ON, "garden")
    for project in ("", "secret", "garden"):
        assert await has_block(agent_of(project))
    [folders] = process.current()._following._folders.values()
    settings_page.settings_saved(OFF)
    host.save(OFF)
    folders.have_changed()
    assert followed() == ["projects/garden"]
    host.path("garden").write_text("{")  # nobody can say whether it is on
    folders.have_changed()
    assert followed() == ["projects/garden"]


async def test_a_look_that_a_turn_asks_for_leaves_out_what_was_disabled_just_before(host):
    host.save(ON)
    assert await has_block(agent_of(""))
    [folders] = process.current()._following._folders.values()
    toggle(host.projects.joinpath("garden", ".a0proj", "plugins", "graphrag"), True)
    toggle(host.plugin, False)
    assert [folder.subdir for folder in folders.followed()] == []


async def test_a_plugin_that_is_enabled_in_one_project_alone_follows_its_memory(host, graph):
    host.save(ON)
    toggle(host.plugin, False)
    toggle(host.path("garden").parent, True)
    assert await has_block(agent_of("garden"))
    [folders] = process.current()._following._folders.values()
    folders.have_changed()
    assert followed() == ["projects/garden"]
    assert not graph.is_closed


@pytest.mark.parametrize("project", ["", "garden"])
async def test_a_profile_may_enable_the_plugin_for_itself(host, graph, project):
    host.save(ON)
    toggle(host.plugin, False)
    toggle(host.plugin.parents[1].joinpath("agents", "researcher", "plugins", "graphrag"), True)
    host.projects.joinpath("garden").mkdir(parents=True)
    agent = agent_of(project)
    agent.config.profile = "researcher"
    assert await has_block(agent)
    [folders] = process.current()._following._folders.values()
    folders.have_changed()
    assert len(followed()) == 1
    assert not graph.is_closed


async def test_after_the_host_has_reloaded_the_plugin_a_project_that_is_on_goes_on(
    host, graph, monkeypatch
):
    host.save(OFF)
    host.save(ON, "garden")
    assert await has_block(agent_of("garden"))
    monkeypatch.setattr(settings_source, "_read", {})
    assert not await has_block(agent_of(""))
    assert await has_block(agent_of("garden"))
    assert not graph.is_closed


def test_the_screen_opens_a_projects_graph_with_the_projects_own_settings(host):
    host.save(OFF)
    host.save(ON, "garden")
    assert settings_source.config_of_folder("projects/garden") == ON
    assert settings_source.config_of_folder("default") == OFF


def test_a_page_tells_of_the_last_turn_with_its_settings_and_that_of_a_project_of_its_own(host):
    server = {**ON, "neo4j_uri": "bolt://db.example"}
    host.save(server)
    host.save({**server, "neo4j_user": "other"}, "secret")
    for project in ("garden", "new"):
        host.project_meta(project).mkdir(parents=True)

    def state(folder):
        return status.report(settings_source.config_of_folder(folder), folder)["state"]

    kept_turns.record_turn(turn(markers.INJECTED, folder="default"))
    kept_turns.record_turn(turn(markers.EMPTY, Reason.NOTHING_FOUND, folder="projects/garden"))
    kept_turns.record_turn(turn(markers.NEO4J_DOWN, Reason.AUTH, folder="projects/secret"))
    folders = ("default", "projects/garden", "projects/secret", "projects/new")
    assert [state(folder) for folder in folders] == ["silent", "silent", "auth", "idle"]


def test_a_page_says_where_the_plugin_is_disabled_in_the_list_of_plugins(host):
    host.save({**ON, "neo4j_uri": "bolt://db.example"})
    for project in ("garden", "secret"):
        host.project_meta(project).mkdir(parents=True)
    kept_turns.record_turn(turn(markers.INJECTED, folder="default"))
    toggle(host.plugin, False)
    toggle(host.path("garden").parent, True)

    def words(folder):
        return settings_page.page_state(settings_source.config_of_folder(folder), folder)["words"]

    assert "list of plugins" in words("default")
    assert "list of plugins" in words("projects/secret")
    assert words("projects/garden").startswith("On")


async def test_a_wrong_password_is_said_where_it_was_saved_also_without_a_memory_of_its_own(
    host, graph
):
    server = {**ON, "neo4j_uri": "bolt://db.example"}
    host.save(server)
    host.save({**server, "neo4j_user": "other"}, "garden")
    agent = agent_of("garden")
    agent.set_data("subdir", "default")
    graph.failure = AuthError("wrong password")
    assert not await has_block(agent)

    def state(folder):
        return status.report(settings_source.config_of_folder(folder), folder)["state"]

    assert (state("projects/garden"), state("default")) == ("auth", "idle")


async def test_once_the_last_one_is_off_everything_is_closed(host, graph):
    host.save(OFF)
    host.save(ON, "garden")
    assert await has_block(agent_of("garden"))
    host.save(OFF, "garden")
    assert not await has_block(agent_of("garden"))
    wait_until(lambda: graph.is_closed)


async def test_saving_a_project_as_off_closes_nothing_that_others_use(host, graph):
    host.save(ON)
    host.save(ON, "garden")
    assert await has_block(agent_of(""))
    assert await has_block(agent_of("garden"))
    settings_page.settings_saved(OFF, place=Place("garden"))
    assert process.current() is not None
    host.save(OFF, "garden")
    settings_page.settings_saved(OFF)
    wait_until(lambda: graph.is_closed)


@pytest.mark.parametrize("project", ["", "garden"])
async def test_saving_the_whole_host_as_off_closes_what_projects_without_settings_used(
    host, graph, project
):
    host.save(ON)
    host.projects.joinpath("garden").mkdir(parents=True)
    assert await has_block(agent_of(project))
    settings_page.settings_saved(OFF)  # the host writes the file after this
    wait_until(lambda: graph.is_closed)


@pytest.mark.parametrize("switch", ["", "true"])
@pytest.mark.parametrize("content", ["", '{"graphrag_enabled": tru'])
async def test_where_the_settings_cannot_be_read_the_plugin_is_off_and_names_the_file_once(
    host, monkeypatch, capsys, switch, content
):
    host.save(ON)
    if switch:
        monkeypatch.setenv("GRAPHRAG_ENABLED", switch)
    agent = agent_of("")
    assert await has_block(agent)
    capsys.readouterr()
    agent.context.shown.clear()
    host.path().write_text(content)  # as a full disk leaves it, or a slip of the hand
    for _ in range(2):
        assert not await has_block(agent)
        assert tool_prompt(agent) == []
    [line] = [line for line in capsys.readouterr().out.splitlines() if "EXECUTED" not in line]
    [entry] = agent.context.shown
    assert f"{host.path()} cannot be read" in line
    assert f"{host.path()} cannot be read" in entry["content"]
    host.save(ON)
    assert settings_source.is_on(agent)


async def test_settings_of_one_project_that_cannot_be_read_concern_nobody_else(host, graph):
    host.save(ON)
    host.save(ON, "broken")
    host.path("broken").write_text("")
    assert await has_block(agent_of(""))
    assert not await has_block(agent_of("broken"))
    assert await has_block(agent_of(""))
    settings_page.settings_saved(OFF)
    wait_until(lambda: graph.is_closed)


async def test_the_mode_of_a_project_is_its_own(host):
    host.save(ON)
    host.save({**ON, "graphrag_mode": "shadow"}, "careful")
    assert not await has_block(agent_of("careful"))
    assert kept_turns.last_turns()[0]["reason"] == "shadow"
    assert await has_block(agent_of(""))


async def test_the_settings_of_several_projects_are_read_once_each(host):
    host.save(ON)
    host.save({**ON, "graphrag_max_tokens": 300}, "garden")
    for _ in range(3):
        assert await has_block(agent_of(""))
        assert await has_block(agent_of("garden"))
    kept = process.current()._settings._kept
    assert [loaded.settings.graphrag_max_tokens for loaded in kept.values()] == [500, 300]


def followed_by_database():
    return [list(folders.subdirs()) for folders in process.current()._following._folders.values()]


def followed():
    return [subdir for subdirs in followed_by_database() for subdir in subdirs]


def wait_until(condition):
    ends = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)


@pytest.mark.parametrize("name", ["../../../etc", "a\0b", "*", "", ".", "nowhere"])
def test_a_folder_that_the_host_has_not_is_no_project(host, name):
    host.save(ON)
    host.save({**OFF, "neo4j_uri": "bolt://secret"}, "secret")
    for _ in range(3):
        assert settings_source.config_of_folder(f"projects/{name}") == ON
    assert settings_source.config_of_folder("projects/secret")["neo4j_uri"] == "bolt://secret"
    assert len(settings_source._read) == 2
