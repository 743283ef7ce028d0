"""Whom a memory speaks of: what it opens with, and what its sentences about a change name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...model import TOKEN_TYPE, UNFOLLOWED_TYPES
from ...text.changes.change_words import change_words
from ...text.sentences import sentence_spans
from ..desired import DesiredDocument
from ..records import Mention

_OF_VERSION = "0123456789. "

_NO_NAMES = tuple(f"{kind}:" for kind in (*UNFOLLOWED_TYPES, TOKEN_TYPE))


class Names(NamedTuple):
    """The ids of the entities that a memory names: the one it opens with, and all."""

    opening: str
    all: frozenset[str]

    @property
    def written(self) -> list[str]:
        """All of them as normalised names, in order."""
        return sorted(entity_id.partition(":")[2] for entity_id in self.all)


def named_in(item: DesiredDocument) -> Names:
    """Return what a memory names.

    Args:
        item: The memory with its mentions.
    """
    names = [m for m in item.mentions if not m.entity_id.startswith(_NO_NAMES)]
    return _names(names, item.document.text, 0)


def name_others(first: Names, second: Names, *, versions: bool = False) -> bool:
    """Whether each of two memories names something that the other does not.

    A code may be the value that changed, and so may the number of a version.

    Args:
        first: What one of them names.
        second: What the other one names.
        versions: Whether others count as well where both name a version of one thing.
    """
    own = [_bare(first.all - second.all), _bare(second.all - first.all)]
    both = own[0] & own[1]
    lacking = [
        [name for name in own[0] - both if not _stands_among(name, second.all)],
        [name for name in own[1] - both if not _stands_among(name, first.all)],
    ]
    return (versions or not both) and all(lacking)


def changing_sentences(item: DesiredDocument) -> tuple[Names, ...]:
    """Return what each sentence names in which a memory speaks of a change.

    Args:
        item: The memory with its mentions.
    """
    text = item.document.text
    names = [m for m in item.mentions if not m.entity_id.startswith(_NO_NAMES)]
    found: list[Names] = []
    for start, end in sentence_spans(text):
        if any(change_words(text[start:end])):
            inside = [m for m in names if start <= m.start < end]
            found.append(_names(inside, text, start))
    return tuple(found)


def _names(mentions: Sequence[Mention], text: str, start: int) -> Names:
    """Return what some mentions name; the one opens that has only signs before it."""
    first = (m.entity_id for m in mentions if not any(map(str.isalnum, text[start : m.start])))
    return Names(next(first, ""), frozenset(m.entity_id for m in mentions))


def _stands_among(name: str, names: frozenset[str]) -> bool:
    """Whether a name is a part of another one, or the other way round: "Drage", "Drage Ltd"."""
    own = {*name.partition(":")[2].split()}
    others = ({*other.partition(":")[2].split()} for other in names)
    return any(own <= other or other <= own for other in others)


def _bare(names: frozenset[str]) -> frozenset[str]:
    """Return ids of names without codes, and without the number of a version."""
    return frozenset(name.rstrip(_OF_VERSION) for name in names if not name.startswith("code:"))
