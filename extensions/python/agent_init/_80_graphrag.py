"""Agent Zero 1.x: prepares the graph in the background when an agent is made."""

from helpers.extension import Extension


class GraphRagPrepare(Extension):
    """A few lines over ``GraphRagTurn``; an error here would cost the host its turn."""

    def execute(self, **kwargs):  # this host calls it without awaiting
        """Run; nothing is raised."""
        try:
            from usr.plugins.graphrag.graphrag.agent_zero.turn import GraphRagTurn

            GraphRagTurn().prepare(self.agent)
        except Exception as error:
            print(f"GraphRAG: {error!r}", flush=True)
