"""The button on the settings page that tests the connection."""

from helpers.api import ApiHandler, Request


class TestConnection(ApiHandler):
    """POST ``{"config": {...}}``: connects with these settings, and returns the result."""

    async def process(self, input: dict, request: Request) -> dict:
        """Return ``ok`` and ``message``."""
        from usr.plugins.graphrag.graphrag.agent_zero.page import asked
        from usr.plugins.graphrag.graphrag.agent_zero.page.settings_page import try_connection

        if refused := asked.refusal(input):
            return refused
        config = input.get("config")
        return await asked.apart(try_connection, config if isinstance(config, dict) else {})
