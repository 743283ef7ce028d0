"""The host's own log panel, in which each chat shows what happened in it."""

from __future__ import annotations

import contextlib
from typing import Any

from ..turn_data import Notice

_SHOWN = "_graphrag_shown"


def show(agent: Any, notice: Notice) -> None:
    """Show a notice; never raises.

    Args:
        agent: The host's agent.
        notice: The notice.
    """
    with contextlib.suppress(Exception):
        agent.context.log.log(
            type=notice.kind,
            heading=notice.heading,
            content=notice.content,
            kvps=dict(notice.details),
        )


def show_once(agent: Any, notice: Notice) -> None:
    """Show a notice once in a chat, and again if the chat's log was emptied; never raises.

    Args:
        agent: The host's agent.
        notice: The notice; those with the same key are the same notice.
    """
    with contextlib.suppress(Exception):
        context = agent.context
        shown = context.get_data(_SHOWN)
        if not isinstance(shown, set):
            shown = set()
            context.set_data(_SHOWN, shown)
        entry = (getattr(context.log, "guid", ""), notice.key)
        if entry not in shown:
            shown.add(entry)
            show(agent, notice)
