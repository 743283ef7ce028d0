"""The state of the plugin, for its settings page."""

from helpers.api import ApiHandler, Request


class Status(ApiHandler):
    """POST ``{"folder"}``: returns the state in words, the warnings, the overrides, Neo4j."""

    async def process(self, input: dict, request: Request) -> dict:
        """Return the state of the plugin."""
        from usr.plugins.graphrag.graphrag.agent_zero.page import asked
        from usr.plugins.graphrag.graphrag.agent_zero.page.settings_page import page_state

        return await asked.answer(input, page_state)
