"""Agent Zero 0.9: prepares the graph in the background when an agent is made."""

from python.helpers.extension import Extension


class GraphRagPrepare(Extension):
    """Thin wrapper around ``GraphRagTurn``. It catches every error."""

    async def execute(self, **kwargs):
        """Run the hook. Never raises."""
        try:
            from graphrag.agent_zero.turn import GraphRagTurn

            GraphRagTurn().prepare(self.agent)
        except Exception as error:
            print(f"GraphRAG: {error!r}", flush=True)
