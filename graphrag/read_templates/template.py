"""What a read template is: a text, made of pieces, and the model of its parameters."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict


class Parameters(BaseModel):
    """Base of all parameter models: unknown fields and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NoParameters(Parameters):
    """For a template that takes none."""


@dataclass(frozen=True, slots=True)
class ReadTemplate:
    """A query that may be run, and what it may be given.

    Attributes:
        name: Its name in the registry.
        text: Its Cypher, static. A parameter is written ``$name``; in the registry, ``$p.name``.
        parameters: The model that its parameters must satisfy.
    """

    name: str
    text: str
    parameters: type[Parameters]


def filled(text: str, **pieces: str) -> str:
    """Return a text with each ``{name}`` replaced by the piece of that name.

    ``str.format`` would read the braces of Cypher as its own.

    Args:
        text: A text in Cypher.
        pieces: Static texts; a piece may hold the name of a later one.
    """
    for name, piece in pieces.items():
        text = text.replace(f"{{{name}}}", piece)
    return text
