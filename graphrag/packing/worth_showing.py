"""Which of the passages found are worth their tokens in a block.

A memory is shown only if its score comes near that of the best one: most of what similarity finds
beyond that is beside the point. If the best one was recalled, it is in the prompt already, and
little is added to it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from ..model import RankedPassage, Retrieval
from ..text.changes.change_words import change_words
from ..text.messages.request_notes import notes_a_request
from .block_text import is_of_file
from .untrusted import is_blank

MEMORY_SHARE = 0.485
"""Minimum score of a shown memory, as a share of the best score; recalled memories count."""

MANY_DOCUMENTS, LESS_AMONG_MANY = 250, 0.02
"""From so many documents on that share is a little lower: the best of many is nearer to the
message, and the next ones lie further below."""

CHANGED_SHARE = 0.4
"""That share for a short memory that tells of a change and is newer than the best one: it may say
what has become of that, in words that neither the message nor the best memory has. Its C must come
as near to the best C."""

SHORT_MEMORY = 250
"""Maximum number of characters of such a memory: a longer text has some word of a change anyway."""

SEVERAL_FACTOR = 0.3
"""That share is multiplied by this where a message surely is a question for several memories."""

SEVERAL_FROM, SEVERAL_SURE = 0.02, 0.05
"""``Likeness.several`` from which a message may be such a question, and surely is one. Between them
the share falls evenly."""

SEVERAL_GRAPH_SHARE = 0.5
"""Share of the graph's part of a memory's score that counts in such a question: each memory that is
asked for resembles it, and what the memories name leads elsewhere."""

MIN_EVIDENCE = 0.16
"""Minimum sum of a shown memory's C and graph score, whatever the best has. Without vectors C is
lower throughout, and there is no minimum."""

ALWAYS_SHOWN = 3
"""Number of the best new memories that are shown even if their scores are far from the best one.
Except for the very best, they need a score above 0."""

NOTES_SHOWN = 1
"""A memory that only notes a request is shown only among this many of the best new ones."""

LINKED_SHOWN = (8, 1)
"""How many memories that names lead to from the best passage, and from the second best, are at most
shown whatever their scores: the one with the strongest link, then those with the highest scores.
The strongest may be unlike the message; the weaker ones are many where a name is frequent."""

FEWEST_LINKED = 3
DOCUMENTS_PER_LINKED = 50
"""In a small scope fewer of them are shown: one for so many documents, but three at least. The more
documents there are, the more of them mention a name, and the less does similarity tell which of
these answers."""

LINKED_OF_FILES, NEAREST_OF_FILES = 2, 3
"""Of files, the two best passages come first, and then the three with the best C that are not among
them. Where one section answers, links to others would push it out of the block."""

SHARE_OF_FILES, SIMILAR_OF_FILES = 0.2, 0.4
"""Behind the first three, a passage of a file needs such a share of the best score, or of the best
C."""

SIMILAR_SHARE = 0.6
"""A memory whose C is at least this share of the best C takes no linked place: similarity finds it,
too. An agent notes a thing several times, and what repeats the best passage has its names and its
likeness to the message."""


def worth_showing(retrieval: Retrieval) -> list[RankedPassage]:
    """Return the passages that may be shown, best first: new, with a text, and near the best one.

    The best of those that names lead to from the two best passages are always among them. What
    tells of a change after the best one may be a little further from it. Where a message says
    nothing but a name, only memories that mention it are among them. Passages with a title take no
    place of a memory, and are shown, but for those of files that fit far less than the best one.

    Args:
        retrieval: What was found.
    """
    sure = _surely_for_several(retrieval)
    retrieval = _similar_first(retrieval, sure)
    new = _new(retrieval)
    memories = _new_memories(new, frozenset(retrieval.asked_about))
    best = max((entry.score for entry in retrieval.passages), default=0.0)
    # What similarity does not find may be far from the best score, and is what the graph is for.
    first = memories[:ALWAYS_SHOWN]
    kept = [entry for place, entry in enumerate(first) if not place or entry.score > 0]
    kept += _linked(retrieval, memories)
    share = MEMORY_SHARE - LESS_AMONG_MANY * (retrieval.documents >= MANY_DOCUMENTS)
    least = share * (1 - (1 - SEVERAL_FACTOR) * sure) * best
    evidence = MIN_EVIDENCE if retrieval.relevance is not None else -math.inf
    kept += [
        entry
        for entry in memories
        if entry.score >= least and entry.hybrid_score + entry.graph_score >= evidence
    ]
    kept += _changed_since(retrieval, [e for e in memories if e.score < least], best)
    keys = {entry.passage.key for entry in kept}
    shown = [entry for entry in new if entry.passage.title or entry.passage.key in keys]
    return _without_weak_of_files(_nearest_of_files_early(shown), best, retrieval)


def _nearest_of_files_early(entries: Sequence[RankedPassage]) -> list[RankedPassage]:
    """Put the passages of files that fit best by themselves behind the first few of files.

    Memories keep their places.
    """
    files = [entry for entry in entries if is_of_file(entry.passage)]
    nearest = sorted(files, key=lambda entry: -entry.hybrid_score)[:NEAREST_OF_FILES]
    first = dict.fromkeys(e.passage.key for e in [*files[:LINKED_OF_FILES], *nearest, *files])
    by_key = {entry.passage.key: entry for entry in files}
    ordered = map(by_key.__getitem__, first)
    return [next(ordered) if is_of_file(entry.passage) else entry for entry in entries]


def _without_weak_of_files(
    entries: Sequence[RankedPassage], best: float, retrieval: Retrieval
) -> list[RankedPassage]:
    """Leave out passages of files that fit far less than the best passage, by links and alone."""
    similar = SIMILAR_OF_FILES * max((e.hybrid_score for e in retrieval.passages), default=0.0)
    files = [entry for entry in entries if is_of_file(entry.passage)]
    weak = {
        entry.passage.key
        for entry in files[ALWAYS_SHOWN:]
        if entry.score < SHARE_OF_FILES * best and entry.hybrid_score < similar
    }
    return [entry for entry in entries if entry.passage.key not in weak]


def _new_memories(new: Sequence[RankedPassage], about: Collection[str]) -> list[RankedPassage]:
    """Return the memories among new passages that say something for the message.

    Args:
        new: The passages, best first.
        about: Keys of those that mention what it asks about; empty if any may answer.
    """
    memories = [entry for entry in new if not entry.passage.title]
    return [
        entry
        for place, entry in enumerate(memories)
        if (place < NOTES_SHOWN or not notes_a_request(entry.passage.text))
        and (not about or entry.passage.key in about)
    ]


def _new(retrieval: Retrieval) -> list[RankedPassage]:
    """Return the passages whose texts the prompt does not hold yet, each text of a day once."""
    recalled = frozenset(retrieval.recalled)
    held = {e.passage.text.strip() for e in retrieval.passages if e.passage.key in recalled}
    new: dict[tuple[object, ...], RankedPassage] = {}
    for entry in retrieval.passages:
        passage = entry.passage
        text = passage.text.strip()
        if text not in held and not is_blank(passage.text):
            new.setdefault((passage.title, passage.source, passage.day, text), entry)
    return list(new.values())


def _surely_for_several(retrieval: Retrieval) -> float:
    """Return how surely a message is a question for several memories, 0 to 1."""
    several = 0.0 if retrieval.likeness is None else retrieval.likeness.several
    return min(max((several - SEVERAL_FROM) / (SEVERAL_SURE - SEVERAL_FROM), 0.0), 1.0)


def _similar_first(retrieval: Retrieval, sure: float) -> Retrieval:
    """Count the graph's part of memories less, the more surely several of them are asked for.

    Not where the message names their day: that is asked for, too, and no link.
    """
    if not sure or retrieval.is_of_past_day:
        return retrieval
    less = sure * (1 - SEVERAL_GRAPH_SHARE)
    scored = [
        entry
        if entry.passage.title
        else replace(entry, score=entry.score - less * entry.graph_score)
        for entry in retrieval.passages
    ]
    scored.sort(key=lambda entry: -entry.score)
    return replace(retrieval, passages=tuple(scored))


def _changed_since(
    retrieval: Retrieval, memories: Sequence[RankedPassage], best: float
) -> list[RankedPassage]:
    """Return those of some memories, near the best one, that tell of a change after it."""
    if not retrieval.passages or retrieval.passages[0].passage.day is None:
        return []
    day = retrieval.passages[0].passage.day
    similar = CHANGED_SHARE * max(entry.hybrid_score for entry in retrieval.passages)
    return [
        entry
        for entry in memories
        if entry.score >= CHANGED_SHARE * best
        and entry.hybrid_score >= similar
        and entry.passage.day is not None
        and entry.passage.day > day
        and len(entry.passage.text) <= SHORT_MEMORY
        and change_words(entry.passage.text).strong
    ]


def _linked(retrieval: Retrieval, memories: Sequence[RankedPassage]) -> list[RankedPassage]:
    """Return the new memories, worth showing, that names lead to from the two best passages."""
    found: list[RankedPassage] = []
    scaled = max(FEWEST_LINKED, retrieval.documents // DOCUMENTS_PER_LINKED)
    similar = SIMILAR_SHARE * max((e.hybrid_score for e in retrieval.passages), default=0.0)
    memories = [e for e in memories if not 0 < similar <= e.hybrid_score]
    for start, limit in zip(retrieval.passages, LINKED_SHOWN, strict=False):
        most = min(limit, scaled)
        linked = [e for e in memories if retrieval.starts.get(e.passage.key) == start.passage.key]
        linked.sort(key=lambda entry: -entry.graph_score)
        found += linked[:1] + sorted(linked[1:], key=lambda entry: -entry.score)[: most - 1]
    return found
