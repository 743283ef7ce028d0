from helpers.extension import Extension
from plugins._memory.helpers.memory import Memory


class MemoryInit(Extension):
    async def execute(self, **kwargs):
        await Memory.get(self.agent)
