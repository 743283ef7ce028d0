"""The state of the plugin, for its settings page and its screen."""

from helpers.api import ApiHandler, Request


class ScreenState(ApiHandler):
    """POST ``{"folder"}``: returns Neo4j, sync and versions; with ``"check"`` doctor's findings."""

    async def process(self, input: dict, request: Request) -> dict:
        """Return the state, or doctor's ``findings``."""
        from usr.plugins.graphrag.graphrag.agent_zero.page import asked, screen_state

        def work(config, folder):
            if input.get("check"):
                return {"findings": screen_state.findings(config)}
            return screen_state.screen_state(config, folder)

        return await asked.answer(input, work)
