import asyncio

from helpers import memory_settings
from helpers.extension import Extension
from plugins._memory.helpers import recall_search


class RecallMemories(Extension):
    async def execute(self, loop_data=None, **kwargs):
        settings = memory_settings.get(self.agent)
        if not settings["memory_recall_enabled"]:
            return
        task = None
        if loop_data.iteration % settings["memory_recall_interval"] == 0:
            item = self.agent.context.log.log("util", "Searching memories...")
            search = self.search_memories(loop_data, item)
            limit = recall_search.SEARCH_TIMEOUT_S
            task = asyncio.create_task(asyncio.wait_for(search, timeout=limit))
        self.agent.set_data("_recall_memories_task", task)
        self.agent.set_data("_recall_memories_iter", loop_data.iteration)

    async def search_memories(self, loop_data, item):
        extras = loop_data.extras_persistent
        extras.pop("memories", None)
        extras.pop("solutions", None)
        extras.update(await recall_search.search(self.agent, loop_data, item))
