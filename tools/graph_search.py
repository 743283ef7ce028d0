"""Agent Zero 1.x: the tool ``graph_search``, with which the agent asks the graph itself."""

from helpers.tool import Response, Tool


class GraphSearch(Tool):
    """Thin wrapper around ``graph_search``. It catches every error."""

    async def execute(self, **kwargs):
        """Search the graph. Never raises."""
        try:
            from usr.plugins.graphrag.graphrag.agent_zero.tool import graph_search

            message = await graph_search(self.agent, kwargs)
        except Exception as error:
            print(f"GraphRAG: {error!r}", flush=True)
            message = "graph_search: the graph cannot be used now (reason: package)."
        return Response(message=message, break_loop=False)
