"""The lines of a block in their order, with the labels of their sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain

from ..model import Block, Retrieval
from . import block_text
from .facts import ShownFacts, fact_lines, grouped_by_subject
from .outdated import newer_days_first, newer_mark, older_mark
from .passages import ShownPassage
from .tokens import CountTokens
from .untrusted import clean


def first_that_fits(
    blocks: Iterable[Block], preamble: str, max_tokens: int, counter: CountTokens
) -> Block | None:
    """Return the first block within a budget, with its tokens; None if none is.

    Each part was counted by itself. All of it together may take a few tokens more.

    Args:
        blocks: Blocks, each with less than the one before.
        preamble: What will stand above the block; it is counted.
        max_tokens: The budget.
        counter: Counts tokens.
    """
    for block in blocks:
        tokens = counter(f"{preamble}\n{block.text}" if preamble else block.text)
        if tokens <= max_tokens:
            return replace(block, tokens=tokens)
    return None


def compose(
    retrieval: Retrieval,
    facts: ShownFacts,
    shown: Sequence[ShownPassage],
    notes: Sequence[str],
) -> Block:
    """Write a block.

    Passages of one day stand together under a line with that day.

    Args:
        retrieval: What was found; it names the entities and the ids of the sources.
        facts: The entities' lines and the facts to show.
        shown: The passages to show, best first.
        notes: Sentences about what the host recalled.

    Returns:
        The block, its tokens not yet counted.
    """
    by_day = _grouped_by_day(shown, retrieval)
    grouped = list(chain.from_iterable(by_day.values()))
    labels = {item.passage.key: str(number) for number, item in enumerate(grouped, start=1)}
    outdated = {key: older_mark(key, retrieval, labels) for key in labels}
    marks = {key: mark or newer_mark(key, retrieval) for key, mark in outdated.items()}
    by_subject = grouped_by_subject(facts.facts)
    named = block_text.query_entities_line(retrieval.entities)
    lines = [
        block_text.START,
        *(line for line in (named, *notes, *facts.entity_lines) if line),
        *fact_lines(by_subject, labels),
        *_passage_lines(by_day, labels, marks),
        block_text.END,
    ]
    ids = {entry.passage.key: entry.passage.id for entry in retrieval.passages}
    return Block(
        text="\n".join(lines),
        labels={label: clean(ids.get(key, key)) for key, label in labels.items()},
        passages=tuple(labels),
        facts=tuple(fact.id for fact in by_subject),
        shown={
            item.passage.key: block_text.titled_text(item.passage, item.text) for item in grouped
        },
        outdated=tuple(key for key, mark in outdated.items() if mark),
    )


def _grouped_by_day(
    shown: Sequence[ShownPassage], retrieval: Retrieval
) -> dict[int | None, list[ShownPassage]]:
    """Group passages by day, in the order of each day's best; the day of a newer memory first."""
    days = newer_days_first((item.passage for item in shown), retrieval.outdated)
    return {day: [item for item in shown if item.passage.day == day] for day in days}


def _passage_lines(
    by_day: Mapping[int | None, Sequence[ShownPassage]],
    labels: Mapping[str, str],
    marks: Mapping[str, str],
) -> Iterator[str]:
    """Yield the heading of the passages, and each day with its own; no day if none is known."""
    if by_day:
        yield block_text.PASSAGES_HEADING
    year: int | None = None
    for day, items in by_day.items():
        if by_day.keys() != {None}:
            yield block_text.day_line(day, year)
            year = date.fromordinal(day).year if day is not None else year
        for item in items:
            key = item.passage.key
            yield block_text.passage_line(labels[key], item.passage, item.text, marks[key])
