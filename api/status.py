"""The state of the plugin, for its settings page."""

import asyncio

from helpers import plugins
from helpers.api import ApiHandler, Request


class Status(ApiHandler):
    """POST: returns the state in words, warnings, overriding variables and the local Neo4j."""

    async def process(self, input: dict, request: Request) -> dict:
        """Answer the page."""
        from usr.plugins.graphrag.graphrag.agent_zero.page.settings_page import page_state

        return await asyncio.to_thread(page_state, plugins.get_plugin_config("graphrag"))
