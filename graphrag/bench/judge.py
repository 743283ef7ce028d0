"""Scores what came back against the gold, which is read here for the first time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import metrics
from .beir import Gold, read_gold
from .question_set import QuestionSet
from .runner import RECALLED, Asked

DEPTHS = (2, 5, 10)


@dataclass(frozen=True, slots=True)
class FolderResult:
    """The figures of one question set under one strategy.

    Attributes:
        name: The folder's name.
        strategy: The strategy's name.
        documents: Number of passages.
        rows: For each question the figures of the method and, prefixed ``vector_``, of vectors.
        turn_ms: Wall time of each turn, in milliseconds.
        stages_ms: Wall times of the stages of each turn, in milliseconds.
        token_counter: How tokens were counted: ``cl100k_base`` or ``estimate``.
    """

    name: str
    strategy: str
    documents: int
    rows: tuple[Mapping[str, float], ...]
    turn_ms: tuple[float, ...]
    stages_ms: tuple[Mapping[str, float], ...]
    token_counter: str = ""


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
    texts = {passage.id: passage.whole_text for passage in questions.passages}
    return FolderResult(
        name=questions.path.name,
        strategy=strategy,
        documents=len(questions.passages),
        rows=tuple(judged(entry, gold, texts) for entry in asked),
        turn_ms=tuple(entry.turn_ms for entry in asked),
        stages_ms=tuple(dict(entry.retrieval.stages_ms) for entry in asked),
        token_counter=token_counter,
    )


def judged(entry: Asked, gold: Gold, texts: Mapping[str, str]) -> dict[str, float]:
    """Return the figures of one question.

    Args:
        entry: What came back.
        gold: The gold of the question set.
        texts: The passages' texts with their titles, by id.
    """
    question = entry.question.id
    right = gold.passages[question]
    ranked = [item.passage.id for item in entry.retrieval.passages]
    recalled = entry.vector_order[:RECALLED]
    new = [key for key in ranked if key not in recalled]
    row: dict[str, float] = {}
    for prefix, order in (("", ranked), ("vector_", list(entry.vector_order))):
        for k in DEPTHS:
            row[f"{prefix}recall@{k}"] = metrics.recall_at(order, right, k)
        row[f"{prefix}all_gold@5"] = metrics.all_gold_at(order, right, 5)
    row["additive_recall@10"] = metrics.recall_at([*recalled, *new[:5]], right, 10)
    row["vector_additive_recall@10"] = metrics.recall_at(entry.vector_order, right, 10)

    def is_shown(passage: str, shown: str | None) -> bool:
        evidence = gold.evidence.get((question, passage))
        return metrics.is_shown(shown, evidence, texts.get(passage, ""))

    id_of = {item.passage.key: item.passage.id for item in entry.retrieval.passages}
    block = {id_of[key]: text for key, text in entry.block.shown.items()}
    in_ours = {key for key in right if is_shown(key, {**block, **entry.recalled}.get(key))}
    in_rival = {
        key for key in right if is_shown(key, {**entry.rival.shown, **entry.recalled}.get(key))
    }
    row["gold_in_prompt"] = len(in_ours) / len(right)
    row["vector_gold_in_prompt"] = len(in_rival) / len(right)
    if answers := gold.answers.get(question):
        for prefix, added in (("", entry.block.text), ("vector_", entry.rival.text)):
            context = f"{entry.prompt_without_block}\n{added}"
            row[f"{prefix}answer_in_context"] = float(metrics.has_answer(context, answers))
    row["block_tokens"] = entry.block.tokens
    row["vector_block_tokens"] = entry.rival.tokens
    row["lost_gold"] = float(
        any(
            is_shown(key, entry.prompt_without_block) and not is_shown(key, entry.prompt)
            for key in right
        )
    )
    row["below_further_vectors"] = float(bool(in_rival - in_ours))
    return row
