"""Agent Zero 1.x and 2.x: lets the graph follow the memories of a monologue."""

from helpers.extension import Extension


class GraphRagFollow(Extension):
    """Thin wrapper around ``GraphRagTurn``. It catches every error."""

    async def execute(self, loop_data=None, **kwargs):
        """Run the hook. Never raises."""
        try:
            from usr.plugins.graphrag.graphrag.agent_zero.turn import GraphRagTurn

            GraphRagTurn().prepare(self.agent)
        except Exception as error:
            print(f"GraphRAG: {error!r}", flush=True)
