"""Outdated memories: which of the memories found replaces which older one, as the graph says."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import Passage

MAX_NEWER = 20
"""Maximum number of memories that are fetched because they replace one of the best."""


def outdated_memories(passages: Mapping[str, Passage]) -> dict[str, str]:
    """Find the memories that a newer one replaces.

    Args:
        passages: What was found, by key.

    Returns:
        For the key of each outdated memory that of the newest one that replaces it; both are among
        the passages, with their texts.
    """
    replaced: dict[str, str] = {}
    for key, passage in passages.items():
        newer = [other for other in passage.replaced_by if other in passages and other != key]
        newer = [other for other in newer if passages[other].text]
        if newer and passage.text:
            replaced[key] = max(newer, key=lambda other: (passages[other].day or 0, other))
    return replaced
