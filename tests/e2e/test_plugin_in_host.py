"""The 1.x plugin's hooks and web handlers, loaded file by file as the host loads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .contract import REPOSITORY
from .host import PLUGIN_FOLDER, Host, free_port
from .host_double import HostDouble
from .llm_stub import LlmStub

# The double has no web server: what a handler or a hook takes from it stands in here.
_PREPARE = """
import sys, types
from helpers.modules import import_module, load_classes_from_file

api, notification = types.ModuleType("helpers.api"), types.ModuleType("helpers.notification")
class ApiHandler:
    def __init__(self, app, thread_lock):
        pass
api.ApiHandler, api.Request = ApiHandler, object
sent = []
class NotificationManager:
    @staticmethod
    def send_notification(**given):
        sent.append(given)
class Choice:
    INFO = NORMAL = "info"
notification.NotificationManager = NotificationManager
notification.NotificationType = notification.NotificationPriority = Choice
sys.modules["helpers.api"], sys.modules["helpers.notification"] = api, notification
"""


@pytest.fixture
def host(stub: LlmStub, tmp_path: Path) -> Any:
    with HostDouble("1.x", tmp_path / "a0", stub, environment={"PIP_NO_INDEX": "1"}) as made:
        made.install(REPOSITORY, "--no-requirements")
        yield made


def _call(host: Host, handler: str, **given: Any) -> dict[str, Any]:
    return _send(host, handler, given)


def _send(host: Host, handler: str, given: Any) -> dict[str, Any]:
    return host.evaluate(
        f"""{_PREPARE}
async def probe(host):
    found = load_classes_from_file("{PLUGIN_FOLDER}/api/{handler}.py", ApiHandler)
    return await found[0](None, None).process({given!r}, None)
"""
    )


def _run_hook(host: Host, hook: str, then: str = "None") -> Any:
    return host.evaluate(
        f"""{_PREPARE}
async def probe(host):
    hooks = import_module("{PLUGIN_FOLDER}/hooks.py")
    hooks.{hook}()
    return {then}
"""
    )


def test_the_page_is_told_the_state_of_a_fresh_plugin(host: Host) -> None:
    state = _call(host, "screen_state")
    assert state["words"].startswith("Off")
    assert state["local"]["state"] == "not_set_up"
    assert state["packages"]["state"] == "missing"


def test_the_connection_test_says_in_one_line_what_is_wrong(host: Host) -> None:
    address = f"bolt://127.0.0.1:{free_port()}"
    result = _call(host, "test_connection", config={"neo4j_uri": address})
    assert not result["ok"]
    assert address in result["message"]


def test_a_page_opened_for_a_project_is_told_what_holds_in_that_project(host: Host) -> None:
    folder = host.root / "usr/projects/garden/.a0proj/plugins/graphrag"
    folder.mkdir(parents=True)
    address = "bolt://127.0.0.1:9"
    config = {"graphrag_enabled": True, "neo4j_uri": address, "graphrag_max_tokens": "many"}
    (folder / "config.json").write_text(json.dumps(config))

    of_project = {"folder": "projects/garden"}
    for told in (
        _call(host, "screen_state", **of_project),
        _call(host, "local_neo4j", action="stop", **of_project),
    ):
        assert told["switch"]
        assert "GRAPHRAG_MAX_TOKENS" in told["warnings"][0]
    assert _call(host, "screen_state", **of_project)["place"] == address
    assert not _call(host, "screen_state", folder="default")["switch"]


@pytest.mark.parametrize(
    "handler",
    ["screen_state", "picture", "memory_tab", "memory_folders", "local_neo4j", "test_connection"],
)
def test_a_request_that_is_no_object_is_named(host: Host, handler: str) -> None:
    assert "no JSON object" in _send(host, handler, ["folder"])["error"]


@pytest.mark.parametrize("handler", ["screen_state", "picture", "memory_tab", "local_neo4j"])
def test_settings_that_cannot_be_read_are_named_with_what_to_do(host: Host, handler: str) -> None:
    folder = host.root / "usr/projects/garden/.a0proj/plugins/graphrag"
    folder.mkdir(parents=True)
    config = folder / "config.json"
    config.write_text('{"graphrag_enabled": tru')
    told = _call(host, handler, folder="projects/garden", action="")
    assert f"{config} cannot be read" in told["error"]


def test_stopping_what_does_not_run_is_no_error(host: Host) -> None:
    assert _call(host, "local_neo4j", action="stop")["local"]["state"] == "not_set_up"


def test_installing_tells_the_user_where_the_switch_is(host: Host) -> None:
    sent = _run_hook(host, "install", then="sent")
    assert len(sent) == 1, host.output()
    assert "Settings" in sent[0]["message"]
    assert "could not" not in host.output()


def test_installing_works_although_the_host_forgets_the_modules_meanwhile(host: Host) -> None:
    sent = host.evaluate(
        f"""{_PREPARE}
from helpers.modules import purge_namespace

class Forgetful:
    def find_spec(self, name, path=None, target=None):
        if name.endswith(".install.requirements"):
            sys.meta_path.remove(self)
            purge_namespace("usr.plugins")  # as the host's watcher of files does on its thread

async def probe(host):
    sys.meta_path.insert(0, Forgetful())
    import_module("{PLUGIN_FOLDER}/hooks.py").install()
    return sent
"""
    )
    assert len(sent) == 1, host.output()


def test_installing_works_although_the_host_forgets_a_module_that_makes_a_dataclass(
    host: Host,
) -> None:
    sent = host.evaluate(
        f"""{_PREPARE}
import dataclasses
from helpers.modules import purge_namespace
made = dataclasses.dataclass

def forgetful(*given, **options):
    if sys._getframe(1).f_globals["__name__"].startswith("usr.plugins.graphrag."):
        dataclasses.dataclass = made
        purge_namespace("usr.plugins")
    return made(*given, **options)

async def probe(host):
    dataclasses.dataclass = forgetful
    import_module("{PLUGIN_FOLDER}/hooks.py").install()
    assert dataclasses.dataclass is made
    return sent
"""
    )
    assert len(sent) == 1, host.output()


def test_an_update_of_a_plugin_that_is_on_in_a_project_does_not_say_that_it_is_off(
    host: Host,
) -> None:
    folder = host.root / "usr/projects/garden/.a0proj/plugins/graphrag"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"graphrag_enabled": True}))
    assert _run_hook(host, "install", then="sent") == []


def test_after_an_update_the_new_files_are_what_runs(host: Host) -> None:
    package = f"{PLUGIN_FOLDER}".replace("/", ".")
    name = f"{package}.graphrag.switch"
    assert host.evaluate(
        f"""{_PREPARE}
async def probe(host):
    import importlib
    old = importlib.import_module("{name}")
    import_module("{PLUGIN_FOLDER}/hooks.py").install()
    return importlib.import_module("{name}") is not old
"""
    )


def test_uninstalling_removes_what_was_made_outside_the_plugins_folder(host: Host) -> None:
    made = [
        host.root / "tmp/graphrag/site-packages/x.py",
        host.root / "tmp/graphrag/neo4j-jars/x.jar",
        host.root / "usr/graphrag/install-id",
    ]
    for path in made:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

    _run_hook(host, "uninstall")

    assert not (host.root / "tmp/graphrag").exists()
    assert not (host.root / "usr/graphrag").exists()
    assert "could not" not in host.output()


def test_the_hook_before_an_update_closes_what_is_open(host: Host) -> None:
    _run_hook(host, "pre_update")
    assert "could not" not in host.output()
