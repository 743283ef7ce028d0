"""The switch alone: it is asked in every turn, so it costs next to nothing and imports nothing."""

from __future__ import annotations

import os

_SPELLINGS = {
    **dict.fromkeys(("1", "true", "t", "yes", "y", "on"), True),
    **dict.fromkeys(("0", "false", "f", "no", "n", "off", ""), False),
}


def is_switched_on(plugin_value: object = False) -> bool:
    """Read the switch alone, without building the settings: it is asked in every turn.

    Args:
        plugin_value: The switch in the host plugin's configuration; the environment wins over it.

    Returns:
        Whether the plugin is on. A spelling that cannot be read counts as off.
    """
    for name in ("GRAPHRAG_ENABLED", "GRAPH_RAG_ENABLED"):
        given = os.environ.get(name, "")
        if given:
            return _SPELLINGS.get(given.strip().lower(), False)
    return _SPELLINGS.get(str(plugin_value).strip().lower(), False)
