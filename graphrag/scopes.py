"""Names of what belongs to one scope in the database.

Each scope has full-text and vector indexes of its own, over labels of its own: word statistics and
nearest neighbours of one scope are never mixed with, or crowded out by, another's on one server.
"""

from __future__ import annotations

import hashlib
import unicodedata

from .errors import SettingsError

SHARED = "shared"
"""Name of the scope that every memory folder of an install reads besides its own."""


OF_SHARED_FOLDER = "memory:shared"
"""Name of the scope of a memory folder that is called ``shared``: no other memory may read it."""


MAX_SCOPE = 300
"""Maximum number of characters of a scope's full name."""


_JOINERS = "\u200c\u200d"
"""What joins or parts letters in Persian and Hindi, and the parts of an emoji."""


def is_scope_name(name: object) -> bool:
    """Whether something can name a scope: visible parts with ``/`` between them.

    Every space counts as visible, such as the ideographic one: a memory folder may have it.

    Args:
        name: The full name, or the name within an install.
    """
    return (
        isinstance(name, str)
        and len(name) <= MAX_SCOPE
        and all(part and part == part.strip() and _is_visible(part) for part in name.split("/"))
    )


def _is_visible(text: str) -> bool:
    return all(
        sign.isprintable() or sign in _JOINERS or unicodedata.category(sign) == "Zs"
        for sign in text
    )


def require_scope_name(scope: object) -> None:
    """Check the full name of a scope that is to be written.

    Args:
        scope: What a caller gave.

    Raises:
        SettingsError: It is no name of a scope.
    """
    if not is_scope_name(scope):
        raise SettingsError(
            f"{str(scope)[:60]!r} is no name of a scope",
            f"use up to {MAX_SCOPE} visible characters, such as library/docs",
        )


def scopes_of_folder(install: str, folder: str) -> tuple[str, str]:
    """Return the scopes that a turn reads: that of its memory folder, and the shared one.

    Args:
        install: The id of the install.
        folder: The memory folder: ``default``, ``projects/<name>``, or what the user chose.
    """
    own = OF_SHARED_FOLDER if folder == SHARED else folder
    return f"{install}/{own}", f"{install}/{SHARED}"


def scope_hash(scope: str) -> str:
    """Return the twelve hexadecimal digits that stand for a scope in labels and index names."""
    return hashlib.blake2b(scope.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def passage_label(scope: str) -> str:
    """Return the label that every passage of the scope carries besides ``Document``."""
    return f"Passage_{scope_hash(scope)}"


def name_label(scope: str) -> str:
    """Return the label that every entity of the scope carries besides ``Entity``."""
    return f"Name_{scope_hash(scope)}"


def text_index(scope: str) -> str:
    """Return the name of the full-text index over the scope's passages."""
    return f"graphrag_text_{scope_hash(scope)}"


def vector_index(scope: str) -> str:
    """Return the name of the vector index over the scope's passages."""
    return f"graphrag_vector_{scope_hash(scope)}"


def names_index(scope: str) -> str:
    """Return the name of the full-text index over the scope's entity names and aliases."""
    return f"graphrag_names_{scope_hash(scope)}"


def entity_vector_index(scope: str) -> str:
    """Return the name of the vector index over the scope's entities."""
    return f"graphrag_entities_{scope_hash(scope)}"


def index_names(scope: str) -> tuple[str, ...]:
    """Return the names of all indexes that the scope may have."""
    return text_index(scope), names_index(scope), vector_index(scope), entity_vector_index(scope)
