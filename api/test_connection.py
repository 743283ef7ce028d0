"""The button that tries the connection on the settings page."""

import asyncio

from helpers.api import ApiHandler, Request


class TestConnection(ApiHandler):
    """POST ``{"config": {...}}``: connects with these settings, and says how it went."""

    async def process(self, input: dict, request: Request) -> dict:
        """Answer the page."""
        from usr.plugins.graphrag.graphrag.agent_zero.page.settings_page import try_connection

        config = input.get("config")
        return await asyncio.to_thread(try_connection, config if isinstance(config, dict) else {})
