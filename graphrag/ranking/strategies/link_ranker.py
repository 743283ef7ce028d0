"""What the strategies that follow links have in common: their caps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ..links.entity_links import MAX_LINK_ENTITIES
from ..ranker import Ranker

if TYPE_CHECKING:
    from ...config import Settings


@dataclass(frozen=True, slots=True)
class LinkRanker(Ranker):
    """A ranker that follows links, within the caps of the settings.

    Args:
        max_hops: 1 or 2; 1 leaves out the second hop.
        entity_limit: Maximum number of link entities over both hops.
    """

    max_hops: int = 2
    entity_limit: int = MAX_LINK_ENTITIES

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        """Return the ranker with the caps of the settings."""
        return cls(
            max_hops=settings.graph_expand_max_hops,
            entity_limit=settings.graph_expand_limit,
        )
