"""Ranking strategies: pure functions from the graph data to an order of passages.

`two_pass` is the default; it wins on encyclopaedic text and on an agent's own memories alike. The
others serve for comparison. All are in ``strategies``, and listed in ``config.STRATEGIES``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ..config import STRATEGIES
from ..errors import SettingsError
from .ranker import Ranker

if TYPE_CHECKING:
    from ..config import Settings

__all__ = ["Ranker", "make_ranker", "ranker_class"]


def make_ranker(settings: Settings) -> Ranker:
    """Return the ranker that the settings name.

    Args:
        settings: The strategy, its caps and its weights.

    Raises:
        SettingsError: There is no such strategy.
    """
    return ranker_class(settings.graphrag_strategy).from_settings(settings)


def ranker_class(name: str) -> type[Ranker]:
    """Return the class of a strategy, imported on first use.

    Args:
        name: A name in ``config.STRATEGIES``.

    Raises:
        SettingsError: There is no such strategy.
    """
    place = STRATEGIES.get(name)
    if place is None:
        raise SettingsError(f"there is no strategy {name!r}", f"use one of {', '.join(STRATEGIES)}")
    module, _, class_name = place.partition(".")
    found: type[Ranker] = getattr(import_module(f".strategies.{module}", __name__), class_name)
    return found
