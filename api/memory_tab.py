"""What the graph holds of a memory, and the user's own list of names, for the screen."""

from helpers.api import ApiHandler, Request


class MemoryTab(ApiHandler):
    """POST ``{"folder", "text", "page"}``: returns counts, names by mentions, and the list.

    POST ``{"folder", "action": "rule_out" | "join" | "undo", "name", "other"}`` changes the list.
    """

    async def process(self, input: dict, request: Request) -> dict:
        """Return the contents, or the list after a change of it."""
        from usr.plugins.graphrag.graphrag.agent_zero.page import asked, memory_tab

        def work(config, folder):
            if input.get("action"):
                return memory_tab.change_names(folder, input)
            return memory_tab.memory_state(config, folder, input)

        return await asked.answer(input, work)
