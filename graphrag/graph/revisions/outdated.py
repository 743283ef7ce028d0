"""Which memories a newer one makes outdated, as their texts show.

An agent's memory keeps what was true once: "Danuta cleans for £16 an hour", and months later
"Danuta asks £18 from this month". Of two memories of different days the newer one makes the older
one outdated if all of this holds:

- Both are short texts without a title, and no instructions or fixed faults.
- They are about the same thing: they share a rare word, and of all older memories it is the most
  similar one to the newer, as the newer one is to it among all newer ones. One other memory may be
  nearer to one of them or to both.
- The newer one speaks of a change and the older one does not ("no longer", "took over"), or they
  give different values ("Tuesdays", "Fridays"; 16, 18). The weaker this evidence, the more similar
  they must be. Another date counts only if the first was still ahead when the newer one was
  written; otherwise they are two events. Values alone are not enough where the two say the
  same of two things ("dad takes 10 mg", "mum takes 5 mg") or each names something of its own, nor
  is what only began ("since May"). What changed of something else, such as of somebody's sister,
  does not count (``other_things``). Two purchases or repairs are two events, whatever they cost.

How similar two are is in ``similarity``. Without vectors nothing is found. A wrong mark is
worse than none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ...failures import OnFailure, attempt
from ...text.changes.done_once import tells_of_a_fault
from ...text.messages.request_notes import notes_a_request
from ..desired import DesiredDocument, DesiredGraph, document_hash
from .evidence import Evidence, first_difference
from .memories import ReadMemory, have_one_subject, share_little, share_only_names
from .pairs import CLEAR, begins_with_another, difference, evidence_of_change
from .similarity import ComparedMemories

if TYPE_CHECKING:
    import numpy as np

MAX_CHARACTERS = 250
"""A longer text says more than one thing."""

MAX_MEMORIES = 5_000
"""Only so many are compared, the newest: the time grows with the square of their number."""

PROCEDURES = "solutions"
"""The area of instructions: how something was solved stays true."""

NEAREST = 2
"""Number of the most similar memories of which the other one must be, on both sides together. One
that is nearer to both counts once."""

NEARER = 0.1
"""How much less similar two memories count for each other one that is nearer to one of them."""

ABOUT_AS_SIMILAR = 0.2
"""How much less similar a memory may be that is taken instead of the most similar one."""

LEAST_SIMILARITY: Mapping[Evidence, tuple[float, float]] = {
    "both": (0.3, 0.3),
    "change": (0.42, 0.5),
    "beginning": (0.42, 0.75),
    "restated": (0.2, 0.2),
    "values": (0.58, math.inf),
    "dates": (0.85, 0.85),
    "hint": (0.75, math.inf),
}
"""Minimum similarity by evidence: if one memory has the rare word that the other opens with (its
subject), and if not."""

OF_LITTLE = 0.6
"""That minimum where they share one name and no other word, since what changed is often something
else of it, or one rare word while each names something of its own."""

RESTATED = 0.9
"""Minimum similarity of two memories that say the same."""

Item = TypeVar("Item")


def with_outdated(
    desired: DesiredGraph,
    vectors: Mapping[str, np.ndarray],
    pause: Callable[[], None] = lambda: None,
    on_failure: OnFailure | None = None,
) -> DesiredGraph:
    """Return a graph whose documents say which others they make outdated.

    Args:
        desired: The graph.
        vectors: Unit vectors by document key; a document without one is left alone.
        pause: Called before each memory is read or compared; it may wait.
        on_failure: Called with the id of a memory that could not be read or compared, and the
            error; such a memory replaces nothing. None to raise the error.
    """
    memories = [
        item for key, item in desired.documents.items() if key in vectors and may_change(item)
    ]
    memories.sort(key=lambda item: (item.document.day or 0, item.key))
    compared = _Memories(memories[-MAX_MEMORIES:], vectors, pause, on_failure)
    documents = dict(desired.documents)
    for item, outdated in compared.outdated():
        ids = tuple(old.document.id for old in outdated)
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
        and not tells_of_a_fault(document.text)
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
        vectors: Mapping[str, np.ndarray],
        pause: Callable[[], None],
        on_failure: OnFailure | None,
    ) -> None:
        import numpy as np

        self._pause = pause
        self._on_failure = on_failure
        read = [
            attempt(item.document.id, partial(ReadMemory.read, item), on_failure)
            for item in _with_pauses(memories, pause)
        ]
        self._memories = [memory for memory in read if memory is not None]
        self._days = np.array([memory.day for memory in self._memories])
        readings = [memory.reading for memory in self._memories]
        own = [vectors[memory.item.key] for memory in self._memories]
        self._compared = ComparedMemories(readings, own)

    def outdated(self) -> Iterator[tuple[DesiredDocument, list[DesiredDocument]]]:
        """Yield each newer memory that makes others outdated, and those."""
        found: dict[int, tuple[int, ...]] = {}
        for new, memory in enumerate(_with_pauses(self._memories, self._pause)):
            if not memory.reading.may_replace:
                continue
            identifier = memory.item.document.id
            old = attempt(identifier, partial(self._outdated_by, new, found), self._on_failure)
            if old:
                found[new] = old
                yield memory.item, [self._memories[place].item for place in old]

    def _outdated_by(self, new: int, found: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
        """Return the places of the memories that a newer one makes outdated.

        Args:
            new: The place of the newer one.
            found: What was found of those before it.
        """
        change = self._change_by(new)
        if change is None:
            return ()
        others = (*self._restated(change, new), *self._also_changed(change, new, found))
        return tuple(dict.fromkeys((change.old, *others)))

    def _restated(self, change: _Change, new: int) -> tuple[int, ...]:
        """Return other memories that say what an outdated one says.

        An agent often notes the same thing twice. In other words, they count if the change is
        clear.
        """
        before = self._days < self._days[new]
        alike = self._compared.similar_to(change.old, before).nearest(NEAREST + 1)
        others = [place for place, similarity in alike if similarity >= RESTATED]
        if change.evidence not in CLEAR:
            text = self._memories[change.old].item.document.text
            return tuple(p for p in others if self._memories[p].item.document.text == text)
        return tuple(
            place
            for place in others
            if place != change.old
            and self._say_the_same(*sorted((place, change.old)))
            and not self._is_of_another(place, change.old, new)
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
            if old in sure or (self._days[old] < self._days[new] and self._differ(old, new))
        )

    def _change_by(self, new: int) -> _Change | None:
        """Return which older memory a newer one makes outdated; None without any.

        Of two that are about as similar it is the one for which more speaks: the one that is
        further above what its evidence needs.
        """
        found: _Change | None = None
        nearest = most = 0.0
        rare = self._compared.rare
        older = self._compared.similar_to(new, self._days < self._days[new])
        for old, similarity in older.nearest(NEAREST):
            evidence = self._evidence_of_change(old, new)
            if evidence is None:
                continue
            newer = self._compared.similar_to(old, self._days > self._days[old])
            nearer = len(older.nearer_than(similarity) | newer.nearer_than(similarity))
            pair = self._memories[old], self._memories[new]
            least = LEAST_SIMILARITY[evidence][not have_one_subject(*pair, rare)]
            if evidence in {"change", "beginning"} and share_little(*pair, rare):
                least = max(least, OF_LITTLE)
            if evidence in {"change", "beginning"} and begins_with_another(*pair):
                least = max(least, OF_LITTLE)
            surplus = similarity - NEARER * nearer - least
            if nearer >= NEAREST or surplus < 0:
                continue
            if found is None:
                found, nearest, most = _Change(old, evidence), similarity, surplus
            elif nearest - similarity <= ABOUT_AS_SIMILAR and surplus > most:
                found, most = _Change(old, evidence), surplus
        return found

    def _say_the_same(self, first: int, second: int) -> bool:
        """Whether two memories, the older one first, differ in no value and share more than names.

        How similar they are is not asked here.
        """
        pair = self._memories[first], self._memories[second]
        return difference(*pair) is None and not share_only_names(*pair)

    def _is_of_another(self, note: int, old: int, new: int) -> bool:
        """Whether a note is of something else than an outdated memory, and the newest is not.

        Of "Jonas is allergic to peanuts" and "... to cats" it is the second that "Jonas is no
        longer allergic to cats" changes: at the first word that differs, it has that of the second.
        """
        other, outdated = self._memories[note].reading, self._memories[old].reading
        newer = self._memories[new].reading.terms
        place = first_difference(other, outdated)
        if not place:  # none, or the very first word
            return False
        return outdated.own[place] in newer and other.own[place] not in newer

    def _differ(self, old: int, new: int) -> bool:
        return difference(self._memories[old], self._memories[new]) is not None

    def _evidence_of_change(self, old: int, new: int) -> Evidence | None:
        return evidence_of_change(self._memories[old], self._memories[new], self._compared.rare)
