from helpers.api import ApiHandler
from plugins._memory.helpers.memory import Memory


class ReindexKnowledge(ApiHandler):
    async def process(self, input, request):
        await Memory.reload(self.use_context(input["ctxid"]).agent0)
        return {"ok": True, "message": "Knowledge re-indexed"}
