"""What the two queries of a turn are given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..model import DayRange, GraphView, Query, RankedPassage, WeightedSeed
from ..ranking import entity_links, similarity
from ..ranking.query_expansion import RESULTS_EACH
from ..text import names
from .scope_catalog import ScopeCatalog

MAX_FACTS = 30
FACTS_OF_AN_ENTITY = 10
TEXTS_FETCHED = 80
"""Candidates of the first round trip whose texts are fetched, best first."""

MAX_KEYS = 400
MAX_DAY_RANGES = 32

SHAPE: Mapping[str, Any] = {
    "text": 200,
    "candidates": entity_links.MAX_REACHED,
    "top": similarity.TOP_COUNT,
    "seeds": 3,
    "window": 50,
    "siblings": 200,
    "df_max": entity_links.MAX_DF,
    "anchor": 0.75,
    "similarity_weight": similarity.VECTOR_SHARE,
    "text_weight": similarity.WORD_SHARE,
    "facts": MAX_FACTS // 2,
}
"""The constants of the method that the server's part of it needs."""


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """The question's vector, as it is sent.

    Attributes:
        plain: Of length 1; empty without a vector.
        centred: With the scopes' common direction taken off; empty without a vector.
        centred_norm: The length of ``centred``, which the server's cosine forgets.
    """

    plain: list[float]
    centred: list[float]
    centred_norm: float

    @classmethod
    def of(cls, query: Query, catalog: ScopeCatalog) -> QuestionVector:
        """Centre a query's vector; one of another length than the graph's counts as none."""
        vector = query.vector
        if vector is None or len(vector) not in catalog.dimensions.values():
            return cls([], [], 0.0)
        mean = query.mean if query.mean is not None else catalog.mean_of(len(vector))
        centred = similarity.centred_question(vector, mean)
        norm = float((centred @ centred) ** 0.5)
        if not (norm > 0 and float(vector @ vector) > 0):
            return cls([], [], 0.0)
        return cls([float(x) for x in vector], [float(x) for x in centred], norm)


def pin_parameters(
    query: Query,
    catalog: ScopeCatalog,
    vector: QuestionVector,
    *,
    words: Sequence[str],
    candidates: Iterable[names.NameCandidate],
    days: Sequence[DayRange],
    link_limit: int,
) -> dict[str, Any]:
    """Give the parameters of the first round trip.

    Args:
        query: What the turn asks.
        catalog: What is known of its scopes.
        vector: The question's vector.
        words: The message's content words.
        candidates: Stretches of the message that may be names.
        days: Dates that the message names.
        link_limit: Most link entities; 0 takes no names and follows nothing.
    """
    text = names.full_text_query(words)
    keys = dict.fromkeys([*query.nearest, *(recalled.key for recalled in query.recalled)])
    return {
        **_common(query, catalog, vector, link_limit),
        "keys": list(keys)[:MAX_KEYS],
        "text_indexes": catalog.text_indexes() if text else [],
        "text": text,
        "vector_indexes": catalog.vector_indexes(query.vector_scopes, len(vector.plain)),
        "vector": vector.plain,
        "names": [candidate.norm for candidate in candidates],
        "names_indexes": catalog.names_indexes() if text and link_limit else [],
        "names_text": text,
        "entity_indexes": catalog.entity_indexes(len(vector.plain)) if link_limit else [],
        "days": _day_ranges(days),
    }


def expand_parameters(
    query: Query,
    catalog: ScopeCatalog,
    vector: QuestionVector,
    *,
    view: GraphView,
    order: Sequence[RankedPassage],
    seeds: Sequence[WeightedSeed],
    reached: Sequence[str],
    link_limit: int,
    hops: int,
) -> dict[str, Any]:
    """Give the parameters of the second round trip.

    Args:
        query: What the turn asks.
        catalog: What is known of its scopes.
        vector: The question's vector.
        view: What the first round trip told.
        order: The ranking so far: the texts of its best are fetched.
        seeds: The passages to expand from.
        reached: Passages that the first expansion reached.
        link_limit: Most link entities; 0 follows nothing, and fetches texts only.
        hops: How many hops away facts may lie.
    """
    recalled = frozenset(view.recalled)
    known = dict.fromkeys([*(seed.key for seed in seeds), *view.nearest, *reached])
    wanted = [entry.passage.key for entry in order if entry.passage.key not in recalled]
    named = [entity.id for entity in view.entities.values() if entity.named]
    return {
        **_common(query, catalog, vector, link_limit),
        "seeds": [{"key": seed.key, "weight": seed.weight} for seed in seeds],
        "named": named[:link_limit],
        "known": list(known)[:MAX_KEYS],
        "texts": wanted[:TEXTS_FETCHED],
        "fact_limit": FACTS_OF_AN_ENTITY if link_limit else 0,
        "hops": hops,
    }


def search_parameters(
    query: Query,
    catalog: ScopeCatalog,
    vector: QuestionVector,
    *,
    queries: Iterable[Sequence[str]],
) -> dict[str, Any]:
    """Give the parameters of the round trip for expansion queries.

    Args:
        query: What the turn asks.
        catalog: What is known of its scopes.
        vector: The question's vector.
        queries: The words of each expansion query.
    """
    texts = [names.full_text_query(words) for words in queries]
    return {
        "scopes": list(query.scopes),
        "text_indexes": catalog.text_indexes(),
        "queries": [text[:2000] for text in texts if text],
        "each": RESULTS_EACH,
        "centred": vector.centred,
        "centred_norm": vector.centred_norm,
    }


def warm_up_runs() -> list[tuple[str, dict[str, Any]]]:
    """Give both queries with harmless parameters: the first run of each plans it, which is slow."""
    nothing = {
        "scopes": ["-"],
        "documents": 0,
        "centred": [],
        "centred_norm": 0.0,
        "link_limit": 1,
        "shape": dict(SHAPE),
    }
    pin = {
        **nothing,
        **{key: [] for key in ("keys", "text_indexes", "vector_indexes", "vector", "names")},
        **{key: [] for key in ("names_indexes", "entity_indexes", "days")},
        **dict.fromkeys(("text", "names_text"), ""),
    }
    expand = {
        **nothing,
        **{key: [] for key in ("seeds", "named", "known", "texts")},
        "fact_limit": 1,
        "hops": 1,
    }
    return [("ping", {}), ("pin", pin), ("expand", expand)]


def _common(
    query: Query, catalog: ScopeCatalog, vector: QuestionVector, link_limit: int
) -> dict[str, Any]:
    return {
        "scopes": list(query.scopes),
        "documents": catalog.documents,
        "centred": vector.centred,
        "centred_norm": vector.centred_norm,
        "link_limit": link_limit,
        "shape": dict(SHAPE),
    }


def _day_ranges(days: Sequence[DayRange]) -> list[dict[str, Any]]:
    """Ask for the days named, and for the week around each single day."""
    ranges = []
    for day in days[:MAX_DAY_RANGES]:
        ranges.append({"first": day.first, "last": day.last, "weight": 0.5 if day.month else 1.0})
        if not day.month:
            ranges.append({"first": day.first - 7, "last": day.last + 7, "weight": 0.25})
    return ranges
