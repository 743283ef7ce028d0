"""Which memories a newer one makes outdated, as their texts show.

An agent's memory keeps what was true once: "Danuta cleans for £16 an hour", and months later
"Danuta asks £18 from this month". Of two memories of different days the newer one makes the older
one outdated if all of this holds:

- Both are short texts without a title, and no instructions.
- They are about the same thing: they share a rare word, and of all older memories it is the most
  similar one to the newer, as the newer one is to it among all newer ones. One other memory may be
  nearer to one of them.
- The newer one speaks of a change and the older one does not ("no longer", "took over"), or they
  give different values ("Tuesdays", "Fridays"; 16, 18). The weaker this evidence, the more similar
  they must be. Another date counts only if the first was still ahead when the newer one was
  written; otherwise they are two events. Values alone are not enough where the two say the
  same of two things ("dad takes 10 mg", "mum takes 5 mg") or each names something of its own, nor
  is what only began ("since May").

How similar two are is in ``revision_similarity``. Without vectors nothing is found. A wrong mark is
worse than none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..text.messages.request_notes import notes_a_request
from .desired import DesiredDocument, DesiredGraph, document_hash
from .revision_evidence import (
    Evidence,
    differs_inside,
    evidence_of,
    is_still_ahead,
    read,
    shares_a_value,
    stems_of_names,
)
from .revision_names import changing_sentences, name_others, named_in
from .revision_similarity import ComparedMemories

if TYPE_CHECKING:
    import numpy as np

MAX_CHARACTERS = 250
"""A longer text says more than one thing."""

MAX_MEMORIES = 5_000
"""Only so many are compared, the newest: the time grows with the square of their number."""

PROCEDURES = "solutions"
"""The area of instructions: how something was solved stays true."""

NEAREST = 2
"""Number of the most similar memories of which the other one must be, on both sides together."""

NEARER = 0.1
"""How much less similar two memories count for each other one that is nearer to one of them."""

ABOUT_AS_SIMILAR = 0.2
"""How much less similar a memory may be that is taken instead of the most similar one."""

LEAST_SIMILARITY: Mapping[Evidence, tuple[float, float]] = {
    "both": (0.3, 0.3),
    "change": (0.42, 0.5),
    "beginning": (0.42, 0.75),
    "values": (0.58, math.inf),
    "dates": (0.85, 0.85),
    "hint": (0.75, math.inf),
}
"""Minimum similarity by evidence: if one memory has the rare word that the other opens with (its
subject), and if not."""

OF_LITTLE = 0.6
"""That minimum where they share one name and no other word, since what changed is often something
else of it, or one rare word while each names something of its own."""

CLEAR: frozenset[Evidence] = frozenset(["both", "change", "beginning"])
"""Evidence that speaks of a change; the others are mere differences."""

RESTATED = 0.9
"""Minimum similarity of two memories that say the same."""

SIBLING_SHARE = 0.75
"""Of two memories that say the same of two things, each has at most so many words of its own, as a
share of those that both have."""

Item = TypeVar("Item")


def with_outdated(
    desired: DesiredGraph,
    vectors: Mapping[str, np.ndarray],
    pause: Callable[[], None] = lambda: None,
) -> DesiredGraph:
    """Return a graph whose documents say which others they make outdated.

    Args:
        desired: The graph.
        vectors: Unit vectors by document key; a document without one is left alone.
        pause: Called before each memory is read or compared; it may wait.
    """
    memories = [
        item for key, item in desired.documents.items() if key in vectors and may_change(item)
    ]
    memories.sort(key=lambda item: (item.document.day or 0, item.key))
    memories = memories[-MAX_MEMORIES:]
    older = _Memories(memories, [vectors[item.key] for item in memories], pause).outdated()
    documents = dict(desired.documents)
    for place, outdated in older.items():
        item = memories[place]
        ids = tuple(memories[old].document.id for old in outdated)
        document = replace(item.document, outdates=ids)
        own_hash = document_hash(document, item.english, edited=item.edited)
        documents[item.key] = replace(item, document=document, hash=own_hash)
    return replace(desired, documents=documents)


def may_change(item: DesiredDocument) -> bool:
    """Whether a document is a memory that another one can make outdated, or that can do so."""
    document = item.document
    return (
        0 < len(document.text) <= MAX_CHARACTERS
        and not document.title
        and not document.file
        and document.day is not None
        and document.area != PROCEDURES
        and not notes_a_request(document.text)
    )


def _with_pauses(items: Iterable[Item], pause: Callable[[], None]) -> Iterator[Item]:
    for item in items:
        pause()
        yield item


class _Change(NamedTuple):
    """The place of a memory that another one makes outdated, and what speaks for it."""

    old: int
    evidence: Evidence


class _Memories:
    """Memories in the order of their days, and which of them make an older one outdated."""

    def __init__(
        self,
        memories: Sequence[DesiredDocument],
        vectors: Sequence[np.ndarray],
        pause: Callable[[], None],
    ) -> None:
        import numpy as np

        self._pause = pause
        texts = ((item.document.text, item.english) for item in _with_pauses(memories, pause))
        self._readings = [read(text, english) for text, english in texts]
        self._names = [named_in(item) for item in memories]
        self._memories = memories
        self._days = np.array([item.document.day or 0 for item in memories])
        self._compared = ComparedMemories(self._readings, vectors)

    def outdated(self) -> dict[int, tuple[int, ...]]:
        """Return, by the place of a newer memory, the places of those that it makes outdated."""
        found: dict[int, tuple[int, ...]] = {}
        for new, reading in enumerate(_with_pauses(self._readings, self._pause)):
            change = self._change_by(new) if reading.may_replace else None
            if change is not None:
                others = (*self._restated(change, new), *self._also_changed(change, new, found))
                found[new] = tuple(dict.fromkeys((change.old, *others)))
        return found

    def _restated(self, change: _Change, new: int) -> tuple[int, ...]:
        """Return other memories that say what an outdated one says, if the change is clear.

        An agent often notes the same thing twice, in other words.
        """
        if change.evidence not in CLEAR:
            return ()
        before = self._days < self._days[new]
        alike = self._compared.similar_to(change.old, before).nearest(NEAREST + 1)
        return tuple(
            place
            for place, similarity in alike
            if place != change.old
            and similarity >= RESTATED
            and not self._share_only_names(place, change.old)
            and self._difference(*sorted((place, change.old))) is None
            and self._evidence_of_change(place, new) in CLEAR
        )

    def _also_changed(
        self, change: _Change, new: int, found: Mapping[int, tuple[int, ...]]
    ) -> tuple[int, ...]:
        """Return what was between an outdated memory and the newest one, and what was before it.

        What changed twice: the last change makes all before it outdated, if it is clear.
        """
        before = found.get(change.old, ())
        between = [place for place, old in found.items() if change.old in old]
        sure = before if change.evidence in CLEAR else ()
        return tuple(
            old
            for old in (*before, *between)
            if old in sure or (self._days[old] < self._days[new] and self._difference(old, new))
        )

    def _change_by(self, new: int) -> _Change | None:
        """Return which older memory a newer one makes outdated; None without any.

        Of two that are about as similar it is the one for which more speaks: the one that is
        further above what its evidence needs.
        """
        found: _Change | None = None
        nearest = most = 0.0
        older = self._compared.similar_to(new, self._days < self._days[new])
        for rank, (old, similarity) in enumerate(older.nearest(NEAREST)):
            evidence = self._evidence_of_change(old, new)
            if evidence is None:
                continue
            newer = self._compared.similar_to(old, self._days > self._days[old])
            nearer = rank + newer.nearer_than(similarity)
            least = LEAST_SIMILARITY[evidence][not self._have_one_subject(old, new)]
            if evidence in {"change", "beginning"} and self._share_little(old, new):
                least = max(least, OF_LITTLE)
            surplus = similarity - NEARER * nearer - least
            if nearer >= NEAREST or surplus < 0:
                continue
            if found is None:
                found, nearest, most = _Change(old, evidence), similarity, surplus
            elif nearest - similarity <= ABOUT_AS_SIMILAR and surplus > most:
                found, most = _Change(old, evidence), surplus
        return found

    def _difference(self, old: int, new: int) -> Evidence | None:
        """Return what a newer memory says otherwise; two dates alone may be two concerts."""
        reading, written, day = self._readings[old], int(self._days[old]), int(self._days[new])
        evidence = evidence_of(self._readings[new], reading)
        if evidence == "dates" and not (
            is_still_ahead(reading, written, day) and self._name_nothing_else(old, new)
        ):
            return None
        return evidence

    def _name_nothing_else(self, old: int, new: int) -> bool:
        """Whether one of two memories names nothing that the other does not."""
        first, second = self._names[old].all, self._names[new].all
        return first <= second or second <= first

    def _evidence_of_change(self, old: int, new: int) -> Evidence | None:
        """Return what speaks for a change from one memory to a newer one, if nothing denies it."""
        evidence = self._difference(old, new)
        if evidence is None or self._are_about_two(old, new):
            return None
        if evidence in {"change", "beginning"} and self._changes_another(old, new):
            return None
        if evidence == "beginning" and self._begins_something_else(old, new):
            return None
        if evidence not in CLEAR and (
            name_others(self._names[old], self._names[new]) or self._are_siblings(old, new)
        ):
            return None  # "the call with Ina is on Mondays", "the call with Ada is on Fridays"
        return None if self._have_two_subjects(old, new) else evidence

    def _have_one_subject(self, old: int, new: int) -> bool:
        """Whether one of two memories has the rare word that the other opens with."""
        older, newer = self._readings[old], self._readings[new]
        return (older.subject in self._compared.rare and older.subject in newer.terms) or (
            newer.subject in self._compared.rare and newer.subject in older.terms
        )

    def _are_about_two(self, old: int, new: int) -> bool:
        """Whether two memories open with different names, and neither has that of the other."""
        first, second = self._names[old], self._names[new]
        return bool(
            first.opening
            and second.opening
            and first.opening not in second.all
            and second.opening not in first.all
        )

    def _changes_another(self, old: int, new: int) -> bool:
        """Whether what a newer memory says of a change begins with somebody else than the older.

        "Mirela is away from 1 October. Jonas stands in for her" changes nothing of where Jonas is.
        """
        first = self._names[old]
        if not first.opening:
            return False
        openings = changing_sentences(self._memories[new])
        return bool(openings) and all(
            opening and opening not in first.all and first.opening not in named
            for opening, named in openings
        )

    def _begins_something_else(self, old: int, new: int) -> bool:
        """Whether a newer memory, of something that began, shares only names with the older one.

        "Since May Ada plays the accordion" changes nothing of where Ada works.
        """
        first, second = self._readings[old], self._readings[new]
        return not shares_a_value(first, second) and self._share_only_names(old, new)

    def _share_little(self, old: int, new: int) -> bool:
        """Whether two memories share one word that is a name's, or one rare word and no name."""
        shared = self._readings[old].terms.keys() & self._readings[new].terms.keys()
        if len(shared) == 1 and self._share_only_names(old, new):
            return True
        one_rare = len(shared & self._compared.rare) == 1
        return one_rare and name_others(self._names[old], self._names[new])

    def _have_two_subjects(self, old: int, new: int) -> bool:
        """Whether two memories say the same of two things: "server Fox runs on Debian"."""
        first, second = self._readings[old], self._readings[new]
        return (
            name_others(self._names[old], self._names[new], versions=True)
            and differs_inside(first, second)
            and differs_inside(second, first)
        )

    def _share_only_names(self, old: int, new: int) -> bool:
        """Whether all words that two memories share are those of names that both have."""
        shared = self._readings[old].terms.keys() & self._readings[new].terms.keys()
        return shared <= stems_of_names(self._names[old].all & self._names[new].all)

    def _are_siblings(self, old: int, new: int) -> bool:
        """Whether two memories say the same of two things: "dad takes 10 mg", "mum takes 5 mg".

        Each has a rare word that the other lacks, and hardly any other word.
        """
        first, second = self._readings[old].terms.keys(), self._readings[new].terms.keys()
        shared = len(first & second)
        return all(
            0 < len(own) <= SIBLING_SHARE * shared and not self._compared.rare.isdisjoint(own)
            for own in (first - second, second - first)
        )
