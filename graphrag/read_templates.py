"""The texts of a turn's queries; ``safe_cypher`` registers them with their parameters.

Each reads only what its scopes hold, and limits every step before the next: an entity with a
million mentions costs no more than a look at its ``df``.
"""

from __future__ import annotations

from collections.abc import Mapping

from .model import FACT_TYPES, TOKEN_TYPE, UNFOLLOWED_TYPES


def _row(columns: Mapping[str, str]) -> str:
    """Return the list expression of some columns."""
    return f"[{', '.join(columns.values())}]"


# Columns of the row lists that become objects of ``graphrag.model``. The names are the fields of
# those objects, so a new column needs a line here and a field there.
PASSAGE_COLUMNS: Mapping[str, str] = {"key": "d.key", "day": "d.day"}

DETAIL_COLUMNS: Mapping[str, str] = {
    "key": "d.key",
    "id": "d.id",
    "scope": "d.scope",
    "title": "coalesce(d.title, '')",
    "area": "coalesce(d.area, '')",
    "origin": "coalesce(d.origin, '')",
    "source": "coalesce(d.source, '')",
    "text": "coalesce(d.text, '')",
    "replaced_by": (
        "[(d)<-[r:SUPERSEDES|AMENDS]-(n:Document)"
        " WHERE r.scope IN $scopes AND n.scope IN $scopes | n.key][..5]"
    ),
}

ENTITY_COLUMNS: Mapping[str, str] = {
    "id": "f.id",
    "name": "f.nodes[0].name",
    "type": "f.nodes[0].type",
    "df": "f.df",
    "mentions": "reduce(total = 0, x IN f.nodes | total + coalesce(x.mentions, 0))",
    "description": "coalesce(f.nodes[0].description, '')",
    "named": "f.named",
}

FACT_COLUMNS: Mapping[str, str] = {
    "id": "r.id",
    "subject": "startNode(r).id",
    "object": "endNode(r).id",
    "subject_name": "startNode(r).name",
    "object_name": "endNode(r).name",
    "relation": "type(r)",
    "predicate": "coalesce(r.predicate, '')",
    "description": "coalesce(r.description, '')",
    "weight": "coalesce(r.weight, 5)",
    "confidence": "coalesce(r.confidence, 0.5)",
    "source": "coalesce(r.source, 'conversation')",
    "status": "coalesce(r.status, 'staged')",
    "last_access": "coalesce(r.last_access, 0)",
    "accesses": "coalesce(r.accesses, 0)",
    "documents": "coalesce(r.documents, [])[..5]",
    "scope": "r.scope",
}

MEMBERSHIP_COLUMNS: Mapping[str, str] = {
    "container": "near.container",
    "position": "near.pos",
    "ordered": "coalesce(near.ordered, true)",
    "name": "coalesce(c.id, '')",
}

_UNFOLLOWED = f"[{', '.join(repr(kind) for kind in UNFOLLOWED_TYPES)}]"

_UNTYPED = "['name', 'code']"
_NO_NAMESAKES = f"[{', '.join(repr(kind) for kind in (*UNFOLLOWED_TYPES, TOKEN_TYPE))}]"

# A passage's similarity with the centred question, q.d - 0.6 * m.d, from a cosine of 0..1.
# Scopes read together may have vectors of different lengths; those of another one say nothing.
_CENTRED = """CASE WHEN size($centred) = 0 OR d.embedding IS NULL THEN 0.0
     WHEN size(d.embedding) <> size($centred) THEN 0.0
     ELSE $centred_norm * (2 * vector.similarity.cosine(d.embedding, $centred) - 1) END"""

_PASSAGES = f"[d IN nodes | {_row(PASSAGE_COLUMNS)}] AS passages"

# Rows (id, w, named) -> the entities worth expanding, and those named that are too common for it.
_LINKS = """  WITH id, max(w) AS w, max(named) AS named,
       sum(CASE WHEN named THEN 0.0 ELSE w END) AS pull
  MATCH (x:Entity) WHERE x.scope IN $scopes AND x.id = id
    AND NOT x.type IN {unfollowed}
  WITH id, w, pull, named, sum(x.df) AS df, collect(x) AS nodes
  WITH *, CASE WHEN df < 1 THEN 1.0 ELSE toFloat(df) END AS divisor
  WITH *, log(($documents + 1) / divisor) AS idf,
       df <= $shape.df_max AND (df >= $shape.df_min OR named AND df >= 1) AS linking
  ORDER BY w * idf DESC, id
  WITH collect({id: id, nodes: nodes, df: df, named: named, linking: linking,
       share: (pull + CASE WHEN named THEN 1 ELSE 0 END) * idf / divisor}) AS found
  RETURN [f IN found WHERE f.linking][..$entity_limit] AS links,
         [f IN found WHERE f.named AND NOT f.linking][..$entity_limit] AS unlinked""".replace(
    "{unfollowed}", _UNFOLLOWED
)

# Links -> the passages that mention one, best reached first; the starts themselves come last.
_MENTIONED = """CALL (links, starts) {
  UNWIND links AS link
  UNWIND link.nodes AS e
  MATCH (e)<-[m:MENTIONS]-(d:Document) WHERE m.scope IN $scopes AND d.scope IN $scopes
  WITH d, starts, collect(link.id) AS ids, sum(link.share) AS sum
  WITH d, ids, CASE WHEN d IN starts THEN 0.0 ELSE sum END AS share
  ORDER BY share DESC, d.key
  RETURN collect({d: d, ids: ids, share: share}) AS mentioned
}
WITH *, [m IN mentioned WHERE m.share > 0 | m.d][..$shape.candidates] AS reached"""

_MENTIONS = "[m IN {mentioned} WHERE m.d IN candidates | [m.d.key, m.ids]] AS mentions"

_ENTITIES = "[f IN {entities} | " + _row(ENTITY_COLUMNS) + "] AS entities"

PIN = (
    """
CALL () {
  UNWIND $text_indexes AS index
  CALL db.index.fulltext.queryNodes(index, $text, {limit: $shape.text}) YIELD node, score
  WITH node, score ORDER BY score DESC LIMIT $shape.text
  WITH collect(node) AS nodes, collect(score) AS scores
  UNWIND range(0, size(nodes) - 1) AS i
  RETURN nodes[i] AS d, scores[i] AS bm25, i < $shape.candidates AS candidate,
       false AS near
UNION ALL
  UNWIND $vector_indexes AS index
  CALL db.index.vector.queryNodes(index, $shape.candidates, $centred) YIELD node
  RETURN node AS d, 0.0 AS bm25, true AS candidate, true AS near
UNION ALL
  UNWIND $keys AS key
  MATCH (d:Document {key: key})
  RETURN d, 0.0 AS bm25, true AS candidate, false AS near
}
WITH d, max(bm25) AS bm25, max(candidate) AS candidate, max(near) AS near
WHERE d.scope IN $scopes
WITH collect(CASE WHEN candidate THEN {d: d, bm25: bm25, near: near, centred: """
    + _CENTRED
    + """} END) AS rows,
     collect(CASE WHEN NOT candidate THEN [d.key, bm25] END) AS worded,
     max(bm25) AS best
CALL (rows, best) {
  UNWIND rows AS row
  WITH row, $shape.similarity_weight * row.centred
       + CASE WHEN best > 0 THEN $shape.text_weight * row.bm25 / best ELSE 0 END AS score
  ORDER BY score DESC, row.d.key LIMIT $shape.top
  RETURN collect(row.d) AS top, collect(score) AS scores
}
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
    collect([d.key, """
    + _row(MEMBERSHIP_COLUMNS)
    + """]) AS memberships
}
CALL (top) {
  UNWIND $days AS range
  CALL (range) {
    MATCH (d:Document) WHERE d.scope IN $scopes AND d.day >= range.first AND d.day <= range.last
    WITH d LIMIT 500
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
"""
    + _LINKS
    + """
}
WITH *, top[..$shape.starts] AS starts
"""
    + _MENTIONED
    + """
CALL (rows, siblings, dated, reached) {
  UNWIND siblings + dated + reached AS d
  WITH DISTINCT d, [row IN rows | row.d] AS had
  WHERE NOT d IN had
  RETURN collect(d) AS others
}
WITH *, [row IN rows | row.d] + reached AS candidates, [row IN rows | row.d] + others AS nodes
RETURN """
    + _PASSAGES
    + """, memberships,
     [row IN rows | [row.centred, row.bm25, row.near]] AS scores,
     [d IN others | """
    + _CENTRED
    + """] AS centred,
     """
    + _MENTIONS.replace("{mentioned}", "mentioned")
    + """,
     worded, exact,
     [t IN top WHERE coalesce(t.title, '') <> '' AND EXISTS {
       MATCH (t)-[m:MENTIONS]->(e:Entity)
       WHERE m.scope IN $scopes AND e.scope IN $scopes
         AND e.df >= $shape.df_min AND e.df <= $shape.df_max
         AND NOT e.type IN """
    + _UNFOLLOWED
    + """
     } | t.key] AS with_link_entity,
     [t IN top WHERE size($vector) > 0 AND size(t.embedding) = size($vector) |
       [t.key, 2 * vector.similarity.cosine(t.embedding, $vector) - 1]] AS cosines,
     [d IN reached | d.key] AS reached,
     """
    + _ENTITIES.replace("{entities}", "links + unlinked")
)

# The best facts of each entity of a list; what a hub has beyond 500 relations is not looked at.
_FACTS_OF = """
    MATCH (e)-[r:{types}]-(other:Entity)
    WHERE r.scope IN $scopes AND other.scope IN $scopes
      AND coalesce(r.status, 'staged') IN ['staged', 'confirmed']
    WITH r LIMIT 500
    ORDER BY coalesce(r.weight, 5) * coalesce(r.confidence, 0.5) DESC, r.id
    LIMIT $fact_limit""".replace("{types}", "|".join(FACT_TYPES))

# An entity and its namesakes: a table says what kind a thing is, and a text does not.
_NAMESAKES = f"""
  MATCH (x:Entity) WHERE x.scope IN $scopes AND x.norm_name = e.norm_name
    AND (x = e OR x.id = e.id
         OR (x.type IN {_UNTYPED} OR e.type IN {_UNTYPED}) AND NOT x.type IN {_NO_NAMESAKES})"""

EXPAND = (
    """
CALL () {
  UNWIND $starts AS start
  MATCH (s:Document {key: start.key}) WHERE s.scope IN $scopes
  RETURN collect(s) AS starts
}
CALL (starts) {
  CALL (starts) {
    UNWIND $starts AS start
    MATCH (s:Document {key: start.key}) WHERE s.scope IN $scopes
    MATCH (s)-[m:MENTIONS]->(e:Entity) WHERE m.scope IN $scopes AND e.scope IN $scopes
    RETURN e.id AS id, start.weight AS w, false AS named
  UNION ALL
    UNWIND $named AS id
    RETURN id, 1.0 AS w, true AS named
  }
"""
    + _LINKS
    + """
}
"""
    + _MENTIONED
    + """
CALL (links, unlinked) {
  UNWIND [f IN links + unlinked WHERE f.named OR f.linking][..30] AS f
  UNWIND f.nodes AS e"""
    + _NAMESAKES
    + """
  WITH DISTINCT x AS e
  CALL (e) {"""
    + _FACTS_OF
    + """
    RETURN r
  }
  WITH DISTINCT r LIMIT $shape.facts
  RETURN collect(r) AS near_facts
}
CALL (near_facts) {
  UNWIND near_facts AS f
  UNWIND [startNode(f), endNode(f)] AS e
  WITH DISTINCT e, near_facts
  WHERE $hops >= 2 AND NOT e.type IN """
    + _UNFOLLOWED
    + """ AND e.df <= $shape.df_max
  CALL (e) {"""
    + _FACTS_OF
    + """
    RETURN r
  }
  WITH DISTINCT r, near_facts WHERE NOT r IN near_facts
  LIMIT $shape.facts
  RETURN collect(r) AS far_facts
}
CALL (links, near_facts, far_facts) {
  UNWIND [f IN near_facts | [f, 1.0]] + [f IN far_facts | [f, 0.5]] AS pair
  WITH pair[0] AS f, pair[1] AS nearness
  UNWIND [startNode(f), endNode(f)] AS end
  WITH end.id AS id, max(nearness * coalesce(f.weight, 5) / 10) AS strength
  WHERE NOT id IN [l IN links | l.id]
  MATCH (e:Entity) WHERE e.scope IN $scopes AND e.id = id
    AND NOT e.type IN """
    + _UNFOLLOWED
    + _NAMESAKES
    + """
  WITH DISTINCT id, strength, x
  WITH id, strength, sum(x.df) AS df, collect(x) AS nodes
  WHERE df >= 1 AND df <= $shape.df_max
  WITH id, df, nodes, strength * log(($documents + 1) / toFloat(df)) AS value
  ORDER BY value DESC, id
  WITH collect({id: id, nodes: nodes, df: df, named: false, share: value / df}) AS ends
  RETURN ends[..$entity_limit - size(links)] AS related
}
CALL (related) {
  UNWIND related AS end
  UNWIND end.nodes AS e
  MATCH (e)<-[m:MENTIONS]-(d:Document) WHERE m.scope IN $scopes AND d.scope IN $scopes
  WITH d, collect(end.id) AS ids, sum(end.share) AS share
  ORDER BY share DESC, d.key
  RETURN collect({d: d, ids: ids}) AS told
}
WITH *, [t IN told | t.d][..$shape.candidates] AS around
CALL (near_facts, far_facts) {
  UNWIND near_facts + far_facts AS r
  UNWIND r.documents[..2] AS key
  MATCH (d:Document {key: key}) WHERE d.scope IN $scopes
  WITH DISTINCT d LIMIT $shape.candidates
  RETURN collect(d) AS supporting
}
CALL (starts) {
  UNWIND $known AS key
  MATCH (d:Document {key: key}) WHERE d.scope IN $scopes
  RETURN collect(d) AS known
}
CALL (reached, around, supporting, known) {
  UNWIND reached + around + supporting AS d
  WITH DISTINCT d WHERE NOT d IN known
  RETURN collect(d) AS nodes
}
WITH *, known + reached + around AS candidates
CALL (nodes) {
  CALL (nodes) {
    UNWIND nodes AS d
    RETURN d
  UNION
    UNWIND $texts AS key
    MATCH (d:Document {key: key}) WHERE d.scope IN $scopes
    RETURN d
  }
  RETURN collect("""
    + _row(DETAIL_COLUMNS)
    + """) AS texts
}
RETURN """
    + _PASSAGES
    + """,
     [d IN nodes | """
    + _CENTRED
    + """] AS centred,
     """
    + _MENTIONS.replace("{mentioned}", "mentioned + told")
    + """,
     texts,
     [d IN reached | d.key] AS reached,
     [r IN near_facts | """
    + _row(FACT_COLUMNS)
    + """] AS near_facts,
     [r IN far_facts | """
    + _row(FACT_COLUMNS)
    + """] AS far_facts,
     """
    + _ENTITIES.replace("{entities}", "links + unlinked + related")
)

SEARCH = (
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
  UNWIND hits AS d
  RETURN collect(DISTINCT d) AS nodes
}
RETURN """
    + _PASSAGES
    + """,
     [d IN nodes | """
    + _CENTRED
    + """] AS centred,
     [d IN nodes | """
    + _row(DETAIL_COLUMNS)
    + """] AS texts,
     found
"""
)
