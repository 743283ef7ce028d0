"""The process: finds or makes its one ``Runtime``, and keeps it when the host reloads the plugin.

After any plugin is installed or changed, the host drops ``usr.plugins`` from the loaded modules,
and the next turn imports this package again. Threads, driver and caches must survive that, so they
are attributes of a module object that belongs to no package. If the files are the same, the new
code keeps the runtime. Code of other files closes it and makes its own.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..._version import __version__
from ...errors import DeadlineError, StoreError
from ...reasons import Reason
from ...threads import run_in_thread
from .. import markers
from ..host import layouts, settings_source
from ..host.places import Place, place_of
from ..install import site_packages
from ..install.folders import plugin_folders
from ..turn_data import TurnOutcome, TurnRequest
from ..turn_record import TurnRecord, new_turn_id, plain
from . import notices

if TYPE_CHECKING:
    from .runtime import Runtime


_STOP_S = 15.0
"""How long the local Neo4j may take to stop while a hook of the host waits, in seconds."""

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


@functools.cache
def fingerprint() -> str:
    """Return a hash of the package's files, which differs after an update.

    The first call looks at every file: make it soon after the import, off the host's loop.
    """
    digest = hashlib.blake2b(__version__.encode(), digest_size=12)
    for path in sorted(layouts.PACKAGE.rglob("*.py")):
        status = path.stat()
        name = path.relative_to(layouts.PACKAGE).as_posix()
        digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def current() -> Runtime | None:
    """Return the runtime if there is one; none is made. It may be that of an older version."""
    state = sys.modules.get(layouts.PROCESS_STATE)
    runtime: Runtime | None = None if state is None else state.__dict__["runtime"]
    return runtime


def acquire(root: Path, closings: int | None = None) -> Runtime:
    """Return the runtime of these files; one of other files is closed in the background.

    It imports what the plugin needs when it is on, so call it off the host's loop.

    Args:
        root: The host's root folder.
        closings: How often everything had been closed when the caller's work began; None for now.

    Raises:
        ImportError: A package is missing.
        DeadlineError: Everything was closed since the work began.
    """
    _refuse_after_closing(closings)  # before an import, which may meet a package being removed
    ours = fingerprint()
    site_packages.activate(plugin_folders(root).site_packages)
    from .runtime import Runtime

    state = _process_state().__dict__
    with state["lock"]:
        _refuse_after_closing(closings)
        runtime: Runtime | None = state["runtime"]
        if runtime is not None and state["fingerprint"] == ours:
            return runtime
        state["runtime"] = made = Runtime(root, disabled=_retire_soon)
        state["fingerprint"] = ours
    if runtime is not None:
        run_in_thread("graphrag-close", runtime.close)
    return made


def submit(request: TurnRequest, introduce: Callable[[Runtime], None]) -> Future[TurnOutcome]:
    """Answer a turn on a separate thread.

    Args:
        request: What the turn asks.
        introduce: Called with the runtime before it answers, since the first turn makes the
            runtime.

    Returns:
        The future of the outcome. The future raises only on bugs.
    """
    closings = _closings()
    find_runtime = functools.partial(acquire, request.root, closings)

    def prepare(find_runtime: Callable[[], Runtime]) -> None:
        follow = (request.plugin_config, request.subdir, request.place)
        _prepare_in_background(find_runtime, closings, request.root, *follow)

    def answer_and_prepare() -> TurnOutcome:
        try:
            runtime = find_runtime()
            introduce(runtime)
            outcome = runtime.answer(request)
        except ImportError as error:
            prepare(find_runtime)  # it fetches what was lost
            return _unless_fetching(notices.missing_package(error), request.root)
        except StoreError as error:
            return notices.failure(error)
        if not runtime.is_ready:  # the switch was turned on after the agent was made
            # This runtime and no other: it may have been replaced in the meantime.
            prepare(lambda: runtime)
        return _unless_fetching(outcome, request.root)

    return run_in_thread("graphrag-turn", answer_and_prepare)


def _unless_fetching(outcome: TurnOutcome, root: Path) -> TurnOutcome:
    """Return an outcome, or that what it lacks is being downloaded again."""
    if outcome.reason in (Reason.PACKAGE, Reason.NOT_SET_UP, Reason.STARTING):
        from ..install.set_up import has_lost_packages

        if has_lost_packages(plugin_folders(root)):
            return notices.fetching_packages()
    return outcome


def prepare_in_background(agent: Any) -> None:
    """Make ready for turns in the background.

    Call it at the end of a monologue too: the graph then follows the memories that the host writes.
    It takes next to no time, so it may be called on the host's loop.

    Args:
        agent: The host's agent, whose memory folder the graph then follows.
    """
    root = layouts.root()
    if root is not None:
        closings, config = _closings(), settings_source.plugin_config(agent)
        find_runtime = functools.partial(acquire, root, closings)
        follow = (config, layouts.memory_subdir(agent), place_of(agent))
        _prepare_in_background(find_runtime, closings, root, *follow)


def record_turn(record: TurnRecord, hidden: Iterable[str] = ()) -> None:
    """Keep what a turn came to, for the page and the screen; takes well below a millisecond.

    It is kept as plain data, so that a newer version of the plugin can read it.

    Args:
        record: The record. One with the id of an earlier record replaces that one.
        hidden: Secrets that must not be in it.
    """
    state = _process_state().__dict__
    state["last_turn"] = LastTurn(record.marker, record.reason, record.cause)
    turns: dict[str, dict[str, Any]] = state.setdefault("turns", {})
    turns.pop(record.id, None)
    turns[record.id] = plain(record, hidden)
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
    state = sys.modules.get(layouts.PROCESS_STATE)
    turns = {} if state is None else state.__dict__.get("turns", {})
    return list(dict(turns).values())[::-1]


def last_turn() -> LastTurn | None:
    """Return what the last turn came to; None if there was none since the settings changed."""
    state = sys.modules.get(layouts.PROCESS_STATE)
    found = None if state is None else state.__dict__.get("last_turn")
    return None if found is None else LastTurn(*found)


def forget_last_turn() -> None:
    """Drop it: the settings that it was made with have changed."""
    state = sys.modules.get(layouts.PROCESS_STATE)
    if state is not None:
        state.__dict__["last_turn"] = None


def retire(*, stop_local_server: bool = False) -> None:
    """Close everything of ours, blocking for some seconds; never raises.

    Args:
        stop_local_server: Whether the local Neo4j is stopped too, as before an update.
    """
    try:
        state = sys.modules.get(layouts.PROCESS_STATE)
        if state is not None:
            with state.__dict__["lock"]:
                runtime, state.__dict__["runtime"] = state.__dict__["runtime"], None
                state.__dict__["closings"] = _closings() + 1
            if runtime is not None:
                runtime.close()
        if stop_local_server:
            from ...local import LocalNeo4j, LocalPaths

            # The host waits for its hooks. What was committed survives a kill.
            neo4j = LocalNeo4j(LocalPaths(**plugin_folders().local_paths_args))
            neo4j.stop(timeout_s=_STOP_S)
    except Exception as error:
        markers.note(f"could not close cleanly: {type(error).__name__}: {error}")


def switched_off(agent: Any) -> None:
    """Stop following an agent's memory; if the plugin is off everywhere, close everything.

    It takes next to no time, so it may be called on the host's loop.

    Args:
        agent: The host's agent, for which the switch is off.
    """
    runtime = current()
    if runtime is None:
        return
    if settings_source.is_on_somewhere():
        runtime.unfollow(layouts.memory_subdir(agent))
    else:
        _retire_soon()


def _retire_soon() -> None:
    run_in_thread("graphrag-close", retire)


def _prepare_in_background(
    find_runtime: Callable[[], Runtime],
    closings: int,
    root: Path,
    config: Mapping[str, Any],
    subdir: str,
    place: Place,
) -> None:
    def work() -> None:
        try:
            from ..install.set_up import lost_packages

            _refuse_after_closing(closings)
            lost_packages.fetch(plugin_folders(root))
            find_runtime().prepare(config, subdir, place)
        except (ImportError, StoreError):
            return  # the next turn reports it
        except Exception as error:
            markers.note(f"could not start in the background: {type(error).__name__}: {error}")

    run_in_thread("graphrag-prepare", work)


def _closings() -> int:
    """Return how often everything was closed: work that began before must not begin it anew."""
    closings: int = _process_state().__dict__.get("closings", 0)
    return closings


def _refuse_after_closing(closings: int | None) -> None:
    if closings not in (None, _closings()):
        raise DeadlineError("the plugin has been closed")


def _process_state() -> ModuleType:
    state = sys.modules.get(layouts.PROCESS_STATE)
    if state is None:
        fresh = ModuleType(
            layouts.PROCESS_STATE, "The runtime of the GraphRAG plugin of Agent Zero."
        )
        fresh.__dict__.update(lock=threading.Lock(), runtime=None, fingerprint="")
        state = sys.modules.setdefault(layouts.PROCESS_STATE, fresh)
    return state
