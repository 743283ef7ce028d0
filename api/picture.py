"""Pictures of the graph, for the screen."""

from helpers.api import ApiHandler, Request


class Picture(ApiHandler):
    """POST ``{"folder", "name" | "entity" | "memory" | "query"}``: returns ``picture``.

    POST ``{"frame": true}`` returns ``html``, the page that draws pictures. What cannot be shown is
    said in ``error``.
    """

    async def process(self, input: dict, request: Request) -> dict:
        """Return a picture, or the page that draws it."""
        from usr.plugins.graphrag.graphrag.agent_zero.page import asked, graph_tab

        def work(config, folder):
            if input.get("frame"):
                return {"html": graph_tab.picture_frame()}
            return graph_tab.picture(config, folder, input)

        return await asked.answer(input, work)
