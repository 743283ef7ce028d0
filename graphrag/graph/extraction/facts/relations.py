"""The relation type and the strength of a predicate, of a sentence or of a table."""

from __future__ import annotations

from collections.abc import Mapping

from ....model import FACT_TYPES, FactType
from ....text.words import normalize_name

_TYPES: Mapping[str, tuple[FactType, float]] = {
    "depends on": ("DEPENDS_ON", 8.0),
    "depend on": ("DEPENDS_ON", 8.0),
    "relies on": ("DEPENDS_ON", 8.0),
    "rely on": ("DEPENDS_ON", 8.0),
    "runs on": ("DEPENDS_ON", 7.0),
    "run on": ("DEPENDS_ON", 7.0),
    "needs": ("DEPENDS_ON", 7.0),
    "requires": ("DEPENDS_ON", 7.0),
    "is built on": ("DEPENDS_ON", 7.0),
    "is hosted on": ("DEPENDS_ON", 7.0),
    "is deployed on": ("DEPENDS_ON", 7.0),
    "is powered by": ("DEPENDS_ON", 7.0),
    "replaces": ("SUPERSEDES", 8.0),
    "replaced": ("SUPERSEDES", 8.0),
    "supersedes": ("SUPERSEDES", 8.0),
    "superseded": ("SUPERSEDES", 8.0),
    "took over from": ("SUPERSEDES", 8.0),
    "takes over from": ("SUPERSEDES", 8.0),
    "amends": ("AMENDS", 6.0),
    "amended": ("AMENDS", 6.0),
    "refers to": ("REFERENCES", 5.0),
    "links to": ("REFERENCES", 5.0),
    "is documented in": ("REFERENCES", 5.0),
    "is described in": ("REFERENCES", 5.0),
}
"""Type and strength of the predicates that name a type in so many words."""

_USUAL: tuple[FactType, float] = ("RELATED_TO", 5.0)
_IN_TABLES: Mapping[str, FactType] = {
    "references": "REFERENCES",
    "cites": "REFERENCES",
    "extends": "AMENDS",
}
"""Predicates that are clear in a table of triples; in a sentence they may mean something else."""


def relation_of(predicate: str) -> tuple[FactType, float]:
    """Return the relation type and the strength, 1 to 10, of a predicate.

    Only words that name a type in the text have one; everything else is ``RELATED_TO``.
    """
    return _TYPES.get(predicate, _USUAL)


def relation_in_table(predicate: str) -> str:
    """Return the relation type of a predicate in a table of triples, which may be a type itself."""
    if predicate in FACT_TYPES:
        return predicate
    norm = normalize_name(predicate)
    return _IN_TABLES.get(norm) or relation_of(norm)[0]
