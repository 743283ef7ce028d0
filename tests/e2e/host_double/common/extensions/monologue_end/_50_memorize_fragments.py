import json

from helpers import memory_settings
from helpers.defer import THREAD_BACKGROUND, DeferredTask
from helpers.extension import Extension
from plugins._memory.helpers.memory import Memory
from plugins._memory.helpers.memory_consolidation import process_new_memory

_SYSTEM = "Search for relevant information from the HISTORY, and list what is worth keeping."


class MemorizeMemories(Extension):
    async def execute(self, **kwargs):
        if memory_settings.get(self.agent)["memory_memorize_enabled"]:
            DeferredTask(thread_name=THREAD_BACKGROUND).start_task(self.memorize)

    async def memorize(self):
        """Ends after the turn, on a thread of its own."""
        await Memory.get(self.agent)
        found = await self.agent.call_utility_model(_SYSTEM, self.agent.history.output_text())
        for text in json.loads(found):
            await process_new_memory(self.agent, text, Memory.Area.FRAGMENTS.value)
