"""The benchmark counts everything that a turn adds to the prompt, for the block and its rival."""

from __future__ import annotations

import asyncio
from datetime import date

from graphrag.bench.beir import CorpusPassage
from graphrag.bench.host_recall import HostRecall
from graphrag.bench.rival import further_vectors
from graphrag.bench.turn import TurnTaker
from graphrag.config import Settings
from graphrag.model import Passage, Query, RankedPassage, Retrieval
from graphrag.packing.block_text import DEFAULT_PREAMBLE


def words(text: str) -> int:
    """Count words, in place of tokens."""
    return len(text.split())


class Retriever:
    """Finds one passage."""

    settings = Settings()

    async def retrieve(self, query: Query, *, deadline_ms: float, **options: object) -> Retrieval:
        passage = Passage("key", "id", "scope", text="Tove Brandt looks after the gateway.")
        entry = RankedPassage(passage, 1.0, "graph", None, 1.0, 0.0, 1)
        return Retrieval(passages=(entry,), confidence=1.0)


def test_the_preamble_counts_as_the_blocks() -> None:
    query = Query("Who looks after the gateway?", ("scope",), date(2026, 1, 1))
    turn = asyncio.run(TurnTaker(Retriever(), words).take(query))
    assert "Tove Brandt" in turn.block.text
    assert DEFAULT_PREAMBLE not in turn.block.text
    assert turn.block.tokens == words(DEFAULT_PREAMBLE) + words(turn.block.text)


def test_the_preamble_counts_as_the_rivals() -> None:
    passages = [CorpusPassage("a", "", "one two three")]
    room = words(DEFAULT_PREAMBLE) + words("[1] one two three")
    assert further_vectors(passages, words, room).tokens == room
    assert further_vectors(passages, words, room - 1).text == ""


def test_the_rival_says_each_day_and_each_year_once_as_a_block_does() -> None:
    dates = ("2023-05-08", "2023-05-09", "2023-05-08", "2024-01-02")
    passages = [CorpusPassage(day + str(i), "", "Text.", day) for i, day in enumerate(dates)]
    lines = further_vectors(passages, words, 500).text.splitlines()
    assert [line for line in lines if line.endswith(":")] == [
        "8 May 2023:",
        "9 May:",
        "2 January 2024:",
    ]


def test_the_host_recalls_what_is_similar_enough_and_no_more_than_its_limit() -> None:
    cosines = [0.8, 0.5, 0.4, 0.3, 0.2, 0.1]
    areas = ["main", "fragments", "", "main", "main", "main"]
    assert HostRecall().places(cosines, areas) == [0, 1, 2]
    assert HostRecall(limit=2).places(cosines, areas) == [0, 1]
    assert HostRecall(threshold=0.0).places(cosines, areas) == [0, 1, 2, 3, 4]
    assert HostRecall().places([0.1], ["main"]) == []


def test_the_host_recalls_three_solutions_besides_the_memories_and_behind_them() -> None:
    areas = ["solutions", "main", "solutions", "main", "solutions", "solutions", "main"]
    cosines = [0.9] * len(areas)
    assert HostRecall().places(cosines, areas) == [1, 3, 6, 0, 2, 4]
    assert HostRecall(limit=1).places(cosines, areas) == [1, 0]
    assert HostRecall(limit=0).places(cosines, areas) == []
