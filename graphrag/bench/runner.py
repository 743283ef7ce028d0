"""Asks every question of a set as a turn would, through the product's own code.

The set is ingested once by content. Then each question is recalled by vectors as the host does, and
answered by a turn on the live Neo4j. The gold is read only after the last question (``judge``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from ..model import Block, Query, RecalledDocument, Retrieval, graph_key
from ..packing.block_text import DEFAULT_PREAMBLE
from ..ranking.similarity import CANDIDATES_EACH
from .ablation import whole_query
from .beir import Question
from .host_recall import DEFAULT_RECALL, HostRecall
from .question_set import QuestionSet
from .rival import further_vectors
from .turn import PATIENT_DEADLINE_MS, TurnTaker

if TYPE_CHECKING:
    from ..store import GraphStore

CLOCK = date(2026, 1, 1)
"""The clock for relative dates; any fixed day will do."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with everything that came back.

    Attributes:
        question: The question.
        vector_order: Ids of the vector results, best first.
        recalled: The recalled texts as they stand in the prompt, by id, in prompt order.
        retrieval: What the turn found.
        block: What the turn wrote.
        rival: Further vector results in as many tokens as the block has.
        prompt: The part of the prompt that recall and the turn write, with the block.
        prompt_without_block: The same part of the prompt without the plugin.
        turn_ms: Wall time of the turn, in milliseconds.
    """

    question: Question
    vector_order: tuple[str, ...]
    recalled: Mapping[str, str]
    retrieval: Retrieval
    block: Block
    rival: Block
    prompt: str
    prompt_without_block: str
    turn_ms: float


def ask_all(
    questions: QuestionSet,
    store: GraphStore,
    taker: TurnTaker,
    *,
    recall: HostRecall = DEFAULT_RECALL,
    hide: Callable[[Query], Query] = whole_query,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Asked]:
    """Ask every question of a set.

    Args:
        questions: The question set; its graph must be in the store.
        store: The live graph.
        taker: Takes the turns, with the strategy to measure.
        recall: The host's recall.
        hide: What hides a part of each query from the retriever.
        progress: Called with how many are done, and how many there are.

    Returns:
        What came back, in file order.
    """

    async def ask() -> list[Asked]:
        await taker.learn(questions.scope)
        asked = []
        for index in range(len(questions.questions)):
            asked.append(await _ask(questions, index, taker, recall, hide))
            progress(index + 1, len(questions.questions))
            await asyncio.sleep(0)
        return asked

    count = max(1, len(questions.questions))
    return store.run(ask(), timeout_s=PATIENT_DEADLINE_MS * count / 1000)


async def _ask(
    questions: QuestionSet,
    index: int,
    taker: TurnTaker,
    recall: HostRecall,
    hide: Callable[[Query], Query],
) -> Asked:
    question, asked = questions.questions[index], questions.asked_vectors[index]
    cosines = questions.vectors @ questions.question_vectors[index]
    graph_cosines = questions.vectors @ asked
    order = [int(i) for i in np.argsort(-cosines, kind="stable")[:CANDIDATES_EACH]]
    nearest = [questions.passages[i] for i in order]
    places = recall.places([float(cosines[i]) for i in order], [p.area for p in nearest])
    recalled = [nearest[place] for place in places]
    further = [passage for place, passage in enumerate(nearest) if place not in places]
    query = Query(
        message=questions.messages[index],
        scopes=(questions.scope,),
        today=CLOCK,
        recalled=tuple(
            RecalledDocument(
                key=graph_key(questions.scope, passage.id),
                id=passage.id,
                text=passage.text,
                cosine=float(graph_cosines[order[place]]),
            )
            for passage, place in zip(recalled, places, strict=True)
        ),
        vector=asked,
        likeness=questions.likeness[index],
        vector_scopes=(questions.scope,),
        asks=questions.asks[index],
    )
    turn = await taker.take(hide(query))
    shown = {passage.id: passage.whole_text for passage in recalled}
    without_block = "\n".join(shown.values())
    added = f"\n{DEFAULT_PREAMBLE}\n{turn.block.text}" if turn.block.text else ""
    return Asked(
        question=question,
        vector_order=tuple(passage.id for passage in nearest),
        recalled=shown,
        retrieval=turn.retrieval,
        block=turn.block,
        rival=further_vectors(further, taker.counter, turn.block.tokens),
        prompt=without_block + added,
        prompt_without_block=without_block,
        turn_ms=turn.ms,
    )
