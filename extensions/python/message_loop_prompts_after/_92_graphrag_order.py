"""Agent Zero 1.x and 2.x: keeps the graph's block after a late recall."""

from helpers.extension import Extension


class GraphRagOrder(Extension):
    """Thin wrapper around ``GraphRagTurn``. It catches every error."""

    async def execute(self, loop_data=None, **kwargs):
        """Run the hook. Never raises."""
        try:
            from usr.plugins.graphrag.graphrag.agent_zero.turn import GraphRagTurn

            GraphRagTurn().restore_order(loop_data)
        except Exception as error:
            print(f"GraphRAG: {error!r}", flush=True)
