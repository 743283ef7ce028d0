from helpers.extension import Extension


class IncludeAgentInfo(Extension):
    async def execute(self, loop_data=None, **kwargs):
        loop_data.extras_temporary["agent_info"] = f"Agent number {self.agent.number}"
