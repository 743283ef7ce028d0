from helpers.api import ApiHandler
from plugins._memory.helpers.memory import Document, Memory


class MemoryDashboard(ApiHandler):
    async def process(self, input, request):
        action = getattr(self, f"_{input['action']}")
        memory = await Memory.get_by_subdir(input["memory_subdir"], preload_knowledge=False)
        try:
            return {"success": True, **await action(memory, input)}
        except Exception as error:
            return {"success": False, "error": str(error)}

    async def _search(self, memory, input):
        documents = list(memory.db.get_all_docs().values())[: input["limit"]]
        return {"memories": [_for_dashboard(document) for document in documents]}

    async def _delete(self, memory, input):
        return await self._bulk_delete(memory, {"memory_ids": [input["memory_id"]]})

    async def _bulk_delete(self, memory, input):
        if not await memory.delete_documents_by_ids(input["memory_ids"]):
            raise ValueError("Failed to delete any memories.")
        return {}

    async def _update(self, memory, input):
        """The metadata come back from the page, so id and timestamp stay."""
        edited = input["edited"]
        document = Document(edited["content_full"], edited["metadata"])
        [id] = await memory.update_documents([document])
        return {"memory": _for_dashboard(memory.get_document_by_id(id))}


def _for_dashboard(document):
    return {
        "id": document.metadata["id"],
        "area": document.metadata["area"],
        "timestamp": document.metadata["timestamp"],
        "content_full": document.page_content,
        "metadata": document.metadata,
    }
