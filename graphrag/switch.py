"""The switch. Every turn reads it, so it imports nothing and costs next to nothing."""

from __future__ import annotations

import os

SWITCH_VARIABLES = ("GRAPHRAG_ENABLED", "GRAPH_RAG_ENABLED")
"""The variables of the switch. The first that has a value decides; the second is the old name."""

_SPELLINGS = {
    **dict.fromkeys(("1", "true", "t", "yes", "y", "on"), True),
    **dict.fromkeys(("0", "false", "f", "no", "n", "off", ""), False),
}


def is_switched_on(plugin_value: object = False) -> bool:
    """Whether the plugin is on; read alone, without building all settings.

    Args:
        plugin_value: The switch in the host plugin's configuration. The environment wins over it.

    Returns:
        True if it is on. A value that is neither true nor false counts as off.
    """
    return _SPELLINGS.get(_given(plugin_value)[1].strip().lower(), False)


def unreadable_switch(plugin_value: object) -> str:
    """Return what is wrong with the switch's value.

    Args:
        plugin_value: As for ``is_switched_on``.

    Returns:
        One line that names the setting and the value; empty if the value can be read.
    """
    name, value = _given(plugin_value)
    if value.strip().lower() in _SPELLINGS:
        return ""
    return f"{name}={value[:40]!r} is neither true nor false; the plugin stays off"


def deciding_variable() -> str:
    """Return the environment variable that decides; empty if the plugin's configuration does."""
    for name in SWITCH_VARIABLES:
        if os.environ.get(name):
            return name
    return ""


def _given(plugin_value: object) -> tuple[str, str]:
    if name := deciding_variable():
        return name, os.environ[name]
    return SWITCH_VARIABLES[0], "" if plugin_value is None else str(plugin_value)
