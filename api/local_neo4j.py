"""The buttons of the settings page that set something up, start or stop it."""

import asyncio

from helpers.api import ApiHandler, Request


class LocalNeo4j(ApiHandler):
    """POST ``{"folder", "action": "install" | "set_up" | "start" | "stop" | "sync"}``.

    Returns the new state.

    What cannot be done is said in ``error``.
    """

    async def process(self, input: dict, request: Request) -> dict:
        """Do what the button says, and return the new state."""
        from usr.plugins.graphrag.graphrag.agent_zero.host import settings_source
        from usr.plugins.graphrag.graphrag.agent_zero.page import asked
        from usr.plugins.graphrag.graphrag.agent_zero.page.settings_page import act, page_state
        from usr.plugins.graphrag.graphrag.errors import GraphragError

        if refused := asked.refusal(input):
            return refused
        config = settings_source.config_of_folder(str(input.get("folder") or ""))
        error = ""
        try:
            await asyncio.to_thread(act, str(input.get("action", "")), config)
        except GraphragError as failed:
            error = str(failed)
        state = await asyncio.to_thread(page_state, config)
        return {**state, "error": error} if error else state
