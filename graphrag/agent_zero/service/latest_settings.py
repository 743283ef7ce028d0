"""The settings of this moment: read again only when one of their sources has changed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ...config import LoadedSettings, Settings, load_settings
from ...switch import SWITCH_VARIABLES

_VARIABLES = (*SWITCH_VARIABLES, *map(str.upper, Settings.model_fields))


_KEPT = 8
"""Number of configurations whose settings are kept: projects may have their own."""


class LatestSettings:
    """Keeps the settings that were read last, each with what they were read from."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], LoadedSettings] = {}

    def read(self, plugin_config: Mapping[str, Any]) -> LoadedSettings:
        """Return the settings of this moment.

        Args:
            plugin_config: The plugin's configuration in the host.
        """
        sources = _sources(plugin_config)
        kept = self._kept.get(sources)
        if kept is None:
            kept = load_settings(plugin_config)
            older = list(self._kept.items())[1 - _KEPT :]
            self._kept = {**dict(older), sources: kept}  # other threads read the old one
        return kept

    def unchanged(self, plugin_config: Mapping[str, Any]) -> Settings | None:
        """Return the last settings, or None if a source has changed. Takes microseconds.

        Args:
            plugin_config: The plugin's configuration in the host.
        """
        kept = self._kept.get(_sources(plugin_config))
        return None if kept is None else kept.settings


def _sources(plugin_config: Mapping[str, Any]) -> tuple[object, ...]:
    given = tuple((name, str(value)) for name, value in plugin_config.items())
    return *map(os.environ.get, _VARIABLES), *given
