"""The interface of a ranking strategy, and how it explains its order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Self

from ..model import Entity, Fact, GraphView, LinkStart, RankedPassage
from .similarity import best

if TYPE_CHECKING:
    from ..config import Settings


class FirstRanking(NamedTuple):
    """What the second round trip is asked for.

    Attributes:
        starts: The passages that it starts from, best first.
        order: The keys of all candidates, best first.
    """

    starts: tuple[LinkStart, ...]
    order: Sequence[str]


class Ranker(ABC):
    """Orders the graph data. Pure: the same view gives the same order.

    A strategy is a subclass with a ``name`` and a ``rank``, and a line in ``config.STRATEGIES``.

    Attributes:
        name: Its name in the settings.

    Example:
        ::

            class NewestFirst(Ranker):
                name = "newest"

                def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
                    days = {key: float(p.day or 0) for key, p in view.passages.items()}
                    return ranked_list(view, days, base_scores(view))
    """

    name: str

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        """Return a ranker for the settings; by default they have no effect.

        Args:
            settings: The settings.
        """
        return cls()

    def second_starts(self, view: GraphView) -> tuple[LinkStart, ...]:
        """Return the passages that the second round trip starts from, best first.

        Args:
            view: What the first round trip brought.

        Returns:
            The starts; by default none.
        """
        return ()

    def first_ranking(self, view: GraphView) -> FirstRanking:
        """Return the starts of the second round trip, and the order so far.

        Args:
            view: What the first round trip brought.

        Returns:
            ``second_starts`` and the keys of ``rank``; a strategy may compute both at once.
        """
        return FirstRanking(self.second_starts(view), [e.passage.key for e in self.rank(view)])

    def expansion_queries(self, view: GraphView) -> tuple[str, ...]:
        """Return what a third round trip is to search for, best first.

        Args:
            view: What both round trips brought.

        Returns:
            The queries; by default none, and there is no third round trip.
        """
        return ()

    @abstractmethod
    def rank(self, view: GraphView) -> tuple[RankedPassage, ...]:
        """Order all candidates, best first; equal scores by key.

        Args:
            view: The graph data so far.
        """


class Step(NamedTuple):
    """A step on the way from the question to a passage.

    Attributes:
        name: Name of the entity, session or day, for people.
        entity_id: Id of the entity; empty for anything else.
    """

    name: str
    entity_id: str = ""

    @classmethod
    def over(cls, entity: Entity) -> Step:
        """Return the step over an entity."""
        return cls(entity.name, entity.id)


def fact_steps(fact: Fact) -> tuple[Step, Step]:
    """Return the way over a fact, from its subject to its object."""
    return Step(fact.subject_name, fact.subject), Step(fact.object_name, fact.object)


@dataclass(frozen=True, slots=True)
class Reached:
    """What the graph led to.

    Attributes:
        scores: The graph's part of the score, by passage key.
        hops: For passages that were reached, over how many hops.
        paths: For passages that were reached, the best way to them.
    """

    scores: Mapping[str, float] = field(default_factory=dict)
    hops: Mapping[str, int] = field(default_factory=dict)
    paths: Mapping[str, Sequence[Step]] = field(default_factory=dict)


NOTHING_REACHED = Reached()


def ranked_list(
    view: GraphView,
    scores: Mapping[str, float],
    base: Mapping[str, float],
    reached: Reached = NOTHING_REACHED,
) -> tuple[RankedPassage, ...]:
    """Order the candidates, each with the reasons for its place.

    Args:
        view: The candidates.
        scores: The strategy's score by key; candidates without one are left out.
        base: C by key.
        reached: What the graph led to.

    Returns:
        The list, best first; equal scores by key.
    """
    nearest = frozenset(view.nearest)
    listed = []
    for key in best(scores):
        passage = view.passages[key]
        similar = key in nearest or passage.bm25 > 0
        path = reached.paths.get(key, ())
        listed.append(
            RankedPassage(
                passage=passage,
                score=scores[key],
                origin="vector" if similar else "graph",
                vector_score=passage.cosine,
                graph_score=reached.scores.get(key, 0.0),
                hybrid_score=base[key],
                hops=0 if similar else reached.hops.get(key, 1),
                path=tuple(step.name for step in path),
                through=tuple(step.entity_id for step in path if step.entity_id),
            )
        )
    return tuple(listed)
