from dataclasses import dataclass
from typing import Any


@dataclass
class Response:
    message: str
    break_loop: bool
    additional: dict[str, Any] | None = None


class Tool:
    def __init__(self, agent, name, method, args, message, loop_data, **kwargs):
        self.agent = agent
        self.name = name
        self.method = method
        self.args = args
        self.loop_data = loop_data
        self.message = message

    async def execute(self, **kwargs):
        pass

    async def after_execution(self, response, **kwargs):
        self.agent.hist_add_tool_result(self.name, response.message.strip())
