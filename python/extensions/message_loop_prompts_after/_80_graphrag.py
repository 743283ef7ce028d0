"""Agent Zero 0.9: puts what the graph knows into the prompt."""

from python.helpers.extension import Extension


class GraphRag(Extension):
    """A few lines over ``GraphRagTurn``; an error here would cost the host its turn."""

    async def execute(self, loop_data=None, **kwargs):
        """Run; nothing is raised."""
        try:
            from graphrag.agent_zero.turn import GraphRagTurn

            await GraphRagTurn().run(self.agent, loop_data)
        except Exception as error:
            print("GRAPHRAG_EXTENSION_EXECUTED", flush=True)
            print(f"GRAPHRAG_NOOP_NEO4J_DOWN reason=package\nGraphRAG: {error!r}", flush=True)
