"""The tool ``graph_search``, as the host's files call it. Whatever happens, it answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..reasons import Reason
from . import markers, search_answer
from .host import layouts, settings_source

_PROMPT = "agent.system.graph_search.md"


async def graph_search(agent: Any, arguments: Mapping[str, Any]) -> str:
    """Return what the graph has on a query, or in one line why there is nothing.

    Nothing is raised except the cancellation of the host's own task.

    Args:
        agent: The host's agent.
        arguments: ``query``, and optionally ``max_results``, ``use_graph``, ``min_graph_score``;
            from a model, so of any type.
    """
    try:
        if not settings_source.is_on(agent):
            return search_answer.switched_off()
        if settings_source.is_shadow(settings_source.plugin_config(agent)):
            return search_answer.in_shadow()
        from .search_graph import search_graph

        return await search_graph(agent, arguments)
    except Exception as error:
        markers.note(f"{type(error).__name__}: {error}")
        return search_answer.unavailable(Reason.INTERNAL)


def tool_prompt(agent: Any) -> list[str]:
    """Return what the agent is told of the tool; nothing if the plugin is off.

    Args:
        agent: The host's agent.
    """
    if not settings_source.is_on(agent):
        return []
    if settings_source.is_shadow(settings_source.plugin_config(agent)):
        return []
    text = layouts.render_prompt(agent, _PROMPT, "")
    return [text] if text else []
