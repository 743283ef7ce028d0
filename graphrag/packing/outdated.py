"""What a block says of outdated memories: the newer one first, the older one marked.

An older memory is shown too, since it often holds more than what has changed, unless neither it nor
the newer one has much to do with the message. What the host recalled is named by its first words,
since it stands above the block without a label or a day.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from ..model import Passage, Retrieval
from .block_text import LABEL_TO_COME
from .untrusted import clean, is_blank

QUOTED_WORDS = 5
"""Number of first words that name a recalled memory."""

QUOTED_CHARACTERS = 40
"""No quotation is longer."""

NEWER_OF_BEST = 3
"""For so many of the best candidates, the memory that replaces one is shown even if it was not
found."""

MAX_NOTES = 3
"""Maximum number of sentences about memories that are both recalled."""


def newer_first(candidates: Sequence[Passage], retrieval: Retrieval) -> list[Passage]:
    """Put each newer memory before the one that it replaces.

    Args:
        candidates: The passages that may be shown, best first.
        retrieval: What was found, with the outdated memories.

    Returns:
        First the memories that replace a recalled one, then the candidates. A memory that replaces
        a candidate stands before it. If it was not a candidate itself, it is added only for one of
        the first ``NEWER_OF_BEST`` candidates; other candidates that it replaces are left out.
    """
    if not retrieval.outdated:
        return list(candidates)
    with_text = (e.passage for e in retrieval.passages if not is_blank(e.passage.text))
    known = {passage.key: passage for passage in with_text}
    recalled = frozenset(retrieval.recalled)
    may_stand = recalled.union(passage.key for passage in candidates)

    def stays(place: int, passage: Passage) -> bool:
        newer = retrieval.outdated.get(passage.key, "")
        return place < NEWER_OF_BEST or newer not in known or newer in may_stand

    staying = [p.key for place, p in enumerate(candidates) if stays(place, p)]
    order: dict[str, Passage] = {}
    for key in (*retrieval.recalled, *staying):
        for each in reversed(_with_newer(key, retrieval.outdated, known)):
            if each not in recalled:
                order.setdefault(each, known[each])
    return list(order.values())


def _with_newer(key: str, outdated: Mapping[str, str], known: Container[str]) -> list[str]:
    """Return a memory and those that replace it in turn, the newest last, as far as they are known.

    Memories that replace each other in a circle stand there once each.
    """
    chain = [key]
    while (newer := outdated.get(chain[-1], "")) in known and newer not in chain:
        chain.append(newer)
    return chain


def newer_days_first(shown: Iterable[Passage], outdated: Mapping[str, str]) -> list[int | None]:
    """Return the days of passages, that of each newer memory before that of the one it replaces.

    Args:
        shown: The shown passages, best first.
        outdated: The newer memory of each outdated one, by key.

    Returns:
        The days, otherwise in the order of each day's best.
    """
    day_of = {passage.key: passage.day for passage in shown}
    order = list(dict.fromkeys(day_of.values()))
    pairs = [
        (day_of[newer], day_of[older])
        for older, newer in outdated.items()
        if older in day_of and newer in day_of
    ]
    for newer, older in sorted(pairs, key=lambda pair: pair[0] or 0):
        if order.index(newer) > order.index(older):
            order.remove(newer)
            order.insert(order.index(older), newer)
    return order


def marks_of(candidates: Iterable[Passage], retrieval: Retrieval) -> Mapping[str, str]:
    """Return what will be said of the candidates if all of them are shown, by key.

    Args:
        candidates: The passages that may be shown.
        retrieval: What was found, with the outdated memories.
    """
    if not retrieval.outdated:
        return {}
    labels = {passage.key: LABEL_TO_COME for passage in candidates}
    marks = {
        key: older_mark(key, retrieval, labels) or newer_mark(key, retrieval) for key in labels
    }
    return {key: mark for key, mark in marks.items() if mark}


def older_mark(key: str, retrieval: Retrieval, labels: Mapping[str, str]) -> str:
    """Return what is said of an outdated memory: ``(older than [1])``; empty for another one.

    Args:
        key: The key of a shown memory.
        retrieval: What was found.
        labels: The labels of the shown memories, by key.
    """
    newer = retrieval.outdated.get(key, "")
    text = _text_of(newer, retrieval) if newer else None
    if text is None:
        return ""
    if newer in labels:
        return f"(older than [{labels[newer]}])"
    if newer in retrieval.recalled:
        return f"(older than {_quoted(text)} above)"
    return "(older than a memory that is not shown)"


def newer_mark(key: str, retrieval: Retrieval) -> str:
    """Return what is said of a memory that replaces a recalled one; empty for another one.

    Args:
        key: The key of a shown memory.
        retrieval: What was found.
    """
    for older in retrieval.recalled:
        if retrieval.outdated.get(older) == key:
            text = _text_of(older, retrieval)
            if text is not None:
                return f"(newer than {_quoted(text)} above)"
    return ""


def recalled_notes(retrieval: Retrieval) -> tuple[str, ...]:
    """Return a sentence for each recalled memory that another recalled one replaces.

    Args:
        retrieval: What was found.
    """
    texts = {
        entry.passage.key: entry.passage.text
        for entry in retrieval.passages
        if entry.passage.key in retrieval.recalled
    }
    pairs = ((key, retrieval.outdated.get(key, "")) for key in retrieval.recalled if key in texts)
    notes = [
        f"Above, {_quoted(texts[newer])} is newer than {_quoted(texts[older])}."
        for older, newer in pairs
        if newer in texts
    ]
    return tuple(notes[:MAX_NOTES])


def _text_of(key: str, retrieval: Retrieval) -> str | None:
    """Return the text of a passage that was found; None for another one."""
    found = (entry.passage.text for entry in retrieval.passages if entry.passage.key == key)
    return next(found, None)


def _quoted(text: str) -> str:
    """Return the first words of a memory, as one harmless quotation."""
    words = clean(text.replace('"', "")).split()
    start = " ".join(words[:QUOTED_WORDS])
    if len(start) > QUOTED_CHARACTERS:
        whole = start[: QUOTED_CHARACTERS + 1].rpartition(" ")[0]
        start = whole or start[:QUOTED_CHARACTERS]
    return f'"{start.rstrip(" .,;:")}…"'
