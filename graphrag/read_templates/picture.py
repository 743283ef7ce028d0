"""What lies around some entities and documents, for a picture.

Bounded at every step, so that a picture of a large graph costs no more than one of a small
one: of an entity that very many documents mention, only some are looked at.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..model import PHRASE_TYPE
from .fragments import FACTS, UNFOLLOWED
from .parameter_types import EntityIds, FullTextQuery, Indexes, Keys, Name, Scopes, TextLimit
from .template import Parameters, ReadTemplate, filled


class NamedParameters(Parameters):
    """Parameters of ``named``: the entities that a text means.

    Attributes:
        scopes: The scopes to look in.
        names: The text as a normalised name.
        names_indexes: Full-text indexes of entity names.
        text: The full-text query for them, escaped.
        limit: Maximum number of entities.
    """

    scopes: Scopes
    names: Annotated[list[Name], Field(max_length=10)]
    names_indexes: Indexes
    text: FullTextQuery
    limit: Annotated[int, Field(ge=1, le=20)]


class PictureParameters(Parameters):
    """Parameters of ``picture``: what lies around some entities and documents.

    Attributes:
        scopes: The scopes to look in.
        ids: Ids of the entities in the middle.
        keys: Keys of the documents in the middle.
        document_limit: Maximum number of documents.
        entity_limit: Maximum number of entities.
        related_limit: Maximum number of entities that facts connect with one in the middle.
        edge_limit: Maximum number of mentions, and most facts.
        df_max: An entity that more documents mention leads nowhere, unless it is in the middle.
        text_limit: Maximum number of characters of a text.
    """

    scopes: Scopes
    ids: EntityIds
    keys: Keys
    document_limit: Annotated[int, Field(ge=0, le=100)]
    entity_limit: Annotated[int, Field(ge=0, le=200)]
    related_limit: Annotated[int, Field(ge=0, le=50)]
    edge_limit: Annotated[int, Field(ge=0, le=2000)]
    df_max: Annotated[int, Field(ge=1, le=100)]
    text_limit: TextLimit


_HIDDEN = repr([PHRASE_TYPE, "day"])
"""Entity types that are never shown: no turn follows them."""

_ENTITY = "[e.id, e.name, e.type, e.df, e.mentions, e.aliases, coalesce(e.description, '')]"
_MEMORY = """[d.key, d.id, coalesce(d.title, ''), coalesce(d.area, ''), d.origin,
     coalesce(d.source, ''), left(d.text, $text_limit), d.day]"""

# Rows (d) -> the entities that the documents mention, those of most documents first.
_ENTITIES_OF_D = filled(
    """MATCH (d)-[m:MENTIONS]->(e:Entity)
    WHERE m.scope IN $scopes AND e.scope IN $scopes AND NOT e.type IN {hidden}
  WITH e, count(d) AS here
  ORDER BY here DESC, e.df, e.id LIMIT $entity_limit
  RETURN collect(e)""",
    hidden=_HIDDEN,
)

_NAMED = filled(
    """
CALL () {
  UNWIND $names AS norm
  MATCH (e:Entity) WHERE e.scope IN $scopes AND e.norm_name = norm
  RETURN e.id AS id, 2.0 AS score
UNION
  UNWIND $names AS norm
  MATCH (a:EntityAlias) WHERE a.scope IN $scopes AND a.norm = norm
  RETURN a.entity_id AS id, 2.0 AS score
UNION
  UNWIND $names_indexes AS index
  CALL db.index.fulltext.queryNodes(index, $text, {limit: $limit}) YIELD node, score
  WITH node, score WHERE node.scope IN $scopes
  RETURN node.id AS id, score / (1 + score) AS score
}
WITH id, max(score) AS score
MATCH (e:Entity) WHERE e.scope IN $scopes AND e.id = id AND NOT e.type IN {hidden}
WITH id, score, sum(e.df) AS df
ORDER BY score DESC, df DESC, id LIMIT $limit
RETURN id, score >= 2.0 AS exact
""",
    hidden=_HIDDEN,
)

_PICTURE = filled(
    """
CALL () {
  UNWIND $ids AS id
  MATCH (e:Entity) WHERE e.scope IN $scopes AND e.id = id
  RETURN collect(e) AS centre
}
CALL (centre) {
  UNWIND $keys AS key
  MATCH (d:Document {key: key}) WHERE d.scope IN $scopes AND d.text IS NOT NULL
  RETURN collect(d) AS given
}
CALL (given) {
  UNWIND given AS d
  {entities_of_d} AS own
}
CALL (centre, own, given) {
  UNWIND centre + [e IN own WHERE NOT e.type IN {unfollowed} AND e.df <= $df_max] AS e
  WITH DISTINCT e, given
  CALL (e) {
    MATCH (e)<-[m:MENTIONS]-(d:Document)
    WHERE m.scope IN $scopes AND d.scope IN $scopes AND d.text IS NOT NULL
    WITH d LIMIT 500
    RETURN d ORDER BY d.day DESC, d.key LIMIT $document_limit
  }
  WITH d, given, count(e) AS shared
  WHERE NOT d IN given
  ORDER BY shared DESC, d.day DESC, d.key LIMIT $document_limit
  RETURN collect(d) AS around
}
WITH centre, own, (given + around)[..$document_limit] AS documents
CALL (centre) {
  UNWIND centre AS e
  CALL (e) {
    MATCH (e)-[r:{facts}]-(o:Entity) WHERE r.scope IN $scopes AND o.scope IN $scopes
      AND NOT o.type IN {hidden}
    WITH o, r LIMIT 500
    RETURN o ORDER BY coalesce(r.weight, 5) DESC, r.id LIMIT $related_limit
  }
  RETURN collect(o) AS related
}
CALL (documents) {
  UNWIND documents AS d
  {entities_of_d} AS mentioned
}
CALL (centre, own, related, mentioned) {
  WITH centre + related + own + mentioned AS every
  UNWIND range(0, size(every) - 1) AS place
  WITH every[place] AS e, min(place) AS place
  ORDER BY place LIMIT $entity_limit
  RETURN collect(e) AS entities
}
CALL (documents, entities) {
  UNWIND documents AS d
  MATCH (d)-[m:MENTIONS]->(e:Entity) WHERE m.scope IN $scopes AND e IN entities
  WITH d, m, e LIMIT $edge_limit
  RETURN collect([d.key, e.id, coalesce(m.count, 1)]) AS mentions
}
CALL (centre, entities) {
  UNWIND entities AS e
  CALL (e, entities) {
    MATCH (e)-[r:{facts}]->(o:Entity) WHERE r.scope IN $scopes
    WITH r, o, entities LIMIT 500
    WHERE o IN entities
    RETURN r, o
  }
  WITH e, r, o ORDER BY e IN centre OR o IN centre DESC, coalesce(r.weight, 5) DESC, r.id
  LIMIT $edge_limit
  RETURN collect([e.id, o.id, type(r), coalesce(r.predicate, ''), coalesce(r.weight, 5.0),
                  coalesce(r.status, 'staged')]) AS facts
}
CALL (documents) {
  UNWIND documents AS d
  MATCH (d)-[r:SUPERSEDES|AMENDS]->(old:Document) WHERE r.scope IN $scopes AND old IN documents
  RETURN collect([d.key, old.key, type(r)]) AS revisions
}
RETURN [e IN entities | {entity}] AS entities, [d IN documents | {memory}] AS documents,
     mentions, facts, revisions
""",
    entities_of_d=_ENTITIES_OF_D,
    hidden=_HIDDEN,
    unfollowed=UNFOLLOWED,
    facts=FACTS,
    entity=_ENTITY,
    memory=_MEMORY,
)

NAMED = ReadTemplate("named", _NAMED, NamedParameters)
PICTURE = ReadTemplate("picture", _PICTURE, PictureParameters)
