"""The first round trip of a turn: candidates, names and the first hop."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .columns import MEMBERSHIP_COLUMNS, row
from .fragments import (
    ASK_COSINES,
    CENTRED,
    MENTIONED,
    PASSAGES,
    UNFOLLOWED,
    entities,
    links,
    mentions,
)
from .parameter_types import (
    FullTextQuery,
    Indexes,
    IndexName,
    Keys,
    Name,
    TurnParameters,
    Unit,
    Vector,
    Vectors,
)
from .template import Parameters, ReadTemplate, filled


class Days(Parameters):
    """A range of days, both ends included, as ordinals, and how well it fits the question."""

    first: Annotated[int, Field(ge=0, le=4_000_000)]
    last: Annotated[int, Field(ge=0, le=4_000_000)]
    weight: Unit


class TextSearch(Parameters):
    """A full-text index, and the escaped query for it."""

    index: IndexName
    text: FullTextQuery


class PinParameters(TurnParameters):
    """Parameters of ``pin``, the first round trip.

    Attributes:
        keys: Documents that the host recalled or that its index found nearest.
        searches: Full-text indexes of the scopes, those that are online, each with its query.
        vector_indexes: Vector indexes of the scopes that are not searched in the host's process.
        vector: The question's vector.
        ask_centred: The centred vectors of what the message asks, if these are several things.
        names: Normalised names that may stand in the message.
        names_indexes: Full-text indexes of entity names, asked where no name matched.
        names_text: The full-text query for them.
        entity_indexes: Vector indexes of entities, asked where no name matched.
        days: Days that the message names.
    """

    keys: Keys
    searches: Annotated[list[TextSearch], Field(max_length=4)]
    vector_indexes: Indexes
    vector: Vector
    ask_centred: Vectors
    names: Annotated[list[Name], Field(max_length=600)]
    names_indexes: Indexes
    names_text: FullTextQuery
    entity_indexes: Indexes
    days: Annotated[list[Days], Field(max_length=64)]


_TEXT = filled(
    """
CALL () {
  UNWIND $searches AS search
  CALL db.index.fulltext.queryNodes(search.index, search.text, {limit: $shape.text})
    YIELD node, score
  WITH node, score ORDER BY score DESC LIMIT $shape.text
  WITH collect(node) AS nodes, collect(score) AS scores
  UNWIND range(0, size(nodes) - 1) AS i
  RETURN nodes[i] AS d, scores[i] AS bm25, i < $shape.candidates AS candidate,
       false AS near
UNION ALL
  UNWIND $vector_indexes AS index
  UNWIND [$centred] + $ask_centred AS centred
  CALL db.index.vector.queryNodes(index, $shape.candidates, centred) YIELD node
  RETURN node AS d, 0.0 AS bm25, true AS candidate, true AS near
UNION ALL
  UNWIND $keys AS key
  MATCH (d:Document {key: key})
  RETURN d, 0.0 AS bm25, true AS candidate, false AS near
}
WITH d, max(bm25) AS bm25, max(candidate) AS candidate, max(near) AS near
WHERE d.scope IN $scopes
WITH collect(
       CASE WHEN candidate THEN {d: d, bm25: bm25, near: near, centred: {centred}} END
     ) AS rows,
     collect(CASE WHEN NOT candidate THEN [d.key, bm25] END) AS worded,
     max(bm25) AS best
CALL (rows, best) {
  WITH *, $shape.without_vector * reduce(
       most = 0.0, row IN rows | CASE WHEN row.centred > most THEN row.centred ELSE most END
     ) AS instead
  UNWIND rows AS row
  WITH row, CASE WHEN best > 0 THEN row.bm25 / best ELSE 0.0 END AS words, instead
  WITH row, $shape.text_weight * words + $shape.similarity_weight
       * CASE WHEN row.centred = 0 THEN instead * words ELSE row.centred END AS score
  ORDER BY score DESC, row.d.key
  WITH collect(row) AS ordered, collect(score) AS scores
  RETURN [row IN ordered[..$shape.paired] | row.d] AS leading, scores[..$shape.paired] AS scores,
         [row IN ordered WHERE row.centred <> 0 | row.d][..$shape.top] AS measured
}
WITH *, leading[..$shape.top] AS top
WITH *, [t IN top WHERE coalesce(t.title, '') <> ''] AS titled
CALL (top) {
  UNWIND top AS t
  MATCH (t)<-[own:CONTAINS]-(:Document) WHERE own.scope IN $scopes
  MATCH (c:Document)-[near:CONTAINS]->(d:Document)
  WHERE near.container = own.container AND near.pos >= own.pos - $shape.window
    AND near.pos <= own.pos + $shape.window
    AND c.scope IN $scopes AND near.scope IN $scopes AND d.scope IN $scopes
  WITH c, d, near, min(abs(near.pos - own.pos)) AS distance
  ORDER BY distance, d.key LIMIT $shape.siblings
  RETURN collect(d) AS siblings,
    collect([d.key, {membership}]) AS memberships
}
CALL (top) {
  UNWIND $days AS range
  CALL (range) {
    MATCH (d:Document) WHERE d.scope IN $scopes AND d.day >= range.first AND d.day <= range.last
    WITH d ORDER BY d.scope, d.day, d.key LIMIT 500
    RETURN d
  }
  WITH d, max(range.weight) AS weight
  ORDER BY weight DESC, d.key LIMIT $shape.candidates
  RETURN collect(d) AS dated
}
CALL (top) {
  CALL (top) {
    UNWIND $names AS norm
    MATCH (e:Entity) WHERE e.scope IN $scopes AND e.norm_name = norm
    RETURN norm, e.id AS id
  UNION
    UNWIND $names AS norm
    MATCH (a:EntityAlias) WHERE a.scope IN $scopes AND a.norm = norm
    RETURN norm, a.entity_id AS id
  }
  RETURN collect([norm, id]) AS exact
}
CALL (exact) {
  WITH exact WHERE size(exact) = 0
  CALL (exact) {
    UNWIND $names_indexes AS index
    CALL db.index.fulltext.queryNodes(index, $names_text, {limit: 3}) YIELD node
    RETURN node
  UNION
    UNWIND $entity_indexes AS index
    CALL db.index.vector.queryNodes(index, 3, $vector) YIELD node, score
    WHERE 2 * score - 1 >= $shape.anchor
    RETURN node
  }
  WITH node WHERE node.scope IN $scopes
  RETURN collect(DISTINCT node.id) AS stand_ins
}
CALL (top, scores, exact, stand_ins) {
  CALL (top, scores, exact, stand_ins) {
    UNWIND range(0, size(top[..$shape.starts]) - 1) AS i
    WITH top[i] AS s, CASE WHEN scores[0] <= 0 THEN 1.0 WHEN scores[i] <= 0 THEN 0.0
         ELSE scores[i] / scores[0] END AS w
    MATCH (s)-[m:MENTIONS]->(e:Entity) WHERE m.scope IN $scopes AND e.scope IN $scopes
    RETURN e.id AS id, w, false AS named
  UNION ALL
    UNWIND [pair IN exact | pair[1]] + stand_ins AS id
    RETURN id, 1.0 AS w, true AS named
  }
  {links}
}
WITH *, top[..$shape.starts] AS starts
{mentioned}
CALL (leading, top, titled) {
  CALL (leading, top, titled) {
    UNWIND CASE WHEN $entity_limit > 0 AND size(titled) < size(top) THEN leading ELSE [] END AS d
    MATCH (d)-[m:MENTIONS]->(e:Entity) WHERE e.df <= $shape.paired_df
    WITH d, m, e WHERE m.scope IN $scopes AND e.scope IN $scopes AND NOT e.type IN {unfollowed}
    WITH e.id AS id, collect(DISTINCT d) AS pair WHERE size(pair) > 1
    RETURN id, pair
  }
  MATCH (x:Entity) WHERE x.scope IN $scopes AND x.id = id
  WITH id, pair, sum(x.df) AS df, collect(x) AS nodes
  WHERE df <= $shape.paired_df
  ORDER BY df, id LIMIT $entity_limit
  RETURN collect({id: id, nodes: nodes, df: df, named: false, pair: pair}) AS shared
}
WITH *, [row IN rows | row.d] AS found
CALL (found, siblings, dated, reached) {
  UNWIND siblings + dated + reached AS d
  WITH DISTINCT d WHERE NOT d IN found
  RETURN collect(d) AS others
}
WITH *, found + reached AS candidates, found + others AS nodes
RETURN {passages}, memberships,
     [row IN rows | [row.centred, row.bm25, row.near]] AS scores,
     [d IN others | {centred}] AS centred,
     {ask_cosines},
     {mentions},
     [d IN leading | [d.key, [s IN shared WHERE d IN s.pair | s.id]]] AS paired,
     worded, exact,
     [t IN titled WHERE EXISTS {
       MATCH (t)-[m:MENTIONS]->(e:Entity)
       WHERE m.scope IN $scopes AND e.scope IN $scopes
         AND e.df >= $shape.df_min AND e.df <= $shape.df_max
         AND NOT e.type IN {unfollowed}
     } | t.key] AS with_link_entity,
     [t IN measured | [t.key, 2 * vector.similarity.cosine(t.embedding, $vector) - 1]] AS cosines,
     [d IN reached | d.key] AS reached,
     [f IN links | f.id] AS expanded,
     {entities}""",
    centred=CENTRED,
    membership=row(MEMBERSHIP_COLUMNS),
    links=links("[]"),
    mentioned=MENTIONED,
    unfollowed=UNFOLLOWED,
    passages=PASSAGES,
    ask_cosines=ASK_COSINES,
    mentions=mentions("mentioned"),
    entities=entities("links + unlinked + shared"),
)

PIN = ReadTemplate("pin", _TEXT, PinParameters)
