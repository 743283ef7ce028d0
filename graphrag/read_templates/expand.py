"""The second round trip of a turn: the second hop, facts, and the texts of what may be shown."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..caps import HARD_CAPS
from ..model import TOKEN_TYPE, UNFOLLOWED_TYPES
from .columns import FACT_COLUMNS, row
from .fragments import (
    ASK_COSINES,
    CENTRED,
    DETAILS,
    FACTS,
    MENTIONED,
    PASSAGES,
    UNFOLLOWED,
    entities,
    links,
    mentions,
    replaced,
)
from .parameter_types import EntityIds, Key, Keys, Name, Newer, TurnParameters, Unit
from .template import Parameters, ReadTemplate, filled


class Start(Parameters):
    """A passage to expand from, with its weight."""

    key: Key
    weight: Unit


class ExpandParameters(TurnParameters):
    """Parameters of ``expand``, the second round trip.

    Attributes:
        starts: The passages to expand from.
        named: Ids of the entities that the message names.
        known: Candidates of the first round trip, whose mentions belong to the picture.
        texts: Candidates whose texts are wanted.
        expanded: Ids of the link entities that the first round trip has expanded.
        fact_limit: Maximum number of facts for one entity.
        hops: How many hops facts may lie away.
        asked: How the message's words begin that are no names: facts that say one come first.
        newer: Maximum number of memories that are read because they replace one that was found.
    """

    starts: Annotated[list[Start], Field(max_length=10)]
    named: EntityIds
    known: Keys
    texts: Keys
    expanded: EntityIds
    fact_limit: Annotated[int, Field(ge=0, le=10)]
    hops: Annotated[int, Field(ge=1, le=HARD_CAPS["graph_expand_max_hops"])]
    asked: Annotated[list[Name], Field(max_length=64)]
    newer: Newer


# The best facts of each entity of a list; what a hub has beyond 500 relations is not looked at.
_FACTS_OF = filled(
    """MATCH (e)-[r:{facts}]-(other:Entity)
    WHERE r.scope IN $scopes AND other.scope IN $scopes
      AND coalesce(r.status, 'staged') IN ['staged', 'confirmed']
    WITH r, toLower(coalesce(r.predicate, type(r)) + ' ' + coalesce(other.name, '')) AS said
    LIMIT 500
    WITH r, any(word IN $asked WHERE said CONTAINS word) AS asked,
         coalesce(r.weight, 5) * coalesce(r.confidence, 0.5) AS worth
    ORDER BY asked DESC, worth DESC, r.id
    LIMIT $fact_limit""",
    facts=FACTS,
)

_UNTYPED = "['name', 'code']"
_NO_NAMESAKES = repr([*UNFOLLOWED_TYPES, TOKEN_TYPE])

# An entity and its namesakes: a table says what kind a thing is, and a text does not.
_NAMESAKES = f"""MATCH (x:Entity) WHERE x.scope IN $scopes AND x.norm_name = e.norm_name
    AND (x = e OR x.id = e.id
         OR (x.type IN {_UNTYPED} OR e.type IN {_UNTYPED}) AND NOT x.type IN {_NO_NAMESAKES})"""

_TEXT = filled(
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
  {links}
}
{mentioned}
CALL (told_of) {
  WITH told_of[..30][..$entity_limit] AS read
  UNWIND range(0, size(read) - 1) AS place
  UNWIND read[place].nodes AS e
  {namesakes}
  WITH x AS e, min(place) AS place, max(read[place].named) AS named
  CALL (e) {
    {facts_of}
    RETURN r, asked, worth
  }
  WITH r, worth, max(named) AS named, max(asked) AS asked, min(place) AS place
  ORDER BY named DESC, asked DESC, place, worth DESC, r.id LIMIT $shape.facts
  RETURN collect(r) AS near_facts
}
CALL (near_facts) {
  UNWIND range(0, size(near_facts) - 1) AS place
  WITH near_facts[place] AS f, place, near_facts
  UNWIND [startNode(f), endNode(f)] AS e
  WITH e, near_facts, min(place) AS place, collect([f.predicate, startNode(f) = e]) AS led
  WHERE $hops >= 2 AND NOT e.type IN {unfollowed} AND e.df <= $shape.df_max
  CALL (e) {
    {facts_of}
    RETURN r, asked
  }
  WITH e, r, asked, near_facts, led, place
  WHERE NOT r IN near_facts AND (asked OR NOT [r.predicate, startNode(r) = e] IN led)
  WITH r, max(asked) AS asked, min(place) AS place
  ORDER BY asked DESC, place, r.id LIMIT $shape.facts
  RETURN collect(r) AS far_facts
}
CALL (links, near_facts, far_facts) {
  UNWIND [f IN near_facts | [f, 1.0]] + [f IN far_facts | [f, 0.5]] AS pair
  WITH pair[0] AS f, pair[1] AS nearness
  UNWIND [startNode(f), endNode(f)] AS end
  WITH end.id AS id, max(nearness * coalesce(f.weight, 5) / 10) AS strength
  WHERE NOT id IN [l IN links | l.id]
  MATCH (e:Entity) WHERE e.scope IN $scopes AND e.id = id
    AND NOT e.type IN {unfollowed}
  {namesakes}
  WITH DISTINCT id, strength, x
  WITH id, strength, sum(x.df) AS df, collect(x) AS nodes
  WHERE df >= 1 AND df <= $shape.df_max
  WITH id, df, nodes, strength * log(($documents + 1) / toFloat(df)) AS value
  ORDER BY value DESC, id
  WITH collect({id: id, nodes: nodes, df: df, named: false, share: value / df}) AS ends
  RETURN ends[..$entity_limit - size($expanded) - size([l IN links WHERE NOT l.id IN $expanded])]
         AS related
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
CALL (starts) {
  UNWIND $texts AS key
  MATCH (d:Document {key: key}) WHERE d.scope IN $scopes
  RETURN collect(d) AS shown
}
CALL (reached, around, supporting, known) {
  UNWIND reached + around + supporting AS d
  WITH DISTINCT d WHERE NOT d IN known
  RETURN collect(d) AS found
}
CALL (shown, found) {
  WITH shown + found AS best_first
  {replaced}
}
CALL (found, newer, known) {
  UNWIND found + newer AS d
  WITH DISTINCT d WHERE NOT d IN known
  RETURN collect(d) AS nodes
}
WITH *, known + reached + around AS candidates
CALL (nodes, newer, shown) {
  UNWIND nodes + newer + shown AS d
  WITH DISTINCT d
  {details} AS texts
}
RETURN {passages},
     [d IN nodes | {centred}] AS centred,
     {ask_cosines},
     {mentions},
     texts, replaced,
     [r IN near_facts | {fact}] AS near_facts,
     [r IN far_facts | {fact}] AS far_facts,
     {entities}""",
    links=links("$expanded"),
    mentioned=MENTIONED,
    namesakes=_NAMESAKES,
    facts_of=_FACTS_OF,
    unfollowed=UNFOLLOWED,
    replaced=replaced("best_first"),
    details=DETAILS,
    passages=PASSAGES,
    ask_cosines=ASK_COSINES,
    centred=CENTRED,
    mentions=mentions("mentioned + told"),
    fact=row(FACT_COLUMNS),
    entities=entities("links + unlinked + related"),
)

EXPAND = ReadTemplate("expand", _TEXT, ExpandParameters)
