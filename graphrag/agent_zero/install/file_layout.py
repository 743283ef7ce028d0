"""Where things lie in each generation of the host, for whatever looks at its files.

``host.layouts`` is the other half: how to talk to a host that runs. The installer imports this
module with nothing but Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie in one generation of the host.

    Attributes:
        name: As users know it.
        sign: A file that only this generation has, from the root folder.
        parts: Where each part of the plugin is installed, from the root folder.
        hooks: The folder of our hooks, from the folder that contains the package.
        other_hooks: The folder of hooks in a folder that the host asks before ours.
        has_plugins: Whether the host lists and disables plugins.
        switch_on: What the user does after installing.
    """

    name: str
    sign: str
    parts: Mapping[str, str]
    hooks: str
    other_hooks: str
    has_plugins: bool
    switch_on: str


_PLUGIN_PARTS = (
    "plugin.yaml",
    "default_config.yaml",
    "hooks.py",
    "README.md",
    "LICENSE",
    "api",
    "extensions",
    "graphrag",
    "prompts",
    "tools",
    "webui",
)

LAYOUTS = (
    Layout(
        name="1.x and 2.x",
        sign="helpers/extension.py",
        parts={part: f"usr/plugins/graphrag/{part}" for part in _PLUGIN_PARTS},
        hooks="extensions/python",
        other_hooks="extensions/python",
        has_plugins=True,
        switch_on="restart Agent Zero, and switch it on: Settings > Agent > GraphRAG",
    ),
    Layout(
        name="0.9",
        sign="python/helpers/extension.py",
        parts={
            "graphrag": "graphrag",
            "LICENSE": "graphrag/LICENSE",
            "prompts": "prompts",
            "python/extensions": "python/extensions",
            "python/tools": "python/tools",
        },
        hooks="python/extensions",
        other_hooks="extensions",
        has_plugins=False,
        switch_on="put GRAPHRAG_ENABLED=true into usr/.env, and restart Agent Zero",
    ),
)


def layout_of(folder: Path) -> Layout | None:
    """Return the layout of the host in a folder; None if there is no host in it."""
    return next((layout for layout in LAYOUTS if (folder / layout.sign).is_file()), None)
