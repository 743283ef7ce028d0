"""How much a fact is worth: by who said it, how sure it is, and whether it is still used."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Set

from ..model import Fact, FactSource

SOURCE_WEIGHTS: Mapping[FactSource, float] = {
    "user_edit": 2.0,
    "file": 1.5,
    "system": 1.2,
    "conversation": 1.0,
}
MAX_WEIGHT = 10.0
"""The strength of the strongest fact."""

WEEKLY_DECAY = 0.95
GRACE_WEEKS = 1.0
CONFIRMED_BONUS = 1.2
ACCESS_WEIGHT = 0.5

FACTS_PER_ENTITY = 10
MAX_FACTS = 30
"""Maximum number of facts in all; the two hops share them."""


def fact_score(fact: Fact, today: int) -> float:
    """Score a fact.

    ``confidence * source weight * 0.95^(weeks past a 1-week grace since last access)
    * (1 + 0.5 * log10(accesses + 1)) * (1.2 if confirmed)``

    Args:
        fact: The fact.
        today: The clock, as a day ordinal.

    Returns:
        The score; it has no upper bound and is compared with those of other facts only.
    """
    weeks = max(0.0, (today - fact.last_access) / 7 - GRACE_WEEKS) if fact.last_access else 0.0
    return (
        fact.confidence
        * SOURCE_WEIGHTS.get(fact.source, 1.0)
        * math.pow(WEEKLY_DECAY, weeks)
        * (1 + ACCESS_WEIGHT * math.log10(fact.accesses + 1))
        * (CONFIRMED_BONUS if fact.status == "confirmed" else 1.0)
    )


def ranked_facts(facts: Iterable[Fact], today: int) -> tuple[Fact, ...]:
    """Order facts: nearer ones first, then by score and strength; equal ones by id.

    Args:
        facts: Facts in any order.
        today: The clock, as a day ordinal.

    Returns:
        The best 30 of them.
    """
    order = sorted(
        facts, key=lambda fact: (fact.hops, -fact_score(fact, today) * fact.weight, fact.id)
    )
    return tuple(order[:MAX_FACTS])


def is_known_otherwise(names: Set[str], facts: Iterable[Fact]) -> bool:
    """Whether something else than a memory, a file or a table, states a fact about a name.

    Args:
        names: Ids of entities.
        facts: The facts.
    """
    return any(not fact.is_of_memory and names & {fact.subject, fact.object} for fact in facts)
