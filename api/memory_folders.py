"""The memory folders that the screen can show."""

from helpers.api import ApiHandler, Request


class MemoryFolders(ApiHandler):
    """POST ``{"context": id of the open chat}``: returns its ``folder``, and all ``folders``."""

    async def process(self, input: dict, request: Request) -> dict:
        """Return the names of the memory folders."""
        from usr.plugins.graphrag.graphrag.agent_zero.page import asked
        from usr.plugins.graphrag.graphrag.agent_zero.page.memory_choice import memory_choice

        if refused := asked.refusal(input):
            return refused
        return memory_choice(str(input.get("context") or ""))
