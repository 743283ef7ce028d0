"""What ``hooks.py`` calls: the one entry for it, whose names and arguments stay as they are.

The host keeps ``hooks.py`` in memory while it updates the plugin. So after each update, the
``hooks.py`` of the version before calls the new files. Add a function here rather than change one.

``hooks.py`` up to 0.1.0 called other modules. Those names stay too;
``tests/unit/agent_zero/test_hook_calls.py`` lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .host import settings_source
from .host.places import Place
from .install import folders, removal, set_up
from .page import settings_page
from .service import process


def installed() -> bool:
    """End what earlier files began, fetch missing packages in the background, begin if it is on.

    Call it after an installation and after an update, with the new modules.

    Returns:
        Whether the plugin is on, at least in one project.
    """
    process.retire(stop_local_server=True)
    set_up.install_in_background(folders.plugin_folders())
    if settings_source.is_on():
        settings_page.settings_saved(settings_source.plugin_config())
        return True
    return settings_source.is_on_somewhere()


def before_update() -> None:
    """Close everything before the files change.

    A Neo4j on this machine keeps running until they have changed: if the update fails, as without
    a network, the next turn finds it.
    """
    process.retire()


def removed() -> None:
    """Close everything for good, and remove what the plugin made outside its own folder."""
    process.retire(stop_local_server=True, for_good=True)
    removal.remove_everything()


def settings_saved(settings: Mapping[str, Any], *, project: str = "", profile: str = "") -> None:
    """Apply settings that are being saved.

    Args:
        settings: The settings.
        project: Name of the project that they are saved for; empty for the whole host.
        profile: The agent profile that they are saved for; empty for all.
    """
    settings_page.settings_saved(settings, place=Place(project, profile))
