"""The results of a search, for the agent that asked: each with the reasons for its place.

A block adds to a prompt and says little of itself. Here the agent asked, so there are results for
any query, weaker ones if it asks for a number of them, and each says where it comes from, with what
score, and over which links. All its scores are in `a0-graphrag query --explain`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from ..model import Block, RankedPassage, Retrieval
from ..reasons import Reason
from ..wording import counted, written_together
from . import block_text
from .abstaining import is_about_memory
from .block_text import LABEL_TO_COME
from .budget import MAX_MISFITS, Budget
from .compose import first_that_fits
from .excerpts import (
    first_choice,
    is_all_of,
    join_sentences,
    link_words,
    texts_read,
    with_links,
    word_weights,
)
from .facts import ShownFacts, fact_lines, facts_beside, grouped_by_subject, tokens_for_facts
from .outdated import newer_first, older_mark
from .sections import answering_sections
from .shown_sentences import shown_sentences
from .tokens import CountTokens, counter_up_to
from .untrusted import clean, is_blank
from .worth_showing import MIN_EVIDENCE, worth_showing

NEAR = 0.44
"""Least C of a result that looks like an answer, whatever the form of the query. ``relevance`` is
made for messages of users: for a query of a few key words it is often too low."""

NEAREST_SHOWN = 5
"""Number of results if none looks like an answer."""

_WEAK = "No result looks like an answer; these are the nearest. Other words or full names may help."
_NO_LINKS = "Links were not followed: the query is too vague."
_LEFT_OUT_TO_COME = 99
"""Stands for the number of results left out while tokens are counted."""


class _Result(NamedTuple):
    entry: RankedPassage
    text: str


def pack_results(
    retrieval: Retrieval,
    *,
    max_tokens: int,
    counter: CountTokens,
    preamble: str = "",
    max_passages: int | None = None,
    weak_too: bool = False,
) -> Block:
    """Write the results of a search.

    Args:
        retrieval: What was found, best first.
        max_tokens: The budget for the preamble and the results, sentinels included.
        counter: Counts tokens.
        preamble: What will stand above the results; it is counted, not returned.
        max_passages: Maximum number of results; None for as many as fit.
        weak_too: Whether to go on with results that a turn would not find worth showing.

    Returns:
        The results between the sentinels, never above the budget; empty if nothing was found.
    """
    retrieval = replace(retrieval, recalled=())  # what the agent asks for is shown again
    budget = Budget(max_tokens)
    counter = counter_up_to(max_tokens, counter)
    entries = _in_order(retrieval, weak_too=weak_too)[:max_passages]
    if not weak_too and not _looks_answered(retrieval):
        entries = entries[:NEAREST_SHOWN]
    frame = [preamble, block_text.START, *_notes(retrieval, _LEFT_OUT_TO_COME), block_text.END]
    room = max_tokens - sum(counter(line + "\n") for line in frame)
    reserved = tokens_for_facts(retrieval, room, budget, counter, has_texts=bool(entries))
    results = _fitting(entries, retrieval, budget, room - reserved, counter)
    texts = {result.entry.passage.key: result.text for result in results}
    facts = facts_beside(texts, retrieval, reserved, counter)
    blocks = (
        _compose(retrieval, facts, results[:count], left_out=len(entries) - count)
        for count in range(len(results), -1, -1)
        if count or facts.facts or facts.entity_lines
    )
    found = first_that_fits(blocks, preamble, max_tokens, counter)
    return found or Block(withheld=Reason.NO_ROOM if entries else "")


def _in_order(retrieval: Retrieval, *, weak_too: bool) -> list[RankedPassage]:
    """Return what can be shown, best first, but a newer memory before the one it replaces."""
    worth = worth_showing(retrieval)
    if retrieval.relevance is not None and any(not fact.has_text for fact in retrieval.facts):
        worth = [entry for entry in worth if entry.passage.title or _has_evidence(entry)]
    entries = {entry.passage.key: entry for entry in worth}
    if weak_too or (worth and worth[0].score <= 0):
        entries |= {entry.passage.key: entry for entry in _with_a_score(retrieval)}
    order = newer_first([entry.passage for entry in entries.values()], retrieval)
    found = {entry.passage.key: entry for entry in retrieval.passages}
    return [found[passage.key] for passage in order]


def _has_evidence(entry: RankedPassage) -> bool:
    """Whether a memory is shown beside facts of tables: the best ones need not stand in there."""
    return entry.hybrid_score + entry.graph_score >= MIN_EVIDENCE


def _with_a_score(retrieval: Retrieval) -> Iterator[RankedPassage]:
    """Yield the passages that are more like the query than the average; in a tiny graph, all."""
    best = max((entry.score for entry in retrieval.passages), default=0.0)
    for entry in retrieval.passages:
        if not is_blank(entry.passage.text) and (entry.score > 0 or best <= 0):
            yield entry


def _fitting(
    entries: Sequence[RankedPassage],
    retrieval: Retrieval,
    budget: Budget,
    room: int,
    counter: CountTokens,
) -> list[_Result]:
    """Return the results that fit, a long one as an excerpt where room is scarce."""
    passages = [entry.passage for entry in entries]
    texts = texts_read(passage.text for passage in passages)
    texts = answering_sections(passages, texts, retrieval.words)
    weights = word_weights(retrieval.words, texts)
    results: list[_Result] = []
    used = misfits = 0
    for entry, read in zip(entries, texts, strict=True):
        sentences = tuple(shown_sentences(read))
        head = counter(_head(LABEL_TO_COME, entry, f"(older than [{LABEL_TO_COME}])") + "\n")
        titled = entry.passage
        if titled.origin != "memory":
            titled = replace(titled, source="")  # which stands in the line above
        whole = block_text.titled_text(titled, " ".join(sentences))
        text, tokens = whole, counter(whole + "\n")
        if not (is_all_of(read, entry.passage) and budget.shows_whole(used + head, tokens)):
            chosen = first_choice(sentences, with_links(weights, link_words(entry)), counter)
            text = block_text.titled_text(titled, join_sentences(sentences, chosen))
            tokens = counter(text + "\n")
        if used + head + tokens <= room:
            results.append(_Result(entry, text))
            used += head + tokens
            continue
        misfits += 1
        if misfits >= MAX_MISFITS:
            break
    return results


def _compose(
    retrieval: Retrieval, facts: ShownFacts, results: Sequence[_Result], *, left_out: int
) -> Block:
    labels = {result.entry.passage.key: str(n) for n, result in enumerate(results, start=1)}
    lines = [block_text.START, *_notes(retrieval, left_out), *facts.entity_lines]
    by_subject = grouped_by_subject(facts.facts)
    lines += fact_lines(by_subject, labels)
    outdated: list[str] = []
    for entry, text in results:
        key = entry.passage.key
        mark = older_mark(key, retrieval, labels)
        outdated += [key] if mark else []
        lines += [_head(labels[key], entry, mark), text]
    lines.append(block_text.END)
    return Block(
        text="\n".join(lines),
        labels={labels[r.entry.passage.key]: clean(r.entry.passage.id) for r in results},
        passages=tuple(labels),
        facts=tuple(fact.id for fact in by_subject),
        shown={result.entry.passage.key: result.text for result in results},
        outdated=tuple(outdated),
    )


def _notes(retrieval: Retrieval, left_out: int) -> Iterator[str]:
    if not _looks_answered(retrieval):
        yield _WEAK
    if retrieval.expansion_skipped == Reason.LOW_CONFIDENCE:
        yield _NO_LINKS
    if left_out:
        yield f"{counted(left_out, 'more result')} did not fit; a narrower query shows others."


def _looks_answered(retrieval: Retrieval) -> bool:
    near = any(entry.hybrid_score >= NEAR for entry in retrieval.passages)
    return near or is_about_memory(retrieval)


def _head(label: str, entry: RankedPassage, mark: str) -> str:
    """Write where a result comes from, and how it was found if links led to it, on one line."""
    parts = [_source(entry), f"score {entry.score:z.2f}"]
    if entry.origin == "graph":
        parts.append(way_to(entry))
    line = f"[{label}] {', '.join(parts)}"
    return clean(f"{line} {mark}" if mark else line)


def way_to(entry: RankedPassage) -> str:
    """Return over how many hops a passage was found, and what it came through, in words."""
    way = counted(entry.hops, "hop")
    if together := written_together(entry.path):
        return f"{way}, written {together} as another"
    names = " -> ".join(map(block_text.name_text, entry.path))
    return f"{way} via {names}" if names else way


def _source(entry: RankedPassage) -> str:
    """Name where a passage comes from: a memory with its id, or a file; and the day."""
    passage = entry.passage
    if passage.origin == "memory":
        source = f"memory {block_text.name_text(passage.id)}"
    else:
        source = clean(passage.source or passage.id)[: block_text.MAX_TITLE]
    day = "undated" if passage.day is None else date.fromordinal(passage.day).isoformat()
    return f"{source}, {day}"
