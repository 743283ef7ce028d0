"""Packing: from the ranked list to one block of text within a token budget.

Passages go in by rank, without those already in the prompt. A short passage is shown whole.
A long one is shown whole while there is plenty of room, and otherwise as an excerpt. Facts and
descriptions of entities get a small share, and so does the list of those that the message names.
The room that is left takes further sentences of the passages shown.

The numbers are in ``budget``. ``passages`` and ``facts`` choose, ``compose`` puts in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..model import Block, Entity, Retrieval
from ..reasons import Reason
from . import block_text
from .abstaining import is_about_memory
from .budget import Budget
from .compose import compose
from .facts import choose_facts, divided_by_texts, unsaid
from .outdated import marks_of, newer_first, recalled_notes
from .passages import PassageSelection
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
    recalled = frozenset(retrieval.recalled)
    candidates = [entry.passage for entry in worth_showing(retrieval)]
    candidates = newer_first(candidates, retrieval)
    notes = recalled_notes(retrieval)
    entities = retrieval.entities
    # From here on it holds only the entities that the block lists.
    retrieval = replace(retrieval, entities=_listed(entities, budget, counter))
    frame = _frame_tokens(retrieval, (preamble, *notes), counter)
    # How many tokens the facts want at most; which ones are shown depends on the passages.
    new = unsaid(retrieval.facts, dict.fromkeys(recalled))
    told, of_tables = divided_by_texts(new, entities)
    reserved = choose_facts(entities, told, budget.for_facts, counter).tokens
    most = min(budget.for_tables(has_texts=bool(candidates)), budget.max_tokens - frame - reserved)
    reserved += choose_facts((), of_tables, most, counter).tokens

    room = budget.max_tokens - frame - reserved
    marks = marks_of(candidates, retrieval)
    selection = PassageSelection(budget, room, counter, marks)
    selection.add_by_rank(candidates, retrieval.words, max_passages)
    texts = {
        shown.passage.key: block_text.titled_text(shown.passage, shown.text)
        for shown in selection.shown
    }
    not_said = unsaid(retrieval.facts, {**dict.fromkeys(recalled), **texts})
    told, of_tables = divided_by_texts(not_said, entities)
    facts = choose_facts(entities, [*of_tables, *told], reserved, counter, texts.values())
    selection.add_room(reserved - facts.tokens)
    selection.lengthen()

    # Each part was counted by itself. All of it together may take a few tokens more.
    shown = list(selection.shown)
    while shown or facts.facts or facts.entity_lines or notes:
        block = compose(retrieval, facts, shown, notes)
        tokens = counter(f"{preamble}\n{block.text}" if preamble else block.text)
        if tokens <= budget.max_tokens:
            return replace(block, tokens=tokens)
        if shown:
            shown.pop()
        elif facts.facts:
            facts = replace(facts, facts=facts.facts[:-1])
        elif facts.entity_lines:
            facts = replace(facts, entity_lines=facts.entity_lines[:-1])
        else:
            notes = notes[:-1]
    return Block(withheld=Reason.NO_ROOM if candidates else "")


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
