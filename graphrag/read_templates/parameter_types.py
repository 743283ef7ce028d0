"""The types of parameters that several read templates share."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..caps import HARD_CAPS, MAX_KEYS, MAX_QUERY_CHARACTERS
from ..model import MAX_SESSION_MEMBERS
from ..scopes import MAX_SCOPE
from .template import Parameters

Key = Annotated[str, Field(pattern=r"^[0-9a-f]{20}$")]
Scope = Annotated[str, Field(min_length=1, max_length=MAX_SCOPE)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
IndexName = Annotated[str, Field(pattern=r"^graphrag_[a-z]+_[0-9a-f]{12}$")]
Vector = Annotated[list[float], Field(max_length=4096)]
Vectors = Annotated[list[Vector], Field(max_length=4)]
Unit = Annotated[float, Field(ge=0, le=1)]

Norm = Annotated[float, Field(ge=0, le=10)]
EntityLimit = Annotated[int, Field(ge=0, le=HARD_CAPS["graph_expand_limit"])]
FullTextQuery = Annotated[str, Field(max_length=MAX_QUERY_CHARACTERS)]
Scopes = Annotated[list[Scope], Field(min_length=1, max_length=4)]
Indexes = Annotated[list[IndexName], Field(max_length=4)]
Keys = Annotated[list[Key], Field(max_length=MAX_KEYS)]
# A type of 40 characters and a name of 300, with some room.
EntityIds = Annotated[
    list[Annotated[str, Field(max_length=400)]], Field(max_length=HARD_CAPS["graph_expand_limit"])
]

Newer = Annotated[int, Field(ge=0, le=50)]
TextLimit = Annotated[int, Field(ge=1, le=4000)]


class Shape(Parameters):
    """The constants of the method that the server needs (see ``graphrag.ranking``).

    Attributes:
        text: Full-text results asked for.
        candidates: Candidates from each source.
        top: T, the documents whose sessions are looked at.
        starts: Documents whose entities are expanded.
        paired: Documents that are looked at for names that two of them share.
        paired_df: Maximum number of documents that may mention such a name.
        window: How far a session reaches before and after a document.
        siblings: Maximum number of session siblings.
        df_min: Fewest documents that may mention a link entity.
        df_max: Maximum number of documents that may mention a link entity.
        anchor: Minimum cosine of an entity that stands in for a name.
        similarity_weight: Weight of the vectors in the base score.
        text_weight: Weight of the words in the base score.
        without_vector: What a document without a vector gets of the greatest similarity.
        facts: Maximum number of facts in each hop.
    """

    text: Annotated[int, Field(ge=1, le=400)]
    candidates: Annotated[int, Field(ge=1, le=100)]
    top: Annotated[int, Field(ge=1, le=20)]
    starts: Annotated[int, Field(ge=0, le=10)]
    paired: Annotated[int, Field(ge=1, le=50)]
    paired_df: Annotated[int, Field(ge=1, le=100)]
    window: Annotated[int, Field(ge=0, le=MAX_SESSION_MEMBERS)]
    siblings: Annotated[int, Field(ge=0, le=200)]
    df_min: Annotated[int, Field(ge=1, le=100)]
    df_max: Annotated[int, Field(ge=1, le=100)]
    anchor: Unit
    similarity_weight: Unit
    text_weight: Unit
    without_vector: Unit
    facts: Annotated[int, Field(ge=0, le=50)]


class TurnParameters(Parameters):
    """Parameters that both queries of a turn have.

    Attributes:
        scopes: The scopes that the turn reads.
        memory_scopes: Those of memories; what the others hold are passages of files.
        documents: N, how many documents they hold.
        centred: The centred question vector.
        centred_norm: The length of ``centred``; the server's cosine ignores length.
        ask_vectors: The vectors of the message and of each thing that it asks, if these are
            several.
        entity_limit: Maximum number of link entities over both queries.
        shape: The method's constants.
    """

    scopes: Scopes
    memory_scopes: Scopes
    documents: Annotated[int, Field(ge=0)]
    centred: Vector
    centred_norm: Norm
    ask_vectors: Vectors
    entity_limit: EntityLimit
    shape: Shape
