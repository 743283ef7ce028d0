import asyncio
import json
import threading
import uuid
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import models
from helpers import dirty_json, errors, files, history, points, subagents
from helpers import log as Log
from helpers.defer import DeferredTask
from helpers.print_style import PrintStyle

_RETRY_PAUSE_S = 3
_MAX_RETRIES = 1


@dataclass
class AgentConfig:
    chat_model: models.ModelConfig
    utility_model: models.ModelConfig
    embeddings_model: models.ModelConfig
    mcp_servers: str = ""
    profile: str = ""
    memory_subdir: str = ""
    knowledge_subdirs: list = field(default_factory=lambda: ["default", "custom"])
    additional: dict = field(default_factory=dict)


@dataclass
class UserMessage:
    message: str
    attachments: list = field(default_factory=list)
    system_message: list = field(default_factory=list)
    id: str = ""


class LoopData:
    def __init__(self, **values):
        self.iteration = -1
        self.system = []
        self.user_message = None
        self.history_output = []
        self.extras_temporary = OrderedDict()
        self.extras_persistent = OrderedDict()
        self.last_response = ""
        self.params_temporary = {}
        self.params_persistent = {}
        self.current_tool = None
        for name, value in values.items():
            setattr(self, name, value)


class AgentContext:
    _contexts: dict = {}
    _lock = threading.RLock()
    _current = ""

    def __init__(self, config, id=None, name=None, data=None, set_current=False, **_):
        self.id = id or uuid.uuid4().hex[:8]
        self.name = name
        self.config = config
        self.data = data or {}
        self.output_data = {}
        self.log = Log.Log()
        self.log.context = self
        self.paused = False
        self.streaming_agent = None
        self.task = None
        self.created_at = datetime.now(UTC)
        with self._lock:
            self._contexts[self.id] = self
        if set_current:
            AgentContext._current = self.id
        self.agent0 = Agent(0, config, self)

    @staticmethod
    def get(id):
        return AgentContext._contexts.get(id)

    @staticmethod
    def current():
        return AgentContext.get(AgentContext._current)

    @staticmethod
    def first():
        return next(iter(AgentContext._contexts.values()), None)

    @staticmethod
    def all():
        return list(AgentContext._contexts.values())

    @staticmethod
    def remove(id):
        context = AgentContext._contexts.pop(id, None)
        if context and context.task:
            context.task.kill()
        return context

    @staticmethod
    def log_to_all(type, heading=None, content=None, **named):
        return [c.log.log(type, heading, content, **named) for c in AgentContext.all()]

    def get_data(self, key, recursive=True):
        return self.data.get(key)

    def set_data(self, key, value, recursive=True):
        self.data[key] = value

    def get_agent(self):
        return self.streaming_agent or self.agent0

    def kill_process(self):
        if self.task:
            self.task.kill()

    def communicate(self, message, broadcast_level=1):
        self.task = self.task or DeferredTask(thread_name="AgentContext")
        return self.task.start_task(self._process_chain, self.get_agent(), message)

    async def _process_chain(self, agent, message):
        try:
            agent.hist_add_user_message(message)
            answer = await agent.monologue()
            await points.call("process_chain_end", self.get_agent(), data={})
            return answer
        except Exception as error:
            raise points.chain_error(error) from error


class Agent:
    DATA_NAME_SUPERIOR = "_superior"
    DATA_NAME_SUBORDINATE = "_subordinate"
    DATA_NAME_CTX_WINDOW = "ctx_window"

    def __init__(self, number, config, context=None):
        self.config = config
        self.context = context or AgentContext(config=config)
        self.number = number
        self.agent_name = f"A{number}"
        self.history = history.History(self)
        self.last_user_message = None
        self.intervention = None
        self.data: dict[str, Any] = {}
        self.loop_data = LoopData()
        points.call_now("agent_init", self)

    async def monologue(self):
        retries = 0
        while True:
            try:
                self.loop_data = LoopData(user_message=self.last_user_message)
                await points.call("monologue_start", self, loop_data=self.loop_data)
                while True:
                    self.context.streaming_agent = self
                    self.loop_data.iteration += 1
                    self.loop_data.params_temporary = {}
                    await points.call("message_loop_start", self, loop_data=self.loop_data)
                    try:
                        answer = await self._iterate()
                        if answer:
                            return answer
                        retries = 0
                    except Exception as error:
                        retries = await self._retry(error, retries)
                    finally:
                        await points.call("message_loop_end", self, loop_data=self.loop_data)
            except Exception as error:
                retries = await self._retry(error, retries)
            finally:
                self.context.streaming_agent = None
                if self.context.task and self.context.task.is_alive():
                    await points.call("monologue_end", self, loop_data=self.loop_data)

    async def _iterate(self):
        prompt = await self.prepare_prompt(self.loop_data)
        await points.call("before_main_llm_call", self, loop_data=self.loop_data)
        reply = await models.chat(self.config.chat_model, prompt)
        repeated = reply == self.loop_data.last_response
        self.loop_data.last_response = reply
        self.hist_add_message(True, reply)
        if repeated:
            self.hist_add_warning("You have sent the same message again.")
            return None
        return await self.process_tools(reply)

    async def _retry(self, error, retries):
        """Every failure of an extension costs a pause and a retry, and then the turn."""
        text = errors.format_error(error)
        if isinstance(error, errors.HandledException):
            raise error
        if retries >= _MAX_RETRIES:
            PrintStyle.error(text)
            self.context.log.log(type="error", content=text)
            raise errors.HandledException(error)
        self.context.log.log("warning", "Critical error occurred, retrying...", text)
        PrintStyle.standard("Critical error occurred, retrying...")
        await asyncio.sleep(_RETRY_PAUSE_S)
        self.hist_add_warning(text)
        return retries + 1

    async def prepare_prompt(self, loop_data):
        self.context.log.set_progress("Building prompt")
        await points.call("message_loop_prompts_before", self, loop_data=loop_data)
        loop_data.system = await self.get_system_prompt(loop_data)
        loop_data.history_output = self.history.output()
        await points.call("message_loop_prompts_after", self, loop_data=loop_data)
        extras = dirty_json.stringify({**loop_data.extras_persistent, **loop_data.extras_temporary})
        message = history.Message(False, self.read_prompt("agent.context.extras.md", extras=extras))
        loop_data.extras_temporary.clear()
        messages = history.to_chat_messages(loop_data.history_output + message.output())
        system = {"role": "system", "content": "\n\n".join(loop_data.system)}
        return [system, *messages]

    async def get_system_prompt(self, loop_data):
        system_prompt: list[str] = []
        await points.call("system_prompt", self, system_prompt=system_prompt, loop_data=loop_data)
        return system_prompt

    def read_prompt(self, file, **variables):
        return files.read_prompt_file(file, subagents.get_paths(self, "prompts"), **variables)

    parse_prompt = read_prompt

    def get_data(self, key):
        return self.data.get(key)

    def set_data(self, key, value):
        self.data[key] = value

    def hist_add_message(self, ai, content, tokens=0, id=""):
        content_data = {"content": content}
        points.call_now("hist_add_before", self, content_data=content_data, ai=ai)
        return self.history.add_message(ai, content_data["content"], id=id)

    def hist_add_user_message(self, message, intervention=False):
        values = {
            "system_message": message.system_message,
            "user_message": message.message,
            "attachments": message.attachments,
        }
        content = {name: value for name, value in values.items() if value}
        self.last_user_message = self.hist_add_message(False, content, id=message.id)
        return self.last_user_message

    def hist_add_ai_response(self, message, id=""):
        self.loop_data.last_response = message
        return self.hist_add_message(True, message, id=id)

    def hist_add_warning(self, message, id=""):
        return self.hist_add_message(False, {"system_warning": message}, id=id)

    def hist_add_tool_result(self, tool_name, tool_result, **_):
        return self.hist_add_message(False, {"tool_name": tool_name, "tool_result": tool_result})

    def get_chat_model(self):
        return self.config.chat_model

    def get_utility_model(self):
        return self.config.utility_model

    def get_embedding_model(self):
        config = self.config.embeddings_model
        return models.get_embedding_model(config.provider, config.name, **config.build_kwargs())

    async def call_utility_model(self, system, message, callback=None, background=False):
        call_data = {"system": system, "message": message, "background": background}
        await points.call("util_model_call_before", self, call_data=call_data)
        messages = [
            {"role": "system", "content": call_data["system"]},
            {"role": "user", "content": call_data["message"]},
        ]
        return await models.chat(self.config.utility_model, messages)

    async def handle_intervention(self, progress=""):
        while self.context.paused:
            await asyncio.sleep(0.1)

    async def process_tools(self, reply):
        request = json.loads(reply)
        name, arguments = request["tool_name"], request["tool_args"]
        await points.call("tool_execute_before", self, tool_args=arguments, tool_name=name)
        if name == "response":
            self.context.log.log("response", "Responding", arguments["text"])
            return arguments["text"]
        found = points.tool_class(name, self)
        if found:
            made = found(self, name, None, arguments, reply, self.loop_data)
            response = await made.execute(**arguments)
            await made.after_execution(response)
            return response.message if response.break_loop else None
        from plugins._memory.helpers.memory_tools import TOOLS

        tool = TOOLS.get(name)
        result = await tool(self, **arguments) if tool else f"Tool {name} not found."
        self.hist_add_tool_result(name, result)
        return None
