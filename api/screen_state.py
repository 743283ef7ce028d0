"""The state of the plugin, for its screen."""

import asyncio

from helpers import plugins
from helpers.api import ApiHandler, Request


class ScreenState(ApiHandler):
    """POST: returns Neo4j, sync and versions; with ``{"check": true}`` what doctor finds."""

    async def process(self, input: dict, request: Request) -> dict:
        """Return the state, or doctor's ``findings``."""
        from usr.plugins.graphrag.graphrag.agent_zero.page import screen_state

        config = plugins.get_plugin_config("graphrag")
        if input.get("check"):
            return {"findings": await asyncio.to_thread(screen_state.findings, config)}
        return await asyncio.to_thread(screen_state.screen_state, config)
