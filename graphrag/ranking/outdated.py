"""Outdated memories: which of the memories found replaces which older one, as the graph says."""

from __future__ import annotations

from ..model import GraphView

MAX_NEWER = 20
"""Maximum number of memories that are fetched because they replace one that was found."""


def outdated_memories(view: GraphView) -> dict[str, str]:
    """Find the memories that a newer one replaces.

    Args:
        view: What was found.

    Returns:
        For each outdated memory, by key, the key of the newest one that replaces it; both are among
        the passages, with their texts.
    """
    found: dict[str, str] = {}
    passages = view.passages
    for older, newer in view.replaced:
        if not all(key in passages and passages[key].text for key in (older, newer)):
            continue
        known = found.get(older, newer)
        found[older] = max(known, newer, key=lambda key: (passages[key].day or 0, key))
    return found
