"""What a message asks, each thing with the graph data as it sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..model import MEMORY_RELEVANCE, GraphView, Likeness, Query
from ..ranking.asks import view_of
from ..ranking.relevance import memory_relevance
from ..text.messages.asking_part import asking_part
from .question import Question

HIGHER_OF_SEVERAL = 0.1
"""What the relevance of a message loses that asks several things: the words of one speak for the
other, too, and the highest relevance of several is higher by chance."""


@dataclass(frozen=True)
class AskView:
    """One thing that a message asks, or all of it.

    Attributes:
        text: Its text.
        likeness: What this resembles.
        view: The graph data, with the similarities to its vector, and names as they stand in it.
    """

    text: str
    likeness: Likeness | None
    view: GraphView

    @cached_property
    def relevance(self) -> float | None:
        """How much it looks as if the answer were in memory."""
        return memory_relevance(self.text, self.view, self.likeness)


def ask_views(query: Query, question: Question, view: GraphView) -> tuple[AskView, ...]:
    """Return what each thing that a message asks sees; of a message that asks one, that alone.

    Args:
        query: What the turn asks.
        question: What its message says.
        view: The graph data of the message.
    """
    if question.vector.asks:
        return tuple(
            AskView(ask.text, ask.likeness, view_of(ask, place, view))
            for place, ask in enumerate(query.asks)
        )
    part = asking_part(query.message)
    seen = replace(view, name_spans=part.moved(view.name_spans))
    return (AskView(part.text, query.likeness, seen),)


def relevance_of(views: Sequence[AskView]) -> float | None:
    """Return how much a message looks as if the answer to something that it asks were in memory.

    Args:
        views: All that the message asks.

    Returns:
        The highest relevance of all, a little less if they are several; None if one is unknown.
    """
    known = [relevance for view in views if (relevance := view.relevance) is not None]
    if len(known) < len(views):
        return None
    return max(known) - HIGHER_OF_SEVERAL * (len(views) > 1)


def needing_memory(views: Sequence[AskView]) -> Sequence[AskView]:
    """Return the asks that memory may help with; all if it may with none.

    "What's 17 times 38, and who teaches Livvy the bassoon?" is ranked for the second alone. It may
    help with one whose likeness is unknown.

    Args:
        views: All that the message asks.
    """
    if len(views) < 2:
        return views
    needing = [view for view in views if view.likeness is None or _needs_memory(view.relevance)]
    return needing or views


def _needs_memory(relevance: float | None) -> bool:
    return relevance is None or relevance >= MEMORY_RELEVANCE
