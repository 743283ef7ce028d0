"""What is left over: work from before a closing, code from before a removal or an update.

It must not begin anything again, nor replace what newer code has made.
"""

from __future__ import annotations

import time

from ...errors import ClosedError
from .process_state import has_state, process_state


def closings_so_far() -> int:
    """Return how often everything was closed: work from before must not open it again."""
    count: int = process_state().get("closings", 0)
    return count


def note_closing(*, for_good: bool) -> None:
    """Note that everything is being closed; the state's lock is held.

    Args:
        for_good: Whether the plugin is being removed.
    """
    process_state().update(closings=closings_so_far() + 1, removals=_removals() + for_good)


def refuse_after_closing(begun: int | None) -> None:
    """Refuse what is left over from before a closing.

    Args:
        begun: How often everything had been closed when the work began; None for now.

    Raises:
        ClosedError: Everything was closed since, or the plugin was removed since this code was
            loaded.
    """
    if begun not in (None, closings_so_far()) or _removals() != _REMOVALS:
        raise ClosedError("the plugin has been closed")


def note_runtime(fingerprint: str) -> None:
    """Note that this code makes the runtime; the state's lock is held.

    Args:
        fingerprint: The hash of the files that this code is of.

    Raises:
        ClosedError: Code of other files that was loaded later has made one.
    """
    state = process_state()
    if state["fingerprint"] != fingerprint and state.get("loaded_at", 0) > _LOADED_AT:
        raise ClosedError("the plugin has been updated")
    state.update(fingerprint=fingerprint, loaded_at=_LOADED_AT)


def _removals() -> int:
    """Return how often the plugin was removed in this process."""
    removals: int = process_state().get("removals", 0) if has_state() else 0
    return removals


_REMOVALS = _removals()
"""The same when this code was loaded: if the plugin was removed since, this code is left over."""

_LOADED_AT = time.monotonic_ns()
"""When this code was loaded. Of the code of two versions, what was loaded earlier is left over."""
