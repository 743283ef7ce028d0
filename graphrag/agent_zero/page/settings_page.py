"""What stands behind the plugin's settings page: its state in words, and its buttons."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...config import Settings, load_settings
from ...connect import local_neo4j
from ...errors import GraphragError, StoreError
from ...local import LocalNeo4j
from ...switch import is_switched_on
from ..install import folders, requirements, site_packages
from ..service import process
from . import status

_TEST_MS = 10_000
_ICONS = {"off": "toggle_off", "idle": "check_circle", "ready": "check_circle"}


class _Job:
    """The one thing that the page does in the background: fetching, setting up, starting."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self.failure = ""

    @property
    def is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def start(self, work: Callable[[], None]) -> None:
        """Do it, unless something is being done already."""
        with self._lock:
            if self.is_running:
                return
            self.failure = ""
            self._thread = threading.Thread(
                target=self._run, args=(work,), name="graphrag-set-up", daemon=True
            )
            self._thread.start()

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except GraphragError as error:
            self.failure = str(error)
        except Exception as error:  # whatever it is, the page is where the user looks
            self.failure = " ".join(f"{type(error).__name__}: {error}".split())


_job = _Job()


def page_state(plugin_config: Mapping[str, Any] | None, root: Path | None = None) -> dict[str, Any]:
    """Return what the page shows: ready for JSON, without secrets.

    Args:
        plugin_config: The settings as saved.
        root: The host's folder; None takes the running host's.
    """
    report = status.report(plugin_config)
    found, neo4j = _parts(load_settings(plugin_config).settings, root)
    packages = requirements.status(found.cache)
    return {
        "icon": _ICONS.get(report["state"], "info"),
        "words": report["words"],
        "switch": report["switch"],
        "warnings": report["warnings"],
        "overrides": overrides(),
        "packages": {"state": packages.state, "words": packages.detail},
        "local": _local_state(found, neo4j),
    }


def act(action: str, plugin_config: Mapping[str, Any] | None, root: Path | None = None) -> None:
    """Do what a button says, in the background where it takes long.

    Args:
        action: ``install`` (Python packages alone), ``set_up`` (packages, Neo4j's jars, start),
            ``start`` or ``stop``.
        plugin_config: The settings as saved.
        root: The host's folder; None takes the running host's.

    Raises:
        GraphragError: There is no such action.
    """
    found, neo4j = _parts(load_settings(plugin_config).settings, root)

    def set_up() -> None:
        if _install(found, local=True):
            neo4j.set_up()
            neo4j.start()

    if action == "install":
        _job.start(lambda: _install(found, local=False))
    elif action in ("set_up", "start"):
        _job.start(set_up)
    elif action == "stop":
        neo4j.stop()
    else:
        raise GraphragError(f"there is no action {action!r}")


def try_connection(form: Mapping[str, Any], root: Path | None = None) -> dict[str, Any]:
    """Connect with what the page has, saved or not, and say in one line how it went.

    Args:
        form: The settings on the page; the environment wins over them, as in a turn.
        root: The host's folder; None takes the running host's.

    Returns:
        ``ok`` and ``message``.
    """
    from ..service.engine import Engine

    loaded = load_settings(form)
    unusable = [warning for warning in loaded.warnings if warning.startswith("NEO4J_")]
    if unusable:
        return {"ok": False, "message": unusable[0]}
    found, _ = _parts(loaded.settings, root)
    site_packages.activate(found.site_packages)
    engine = Engine(loaded.settings.model_copy(update={"neo4j_query_timeout_ms": _TEST_MS}), found)
    started = time.monotonic()
    try:
        engine.ping(_TEST_MS / 1000)
    except StoreError as error:
        return {"ok": False, "message": str(error)}
    finally:
        engine.close()
    took_ms = round(1000 * (time.monotonic() - started))
    uri = loaded.settings.neo4j_uri
    place = "the local Neo4j" if uri == "local" else uri
    return {"ok": True, "message": f"Connected to {place} in {took_ms} ms."}


def settings_saved(plugin_config: Mapping[str, Any], root: Path | None = None) -> None:
    """Let the switch take effect: close when off, start what was set up when on.

    Args:
        plugin_config: The settings that are being saved.
        root: The host's folder; None takes the running host's.
    """
    if not is_switched_on(plugin_config.get("graphrag_enabled", False)):
        threading.Thread(target=process.retire, name="graphrag-close", daemon=True).start()
        return
    settings = load_settings(plugin_config).settings
    found, neo4j = _parts(settings, root)
    if settings.neo4j_uri == "local" and neo4j.is_set_up:
        site_packages.activate(found.site_packages)
        neo4j.start_in_background()


def overrides() -> dict[str, str]:
    """Return the settings that an environment variable overrides, each with that variable."""
    found = {name: name.upper() for name in Settings.model_fields if os.environ.get(name.upper())}
    if os.environ.get("GRAPH_RAG_ENABLED"):
        found.setdefault("graphrag_enabled", "GRAPH_RAG_ENABLED")
    return found


def _parts(settings: Settings, root: Path | None) -> tuple[folders.PluginFolders, LocalNeo4j]:
    """Give the folders, and the local Neo4j even where a server is chosen just now."""
    found = folders.plugin_folders(root, settings.graphrag_home)
    chosen = settings.model_copy(update={"neo4j_uri": "local"})
    neo4j = local_neo4j(chosen, **found.local_paths_args)
    assert neo4j is not None
    return found, neo4j


def _install(found: folders.PluginFolders, *, local: bool) -> bool:
    """Install the packages; what went wrong stands in their own state."""
    installed = requirements.ensure(found.cache, local=local)
    site_packages.activate(found.site_packages)
    return installed.state == "installed"


def _local_state(found: folders.PluginFolders, neo4j: LocalNeo4j) -> dict[str, Any]:
    server = neo4j.status()
    state, words, progress = server.state, server.detail, None
    if server.progress is not None and server.progress.total:
        progress = server.progress.done / server.progress.total
    packages = requirements.status(found.cache, local=True)
    if state in ("not_set_up", "stopped", "failed"):
        if packages.state == "installing":
            state, words = "installing", packages.detail
        elif _job.is_running:
            state, words = "starting", "Starting"
        elif _job.failure:
            state, words = "failed", _job.failure
        elif packages.state == "failed":
            state, words = "failed", packages.detail
        elif state == "not_set_up":
            words = "Not set up yet"
    return {"state": state, "words": f"{words.rstrip('.')}.", "progress": progress}
