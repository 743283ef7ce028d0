"""Search: the third round trip, for strategies that have expansion queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..model import GraphView
from ..ranking.outdated import MAX_NEWER
from ..ranking.strategies.query_expansion import RESULTS_EACH
from ..text.query_words import content_words, full_text_query
from . import rows
from .question import Question
from .rows import Details, Found, Read, Row
from .scope_catalog import ScopeCatalog


@dataclass(frozen=True, slots=True)
class SearchRow:
    """What the third round trip returns.

    Attributes:
        passages: Fields of the passages found.
        centred: Their similarity with the centred question, in the same order.
        details: Their texts and the like.
        replaced: Pairs of keys: an older document, and one that supersedes or amends it.
        found: Which query found which, best first.
    """

    passages: tuple[rows.Fields, ...]
    centred: tuple[float, ...]
    details: Details
    replaced: tuple[rows.Replaced, ...]
    found: tuple[Found, ...]

    @classmethod
    def from_row(cls, row: Row) -> SearchRow:
        """Read the row of ``search``."""
        return cls(
            passages=rows.passage_fields(row["passages"]),
            centred=tuple(row["centred"]),
            details=Details.from_values(row["texts"]),
            replaced=rows.replaced(row["replaced"]),
            found=tuple(Found(*values) for values in row["found"]),
        )


async def search(
    catalog: ScopeCatalog, question: Question, queries: Iterable[str], read: Read
) -> SearchRow:
    """Make the third round trip.

    Args:
        catalog: What is known of the scopes that the turn reads.
        question: What its message says.
        queries: The expansion queries.
        read: Reads the row of a template.

    Raises:
        StoreError: Neo4j could not be used in time.
    """
    texts = [full_text_query(content_words(text, in_english=True)) for text in queries]
    asked = {
        "scopes": list(catalog.scopes),
        "text_indexes": catalog.text_indexes(),
        "queries": [text for text in texts if text],
        "each": RESULTS_EACH,
        "centred": question.vector.centred,
        "centred_norm": question.vector.centred_norm,
        "newer": MAX_NEWER,
    }
    return SearchRow.from_row(await read("search", asked))


def searched_view(view: GraphView, row: SearchRow) -> GraphView:
    """Add the results of expansion queries to the view.

    Args:
        view: What the round trips before told.
        row: What came back.

    Returns:
        The view with the keys that each query found, best first.
    """
    results: dict[int, list[str]] = {}
    for query, key in row.found:
        results.setdefault(query, []).append(key)
    return replace(
        view,
        passages=row.details.complete(
            rows.with_new_passages(view.passages, row.passages, row.centred, {})
        ),
        replaced=view.replaced + row.replaced,
        expansions=tuple(tuple(keys) for _, keys in sorted(results.items())),
    )
