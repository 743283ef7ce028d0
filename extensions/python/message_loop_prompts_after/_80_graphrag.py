"""Agent Zero 1.x and 2.x: puts what the graph knows into the prompt."""

from helpers.extension import Extension


class GraphRag(Extension):
    """Thin wrapper around ``GraphRagTurn``. It catches every error."""

    async def execute(self, loop_data=None, **kwargs):
        """Run the hook. Never raises."""
        try:
            from usr.plugins.graphrag.graphrag.agent_zero.turn import GraphRagTurn

            await GraphRagTurn().run(self.agent, loop_data)
        except Exception as error:
            getattr(loop_data, "extras_persistent", {}).pop("graphrag", None)
            print("GRAPHRAG_EXTENSION_EXECUTED", flush=True)
            print(f"GRAPHRAG_NOOP_NEO4J_DOWN reason=package\nGraphRAG: {error!r}", flush=True)
