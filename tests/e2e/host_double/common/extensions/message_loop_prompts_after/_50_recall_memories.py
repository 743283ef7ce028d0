import asyncio

from helpers import memory_settings
from helpers.extension import Extension
from plugins._memory.helpers.memory import Memory

DATA_NAME_TASK = "_recall_memories_task"
DATA_NAME_ITER = "_recall_memories_iter"
SEARCH_TIMEOUT = 30


class RecallMemories(Extension):
    async def execute(self, loop_data=None, **kwargs):
        settings = memory_settings.get(self.agent)
        if not settings["memory_recall_enabled"]:
            return
        task = None
        if loop_data.iteration % settings["memory_recall_interval"] == 0:
            item = self.agent.context.log.log("util", "Searching memories...")
            search = self.search_memories(loop_data, item, settings)
            task = asyncio.create_task(asyncio.wait_for(search, timeout=SEARCH_TIMEOUT))
        self.agent.set_data(DATA_NAME_TASK, task)
        self.agent.set_data(DATA_NAME_ITER, loop_data.iteration)

    async def search_memories(self, loop_data, item, settings):
        extras = loop_data.extras_persistent
        extras.pop("memories", None)
        extras.pop("solutions", None)
        message = loop_data.user_message.output_text() if loop_data.user_message else "None"
        history = self.agent.history.output_text()[-settings["memory_recall_history_len"] :]
        query = f"{message}\n\n{history}"
        memory = await Memory.get(self.agent)
        threshold = settings["memory_recall_similarity_threshold"]
        found = {}
        for name, areas in (("memories", ("main", "fragments")), ("solutions", ("solutions",))):
            documents = await memory.search_similarity_threshold(
                query,
                limit=settings[f"memory_recall_{name}_max_search"],
                threshold=threshold,
                filter=" or ".join(f"area == '{area}'" for area in areas),
            )
            found[name] = documents[: settings[f"memory_recall_{name}_max_result"]]
        item.update(heading=", ".join(f"{len(d)} {name} found" for name, d in found.items()))
        for name, documents in found.items():
            text = "\n\n".join(document.page_content for document in documents)
            if text:
                extras[name] = self.agent.parse_prompt(f"agent.system.{name}.md", **{name: text})
