"""A turn with the switch on, as far as it runs on the host's loop: wait, ask, insert.

Everything slow happens on threads of the plugin's own. Here the host's recall is awaited, 20
seconds at most, and then the outcome, never longer than the turn's budget. While the host recalls,
the graph is asked what depends on the message alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..packing.block_text import DEFAULT_PREAMBLE
from ..reasons import Reason
from . import markers
from .host import layouts, log_panel, settings_source
from .host.extras import BLOCK, MEMORIES, SOLUTIONS, remove_block, restore_order
from .host.places import place_of
from .host.recall import NOTHING_RECALLED, Recalled, recalled_so_far, wait_for_recall
from .service import kept_turns, process
from .service.turn_steps import notices
from .turn_data import TurnOutcome, TurnRequest
from .turn_record import MAX_MESSAGE, MAX_RECALLED, TurnRecord, cut, new_turn_id

_TEMPLATE = "agent.system.graphrag.md"

_STATE = "_graphrag_turn"
_EARLY_BUDGET_MS = 4000  # no turn waits for it; half of it is for embedding the question


@dataclass(frozen=True, slots=True)
class _Asked:
    """What decides whether the graph is asked again: settings, folder, message, recall, mode."""

    config: Mapping[str, Any] = field(repr=False)  # it holds the password
    subdir: str
    message: str
    recalled: Recalled
    is_shadow: bool


@dataclass(frozen=True, slots=True)
class _Iteration:
    """An iteration of a monologue.

    Attributes:
        agent: The host's agent.
        hidden: Secrets that no record shows.
        asked: What is asked.
        started: When the host's recall was there, in monotonic seconds; before that, when it was
            waited for.
        turn: The id of the turn.
    """

    agent: Any
    hidden: tuple[str, ...]
    asked: _Asked
    started: float
    turn: str


@dataclass(slots=True)
class _MonologueState:
    """What the last iteration of this monologue asked, and what became of it."""

    loop_data: Any
    asked: _Asked | None = None
    outcome: TurnOutcome | None = None
    record: TurnRecord | None = None


async def insert_block(agent: Any, loop_data: Any) -> None:
    """Wait for the host's recall, get the block, and put it into its place in the prompt.

    If settings, message, recall and memory are unchanged, the last block of this monologue is used
    again. The memory is checked because the block must not show what was deleted or edited in the
    meantime. If a recall that nobody waits for ends while the graph is asked, the graph is asked
    once more, since the block must not repeat what was recalled.

    Args:
        agent: The host's agent.
        loop_data: The host's data of this monologue.
    """
    state, turn, has_recalled = _state_of(agent, loop_data), new_turn_id(), threading.Event()

    def meanwhile() -> None:
        asked = state.asked
        if asked is not None and asked.message == layouts.message_text(agent, loop_data):
            return  # what the graph has on it was asked in this monologue
        with contextlib.suppress(Exception):  # if it lasts, the turn meets it too, and says so
            early = _request(_iteration(agent, loop_data, NOTHING_RECALLED, turn))
            process.read_ahead(replace(early, budget_ms=_EARLY_BUDGET_MS), has_recalled.is_set)

    try:
        recalled = await wait_for_recall(agent, loop_data, meanwhile)
    finally:
        has_recalled.set()
    if not settings_source.is_on(agent):  # it was switched off in the meantime
        remove_block(loop_data.extras_persistent)
        return
    iteration = _iteration(agent, loop_data, recalled, turn)
    before = recalled_so_far(loop_data.extras_persistent)
    outcome = await _outcome(iteration, _reusable(state, iteration.asked))
    late = recalled_so_far(loop_data.extras_persistent)
    if outcome.marker == markers.INJECTED and late.has_come_since(before):
        # Both times together take no longer than the budget of one.
        iteration = replace(_iteration(agent, loop_data, late, turn), started=iteration.started)
        outcome = await _outcome(iteration, None)
    state.asked, state.outcome = iteration.asked, outcome
    _insert(outcome, loop_data.extras_persistent)
    _record(state, iteration, outcome)
    _tell(agent, outcome)


def _iteration(agent: Any, loop_data: Any, recalled: Recalled, turn: str) -> _Iteration:
    started = time.monotonic()
    config = settings_source.plugin_config(agent)
    asked = _Asked(
        config,
        layouts.memory_subdir(agent),
        layouts.message_text(agent, loop_data),
        recalled,
        settings_source.is_shadow(config),
    )
    hidden = (*settings_source.secrets(config), *layouts.secret_values(agent))
    return _Iteration(agent, hidden, asked, started, turn)


def _reusable(state: _MonologueState, asked: _Asked) -> TurnOutcome | None:
    """Return what became of the last iteration, if it holds for this one too."""
    earlier, runtime = state.outcome, process.current()
    if earlier is None or earlier.is_failure or asked != state.asked or runtime is None:
        return None
    if earlier.reason == Reason.EMPTY_GRAPH:  # the sync fills it, which no memory shows
        return None
    return earlier if runtime.memory_is_still(asked.subdir, earlier) else None


async def _outcome(iteration: _Iteration, earlier: TurnOutcome | None) -> TurnOutcome:
    """Return what becomes of this iteration."""
    if earlier is not None and not earlier.text:
        return replace(earlier, notices=())
    refused = process.refusal(iteration.asked.config)
    if refused is not None:
        return refused
    request = _request(iteration)
    if earlier is None:
        preamble = layouts.render_prompt(iteration.agent, _TEMPLATE, DEFAULT_PREAMBLE)
        wordings = _wordings(iteration.agent, iteration.asked.recalled)
        request = replace(request, preamble=preamble, wordings=wordings)
    else:
        request = replace(request, only_check=True)
    outcome = await outcome_in_time(request, iteration.agent)
    if earlier is not None and not outcome.is_failure:
        outcome = replace(earlier, details={"reused": "true"}, notices=(), trace=None)
    return outcome


def _insert(outcome: TurnOutcome, extras: MutableMapping[str, Any]) -> None:
    """Put the block into the prompt if it belongs there, and write the marker."""
    if outcome.marker == markers.INJECTED:
        extras[BLOCK] = outcome.text
        restore_order(extras)
    else:
        remove_block(extras)
    reason = {"reason": outcome.reason} if outcome.reason else {}
    markers.emit(outcome.marker, **reason, **outcome.details)


def _record(state: _MonologueState, iteration: _Iteration, outcome: TurnOutcome) -> None:
    """Keep the record of this iteration; if the last one is alike, count one more there.

    The prompt is complete by now. A failure here must not change it.
    """
    try:
        record = _record_of(iteration, outcome)
        if state.record is not None and state.record.is_like(record):
            record = replace(state.record, iterations=state.record.iterations + 1)
        state.record = record
        kept_turns.record_turn(record, iteration.hidden)
    except Exception as error:
        markers.note(f"a turn could not be recorded: {type(error).__name__}: {error}")


def _record_of(iteration: _Iteration, outcome: TurnOutcome) -> TurnRecord:
    asked, hidden = iteration.asked, iteration.hidden
    recalled = "\n\n".join(filter(None, (asked.recalled.memories, asked.recalled.solutions)))
    return TurnRecord(
        id=iteration.turn,
        chat=str(getattr(iteration.agent.context, "id", "")),
        folder=asked.subdir,
        message=cut(asked.message, MAX_MESSAGE, hidden),
        recalled=cut(recalled, MAX_RECALLED, hidden),
        marker=outcome.marker,
        reason=outcome.reason,
        cause=outcome.cause,
        ms=(time.monotonic() - iteration.started) * 1000,
        block=outcome.text,
        findings=outcome.findings,
        project=place_of(iteration.agent).project,
    )


async def outcome_in_time(request: TurnRequest, agent: Any) -> TurnOutcome:
    """Return the runtime's outcome, or a failure once the turn's budget is spent.

    Args:
        request: What is asked.
        agent: The host's agent.
    """
    loop = asyncio.get_running_loop()
    future = process.submit(
        request, lambda runtime: runtime.utility_model.remember(agent, loop, request.subdir)
    )
    waiting = asyncio.wrap_future(future)
    left_s = max(0.0, request.deadline - time.monotonic())
    try:
        done, _ = await asyncio.wait({waiting}, timeout=left_s)
    finally:
        future.cancel()
        waiting.cancel()  # or asyncio would complain of an error that comes later
    if not done:
        return notices.too_slow()
    error = waiting.exception()
    if error is not None and not isinstance(error, Exception):
        # Of a library: a `CancelledError` or `SystemExit` would end the host's turn, or the host.
        return TurnOutcome(markers.NEO4J_DOWN, Reason.INTERNAL, remark=type(error).__name__)
    return waiting.result()


def _request(iteration: _Iteration) -> TurnRequest:
    """Return what an iteration asks, without what only a block needs."""
    agent, asked = iteration.agent, iteration.asked
    return TurnRequest(
        message=asked.message,
        subdir=asked.subdir,
        root=layouts.root() or Path.cwd(),
        plugin_config=asked.config,
        started=iteration.started,
        budget_ms=settings_source.turn_budget_ms(asked.config),
        memories=asked.recalled.memories,
        solutions=asked.recalled.solutions,
        is_shadow=asked.is_shadow,
        place=place_of(agent),
        id=iteration.turn,
        hidden=iteration.hidden,
    )


def _wordings(agent: Any, recalled: Recalled) -> dict[str, tuple[str, str]]:
    return {
        name: layouts.template_wording(agent, f"agent.system.{name}.md", name)
        for name, text in ((MEMORIES, recalled.memories), (SOLUTIONS, recalled.solutions))
        if text
    }


def _state_of(agent: Any, loop_data: Any) -> _MonologueState:
    state = agent.get_data(_STATE)
    if not isinstance(state, _MonologueState) or state.loop_data is not loop_data:
        state = _MonologueState(loop_data)
        agent.set_data(_STATE, state)
    return state


def _tell(agent: Any, outcome: TurnOutcome) -> None:
    """Show what the user should see of a turn, in the chat's log and on standard output."""
    if outcome.trace is not None:
        log_panel.show(agent, outcome.trace)
    if outcome.remark:
        markers.note(outcome.remark)
    for notice in outcome.notices:
        log_panel.show_once(agent, notice)
