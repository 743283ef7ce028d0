"""The settings of this moment: read again only when one of their sources has changed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ...config import LoadedSettings, Settings, load_settings
from ...switch import SWITCH_VARIABLES

_VARIABLES = (*SWITCH_VARIABLES, *map(str.upper, Settings.model_fields))


class LatestSettings:
    """Keeps the settings that were read last, with what they were read from."""

    def __init__(self) -> None:
        self._kept: tuple[tuple[object, ...], LoadedSettings] | None = None

    def read(self, plugin_config: Mapping[str, Any]) -> LoadedSettings:
        """Return the settings of this moment.

        Args:
            plugin_config: The plugin's configuration in the host.
        """
        sources = _sources(plugin_config)
        kept = self._kept
        if kept is None or kept[0] != sources:
            self._kept = kept = (sources, load_settings(plugin_config))
        return kept[1]

    def unchanged(self, plugin_config: Mapping[str, Any]) -> Settings | None:
        """Return the last settings, or None if a source has changed. Takes microseconds.

        Args:
            plugin_config: The plugin's configuration in the host.
        """
        kept = self._kept
        return None if kept is None or kept[0] != _sources(plugin_config) else kept[1].settings


def _sources(plugin_config: Mapping[str, Any]) -> tuple[object, ...]:
    return *map(os.environ.get, _VARIABLES), *plugin_config.items()
