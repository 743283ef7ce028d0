"""The parts of the texts that several templates share; those that write take some of them, too."""

from __future__ import annotations

from ..model import FACT_TYPES, UNFOLLOWED_TYPES
from .columns import DETAIL_COLUMNS, ENTITY_COLUMNS, PASSAGE_COLUMNS, properties, row
from .template import filled

FACTS = "|".join(FACT_TYPES)
"""The relation types between entities, as a relationship pattern."""

SHOW_INDEXES = """
SHOW INDEXES YIELD name, state, properties, options WHERE name STARTS WITH 'graphrag_'
RETURN name, state, properties, options.indexConfig['vector.dimensions'] AS dimension
"""

UNFOLLOWED = repr([*UNFOLLOWED_TYPES])

# A passage's similarity with the centred question, q.d - 0.6 * m.d, from a cosine of 0..1.
# Scopes read together may have vectors of different lengths; those of another one say nothing.
# The vector is read once: reading it costs as much as comparing it.
CENTRED = """coalesce([v IN [d.embedding] WHERE size(v) = size($centred) |
       $centred_norm * (2 * vector.similarity.cosine(v, $centred) - 1)][0], 0.0)"""

# The plain cosines of the documents in `nodes` with each vector of `$ask_vectors`, if any.
ASK_COSINES = """[d IN nodes WHERE size($ask_vectors) > 0 | [v IN [d.embedding]
       WHERE size(v) = size($ask_vectors[0]) | [a IN $ask_vectors |
         2 * vector.similarity.cosine(v, a) - 1]][0]] AS ask_cosines"""

PASSAGES = f"[d IN nodes | {row(PASSAGE_COLUMNS)}] AS passages"

# Rows (id, w, named) -> the entities worth expanding, and those named that are too common for it.
# Those that an earlier query of the turn has expanded take no further room.
_LINKS = """WITH id, max(w) AS w, max(named) AS named,
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
  WITH found, [f IN found WHERE f.linking AND NOT f.id IN {expanded} | f.id]
       [..$entity_limit - size({expanded})] AS new
  RETURN [f IN found WHERE f.linking AND (f.id IN {expanded} OR f.id IN new)] AS links,
         [f IN found WHERE f.named AND NOT f.linking][..$entity_limit] AS unlinked,
         [f IN found WHERE f.named] + [f IN found WHERE NOT f.named
           AND (f.id IN {expanded} OR f.id IN new OR f.df < $shape.df_min)] AS told_of"""

# Links -> the passages that mention one, best reached first; the starts themselves come last.
MENTIONED = """CALL (links, starts) {
  UNWIND links AS link
  UNWIND link.nodes AS e
  MATCH (e)<-[m:MENTIONS]-(d:Document) WHERE m.scope IN $scopes AND d.scope IN $scopes
  WITH d, starts, collect(link.id) AS ids, sum(link.share) AS sum
  WITH d, ids, CASE WHEN d IN starts THEN 0.0 ELSE sum END AS share
  ORDER BY share DESC, d.key
  RETURN collect({d: d, ids: ids, share: share}) AS mentioned
}
WITH *, [m IN mentioned WHERE m.share > 0 | m.d][..$shape.candidates] AS reached"""

# Rows (d) -> their details in one list.
DETAILS = f"""WITH {properties(DETAIL_COLUMNS)} AS m
  RETURN collect({row(DETAIL_COLUMNS)})"""


def links(expanded: str) -> str:
    """Return the lines that choose the entities to expand, from rows (id, w, named).

    Args:
        expanded: A Cypher expression for the ids of those that were expanded before, at most
            ``$entity_limit``.
    """
    return filled(_LINKS, unfollowed=UNFOLLOWED, expanded=expanded)


def mentions(mentioned: str) -> str:
    """Return the row list ``mentions``, from what ``MENTIONED`` collects.

    Args:
        mentioned: A Cypher expression for it.
    """
    return f"[m IN {mentioned} WHERE m.d IN candidates | [m.d.key, m.ids]] AS mentions"


def entities(found: str) -> str:
    """Return the row list ``entities``, from what ``links`` returns.

    Args:
        found: A Cypher expression for it.
    """
    return f"[f IN {found} | {row(ENTITY_COLUMNS)}] AS entities"


def replaced(documents: str) -> str:
    """Return the lines that read which documents were replaced, and by which newer ones.

    Args:
        documents: The variable that holds the documents, best first.

    Returns:
        Lines that return pairs of keys, an older document and one that supersedes or amends it, and
        the newer documents themselves.
    """
    return f"""UNWIND range(0, size({documents}) - 1) AS place
  WITH {documents}[place] AS d, place
  MATCH (d)<-[r:SUPERSEDES|AMENDS]-(n:Document)
    WHERE r.scope IN $scopes AND n.scope IN $scopes
  WITH d, n, min(place) AS place
  ORDER BY place, coalesce(n.day, 0) DESC, n.key LIMIT $newer
  RETURN collect([d.key, n.key]) AS replaced, collect(DISTINCT n) AS newer"""
