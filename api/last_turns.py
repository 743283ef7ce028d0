"""The last turns, for the screen and its export."""

from helpers.api import ApiHandler, Request


class LastTurns(ApiHandler):
    """POST: returns ``turns``, the newest first, each with its block and the reasons for it."""

    async def process(self, input: dict, request: Request) -> dict:
        """Return the records of the last turns."""
        from usr.plugins.graphrag.graphrag.agent_zero.page.last_turns import last_turns

        return {"turns": last_turns()}
