"""The facts that blocks tell, against the facts of a table that answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..fact_tables import FactNames, fact_names
from ..runner import Asked


def judged_facts(entry: Asked, wanted: frozenset[FactNames]) -> dict[str, float]:
    """Return how many facts a block tells, and how many of them answer.

    Args:
        entry: What came back.
        wanted: The facts that answer; empty for none.
    """
    shown = set(entry.block.facts)
    told = [fact_names(fact) for fact in entry.retrieval.facts if fact.id in shown]
    return {
        "facts_wanted": len(wanted),
        "facts_found": len(wanted.intersection(told)),
        "facts_told": len(told),
        "facts_right": sum(names in wanted for names in told),
    }


def asks_for_facts(row: Mapping[str, float]) -> bool:
    """Whether the figures of a question are of one that facts answer."""
    return row.get("facts_wanted", 0) > 0


def figures_of_facts(rows: Sequence[Mapping[str, float]]) -> dict[str, Any] | None:
    """Return the figures of told facts; None if no question of the set asks for facts.

    Args:
        rows: The figures of some questions.

    Returns:
        ``questions``: how many ask for facts; ``wanted``: number of these facts; ``found``: share
        of them that is told; ``all_found``: share of these questions with all of theirs; ``told``:
        mean number of facts in a block, of all the questions; ``right``: share of the told facts
        that answer. A share of nothing is None.
    """
    rows = [row for row in rows if "facts_told" in row]
    if not rows:
        return None
    wanted, found, told, right = (
        int(sum(row[f"facts_{name}"] for row in rows))
        for name in ("wanted", "found", "told", "right")
    )
    asking = list(filter(asks_for_facts, rows))
    complete = sum(row["facts_found"] == row["facts_wanted"] for row in asking)
    return {
        "questions": len(asking),
        "wanted": wanted,
        "found": found / wanted if wanted else None,
        "all_found": complete / len(asking) if asking else None,
        "told": told / len(rows),
        "right": right / told if told else None,
    }
