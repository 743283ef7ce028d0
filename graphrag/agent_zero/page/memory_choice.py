"""Which memory folders the screen can show, and which one first."""

from __future__ import annotations

from typing import Any

from ..host import layouts
from ..host.projects import memory_folders


def memory_choice(chat: str) -> dict[str, Any]:
    """Return the host's memory folders, ready for JSON.

    Args:
        chat: The id of the open chat; empty or unknown if there is none.

    Returns:
        ``folder``, the one that the chat uses (``default`` without a chat), and ``folders``, all.
    """
    agent = layouts.agent_of_chat(chat)
    folder = layouts.DEFAULT_MEMORY if agent is None else layouts.memory_subdir(agent)
    root = layouts.root() or layouts.root_around()
    return {"folder": folder, "folders": sorted({folder, *memory_folders(root)})}
