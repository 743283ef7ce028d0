"""Packing: from the ranked list to one block of text within a token budget.

Passages go in by rank, without those that stand in the prompt already. A passage of at most 60
tokens is shown whole; a longer one whole as long as everything shown so far fills at most 60 % of
the budget, and otherwise as an excerpt. The ninth that does not fit ends it, and what room is left
takes further sentences of the passages shown. Facts and descriptions of entities get at most a
tenth of the budget, for they cost more recall than they bring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ..model import Block, Entity, Fact, Passage, Retrieval
from ..text.sentences import split_sentences
from . import block_text
from .abstaining import budget_share
from .excerpts import EXCERPT_TOKENS, first_choice, join_sentences, word_weights
from .tokens import TokenCounter
from .untrusted import clean

WHOLE_SHARE = 0.6
"""Share of the budget up to which long passages are shown whole."""

FACT_SHARE = 0.1
"""Share of the budget that facts and descriptions of entities may take."""

MAX_MISFITS = 9
"""So many passages that do not fit end the search for one that does."""

LEAST_TOKENS = 8
"""No passage worth showing takes fewer tokens, with its label."""

MAX_CHARACTERS = 20_000
"""A longer text is read up to here; no budget has room for more."""

RELATED_SHOWN = 3
GAP_TOKENS = 2
"""What a further sentence may add besides itself: a sign for those left out around it."""

PLACEHOLDER = "99"
"""Stands for a label that is not given yet: every label below 1,000 takes one token."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A passage in the block: its sentences, which of them are shown, and their text."""

    passage: Passage
    sentences: tuple[str, ...]
    chosen: tuple[int, ...]
    text: str

    @classmethod
    def of(cls, passage: Passage, sentences: tuple[str, ...], chosen: Iterable[int]) -> _Shown:
        chosen = tuple(sorted(chosen))
        return cls(passage, sentences, chosen, join_sentences(sentences, chosen))


def pack(
    retrieval: Retrieval,
    *,
    max_tokens: int,
    counter: TokenCounter,
    preamble: str = "",
    max_passages: int | None = None,
) -> Block:
    """Write the block.

    Args:
        retrieval: What was found, best first.
        max_tokens: The budget for the preamble and the block, sentinels and all.
        counter: Counts tokens.
        preamble: What stands above the block in the prompt; it is counted, not returned.
        max_passages: Most passages; None for as many as fit.

    Returns:
        The block, never above the budget, and shorter or empty where what was found is not worth
        it. The same input gives the same bytes.
    """
    max_tokens = int(max_tokens * budget_share(retrieval))
    if max_tokens == 0:
        return Block()
    recalled = frozenset(retrieval.recalled)
    candidates = [
        entry.passage
        for entry in retrieval.passages
        if entry.passage.key not in recalled and entry.passage.text.strip()
    ]
    named = block_text.query_entities_line(retrieval.entities)
    frame = [block_text.START, named, block_text.PASSAGES_HEADING, block_text.END]
    room = max_tokens - counter(preamble + "\n") - sum(counter(line + "\n") for line in frame)
    reserve = _choose_facts(
        retrieval.entities,
        _novel_first(retrieval.facts, recalled),
        int(FACT_SHARE * max_tokens),
        counter,
    )[2]

    shelf = _Shelf(max_tokens, room - reserve, counter)
    shelf.fill(candidates, retrieval.words, max_passages)
    keys = frozenset(shown.passage.key for shown in shelf.shown)
    facts = _novel_first(retrieval.facts, recalled | keys)
    entity_lines, chosen_facts, spent = _choose_facts(retrieval.entities, facts, reserve, counter)
    shelf.spend(reserve - spent)
    shelf.fill_up()

    shown = list(shelf.shown)
    while shown or chosen_facts or entity_lines:
        block = _compose(retrieval, named, entity_lines, chosen_facts, shown)
        tokens = counter(f"{preamble}\n{block.text}" if preamble else block.text)
        if tokens <= max_tokens:
            return replace(block, tokens=tokens)
        if shown:
            shown.pop()
        elif chosen_facts:
            chosen_facts = chosen_facts[:-1]
        else:
            entity_lines = entity_lines[:-1]
    return Block()


class _Shelf:
    """The room for passages, and what stands there."""

    def __init__(self, max_tokens: int, room: int, counter: TokenCounter) -> None:
        self._whole_until = WHOLE_SHARE * max_tokens
        self._room = room
        self._counter = counter
        self._used = 0
        self._days: set[int | None] = set()
        self._years: set[int] = set()
        self.shown: list[_Shown] = []

    def fill(
        self, passages: Sequence[Passage], words: Iterable[str], max_passages: int | None
    ) -> None:
        """Put passages in by rank."""
        weights: dict[str, float] | None = None
        misfits = 0
        for passage in passages:
            if max_passages is not None and len(self.shown) >= max_passages:
                return
            if misfits >= MAX_MISFITS or self._room - self._used < LEAST_TOKENS:
                return
            sentences = tuple(split_sentences(passage.text[:MAX_CHARACTERS]))
            shown = _Shown.of(passage, sentences, range(len(sentences)))
            header = self._header_tokens(shown)
            length = self._line_tokens(shown)
            if length > EXCERPT_TOKENS and self._used + header + length > self._whole_until:
                if weights is None:
                    weights = word_weights(words, [other.text for other in passages])
                chosen = first_choice(sentences, weights, self._counter)
                shown = _Shown.of(passage, sentences, chosen)
                length = self._line_tokens(shown)
            tokens = header + length
            if self._used + tokens > self._room:
                misfits += 1
                continue
            self._used += tokens
            self._days.add(passage.day)
            if passage.day is not None:
                self._years.add(date.fromordinal(passage.day).year)
            self.shown.append(shown)

    def spend(self, tokens: int) -> None:
        """Give room that others did not need."""
        self._room += tokens

    def fill_up(self) -> None:
        """Use what room is left for further sentences of the passages shown, in their order."""
        for place, shown in enumerate(self.shown):
            for index, sentence in enumerate(shown.sentences):
                if index in shown.chosen or self._used >= self._room:
                    continue
                cost = self._counter(" " + sentence) + GAP_TOKENS
                if self._used + cost > self._room:
                    continue
                longer = _Shown.of(shown.passage, shown.sentences, {*shown.chosen, index})
                self._used += self._line_tokens(longer) - self._line_tokens(shown)
                shown = longer
            self.shown[place] = shown

    def _header_tokens(self, shown: _Shown) -> int:
        day = shown.passage.day
        if day in self._days:
            return 0
        year = date.fromordinal(day).year if day is not None else None
        return self._counter(block_text.day_line(day, year if year in self._years else None) + "\n")

    def _line_tokens(self, shown: _Shown) -> int:
        title = f"{shown.passage.title}: " if shown.passage.title else ""
        return self._counter(f"[{PLACEHOLDER}] {title}{shown.text}\n")


def _novel_first(facts: Iterable[Fact], known: frozenset[str]) -> list[Fact]:
    """Put facts first that no text in the prompt supports."""
    return sorted(facts, key=lambda fact: bool(known.intersection(fact.documents)))


def _choose_facts(
    entities: Iterable[Entity], facts: Sequence[Fact], room: int, counter: TokenCounter
) -> tuple[list[str], list[Fact], int]:
    """Choose what fits: lines about the entities named, and facts.

    Returns:
        The entities' lines, the facts, and the tokens they take.
    """
    lines: list[str] = []
    chosen: list[Fact] = []
    spent = 0
    for entity in entities:
        if not (entity.named and entity.description):
            continue
        own = [fact for fact in facts if entity.id in (fact.subject, fact.object)]
        line = block_text.entity_line(entity, own[:RELATED_SHOWN])
        tokens = counter(line + "\n")
        if spent + tokens <= room:
            lines.append(line)
            spent += tokens
    heading = counter(block_text.FACTS_HEADING + "\n")
    for fact in facts:
        line = block_text.fact_line(fact, [PLACEHOLDER] * min(len(fact.documents), 2))
        tokens = counter(line + "\n") + (0 if chosen else heading)
        if spent + tokens <= room:
            chosen.append(fact)
            spent += tokens
    return lines, chosen, spent


def _compose(
    retrieval: Retrieval,
    named: str,
    entity_lines: Sequence[str],
    facts: Sequence[Fact],
    shown: Sequence[_Shown],
) -> Block:
    ids = {entry.passage.key: entry.passage.id for entry in retrieval.passages}
    days = list(dict.fromkeys(item.passage.day for item in shown))
    grouped = [item for day in days for item in shown if item.passage.day == day]
    labels = {item.passage.key: str(number) for number, item in enumerate(grouped, start=1)}
    by_subject = _grouped_by_subject(facts)
    for fact in by_subject:
        for key in fact.documents[:2]:
            labels.setdefault(key, str(len(labels) + 1))

    lines = [block_text.START]
    lines += [line for line in (named, *entity_lines) if line]
    if by_subject:
        lines.append(block_text.FACTS_HEADING)
    for fact in by_subject:
        lines.append(block_text.fact_line(fact, [labels[key] for key in fact.documents[:2]]))
    if grouped:
        lines.append(block_text.PASSAGES_HEADING)
    year: int | None = None
    for day in days:
        if days != [None]:
            lines.append(block_text.day_line(day, year))
            year = date.fromordinal(day).year if day is not None else year
        lines += [
            block_text.passage_line(labels[item.passage.key], item.passage, item.text)
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
            item.passage.key: block_text.passage_text(item.passage, item.text) for item in grouped
        },
    )


def _grouped_by_subject(facts: Sequence[Fact]) -> list[Fact]:
    """Bring facts of one subject together, in the order of its best; the user's own first."""
    subjects = list(dict.fromkeys(fact.subject for fact in facts))
    subjects.sort(key=lambda subject: subject != block_text.USER_ENTITY)
    return [fact for subject in subjects for fact in facts if fact.subject == subject]
