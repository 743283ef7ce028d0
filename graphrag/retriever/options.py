"""What a caller may set for one retrieval, with the settings and caps filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from ..caps import HARD_CAPS

if TYPE_CHECKING:
    from ..config import Settings
    from ..model import SearchOptions


class RetrievalOptions(NamedTuple):
    """The options of one retrieval; part of the cache's key.

    ``model.SearchOptions`` is what the caller asked for, before the settings are filled in.

    Attributes:
        use_graph: Whether links are followed.
        max_results: Maximum number of new passages.
        min_graph_score: Minimum score of a graph result, as a share of the best score.
    """

    use_graph: bool
    max_results: int
    min_graph_score: float

    @classmethod
    def of(cls, asked: SearchOptions, settings: Settings) -> Self:
        """Fill in the settings where the caller leaves None.

        A number of results above the cap counts as the cap, and one below 0 as 0.
        """
        max_results, min_graph_score = asked.max_results, asked.min_graph_score
        if max_results is None:
            max_results = settings.graph_max_results
        if min_graph_score is None:
            min_graph_score = settings.graphrag_min_graph_score
        capped = max(0, min(max_results, HARD_CAPS["graph_max_results"]))
        return cls(asked.use_graph, capped, min_graph_score)
