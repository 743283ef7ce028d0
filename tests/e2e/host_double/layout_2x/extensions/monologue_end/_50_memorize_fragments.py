import json

from helpers import memory_settings
from helpers.defer import THREAD_BACKGROUND, DeferredTask
from helpers.extension import Extension
from plugins._memory.helpers.memory import Memory
from plugins._memory.helpers.memory_consolidation import process_new_memory
from plugins._memory.helpers.memory_quality import worth_keeping

_SYSTEM = "Search for durable information from the HISTORY, and list what is worth keeping."


class MemorizeMemories(Extension):
    async def execute(self, **kwargs):
        if memory_settings.get(self.agent)["memory_memorize_enabled"]:
            item = self.agent.context.log.log("util", "Memorizing new information...")
            DeferredTask(thread_name=THREAD_BACKGROUND).start_task(self.memorize, item)

    async def memorize(self, item):
        """Ends after the turn, on a thread of its own."""
        await Memory.get(self.agent)
        history = self.agent.history.output_text()
        found = json.loads(await self.agent.call_utility_model(_SYSTEM, history))
        kept = worth_keeping(found)
        item.update(filtered_memories_count=len(found) - len(kept))
        for text in kept:
            await process_new_memory(self.agent, text, Memory.Area.FRAGMENTS.value)
