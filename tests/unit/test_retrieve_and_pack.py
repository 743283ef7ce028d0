"""The two steps of a turn, or of a search by the agent: what is found is written."""

from __future__ import annotations

from graphrag.config import load_settings
from graphrag.model import Passage, Query, RankedPassage, Retrieval, SearchOptions
from graphrag.packing.tokens import estimate_tokens
from graphrag.retrieve_and_pack import retrieve_and_pack


def found(key: str, score: float) -> RankedPassage:
    passage = Passage(key, key, "s", text=f"Parcel {key}.")
    return RankedPassage(passage, score, "vector", score, 0.0, score, 0)


class Retriever:
    """Finds five good memories and a weak one."""

    settings = load_settings({}).settings

    async def retrieve(self, query, **options):
        good = [found(f"m{number}", 0.6) for number in range(5)]
        return Retrieval(passages=(*good, found("weak", 0.1)))


async def test_a_search_that_asks_for_a_number_of_results_gets_weak_ones_too():
    async def searched(options: SearchOptions) -> list[str]:
        _, block = await retrieve_and_pack(
            Retriever(),
            Query("Which parcels?", ("s",)),
            estimate_tokens,
            "",
            1000,
            options=options,
            as_results=True,
        )
        return list(block.passages)

    assert await searched(SearchOptions()) == ["m0", "m1", "m2", "m3", "m4"]
    assert (await searched(SearchOptions(max_results=9)))[-1] == "weak"
