"""What a benchmark compares: strategies, or the default without one of its features."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..config import FORMER_STRATEGY_NAMES, STRATEGIES, Settings
from ..errors import SettingsError
from ..model import Query
from ..ranking import Ranker, make_ranker
from .ablation import FEATURES, QUERY_PARTS, AblatedRanker, whole_query
from .rules import RULES


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to retrieve.

    Attributes:
        name: Its name in the report.
        changes: Settings that it changes.
        feature: The feature that is taken from its ranking; empty for none.
        rule: The rule that is switched off; empty for none.
        hide: What hides a part of the query from the retriever.
    """

    name: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    feature: str = ""
    rule: str = ""
    hide: Callable[[Query], Query] = whole_query

    def settings(self, base: Settings) -> Settings:
        """Return the settings with its changes."""
        return base.model_copy(update=dict(self.changes))

    def ranker(self, base: Settings) -> Ranker:
        """Return its ranker."""
        ranker = make_ranker(self.settings(base))
        return AblatedRanker(ranker, self.feature) if self.feature else ranker


def strategies(given: Sequence[str], default: str) -> list[Variant]:
    """Return the variants for ``--method``.

    Args:
        given: Names, or ``all``; empty for the default.
        default: The strategy of the settings.

    Raises:
        SettingsError: There is no such strategy.
    """
    each = (STRATEGIES if name == "all" else (name,) for name in given or (default,))
    named = (FORMER_STRATEGY_NAMES.get(name, name) for names in each for name in names)
    names = list(dict.fromkeys(named))
    for name in names:
        if name not in STRATEGIES:
            raise SettingsError(
                f"there is no strategy {name!r}", f"choose one of {', '.join(STRATEGIES)}"
            )
    return [Variant(name, {"graphrag_strategy": name}) for name in names]


def ablations() -> list[Variant]:
    """Return the default, and the same without each of its features and rules in turn."""
    variants = [
        Variant("two_pass"),
        Variant("without second pass", {"graph_expand_max_hops": 1}),
        *(Variant(f"without {part}", hide=hide) for part, hide in QUERY_PARTS.items()),
        *(Variant(f"without {feature}", feature=feature) for feature in FEATURES),
        *(Variant(f"without {rule}", rule=rule) for rule in RULES),
    ]
    # Whichever strategy the environment chooses.
    return [replace(v, changes={"graphrag_strategy": "two_pass", **v.changes}) for v in variants]
