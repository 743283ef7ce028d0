"""Answers that were asked for before the turn: taken if the turn asks the same, soon enough."""

import asyncio
import gc
from dataclasses import replace
from types import SimpleNamespace

import pytest

from graphrag.agent_zero.host import recall
from graphrag.errors import DeadlineError
from graphrag.model import Query, RecalledDocument
from graphrag.retriever.read_ahead import FAILED_FOR_S, FRESH_S, MAX_TURNS, ReadAhead
from graphrag.store import turn_id

QUERY = Query("Who owns checkout-api?", ("a/default", "a/shared"))
ASKED = {"names": ["checkout api"], "vector": [0.6, 0.8]}
ROW = {"passages": ["m1"]}


@pytest.fixture
def now():
    return SimpleNamespace(s=0.0, writes=0)


@pytest.fixture
def ahead(now):
    return ReadAhead(lambda: now.writes, lambda: now.s)


async def reading(ends=None, fails=None):
    if ends is not None:
        await ends.wait()
    if fails is not None:
        raise fails
    return ROW


async def send(ahead, query=QUERY, **how):
    ahead.begin(query)
    return ahead.send(query, "pin", dict(ASKED), reading(**how))


async def taken(ahead, query=QUERY, template="pin", parameters=None, timeout_s=60):
    return await ahead.answer(query, template, parameters or dict(ASKED), timeout_s=timeout_s)


async def test_what_is_written_while_a_turn_begins_ends_what_was_asked_before():
    writes = iter(range(1000))
    ahead = ReadAhead(lambda: next(writes))
    ahead.begin(QUERY)
    await ahead.send(QUERY, "pin", dict(ASKED), reading())
    assert await taken(ahead) is None


async def test_the_turn_takes_the_answer_to_what_it_asks(ahead):
    await send(ahead)
    recalled = (RecalledDocument("m1", "m1", "Anna owns it."),)
    assert await taken(ahead, replace(QUERY, recalled=recalled)) == ROW


async def test_the_turn_waits_for_an_answer_that_is_on_its_way(ahead):
    ends = asyncio.Event()
    await send(ahead, ends=ends)
    turn = asyncio.create_task(taken(ahead))
    await asyncio.sleep(0)
    assert not turn.done()
    ends.set()
    assert await turn == ROW


async def test_a_turn_that_cannot_wait_longer_gives_the_query_up(ahead):
    sent = await send(ahead, ends=asyncio.Event())
    with pytest.raises(DeadlineError):
        await taken(ahead, timeout_s=0.01)
    await asyncio.wait({sent})
    assert sent.cancelled()


@pytest.mark.parametrize(
    "other",
    [
        {"query": replace(QUERY, message="Who owns payments-db?")},
        {"query": replace(QUERY, scopes=("a/projects/garden", "a/shared"))},
        {"template": "expand"},
        {"parameters": {**ASKED, "names": []}},
        {"parameters": {**ASKED, "vector": [0.8, 0.6]}},
    ],
)
async def test_what_was_asked_otherwise_is_no_answer(ahead, other):
    await send(ahead)
    assert await taken(ahead, **other) is None


async def test_an_answer_from_before_a_write_does_not_count(ahead, now):
    await send(ahead)
    now.writes += 1
    assert await taken(ahead) is None


async def test_a_write_while_the_turn_waits_makes_it_ask_by_itself(ahead, now):
    ends = asyncio.Event()
    await send(ahead, ends=ends)
    turn = asyncio.create_task(taken(ahead))
    await asyncio.sleep(0)
    now.writes += 1
    ends.set()
    assert await turn is None


async def test_an_old_answer_does_not_count(ahead, now):
    await send(ahead)
    now.s = FRESH_S + 0.1
    assert await taken(ahead) is None


async def test_an_answer_waits_as_long_as_the_hook_waits_for_a_recall(ahead, now):
    await send(ahead)
    now.s = recall.WAIT_S + 1
    assert await taken(ahead) == ROW


async def test_a_failure_is_that_of_the_turn(ahead):
    await send(ahead, fails=DeadlineError("too slow"))
    with pytest.raises(DeadlineError):
        await taken(ahead)


async def test_asyncio_does_not_complain_of_a_failure_that_nobody_waited_for(ahead):
    complaints = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))
    sent = await send(ahead, fails=DeadlineError("too slow"))
    await asyncio.wait({sent})
    ahead.end(QUERY)
    del sent
    gc.collect()
    assert not complaints


async def test_after_a_long_recall_the_turn_asks_again_what_had_failed(ahead, now):
    await send(ahead, fails=DeadlineError("too slow"))
    await asyncio.sleep(0)
    now.s = FAILED_FOR_S + 0.1
    assert await taken(ahead) is None


async def test_two_turns_that_ask_the_same_have_an_answer_each(ahead):
    async def turn(name):
        turn_id.set(name)
        await send(ahead)
        await asyncio.sleep(0)
        found = await taken(ahead)
        ahead.end(QUERY)
        return found

    assert await asyncio.gather(turn("one"), turn("two")) == [ROW, ROW]


async def test_what_no_turn_has_taken_is_let_go_of(ahead, now):
    await send(ahead)
    now.s = FRESH_S + 0.1
    await send(ahead, replace(QUERY, message="Who owns payments-db?"))
    now.s = 0.0
    assert await taken(ahead) is None


async def test_what_a_turn_has_taken_is_let_go_of_at_its_end(ahead):
    await send(ahead)
    ahead.end(QUERY)
    assert await taken(ahead) is None


async def test_answers_for_the_newest_turns_are_kept(ahead):
    queries = [replace(QUERY, message=f"Who owns {n}?") for n in range(MAX_TURNS + 1)]
    for query in queries:
        await send(ahead, query)
    found = [await taken(ahead, query) for query in queries]
    assert found == [None] + [ROW] * MAX_TURNS
