"""What the templates behind pictures and lists may be given."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from .turn_parameters import EntityIds, Indexes, Keys, Name, Parameters, Scope, Scopes

TextLimit = Annotated[int, Field(ge=1, le=4000)]


class NamedParameters(Parameters):
    """Parameters of ``named``: the entities that a text means.

    Attributes:
        scopes: The scopes to look in.
        names: The text as a normalised name.
        names_indexes: Full-text indexes of entity names.
        text: The full-text query for them, escaped.
        limit: Most entities.
    """

    scopes: Scopes
    names: Annotated[list[Name], Field(max_length=10)]
    names_indexes: Indexes
    text: Annotated[str, Field(max_length=8000)]
    limit: Annotated[int, Field(ge=1, le=20)]


class PictureParameters(Parameters):
    """Parameters of ``picture``: what lies around some entities and documents.

    Attributes:
        scopes: The scopes to look in.
        ids: Ids of the entities in the middle.
        keys: Keys of the documents in the middle.
        document_limit: Most documents.
        entity_limit: Most entities.
        related_limit: Most entities that facts connect with one in the middle.
        edge_limit: Most mentions, and most facts.
        df_max: An entity that more documents mention leads nowhere, unless it is in the middle.
        text_limit: Most characters of a text.
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


class EntitiesParameters(Parameters):
    """Parameters of ``entities``: names by how many documents mention them.

    Attributes:
        scopes: The scopes to look in.
        text: A part of the normalised name; empty for all.
        skip: How many to leave out.
        limit: Most entities.
    """

    scopes: Scopes
    text: Annotated[str, Field(max_length=300)]
    skip: Annotated[int, Field(ge=0, le=1_000_000)]
    limit: Annotated[int, Field(ge=1, le=200)]


class OneScopeParameters(Parameters):
    """Parameters of a template that looks at one whole scope."""

    scope: Scope


class OutdatedParameters(OneScopeParameters):
    """Parameters of ``outdated``: which memories replaced which.

    Attributes:
        limit: Most pairs.
        text_limit: Most characters of a text.
    """

    limit: Annotated[int, Field(ge=1, le=200)]
    text_limit: TextLimit
