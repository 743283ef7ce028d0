"""The records of the last turns, for the settings page and the screen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from .. import markers
from ..host import layouts
from ..turn_record import TurnRecord, new_turn_id, plain
from .process_state import has_state, process_state

TURNS_KEPT = 50
"""The number of turns whose records are kept."""


class LastTurn(NamedTuple):
    """What the last turn came to. A tuple, so that a newer version of this class can read it.

    Attributes:
        marker: The marker that was written.
        reason: The reason that was written; empty if there was a block.
        cause: What opened the circuit breaker, if that is the reason.
    """

    marker: str
    reason: str = ""
    cause: str = ""


def record_turn(record: TurnRecord, hidden: Iterable[str] = ()) -> None:
    """Keep what a turn came to, for the page and the screen; takes well below a millisecond.

    It is kept as plain data, so that a newer version of the plugin can read it.

    Args:
        record: The record. One with the id of an earlier record replaces that one.
        hidden: Secrets that must not be in it.
    """
    state = process_state()
    turns: dict[str, dict[str, Any]] = state.setdefault("turns", {})
    of_folders: dict[str, LastTurn] = state.setdefault("last_turns", {})
    # A project need not have a memory folder of its own; its settings may still be its own.
    folder = layouts.memory_of_project(record.project) if record.project else record.folder
    kept = plain(record, hidden)
    with state.setdefault("turns_lock", threading.Lock()):  # chats run on threads of their own
        of_folders.pop(folder, None)
        of_folders[folder] = LastTurn(record.marker, record.reason, record.cause)
        turns.pop(record.id, None)
        turns[record.id] = kept
        while len(turns) > TURNS_KEPT:
            del turns[next(iter(turns))]


def record_failure(reason: str) -> None:
    """Keep that a turn failed before anything was known of it.

    Args:
        reason: The reason that was written.
    """
    down = markers.NEO4J_DOWN
    record_turn(TurnRecord(new_turn_id(), "", "", "", "", down, reason))


def last_turns() -> list[dict[str, Any]]:
    """Return the records of the last turns, the newest first, ready for JSON."""
    turns = process_state().get("turns", {}) if has_state() else {}
    return list(dict(turns).values())[::-1]


def last_turn(counts: Callable[[str], bool]) -> LastTurn | None:
    """Return what the last turn came to; None if there was none since the settings changed.

    Args:
        counts: Whether the turns of a memory folder count. Those of a project have the name of a
            folder of its own, whether it has one or not.
    """
    of_folders = process_state().get("last_turns", {}) if has_state() else {}
    latest_first = list(dict(of_folders).items())[::-1]
    return next((LastTurn(*turn) for folder, turn in latest_first if counts(folder)), None)


def forget_last_turns() -> None:
    """Forget the last turn of each project and memory folder, since the settings have changed."""
    if has_state():
        process_state()["last_turns"] = {}
