"""The buttons of the settings page and the screen that set something up, start or stop it."""

from helpers.api import ApiHandler, Request


class LocalNeo4j(ApiHandler):
    """POST ``{"folder", "action": "install" | "set_up" | "start" | "stop" | "sync"}``.

    Returns the new state, as ``screen_state`` does. What cannot be done is said in ``error``.
    """

    async def process(self, input: dict, request: Request) -> dict:
        """Do what the button says, and return the new state."""
        from usr.plugins.graphrag.graphrag.agent_zero.page import asked
        from usr.plugins.graphrag.graphrag.agent_zero.page.screen_state import screen_state
        from usr.plugins.graphrag.graphrag.agent_zero.page.settings_page import act

        def work(config, folder):
            act(str(input.get("action", "")), config)
            return screen_state(config, folder)

        return await asked.answer(input, work)
