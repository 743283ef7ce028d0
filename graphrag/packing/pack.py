"""Packing: from the ranked list to one block of text within a token budget.

Passages go in by rank, without those already in the prompt. A short passage is shown whole.
A long one is shown whole while there is plenty of room, and otherwise as an excerpt. Facts and
descriptions of entities get a small share, and so does the list of those that the message names.
The room that is left takes further sentences of the passages shown.

The numbers are in ``budget``. ``passages`` and ``facts`` choose, ``compose`` puts in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..model import Block, Entity, Retrieval
from ..reasons import Reason
from . import block_text
from .abstaining import is_about_memory
from .budget import Budget
from .compose import compose, first_that_fits
from .excerpts import link_words
from .facts import ShownFacts, facts_beside, tokens_for_facts
from .outdated import marks_of, newer_first, recalled_notes
from .passages import PassageSelection, ShownPassage
from .tokens import CountTokens, counter_up_to
from .worth_showing import worth_showing


def pack(
    retrieval: Retrieval,
    *,
    max_tokens: int,
    counter: CountTokens,
    preamble: str = "",
    max_passages: int | None = None,
) -> Block:
    """Write the block.

    Args:
        retrieval: What was found, best first.
        max_tokens: The budget for the preamble and the block, sentinels included.
        counter: Counts tokens.
        preamble: What stands above the block in the prompt; it is counted, not returned.
        max_passages: Maximum number of passages; None for as many as fit.

    Returns:
        The block, never above the budget. It is shorter or empty where what was found is not worth
        the tokens. The same input gives the same bytes.

    Example:
        ::

            retrieval = store.run(retriever.retrieve(query, deadline_ms=500), timeout_s=1)
            block = pack(retrieval, max_tokens=500, counter=load_counter())
            print(block.text, block.tokens)
    """
    if not is_about_memory(retrieval):
        return Block(withheld=Reason.NOT_ABOUT_MEMORY)
    budget = Budget(max_tokens)
    counter = counter_up_to(max_tokens, counter)
    candidates = newer_first([entry.passage for entry in worth_showing(retrieval)], retrieval)
    notes = recalled_notes(retrieval)
    listed = replace(retrieval, entities=_listed(retrieval.entities, budget, counter))
    room = max_tokens - _frame_tokens(listed, (preamble, *notes), counter)
    reserved = tokens_for_facts(retrieval, room, budget, counter, has_texts=bool(candidates))

    marks = marks_of(candidates, retrieval)
    selection = PassageSelection(budget, room - reserved, counter, marks)
    links = {entry.passage.key: link_words(entry) for entry in retrieval.passages}
    selection.add_by_rank(candidates, retrieval.words, max_passages, links)
    shown = {
        item.passage.key: block_text.titled_text(item.passage, item.text)
        for item in selection.shown
    }
    facts = facts_beside(shown, retrieval, reserved, counter)
    selection.add_room(reserved - facts.tokens)
    selection.lengthen()

    blocks = (compose(listed, *less) for less in _shrinking(facts, selection.shown, notes))
    found = first_that_fits(blocks, preamble, max_tokens, counter)
    return found or Block(withheld=Reason.NO_ROOM if candidates else "")


def _shrinking(
    facts: ShownFacts, shown: Sequence[ShownPassage], notes: Sequence[str]
) -> Iterator[tuple[ShownFacts, Sequence[ShownPassage], Sequence[str]]]:
    """Yield all that was chosen, and then each time a passage, a fact, a line or a note less."""
    while shown or facts.facts or facts.entity_lines or notes:
        yield facts, shown, notes
        if shown:
            shown = shown[:-1]
        elif facts.facts:
            facts = replace(facts, facts=facts.facts[:-1])
        elif facts.entity_lines:
            facts = replace(facts, entity_lines=facts.entity_lines[:-1])
        else:
            notes = notes[:-1]


def _listed(entities: Iterable[Entity], budget: Budget, counter: CountTokens) -> tuple[Entity, ...]:
    """Return the named entities that the block lists: as many as fit into their share."""
    listed: tuple[Entity, ...] = ()
    for entity in entities:
        longer = (*listed, entity)
        if entity.named and _list_tokens(longer, counter) <= budget.for_names:
            listed = longer
    return listed


def _list_tokens(entities: Iterable[Entity], counter: CountTokens) -> int:
    return counter(block_text.query_entities_line(entities) + "\n")


def _frame_tokens(retrieval: Retrieval, texts: Sequence[str], counter: CountTokens) -> int:
    """Return the tokens of what stands around passages and facts."""
    frame = (*texts, block_text.START, block_text.PASSAGES_HEADING, block_text.END)
    return _list_tokens(retrieval.entities, counter) + sum(counter(line + "\n") for line in frame)
