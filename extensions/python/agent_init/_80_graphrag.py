"""Agent Zero 1.x and 2.x: prepares the graph in the background when an agent is made."""

from helpers.extension import Extension


class GraphRagPrepare(Extension):
    """Thin wrapper around ``GraphRagTurn``. It catches every error."""

    def execute(self, **kwargs):  # this host calls it without awaiting
        """Run the hook. Never raises."""
        try:
            from usr.plugins.graphrag.graphrag.agent_zero.turn import GraphRagTurn

            GraphRagTurn().prepare(self.agent)
        except Exception as error:
            print(f"GraphRAG: {error!r}", flush=True)
