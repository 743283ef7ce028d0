"""What a recall searches for; the double's own module, which the shapes of recall share."""

from helpers import memory_settings
from plugins._memory.helpers.memory import Memory

SEARCH_TIMEOUT_S = 30


async def search(agent, loop_data, item):
    """Return the texts for the prompt by their place in it, without empty ones."""
    settings = memory_settings.get(agent)
    message = loop_data.user_message.output_text() if loop_data.user_message else "None"
    history = agent.history.output_text()[-settings["memory_recall_history_len"] :]
    memory = await Memory.get(agent)
    found = {}
    for name, areas in (("memories", ("main", "fragments")), ("solutions", ("solutions",))):
        documents = await memory.search_similarity_threshold(
            f"{message}\n\n{history}",
            limit=settings[f"memory_recall_{name}_max_search"],
            threshold=settings["memory_recall_similarity_threshold"],
            filter=" or ".join(f"area == '{area}'" for area in areas),
        )
        found[name] = documents[: settings[f"memory_recall_{name}_max_result"]]
    item.update(heading=", ".join(f"{len(d)} {name} found" for name, d in found.items()))
    return {
        name: agent.parse_prompt(
            f"agent.system.{name}.md", **{name: "\n\n".join(d.page_content for d in documents)}
        )
        for name, documents in found.items()
        if documents
    }
