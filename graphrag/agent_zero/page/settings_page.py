"""The state of the plugin in words, and what the buttons of its settings page do."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping
from typing import Any

from ...config import Settings, load_settings
from ...connect import local_neo4j
from ...errors import GraphragError, StoreError
from ...local import LocalNeo4j
from ...switch import deciding_variable, is_switched_on
from ...threads import start_thread
from ...wording import sentence
from ..host import layouts, settings_source
from ..host.places import WHOLE_HOST, Place
from ..install import folders, requirements, site_packages
from ..install.set_up import install_packages
from ..service import kept_turns, process
from . import status
from .background_work import BackgroundWork

_TEST_MS = 10_000
_OF_CONNECTION = ("NEO4J_URI=", "NEO4J_USER=", "NEO4J_PASSWORD=", "NEO4J_DATABASE=")
"""How the warnings about what a connection needs begin."""

_NOT_RUNNING = ("not_set_up", "stopped", "failed")
_ICONS = {
    "off": "toggle_off",
    "disabled": "toggle_off",
    "idle": "check_circle",
    "ready": "check_circle",
    "silent": "check_circle",
    "shadow": "visibility",
}

_background = BackgroundWork()


def page_state(
    plugin_config: Mapping[str, Any] | None, folder: str = layouts.DEFAULT_MEMORY
) -> dict[str, Any]:
    """Return what the page shows: ready for JSON, without secrets.

    Args:
        plugin_config: The settings as saved.
        folder: The memory folder of the project that the page is about; without one, the default.

    Returns:
        ``icon``, ``words``, ``switch`` and ``warnings`` of the plugin; ``overrides``; and of the
        ``packages`` and the ``local`` Neo4j their ``state`` and ``words``.
    """
    report = status.report(plugin_config, folder)
    settings = load_settings(plugin_config).settings
    found, neo4j = _folders_and_neo4j(settings)
    packages = _packages_state(found)
    local = _local_state(found, neo4j)
    words = report["words"]
    # A button, or a start that failed, says more of the local Neo4j than its own state does.
    knows_more = report["state"] in _NOT_RUNNING and local["state"] != report["state"]
    is_off = report["state"] in ("off", "disabled")
    if not is_off and (local["state"] == "stopping" or knows_more):
        words = f"On. {local['words']}"
    return {
        "icon": _ICONS.get(report["state"], "info"),
        "words": words,
        "switch": report["switch"],
        "warnings": report["warnings"],
        "overrides": overrides(),
        "is_local": settings.neo4j_uri == "local",
        "packages": {"state": packages.state, "words": packages.detail},
        "local": local,
    }


def act(action: str, plugin_config: Mapping[str, Any] | None) -> None:
    """Do what a button says; in the background if it takes long.

    Args:
        action: ``install`` (only the Python packages), ``set_up`` (packages, Neo4j's jars, start),
            ``start``, ``stop``, or ``sync`` (compare memory and graph).
        plugin_config: The settings as saved.

    Raises:
        GraphragError: There is no such action, another one is still running, or no sync has begun.
    """
    found, neo4j = _folders_and_neo4j(load_settings(plugin_config).settings)

    def install(*, local: bool = False) -> None:
        state = install_packages(found, local=local)
        if state.state != "installed":
            raise GraphragError(state.detail)

    def set_up() -> None:
        install(local=True)
        neo4j.set_up()
        neo4j.start()

    if action == "install":
        kept_turns.forget_last_turns()
        _background.start(action, install)
    elif action in ("set_up", "start"):
        kept_turns.forget_last_turns()
        _background.start("set_up", set_up)
    elif action == "stop":
        kept_turns.forget_last_turns()
        _background.start(action, lambda: neo4j.stop(stay_stopped=True))
    elif action == "sync":
        runtime = process.current_of_these_files()
        syncs = [] if runtime is None else runtime.syncs()
        if not syncs:
            raise GraphragError("no sync is running", "write a message in a chat; that starts it")
        for sync in syncs:
            sync.request()
    else:
        raise GraphragError(f"there is no action {action!r}")


def try_connection(form: Mapping[str, Any]) -> dict[str, Any]:
    """Connect with the settings on the page, saved or not, and return the result in one line.

    Args:
        form: The settings on the page. The environment wins over them, as in a turn.

    Returns:
        ``ok`` and ``message``.
    """
    from ..service.engine import Engine

    loaded = load_settings(form)
    unusable = [warning for warning in loaded.warnings if warning.startswith(_OF_CONNECTION)]
    if unusable:
        return {"ok": False, "message": unusable[0]}
    found, _ = _folders_and_neo4j(loaded.settings)
    site_packages.activate(found.site_packages)
    engine = Engine(loaded.settings.model_copy(update={"neo4j_query_timeout_ms": _TEST_MS}), found)
    started = time.monotonic()
    try:
        engine.ping(_TEST_MS / 1000)
    except StoreError as error:
        return {"ok": False, "message": sentence(str(error))}
    finally:
        engine.close()
    took_ms = round(1000 * (time.monotonic() - started))
    uri = loaded.settings.neo4j_uri
    place = "the local Neo4j" if uri == "local" else uri
    return {"ok": True, "message": f"Connected to {place} in {took_ms} ms."}


def settings_saved(plugin_config: Mapping[str, Any], *, place: Place = WHOLE_HOST) -> None:
    """Apply the switch: if off everywhere, close everything; if on, start a Neo4j that was set up.

    Args:
        plugin_config: The settings that are being saved.
        place: The project and the profile that they are saved for.
    """
    kept_turns.forget_last_turns()
    if not is_switched_on(plugin_config.get("graphrag_enabled", False)):
        if not settings_source.is_on_somewhere(besides=place):
            start_thread("graphrag-close", process.retire)
        elif place.project and (runtime := process.current_of_these_files()) is not None:
            folder = layouts.memory_of_project(place.project)
            runtime.unfollow(folder, place if place.profile else None)
        return
    settings = load_settings(plugin_config).settings
    found, neo4j = _folders_and_neo4j(settings)
    if settings.neo4j_uri == "local" and neo4j.is_set_up and not neo4j.stays_stopped:
        site_packages.activate(found.site_packages)
        with contextlib.suppress(GraphragError):  # a button is at it
            _background.start("set_up", lambda: neo4j.start(wait=False))


def overrides() -> dict[str, str]:
    """Return the settings that an environment variable overrides, each with that variable."""
    found = {name: name.upper() for name in Settings.model_fields if os.environ.get(name.upper())}
    if switch := deciding_variable():
        found["graphrag_enabled"] = switch
    return found


def _folders_and_neo4j(settings: Settings) -> tuple[folders.PluginFolders, LocalNeo4j]:
    """Return the folders, and the local Neo4j even if the settings choose a server."""
    found = folders.plugin_folders(configured=settings.graphrag_home)
    chosen = settings.model_copy(update={"neo4j_uri": "local"})
    neo4j = local_neo4j(chosen, found.data, found.cache)
    assert neo4j is not None
    return found, neo4j


def _failed_start() -> str:
    """Return why the plugin's own start of Neo4j failed; empty if it did not."""
    runtime = process.current_of_these_files()
    return "" if runtime is None else runtime.start_failure()


def _packages_state(found: folders.PluginFolders) -> requirements.InstallState:
    """Return the state of the packages; where none can be written down, why the button failed."""
    state = requirements.status(found.cache)
    failure = _background.failure(found.local_paths.run_file)
    if state.state == "missing" and failure and _background.action in ("install", "set_up"):
        return requirements.InstallState("failed", failure)
    return state


def _local_state(found: folders.PluginFolders, neo4j: LocalNeo4j) -> dict[str, Any]:
    """Return ``state``, ``words`` and ``percent`` (of a download) of the local Neo4j.

    What the buttons are doing, and what they failed at, comes before the server's own state.
    """
    server = neo4j.status()
    state: str = server.state
    words, percent = server.detail, None
    if server.progress is not None and server.progress.total:
        percent = round(100 * server.progress.done / server.progress.total)
    packages = requirements.status(found.cache, local=True)
    is_stopping = _background.is_running and _background.action == "stop"
    if is_stopping and state not in _NOT_RUNNING:
        state, words = "stopping", "Neo4j is stopping"
    elif state in _NOT_RUNNING:
        if packages.state == "installing":
            state, words = "installing", packages.detail
        elif _background.is_running and not is_stopping:
            state, words = "starting", "Starting"
        elif failure := _background.failure(found.local_paths.run_file) or _failed_start():
            state, words = "failed", failure
        elif packages.state == "failed":
            state, words = "failed", packages.detail
        elif state == "not_set_up" and not neo4j.ran_before:
            words = "Not set up yet"
    return {"state": state, "words": sentence(words), "percent": percent}
