"""The state of the plugin, for its settings page."""

import asyncio

from helpers import plugins
from helpers.api import ApiHandler, Request


class Status(ApiHandler):
    """POST: returns the state in words, the warnings, what the environment overrides, Neo4j."""

    async def process(self, input: dict, request: Request) -> dict:
        """Return the state of the plugin."""
        from usr.plugins.graphrag.graphrag.agent_zero.page.settings_page import page_state

        return await asyncio.to_thread(page_state, plugins.get_plugin_config("graphrag"))
