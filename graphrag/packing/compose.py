"""The lines of a block in their order, with the labels of their sources."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from ..model import Block, Retrieval
from . import block_text
from .facts import ShownFacts, fact_lines, grouped_by_subject
from .outdated import newer_days_first, newer_mark, older_mark
from .passages import ShownPassage
from .untrusted import clean


def compose(
    retrieval: Retrieval,
    facts: ShownFacts,
    shown: Sequence[ShownPassage],
    notes: Sequence[str] = (),
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
    ids = {entry.passage.key: entry.passage.id for entry in retrieval.passages}
    days = newer_days_first(
        dict.fromkeys(item.passage.day for item in shown),
        [item.passage for item in shown],
        retrieval.outdated,
    )
    grouped = [item for day in days for item in shown if item.passage.day == day]
    labels = {item.passage.key: str(number) for number, item in enumerate(grouped, start=1)}
    outdated = {key: older_mark(key, retrieval, labels) for key in labels}
    marks = {key: mark or newer_mark(key, retrieval) for key, mark in outdated.items()}

    named = block_text.query_entities_line(retrieval.entities)
    lines = [block_text.START]
    lines += [line for line in (named, *notes, *facts.entity_lines) if line]
    by_subject = grouped_by_subject(facts.facts)
    lines += fact_lines(by_subject, labels)
    if grouped:
        lines.append(block_text.PASSAGES_HEADING)
    year: int | None = None
    for day in days:
        if days != [None]:
            lines.append(block_text.day_line(day, year))
            year = date.fromordinal(day).year if day is not None else year
        lines += [
            block_text.passage_line(
                labels[item.passage.key], item.passage, item.text, marks[item.passage.key]
            )
            for item in grouped
            if item.passage.day == day
        ]
    lines.append(block_text.END)
    return Block(
        text="\n".join(lines),
        labels={label: clean(ids.get(key, key)) for key, label in labels.items()},
        passages=tuple(item.passage.key for item in grouped),
        facts=tuple(fact.id for fact in by_subject),
        shown={
            item.passage.key: block_text.titled_text(item.passage, item.text) for item in grouped
        },
        outdated=tuple(key for key, mark in outdated.items() if mark),
    )
