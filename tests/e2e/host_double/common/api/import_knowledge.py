import os

from helpers import files
from helpers.api import ApiHandler
from plugins._memory.helpers.memory import Memory


class ImportKnowledge(ApiHandler):
    async def process(self, input, request):
        context = self.use_context(request.form["ctxid"])
        folder = files.get_abs_path("usr/knowledge/main")
        os.makedirs(folder, exist_ok=True)
        for file in request.files.getlist("files[]"):
            file.save(os.path.join(folder, file.filename))
        await Memory.reload(context.agent0)
        return {"message": "Knowledge Imported"}
