"""Agent Zero 0.9: lets the graph follow the memories that a turn has made."""

from python.helpers.extension import Extension


class GraphRagFollow(Extension):
    """A few lines over ``GraphRagTurn``; an error here would cost the host its turn."""

    async def execute(self, loop_data=None, **kwargs):
        """Run; nothing is raised."""
        try:
            from graphrag.agent_zero.turn import GraphRagTurn

            GraphRagTurn().prepare(self.agent)
        except Exception as error:
            print(f"GraphRAG: {error!r}", flush=True)
