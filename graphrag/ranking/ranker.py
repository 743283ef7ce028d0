"""The interface of a ranking strategy."""

from __future__ import annotations

from typing import Protocol

from ..model import GraphView, RankedPassage, WeightedSeed


class Ranker(Protocol):
    """Orders what the graph told. Pure: the same view gives the same order.

    Attributes:
        name: Its name in the settings.
        min_graph_score: Least score of a graph result, as a share of the best score.
    """

    name: str
    min_graph_score: float

    def second_pass(self, view: GraphView) -> tuple[WeightedSeed, ...]:
        """Give the passages that the second round trip starts from, best first; may be none."""
        ...

    def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
        """Order all candidates, best first; equal scores by key."""
        ...
