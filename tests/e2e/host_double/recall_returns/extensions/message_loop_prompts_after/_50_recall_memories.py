import asyncio

from helpers import errors, memory_settings
from helpers.extension import Extension
from plugins._memory.helpers import recall_result as recall
from plugins._memory.helpers import recall_search


class RecallMemories(Extension):
    async def execute(self, loop_data=None, **kwargs):
        settings = memory_settings.get(self.agent)
        if not settings["memory_recall_enabled"]:
            return
        scope = recall.scope_of(self.agent)
        unused = self.agent.get_data(recall.RESULT)
        if self.agent.get_data(recall.SCOPE) != scope:
            unused = None
        if unused is not None:
            recall.put_in(loop_data, unused)
        recall.keep(self.agent, None, None)
        if loop_data.iteration % settings["memory_recall_interval"] != 0:
            return
        previous = self.agent.get_data(recall.TASK)
        if previous and not previous.done():
            if self.agent.get_data(recall.LOOP) is loop_data:
                return
            previous.cancel()
        if unused is None:
            recall.put_in(loop_data, {})
        item = self.agent.context.log.log("util", "Searching memories...")
        task = asyncio.create_task(self.search_and_keep(loop_data, item, scope))
        self.agent.set_data(recall.TASK, task)
        self.agent.set_data(recall.ITERATION, loop_data.iteration)
        self.agent.set_data(recall.LOOP, loop_data)

    async def search_and_keep(self, loop_data, item, scope):
        search = recall_search.search(self.agent, loop_data, item)
        try:
            result = await asyncio.wait_for(search, timeout=recall_search.SEARCH_TIMEOUT_S)
        except Exception as error:
            text = errors.format_error(error)
            self.agent.context.log.log("warning", "Memory recall error", text)
            result = {}
        recall.keep(self.agent, result, scope)
        return result
