"""The buttons of the settings page that set something up, start or stop it."""

import asyncio

from helpers import plugins
from helpers.api import ApiHandler, Request


class LocalNeo4j(ApiHandler):
    """POST ``{"action": "install" | "set_up" | "start" | "stop"}``: returns the new state."""

    async def process(self, input: dict, request: Request) -> dict:
        """Do what the button says, and return the new state."""
        from usr.plugins.graphrag.graphrag.agent_zero.page.settings_page import act, page_state

        config = plugins.get_plugin_config("graphrag")
        await asyncio.to_thread(act, str(input.get("action", "")), config)
        return await asyncio.to_thread(page_state, config)
