"""What `doctor` can check with the standard library alone."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ...agent_zero.install import requirements, set_up
from ...agent_zero.install.host_checks import Check, host_findings
from ...command_line import command
from ...errors import GraphragError
from ...local import existing_part, free_disk_mb, free_memory_mb

if TYPE_CHECKING:
    from ...agent_zero.install.folders import PluginFolders
    from ...local import LocalNeo4j

_WORDS = {"ok": "ok", "warning": "warn", "failed": "fail"}
_LOW_MEMORY_MB = 2048
_LOW_DISK_MB = 1024

COMMAND_LINE_MODULES = ("typer", "rich", "platformdirs")
_TURN_MODULES = ("neo4j", "numpy", "pydantic", "pydantic_settings", "dotenv")


def in_words(check: Check) -> tuple[str, str]:
    """Return the word for the state of a check, filled up with blanks, and what was found.

    Args:
        check: The check.
    """
    return f"{_WORDS[check.state]:<5}", f"{check.name}: {check.detail}"


def first_checks(host: Path | None) -> Iterator[Check]:
    """Check Python, and Agent Zero if the package is installed in it.

    Args:
        host: Agent Zero's root folder, or None.
    """
    yield Check("python", "ok", sys.version.split()[0])
    if host is not None:
        yield from host_findings(host)


def switch_check(is_on: bool, in_places: Mapping[str, bool]) -> Check:
    """Check where the plugin is switched on.

    Args:
        is_on: Whether it is on in general.
        in_places: The same for each project and profile with settings of its own, by its name.
    """
    others = ", ".join(name for name, value in in_places.items() if value != is_on)
    if is_on:
        return Check("switch", "ok", f"on; off in {others}" if others else "on")
    return Check(
        "switch", "ok", f"on only in {others}" if others else "off: set GRAPHRAG_ENABLED=true"
    )


def missing_modules() -> list[str]:
    """Return the modules that the package needs and that are not installed."""
    needed = (*_TURN_MODULES, *COMMAND_LINE_MODULES)
    return [name for name in needed if importlib.util.find_spec(name) is None]


def packages_check(host: Path | None, found: PluginFolders) -> Check:
    """Check that the Python packages are there.

    Args:
        host: Agent Zero's root folder, or None.
        found: The plugin's folders.
    """
    missing = missing_modules()
    if not missing:
        return Check("packages", "ok", "installed")
    detail = f"{', '.join(missing)} missing: "
    state = requirements.status(found.cache)
    if host is None:
        detail += "run pip install 'agent-zero-graphrag[cli]'"
    elif state.state == "installing":
        return Check("packages", "warning", f"being installed: {state.detail}")
    elif set_up.has_lost_packages(found):
        detail += f"a turn installs them again, or run `{command('stats')}`"
    else:
        detail += f"press 'Install' on the settings page, or run `{command('neo4j start')}`"
    if state.state == "failed":
        detail += f". The last try: {state.detail}"
    return Check("packages", "failed", detail)


def machine_checks(found: PluginFolders, local: LocalNeo4j | None) -> Iterator[Check]:
    """Check what is free on the disk of the plugin's data, and in memory.

    Args:
        found: The plugin's folders.
        local: The local Neo4j, or None if another server is used.
    """
    folder = existing_part(found.data)
    yield _free("free disk space", free_disk_mb(folder), _LOW_DISK_MB, f" in {folder}")
    memory_mb = free_memory_mb()
    if memory_mb is not None:
        # A server that runs has its memory already.
        needs_more = local is not None and not local.status().is_alive
        yield _free("free memory (RAM)", memory_mb, _LOW_MEMORY_MB if needs_more else 0)


def local_check(local: LocalNeo4j) -> Check:
    """Check whether the local Neo4j runs.

    Args:
        local: The local Neo4j.
    """
    try:
        return Check("local neo4j", "ok", local.require_running().detail)
    except GraphragError as error:
        return Check("local neo4j", "failed", str(error))


def _free(name: str, free_mb: int, needed_mb: int, where: str = "") -> Check:
    detail = f"{free_mb} MB{where}"
    if free_mb >= needed_mb:
        return Check(name, "ok", detail)
    return Check(name, "warning", f"{detail}; at least {needed_mb} MB is recommended")
