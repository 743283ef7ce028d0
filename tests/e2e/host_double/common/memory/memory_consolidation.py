import json

from plugins._memory.helpers.memory import Memory

_THRESHOLD = 0.7
_SAFE_SIMILARITY = 0.9
_MAX_SIMILAR = 8
_MAX_SHOWN = 4
_LINEAGE = {"merge": "consolidated_from", "replace": "replaced_memories"}


async def process_new_memory(agent, text, area):
    """Puts a new memory beside, or in the place of, those like it, as the utility model says."""
    memory = await Memory.get(agent)
    similar = await _find_similar(memory, text, area)
    decision = await _ask(agent, text, similar) if similar else {}
    action = decision.get("action", "skip")
    metadata = await _inherited(memory, decision, {"area": area})
    given = decision.get("metadata", {})
    removed = decision.get("memories_to_remove", [])
    if action == "skip":
        await memory.insert_text(text, {"area": area})
        return
    for update in decision.get("memories_to_update", []) if action == "update" else []:
        await memory.delete_documents_by_ids([update["id"]])
        lineage = {"consolidation_action": action, "updated_from": update["id"]}
        more = update.get("metadata", {})
        await memory.insert_text(update["new_content"], {**lineage, **metadata, **more})
    lineage = {"consolidation_action": action}
    if action in _LINEAGE:
        if action == "replace" and not await _is_safe(memory, removed):
            lineage["consolidation_action"] = "keep_separate_safety"
        else:
            lineage[_LINEAGE[action]] = removed
            await memory.delete_documents_by_ids(removed)
    if content := decision.get("new_memory_content"):
        await memory.insert_text(content, {**lineage, **metadata, **given})


async def _find_similar(memory, text, area):
    """The similarities are made of the ranks, and left in the metadata of the memories."""
    found = await memory.search_similarity_threshold(
        text, _MAX_SIMILAR, _THRESHOLD, f"area == '{area}'"
    )
    for rank, document in enumerate(found):
        share = 1 - rank / max(1, len(found) - 1)
        similarity = _SAFE_SIMILARITY + (1 - _SAFE_SIMILARITY) * share
        document.metadata["_consolidation_similarity"] = similarity
    return found[:_MAX_SHOWN]


async def _ask(agent, text, similar):
    listed = "\n\n".join(f"ID: {d.metadata['id']}\nContent: {d.page_content}" for d in similar)
    message = f"**New Memory to Process**:\n{text}\n\n**Existing Similar Memories**:\n{listed}"
    answer = json.loads(await agent.call_utility_model("Consolidate memories.", message))
    return answer if isinstance(answer, dict) else {}


async def _inherited(memory, decision, metadata):
    """A new memory takes over all metadata of the old ones that it has not itself."""
    ids = [*decision.get("memories_to_remove", [])]
    ids += [update["id"] for update in decision.get("memories_to_update", [])]
    for document in await memory.db.aget_by_ids(ids):
        metadata = {**document.metadata, **metadata}
    return metadata


async def _is_safe(memory, ids):
    documents = await memory.db.aget_by_ids(ids)
    similarities = [d.metadata.get("_consolidation_similarity", 0.7) for d in documents]
    return all(similarity >= _SAFE_SIMILARITY for similarity in similarities)
