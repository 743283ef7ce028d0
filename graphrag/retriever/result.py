"""From the ranked list to what a retrieval returns of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Self

from ..caps import HARD_CAPS
from ..model import TOKEN_TYPE, Entity, GraphView, RankedPassage
from ..ranking.confidence import retrieval_confidence

if TYPE_CHECKING:
    from ..config import Settings
    from ..ranking import Ranker

ENTITIES_SHOWN = 12


class Options(NamedTuple):
    """What a caller may set for one retrieval; part of the cache's key.

    Attributes:
        use_graph: Whether links are followed.
        max_results: Most new passages.
        min_graph_score: Least score of a graph result, as a share of the best score.
    """

    use_graph: bool
    max_results: int
    min_graph_score: float

    @classmethod
    def of(
        cls,
        settings: Settings,
        ranker: Ranker,
        use_graph: bool,
        max_results: int | None,
        min_graph_score: float | None,
    ) -> Self:
        """Fill in the settings, then the strategy's default, where the caller leaves None."""
        if max_results is None:
            max_results = settings.graph_max_results
        if min_graph_score is None:
            min_graph_score = settings.graphrag_min_graph_score
        if min_graph_score is None:
            min_graph_score = ranker.min_graph_score
        return cls(use_graph, min(max_results, HARD_CAPS["graph_max_results"]), min_graph_score)


def confidence_in(message: str, view: GraphView) -> float:
    """Return the confidence of a retrieval after its first round trip.

    Args:
        message: The user's message.
        view: What the first round trip brought.

    Returns:
        0 to 1.
    """
    cosines = [p.cosine for p in view.passages.values() if p.cosine is not None]
    return retrieval_confidence(
        message,
        named=any(entity.named for entity in view.entities.values()),
        best_vector_score=max(cosines, default=None),
    )


def kept_passages(
    ranked: Sequence[RankedPassage], view: GraphView, options: Options
) -> tuple[RankedPassage, ...]:
    """Cut the list to what may be returned. Recalled documents always stay.

    Args:
        ranked: All candidates, best first.
        view: The graph data.
        options: The caps.

    Returns:
        What is left, in the same order.
    """
    top = max((entry.score for entry in ranked), default=0.0)
    recalled = frozenset(view.recalled)
    kept: list[RankedPassage] = []
    room = options.max_results
    for entry in ranked:
        if entry.passage.key in recalled:
            kept.append(entry)
            continue
        weak = top > 0 and entry.score / top < options.min_graph_score
        if room > 0 and not (entry.origin == "graph" and weak):
            kept.append(entry)
            room -= 1
    return tuple(kept)


def mattering_entities(view: GraphView, kept: Sequence[RankedPassage]) -> tuple[Entity, ...]:
    """Return the entities that a retrieval is about.

    Args:
        view: The graph data.
        kept: The passages returned.

    Returns:
        Those that the message names, then those that the best passages came through; at most 12.
    """
    through = (entity_id for entry in kept for entity_id in entry.through)
    named = (entity.id for entity in view.entities.values() if entity.named)
    ids = dict.fromkeys([*named, *through])
    known = (view.entities[id_] for id_ in ids if id_ in view.entities)
    # A token is a part of a name, or a name that stands here already.
    return tuple(entity for entity in known if entity.type != TOKEN_TYPE)[:ENTITIES_SHOWN]
