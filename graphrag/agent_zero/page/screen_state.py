"""The tab "State" of the screen: Neo4j, the sync, versions, and what doctor finds."""

from __future__ import annotations

import importlib.metadata
import json
import platform
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..._version import __version__
from ...config import load_settings
from ...wording import ago
from ..host import layouts
from ..service import process
from .settings_page import page_state

if TYPE_CHECKING:
    from ..service.background.sync import GraphSync

_DOCTOR_S = 60
_FIXES = {
    "packages": ("install", "Install"),
    "sync": ("sync", "Sync now"),
    "vectors": ("sync", "Sync now"),
}
"""The button that fixes what doctor found: its action and its words."""

_LOCAL_FIXES = {
    "not_set_up": ("set_up", "Set up Neo4j"),
    "failed": ("set_up", "Set up Neo4j"),
    "stopped": ("start", "Start"),
}


def screen_state(
    plugin_config: Mapping[str, Any] | None, folder: str = layouts.DEFAULT_MEMORY
) -> dict[str, Any]:
    """Return the state of the plugin, ready for JSON, without secrets. It asks nobody.

    Args:
        plugin_config: The settings as saved.
        folder: The memory folder that the screen shows.

    Returns:
        What the settings page shows (``page_state``), and ``mode``, ``place`` (where Neo4j is),
        ``is_local`` (whether the plugin runs it), ``follows_memory`` (whether sync is on), ``sync``
        (the last look at each scope), ``is_comparing`` (whether one is due) and ``versions``.
    """
    settings = load_settings(plugin_config).settings
    runtime = process.current_of_these_files()
    syncs = [] if runtime is None else runtime.syncs()
    state = page_state(plugin_config, folder)
    return {
        **state,
        "mode": settings.graphrag_mode,
        "place": "on this machine" if state["is_local"] else settings.neo4j_uri,
        "follows_memory": settings.graphrag_sync,
        "sync": _looks(syncs),
        "is_comparing": any(not sync.wait_idle(0) for sync in syncs),
        "versions": {
            "GraphRAG": __version__,
            "Python": platform.python_version(),
            "Neo4j driver": _version_of("neo4j"),
        },
    }


def findings(plugin_config: Mapping[str, Any] | None) -> list[dict[str, str]]:
    """Run doctor in a process of its own, and return what it found; blocking, for seconds.

    Args:
        plugin_config: The settings as saved.

    Returns:
        For each check ``name``, ``state`` (``ok``, ``warning`` or ``failed``) and ``detail``; where
        a button can fix it, ``action`` and ``button`` too.
    """
    local = page_state(plugin_config)["local"]["state"]
    return [{**found, **_fix(found, local)} for found in _doctor()]


def _doctor() -> list[dict[str, str]]:
    package = __name__.rsplit(".agent_zero.", 1)[0]
    folder = layouts.PACKAGE.parents[package.count(".")]
    command = [sys.executable, "-m", package, "doctor", "--json"]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_DOCTOR_S,
            check=False,
        )
        found: list[dict[str, str]] = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return [_failure(f"no result within {_DOCTOR_S} s")]
    except OSError as error:
        return [_failure(str(error))]
    except ValueError:
        lines = done.stderr.strip().splitlines()
        return [_failure(lines[-1] if lines else f"exit code {done.returncode}")]
    return found


def _failure(detail: str) -> dict[str, str]:
    return {"name": "doctor", "state": "failed", "detail": detail}


def _fix(found: Mapping[str, str], local: str) -> dict[str, str]:
    if found["state"] == "ok":
        return {}
    fixes = {**_FIXES, "local neo4j": _LOCAL_FIXES.get(local)}
    fix = fixes.get(found["name"])
    return {} if fix is None else {"action": fix[0], "button": fix[1]}


def _looks(syncs: Sequence[GraphSync]) -> list[dict[str, Any]]:
    return [
        {
            "folder": scope.partition("/")[2] or "all folders",
            "when": ago(time.time() - look.at),
            "words": look.words,
            "is_problem": look.is_problem,
        }
        for sync in syncs
        for scope, look in sorted(sync.looks.items())
    ]


def _version_of(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "missing"
