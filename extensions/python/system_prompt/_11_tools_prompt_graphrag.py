"""Agent Zero 1.x and 2.x: tells the agent of the tool ``graph_search``, if the plugin is on."""

from helpers.extension import Extension


class GraphRagToolPrompt(Extension):
    """Thin wrapper around ``tool_prompt``. It catches every error."""

    async def execute(self, system_prompt=None, **kwargs):
        """Run the hook. Never raises."""
        try:
            from usr.plugins.graphrag.graphrag.agent_zero.tool import tool_prompt

            system_prompt.extend(tool_prompt(self.agent))
        except Exception as error:
            print(f"GraphRAG: {error!r}", flush=True)
