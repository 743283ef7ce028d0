"""Agent Zero 0.9: prepares the graph in the background when an agent is made."""

from python.helpers.extension import Extension


class GraphRagPrepare(Extension):
    """A few lines over ``GraphRagTurn``; an error here would cost the host its turn."""

    async def execute(self, **kwargs):
        """Run; nothing is raised."""
        try:
            from graphrag.agent_zero.turn import GraphRagTurn

            GraphRagTurn().prepare(self.agent)
        except Exception as error:
            print(f"GraphRAG: {error!r}", flush=True)
