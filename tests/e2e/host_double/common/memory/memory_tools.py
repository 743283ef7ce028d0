"""The agent's tools that change memories; the host has a file for each."""

from plugins._memory.helpers.memory import Memory


async def memory_save(agent, text="", area="", **metadata):
    memory = await Memory.get(agent)
    id = await memory.insert_text(text, {"area": area or Memory.Area.MAIN.value, **metadata})
    return f"Memory saved with id {id}"


async def memory_delete(agent, ids="", **_):
    memory = await Memory.get(agent)
    gone = await memory.delete_documents_by_ids([id.strip() for id in ids.split(",")])
    return f"{len(gone)} memories have been deleted"


TOOLS = {tool.__name__: tool for tool in (memory_save, memory_delete)}
