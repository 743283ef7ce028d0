"""What a turn's templates may be given: a model of the parameters of each."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from .caps import HARD_CAPS
from .model import MAX_SESSION_MEMBERS

Key = Annotated[str, Field(pattern=r"^[0-9a-f]{20}$")]
Scope = Annotated[str, Field(min_length=1, max_length=300)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
IndexName = Annotated[str, Field(pattern=r"^graphrag_[a-z]+_[0-9a-f]{12}$")]
Vector = Annotated[list[float], Field(max_length=4096)]
Unit = Annotated[float, Field(ge=0, le=1)]

EntityLimit = Annotated[int, Field(ge=0, le=HARD_CAPS["graph_expand_limit"])]
Scopes = Annotated[list[Scope], Field(min_length=1, max_length=4)]
Indexes = Annotated[list[IndexName], Field(max_length=4)]
Keys = Annotated[list[Key], Field(max_length=400)]
EntityIds = Annotated[
    list[Annotated[str, Field(max_length=300)]], Field(max_length=HARD_CAPS["graph_expand_limit"])
]


class Parameters(BaseModel):
    """Base of all parameter models: unknown fields and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NoParameters(Parameters):
    """For a template that takes none."""


class ScopeParameters(Parameters):
    """Parameters of a template that looks at whole scopes."""

    scopes: Scopes


class Days(Parameters):
    """A range of days, both ends included, as ordinals, and how well it fits the question."""

    first: Annotated[int, Field(ge=0, le=4_000_000)]
    last: Annotated[int, Field(ge=0, le=4_000_000)]
    weight: Unit


class Start(Parameters):
    """A passage to expand from, with its weight."""

    key: Key
    weight: Unit


class Shape(Parameters):
    """The constants of the method that the server needs (see ``graphrag.ranking``).

    Attributes:
        text: Full-text results asked for.
        candidates: Candidates from each source.
        top: T, the documents whose sessions are looked at.
        starts: Documents whose entities are expanded.
        window: How far a session reaches before and after a document.
        siblings: Most session siblings.
        df_min: Fewest documents that may mention a link entity.
        df_max: Most documents that may mention a link entity.
        anchor: Least cosine of an entity that stands in for a name.
        similarity_weight: Weight of the vectors in the base score.
        text_weight: Weight of the words in the base score.
        facts: Most facts in each hop.
    """

    text: Annotated[int, Field(ge=1, le=400)]
    candidates: Annotated[int, Field(ge=1, le=100)]
    top: Annotated[int, Field(ge=1, le=20)]
    starts: Annotated[int, Field(ge=0, le=10)]
    window: Annotated[int, Field(ge=0, le=MAX_SESSION_MEMBERS)]
    siblings: Annotated[int, Field(ge=0, le=200)]
    df_min: Annotated[int, Field(ge=1, le=100)]
    df_max: Annotated[int, Field(ge=1, le=100)]
    anchor: Unit
    similarity_weight: Unit
    text_weight: Unit
    facts: Annotated[int, Field(ge=0, le=50)]


class PinParameters(Parameters):
    """Parameters of ``pin``, the first round trip.

    Attributes:
        scopes: The scopes that the turn reads.
        documents: N, how many documents they hold.
        keys: Documents that the host recalled or that its index found nearest.
        text_indexes: Full-text indexes of the scopes, those that are online.
        text: The full-text query, escaped.
        vector_indexes: Vector indexes of the scopes that are not searched in the host's process.
        vector: The question's vector.
        centred: The centred question vector.
        centred_norm: The length of ``centred``; the server's cosine ignores length.
        names: Normalised names that may stand in the message.
        names_indexes: Full-text indexes of entity names, asked where no name matched.
        names_text: The full-text query for them.
        entity_indexes: Vector indexes of entities, asked where no name matched.
        days: Days that the message names.
        entity_limit: Most link entities.
        shape: The method's constants.
    """

    scopes: Scopes
    documents: Annotated[int, Field(ge=0)]
    keys: Keys
    text_indexes: Indexes
    text: Annotated[str, Field(max_length=8000)]
    vector_indexes: Indexes
    vector: Vector
    centred: Vector
    centred_norm: Annotated[float, Field(ge=0, le=10)]
    names: Annotated[list[Name], Field(max_length=600)]
    names_indexes: Indexes
    names_text: Annotated[str, Field(max_length=8000)]
    entity_indexes: Indexes
    days: Annotated[list[Days], Field(max_length=64)]
    entity_limit: EntityLimit
    shape: Shape


class ExpandParameters(Parameters):
    """Parameters of ``expand``, the second round trip.

    Attributes:
        scopes: The scopes that the turn reads.
        documents: N, how many documents they hold.
        starts: The passages to expand from.
        named: Ids of the entities that the message names.
        known: Candidates of the first round trip, whose mentions belong to the picture.
        texts: Candidates whose texts are wanted.
        centred: The centred question vector.
        centred_norm: The length of ``centred``.
        entity_limit: Most link entities.
        fact_limit: Most facts for one entity.
        hops: How many hops facts may lie away.
        shape: The method's constants.
    """

    scopes: Scopes
    documents: Annotated[int, Field(ge=0)]
    starts: Annotated[list[Start], Field(max_length=10)]
    named: EntityIds
    known: Keys
    texts: Keys
    centred: Vector
    centred_norm: Annotated[float, Field(ge=0, le=10)]
    entity_limit: EntityLimit
    fact_limit: Annotated[int, Field(ge=0, le=10)]
    hops: Annotated[int, Field(ge=1, le=HARD_CAPS["graph_expand_max_hops"])]
    shape: Shape


class SearchParameters(Parameters):
    """Parameters of ``search``, the third round trip of the strategy ``queries``.

    Attributes:
        scopes: The scopes that the turn reads.
        text_indexes: Full-text indexes of the scopes.
        queries: Full-text queries, escaped.
        each: Results for each.
        centred: The centred question vector.
        centred_norm: The length of ``centred``.
    """

    scopes: Scopes
    text_indexes: Indexes
    queries: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=2000)]], Field(max_length=10)
    ]
    each: Annotated[int, Field(ge=1, le=10)]
    centred: Vector
    centred_norm: Annotated[float, Field(ge=0, le=10)]
