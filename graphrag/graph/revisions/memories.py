"""A memory as it is compared, and what two of them share."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from ..desired import DesiredDocument
from .evidence import Reading, read
from .names import Names, name_others, named_in
from .terms import UNITS_OF_TIME, stems_of_names


class ReadMemory(NamedTuple):
    """A memory with what it says and names, and its day as an ordinal."""

    item: DesiredDocument
    reading: Reading
    names: Names
    day: int

    @classmethod
    def read(cls, item: DesiredDocument) -> ReadMemory:
        """Read a memory."""
        reading = read(item.document.text, item.english)
        return cls(item, reading, named_in(item), item.document.day or 0)


def have_one_subject(old: ReadMemory, new: ReadMemory, rare: Set[str]) -> bool:
    """Whether one of two memories has the rare word that the other opens with.

    Args:
        old: The older memory.
        new: The newer one.
        rare: The rare words of all memories, as terms of the readings.
    """
    older, newer = old.reading, new.reading
    return (older.subject in rare and older.subject in newer.terms) or (
        newer.subject in rare and newer.subject in older.terms
    )


def share_little(old: ReadMemory, new: ReadMemory, rare: Set[str]) -> bool:
    """Whether two memories share one name and no other word, or one rare word and no name.

    Args:
        old: The older memory.
        new: The newer one.
        rare: The rare words of all memories, as terms of the readings.
    """
    shared = shared_terms(old, new)
    if any(shared <= stems_of_names([name]) for name in names_in_both(old, new)):
        return True
    return len(shared & rare) == 1 and name_others(old.names, new.names)


def share_only_names(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether all words that two memories share are those of names in both.

    A name may stand within another one: "Lunna" in "Lunna Clinic".

    Args:
        old: The older memory.
        new: The newer one.
    """
    return shared_terms(old, new) <= stems_of_names(names_in_both(old, new))


def names_in_both(old: ReadMemory, new: ReadMemory) -> list[str]:
    """Return the normalised names of two memories whose words the other one has in a name.

    Args:
        old: The older memory.
        new: The newer one.
    """
    older, newer = old.names.written, new.names.written
    pairs = ((older, newer), (newer, older))
    return [
        name
        for own, others in pairs
        for name in own
        if any({*name.split()} <= {*other.split()} for other in others)
    ]


def shared_terms(old: ReadMemory, new: ReadMemory) -> Set[str]:
    """Return the terms that two memories share, without units of time.

    Args:
        old: The older memory.
        new: The newer one.
    """
    return (old.reading.terms.keys() & new.reading.terms.keys()) - UNITS_OF_TIME
