"""Scores what came back against the gold, which is read here for the first time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...graph.timestamps import parse_timestamp
from ..beir import CorpusPassage, Gold, read_gold
from ..question_set import QuestionSet
from ..runner import Asked
from . import metrics
from .outdated import shown_as_current
from .told_facts import judged_facts

DEPTHS = (2, 5, 10)

ADDED_TO = 5
"""Number of vector results that ``additive_recall@10`` starts with, whatever the host recalls."""


@dataclass(frozen=True, slots=True)
class FolderResult:
    """The figures of one question set under one strategy.

    Attributes:
        name: The folder's name.
        strategy: The strategy's name.
        documents: Number of passages.
        rows: For each question the figures of the method and, prefixed ``vector_``, of vectors. A
            question without gold passages has those of the block alone.
        turn_ms: Wall time of each turn, in milliseconds.
        stages_ms: Wall times of the stages of each turn, in milliseconds.
        token_counter: How tokens were counted: ``cl100k_base`` or ``estimate``.
        kinds: The kind of each question, where the set names one.
    """

    name: str
    strategy: str
    documents: int
    rows: tuple[Mapping[str, float], ...]
    turn_ms: tuple[float, ...]
    stages_ms: tuple[Mapping[str, float], ...]
    token_counter: str = ""
    kinds: tuple[str, ...] = ()


def judge(
    questions: QuestionSet, asked: Sequence[Asked], strategy: str, token_counter: str
) -> FolderResult:
    """Score what came back.

    Args:
        questions: The question set.
        asked: Everything that came back.
        strategy: The strategy's name, for the report.
        token_counter: How tokens were counted, for the report.
    """
    gold = read_gold(questions.path)
    passages = {passage.id: passage for passage in questions.passages}
    return FolderResult(
        name=questions.path.name,
        strategy=strategy,
        documents=len(questions.passages),
        rows=tuple(judged(entry, gold, passages) for entry in asked),
        turn_ms=tuple(entry.turn_ms for entry in asked),
        stages_ms=tuple(dict(entry.retrieval.stages_ms) for entry in asked),
        token_counter=token_counter,
        kinds=tuple(entry.question.kind for entry in asked),
    )


def judged(entry: Asked, gold: Gold, passages: Mapping[str, CorpusPassage]) -> dict[str, float]:
    """Return the figures of one question.

    Args:
        entry: What came back.
        gold: The gold of the question set.
        passages: The passages of the question set, by id.
    """
    row: dict[str, float] = {
        "silent": float(not entry.block.text),
        "block_tokens": entry.block.tokens,
    }
    if gold.facts:
        row |= judged_facts(entry, gold.facts.get(entry.question.id, frozenset()))
    right = gold.passages.get(entry.question.id)
    if right:
        row |= _found(entry, right)
        row |= _in_prompt(entry, right, gold, passages)
        row |= _worth(entry, right)
        if stale := gold.stale.get(entry.question.id):
            newest = max(right, key=lambda key: (_minute(passages[key].timestamp), key))
            row |= _outdated(entry, stale, newest, passages)
    return row


def _minute(timestamp: str) -> tuple[int, str]:
    """Return what orders passages by time: the minute, then how it is written; none comes first."""
    moment = parse_timestamp(timestamp)
    if moment is None:
        return 0, timestamp
    return moment.day * 1440 if moment.minute is None else moment.minute, timestamp


def _found(entry: Asked, right: frozenset[str]) -> dict[str, float]:
    ranked = [item.passage.id for item in entry.retrieval.passages]
    recalled = entry.vector_order[:ADDED_TO]
    new = [key for key in ranked if key not in recalled]
    row: dict[str, float] = {}
    for prefix, order in (("", ranked), ("vector_", list(entry.vector_order))):
        for k in DEPTHS:
            row[f"{prefix}recall@{k}"] = metrics.recall_at(order, right, k)
        row[f"{prefix}all_gold@5"] = metrics.all_gold_at(order, right, 5)
    row["additive_recall@10"] = metrics.recall_at([*recalled, *new[:5]], right, 10)
    row["vector_additive_recall@10"] = metrics.recall_at(entry.vector_order, right, 10)
    return row


def _in_prompt(
    entry: Asked, right: frozenset[str], gold: Gold, passages: Mapping[str, CorpusPassage]
) -> dict[str, float]:
    question = entry.question.id

    def is_shown(passage: str, shown: str | None) -> bool:
        evidence = gold.evidence.get((question, passage))
        # Of a long title, a block shows the beginning.
        return metrics.is_shown(shown, evidence, passages[passage].text)

    in_ours, in_rival = (
        {key for key in right if is_shown(key, {**added, **entry.recalled}.get(key))}
        for added in (block_by_id(entry), entry.rival.shown)
    )
    row: dict[str, float] = {}
    for prefix, there in (("", in_ours), ("vector_", in_rival)):
        row[f"{prefix}gold_in_prompt"] = len(there) / len(right)
        row[f"{prefix}all_gold_in_prompt"] = float(len(there) == len(right))
    if answers := gold.answers.get(question):
        for prefix, text in (("", entry.block.text), ("vector_", entry.rival.text)):
            context = f"{entry.prompt_without_block}\n{text}"
            row[f"{prefix}answer_in_context"] = float(metrics.has_answer(context, answers))
    row["lost_gold"] = float(
        any(
            is_shown(key, entry.prompt_without_block) and not is_shown(key, entry.prompt)
            for key in right
        )
    )
    row["below_further_vectors"] = float(bool(in_rival - in_ours))
    return row


def _worth(entry: Asked, right: frozenset[str]) -> dict[str, float]:
    """Return how many memories are shown besides the recalled ones, and how many are gold."""
    row: dict[str, float] = {}
    for prefix, added in (("", block_by_id(entry)), ("vector_", entry.rival.shown)):
        shown = added.keys() - entry.recalled.keys()
        row[f"{prefix}shown"] = len(shown)
        row[f"{prefix}shown_gold"] = len(shown & right)
    return row


def _outdated(
    entry: Asked, stale: frozenset[str], newest: str, passages: Mapping[str, CorpusPassage]
) -> dict[str, float]:
    current = {key for key in stale if shown_as_current(key, passages[key].whole_text, entry)}
    in_block = block_by_id(entry).keys()
    in_rival = entry.rival.shown.keys()
    return {
        "newest": float(newest in in_block | entry.recalled.keys()),
        "vector_newest": float(newest in in_rival | entry.recalled.keys()),
        "outdated_in_block": float(bool(current & in_block)),
        "vector_outdated_in_block": float(bool(stale & in_rival)),
        "outdated_in_prompt": float(bool(current)),
        "vector_outdated_in_prompt": float(bool(stale & (in_rival | entry.recalled.keys()))),
    }


def block_by_id(entry: Asked) -> dict[str, str]:
    """Return what the block shows of each passage, by the passage's id."""
    id_of = {item.passage.key: item.passage.id for item in entry.retrieval.passages}
    return {id_of[key]: text for key, text in entry.block.shown.items()}
