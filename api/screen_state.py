"""The state of the plugin, for its screen."""

import asyncio

from helpers.api import ApiHandler, Request


class ScreenState(ApiHandler):
    """POST ``{"folder"}``: returns Neo4j, sync and versions; with ``"check"`` doctor's findings."""

    async def process(self, input: dict, request: Request) -> dict:
        """Return the state, or doctor's ``findings``."""
        from usr.plugins.graphrag.graphrag.agent_zero.host import settings_source
        from usr.plugins.graphrag.graphrag.agent_zero.page import asked, screen_state

        if refused := asked.refusal(input):
            return refused
        config = settings_source.config_of_folder(str(input.get("folder") or ""))
        if input.get("check"):
            return {"findings": await asyncio.to_thread(screen_state.findings, config)}
        return await asyncio.to_thread(screen_state.screen_state, config)
