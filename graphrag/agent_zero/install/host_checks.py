"""What `doctor` looks at in the Agent Zero folder around it. No host needs to run."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from ..host import layouts
from ..host.projects import INDEX, is_deleted, memory_folder
from .file_layout import LAYOUTS, Layout, layout_of
from .own_settings import settings_of_places

_HOOKS = (
    "agent_init/_80_graphrag.py",
    "message_loop_prompts_after/_80_graphrag.py",
    "message_loop_prompts_after/_92_graphrag_order.py",
    "monologue_end/_80_graphrag.py",
    "system_prompt/_11_tools_prompt_graphrag.py",
)
# Folders in which the host looks for a hook before it looks in ours.
_BEFORE_OURS = (
    "usr/projects/*/.a0proj",
    "usr/projects/*/.a0proj/agents/*",
    "usr/agents/*",
    "usr/plugins/*/agents/*",
    "plugins/*/agents/*",
    "agents/*",
    "usr",
)
_PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[.*?\])?==([^\s;#]+)", re.MULTILINE)
_PIN_FILES = ("requirements.txt", "requirements2.txt")
_FLAT_INDEX = b"Ix"
"""How a file of FAISS with a flat index begins."""

_GIT_S = 5
"""How long git may take to name the host's version, in seconds."""


State = Literal["ok", "warning", "failed"]


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check of ``doctor``.

    Attributes:
        name: What was checked.
        state: How it is.
        detail: The same in words, with what to do if anything is to be done.
    """

    name: str
    state: State
    detail: str


def host_findings(host: Path) -> Iterator[Check]:
    """Look at an Agent Zero folder: its version and layout, our hooks, the packages that it pins.

    Args:
        host: Its root folder.
    """
    layout = layout_of(host) or LAYOUTS[-1]
    yield Check("agent zero", "ok", f"{_version(host)}, layout {layout.name}")
    yield _hooks(host, layouts.PLUGIN_FOLDER, layout)
    yield _pins(host)


def memory_dimension(host: Path, subdir: str) -> int | None:
    """Return the length of the vectors in a memory folder of the host; None if it is unknown.

    Args:
        host: Agent Zero's root folder.
        subdir: The memory folder.
    """
    try:
        with (memory_folder(host, subdir) / INDEX).open("rb") as file:
            head = file.read(8)
    except OSError:
        return None
    return int.from_bytes(head[4:], "little") if head.startswith(_FLAT_INDEX) else None


def deleted_projects(host: Path, subdirs: Iterable[str]) -> list[str]:
    """Return those memory folders that belong to a project that the host does not list.

    Args:
        host: Agent Zero's root folder.
        subdirs: The memory folders.
    """
    return [subdir for subdir in subdirs if is_deleted(host, subdir)]


def _version(host: Path) -> str:
    command = ["git", "-C", str(host), "describe", "--tags", "--always"]
    try:
        found = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_GIT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return "version unknown"
    return found.stdout.strip()


def _hooks(host: Path, plugin: Path, layout: Layout) -> Check:
    missing = [hook for hook in _HOOKS if not (plugin / layout.hooks / hook).is_file()]
    if missing:
        detail = f"missing: {', '.join(missing)}; install the plugin again"
        return Check("hooks", "failed", detail)
    everywhere, *places = settings_of_places(host)
    enabled = [place.name for place in places if place.is_enabled]
    disabled = [place.name for place in places if not place.is_enabled]
    if not everywhere.is_enabled and not enabled:
        return Check("hooks", "failed", "the plugin is disabled in Agent Zero's list of plugins")
    if hidden := _run_instead(host, plugin, layout):
        detail = f"Agent Zero runs another file of the same name instead: {', '.join(hidden)}"
        return Check("hooks", "failed", detail)
    where = ""
    if not everywhere.is_enabled:
        where = f"; the plugin is enabled only in {', '.join(enabled)}"
    elif disabled:
        where = f"; the plugin is disabled in {', '.join(disabled)}"
    return Check("hooks", "ok", f"{len(_HOOKS)} found{where}")


def _run_instead(host: Path, plugin: Path, layout: Layout) -> list[str]:
    """Return the files that the host finds before our hooks of the same names."""
    folders = [folder for pattern in _BEFORE_OURS for folder in host.glob(pattern)]
    if layout.has_plugins:
        others = host.joinpath(*layouts.PLUGINS_PATH).iterdir()
        folders += [other for other in others if other.name < plugin.name]
    files = [folder / layout.other_hooks / hook for folder in folders for hook in _HOOKS]
    return [str(file) for file in files if file.exists()]


def _pins(host: Path) -> Check:
    files = [host / name for name in _PIN_FILES if (host / name).is_file()]
    texts = [file.read_text(encoding="utf-8", errors="replace") for file in files]
    pins = dict(pin for text in texts for pin in _PIN.findall(text))
    found = {name: _installed(name) for name in pins}
    moved = [
        f"{name} {installed} instead of {pins[name]}"
        for name, installed in found.items()
        if installed and installed != pins[name]
    ]
    if moved:
        return Check(
            "host packages",
            "warning",
            f"other versions than Agent Zero asks for: {', '.join(moved)}",
        )
    return Check(
        "host packages",
        "ok",
        f"{sum(map(bool, found.values()))} have the version that Agent Zero asks for",
    )


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
