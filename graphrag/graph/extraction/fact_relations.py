"""The relation type and the strength of a predicate."""

from __future__ import annotations

_TYPES = (
    ("depends on", "DEPENDS_ON", 8.0),
    ("depend on", "DEPENDS_ON", 8.0),
    ("relies on", "DEPENDS_ON", 8.0),
    ("rely on", "DEPENDS_ON", 8.0),
    ("runs on", "DEPENDS_ON", 7.0),
    ("run on", "DEPENDS_ON", 7.0),
    ("needs", "DEPENDS_ON", 7.0),
    ("requires", "DEPENDS_ON", 7.0),
    ("is built on", "DEPENDS_ON", 7.0),
    ("is hosted on", "DEPENDS_ON", 7.0),
    ("is deployed on", "DEPENDS_ON", 7.0),
    ("is powered by", "DEPENDS_ON", 7.0),
    ("replaces", "SUPERSEDES", 8.0),
    ("replaced", "SUPERSEDES", 8.0),
    ("supersedes", "SUPERSEDES", 8.0),
    ("superseded", "SUPERSEDES", 8.0),
    ("took over from", "SUPERSEDES", 8.0),
    ("takes over from", "SUPERSEDES", 8.0),
    ("amends", "AMENDS", 6.0),
    ("amended", "AMENDS", 6.0),
    ("refers to", "REFERENCES", 5.0),
    ("links to", "REFERENCES", 5.0),
    ("is documented in", "REFERENCES", 5.0),
    ("is described in", "REFERENCES", 5.0),
)
_USUAL = ("RELATED_TO", 5.0)


def relation_of(predicate: str) -> tuple[str, float]:
    """Return the relation type and the strength, 1 to 10, of a predicate.

    Only words that name a type in the text have one; everything else is ``RELATED_TO``.
    """
    for words, relation, weight in _TYPES:
        if predicate == words:
            return relation, weight
    return _USUAL
