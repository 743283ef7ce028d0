"""What the agent reads if its search has no results: why, and what it can do instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..reasons import Reason
from .host import layouts

if TYPE_CHECKING:
    from .turn_data import TurnOutcome

_PASSING = frozenset({Reason.STARTING, Reason.TIMEOUT, Reason.BREAKER, Reason.CLOSED})
"""Reasons that mostly pass within a minute."""


def switched_off() -> str:
    """Return the line for a search while the plugin is off."""
    return _line("the GraphRAG plugin is switched off")


def in_shadow() -> str:
    """Return the line for a search in shadow mode: results would get into the prompt."""
    return _line("the GraphRAG plugin is in shadow mode, in which the agent gets nothing from it")


def without_query(remark: str) -> str:
    """Return the line for a search that does not say what to search for.

    Args:
        remark: What else was wrong with its arguments; may be empty.
    """
    example = '{"query": "Who looks after the boiler?"}'
    line = f"graph_search: the argument query is missing, or is no text. Example: {example}."
    return f"{line} {remark}".rstrip()


def unavailable(reason: str) -> str:
    """Return the line for a graph that cannot be used.

    Args:
        reason: One of the reasons of the log markers.
    """
    when = "now; it may work in a minute" if reason in _PASSING else "until the user repairs it"
    return _line(f"the graph cannot be used {when} (reason: {reason})")


def without_results(outcome: TurnOutcome) -> str:
    """Return the line for a search that brought nothing.

    Args:
        outcome: What became of it.
    """
    if outcome.is_failure:
        return unavailable(outcome.reason)
    if outcome.reason == Reason.EMPTY_GRAPH:
        return _line("the graph is still empty")
    if outcome.reason == Reason.NO_ROOM:
        return _line("what was found does not fit into GRAPHRAG_MAX_TOKENS")
    return _line("nothing was found; other words or full names may help")


def _line(why: str) -> str:
    instead = "Continue without it."
    if layouts.memory_module() is not None:
        instead = "memory_load searches the memories without the graph."
    return f"graph_search: {why}. {instead}"
