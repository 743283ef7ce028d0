"""The third round trip of the strategy `queries`: full text for several questions."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .fragments import CENTRED, DETAILS, PASSAGES, replaced
from .parameter_types import FullTextQuery, Indexes, Newer, Norm, Scopes, Vector
from .template import Parameters, ReadTemplate, filled


class SearchParameters(Parameters):
    """Parameters of ``search``, the third round trip of the strategy ``queries``.

    Attributes:
        scopes: The scopes that the turn reads.
        text_indexes: Full-text indexes of the scopes.
        queries: Full-text queries, escaped.
        each: Results for each.
        centred: The centred question vector.
        centred_norm: The length of ``centred``.
        newer: Maximum number of memories that are read because they replace one that was found.
    """

    scopes: Scopes
    text_indexes: Indexes
    queries: Annotated[list[Annotated[FullTextQuery, Field(min_length=1)]], Field(max_length=10)]
    each: Annotated[int, Field(ge=1, le=10)]
    centred: Vector
    centred_norm: Norm
    newer: Newer


_TEXT = filled(
    """
CALL () {
  UNWIND range(0, size($queries) - 1) AS i
  UNWIND $text_indexes AS index
  CALL db.index.fulltext.queryNodes(index, $queries[i], {limit: $each}) YIELD node AS d, score
  WITH i, d, score WHERE d.scope IN $scopes
  ORDER BY i, score DESC, d.key
  RETURN collect(d) AS hits, collect([i, d.key]) AS found
}
CALL (hits) {
  {replaced}
}
CALL (hits, newer) {
  UNWIND hits + newer AS d
  RETURN collect(DISTINCT d) AS nodes
}
CALL (nodes) {
  UNWIND nodes AS d
  {details} AS texts
}
RETURN {passages},
     [d IN nodes | {centred}] AS centred,
     texts, replaced, found
""",
    replaced=replaced("hits"),
    details=DETAILS,
    passages=PASSAGES,
    centred=CENTRED,
)

SEARCH = ReadTemplate("search", _TEXT, SearchParameters)
