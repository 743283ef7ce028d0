from helpers import memory_settings
from helpers.defer import THREAD_BACKGROUND, DeferredTask
from helpers.extension import Extension
from plugins._memory.helpers.memory import Memory


class MemorizeMemories(Extension):
    async def execute(self, **kwargs):
        if memory_settings.get(self.agent)["memory_memorize_enabled"]:
            DeferredTask(thread_name=THREAD_BACKGROUND).start_task(self.memorize)

    async def memorize(self):
        """Ends after the turn, on a thread of its own."""
        await Memory.get(self.agent)
        await self.agent.call_utility_model("List what is worth keeping.", "the conversation")
