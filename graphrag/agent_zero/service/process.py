"""The process: finds or makes its one ``Runtime``, and keeps it when the host reloads the plugin.

After any plugin is installed or changed, the host drops ``usr.plugins`` from the loaded modules,
and the next turn imports this package again. Threads, driver and caches must survive that
(``process_state``). If the files are the same, the new code keeps the runtime. Code of other files
closes it and makes its own.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..._version import __version__
from ...errors import StoreError
from ...reasons import Reason
from ...threads import run_in_thread
from .. import markers
from ..host import layouts, settings_source
from ..host.places import Place, place_of
from ..install import site_packages
from ..install.folders import plugin_folders
from ..turn_data import TurnOutcome, TurnRequest
from .leftovers import closings_so_far, note_closing, note_runtime, refuse_after_closing
from .process_state import has_state, process_state
from .turn_steps import notices

if TYPE_CHECKING:
    from .runtime import Runtime


_STOP_S = 15.0
"""How long the local Neo4j may take to stop while a hook of the host waits, in seconds."""


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
    runtime: Runtime | None = process_state()["runtime"] if has_state() else None
    return runtime


def current_of_these_files() -> Runtime | None:
    """Return the runtime if these files made it: that of an older version may lack methods."""
    is_ours = has_state() and process_state()["fingerprint"] == fingerprint()
    return current() if is_ours else None


def refusal(plugin_config: Mapping[str, Any]) -> TurnOutcome | None:
    """Return why Neo4j cannot be used, if that is known already; fit for the host's loop.

    Args:
        plugin_config: The plugin's configuration.

    Returns:
        None if Neo4j must be asked, also by these files for the first time: what the runtime of an
        older version returns may lack what a turn reads.
    """
    runtime = current()
    outcome = None if runtime is None else runtime.refuses(plugin_config)
    is_whole = all(hasattr(outcome, field.name) for field in dataclasses.fields(TurnOutcome))
    return outcome if is_whole else None


def acquire(root: Path, closings: int | None = None) -> Runtime:
    """Return the runtime of these files; one of other files is closed in the background.

    It imports what the plugin needs when it is on, so call it off the host's loop.

    Args:
        root: The host's root folder.
        closings: How often everything had been closed when the caller's work began; None for now.

    Raises:
        ImportError: A package is missing.
        ClosedError: Everything was closed since the work began, or newer files made the runtime.
    """
    refuse_after_closing(closings)  # before an import, which may meet a package being removed
    ours = fingerprint()
    site_packages.activate(plugin_folders(root).site_packages)
    from .runtime import Runtime

    state = process_state()
    with state["lock"]:
        refuse_after_closing(closings)
        runtime: Runtime | None = state["runtime"]
        if runtime is not None and state["fingerprint"] == ours:
            return runtime
        note_runtime(ours)
        state["runtime"] = made = Runtime(root, disabled=_retire_soon)
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
    closings = closings_so_far()
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
        except KeyError as error:
            if not _was_dropped(error):
                raise
            return TurnOutcome(markers.NEO4J_DOWN, Reason.CLOSED)
        # The switch may have been turned on after the agent was made.
        if not runtime.is_ready(request.plugin_config):
            # This runtime and no other: it may have been replaced in the meantime.
            prepare(lambda: runtime)
        return _unless_fetching(outcome, request.root)

    return run_in_thread("graphrag-turn", answer_and_prepare)


def read_ahead(request: TurnRequest, is_over: Callable[[], bool]) -> None:
    """Ask the graph on a separate thread what can be asked while the host still recalls.

    Args:
        request: What the turn will ask, without what was recalled.
        is_over: Whether the host has recalled; then nothing more is asked.
    """

    def work() -> None:
        runtime = current_of_these_files()
        if runtime is not None:
            runtime.read_ahead(request, is_over)

    run_in_thread("graphrag-ahead", work)


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
        closings, config = closings_so_far(), settings_source.plugin_config(agent)
        find_runtime = functools.partial(acquire, root, closings)
        follow = (config, layouts.memory_subdir(agent), place_of(agent))
        _prepare_in_background(find_runtime, closings, root, *follow)


def retire(*, stop_local_server: bool = False, for_good: bool = False) -> None:
    """Close everything of ours, blocking for some seconds; never raises.

    Args:
        stop_local_server: Whether the local Neo4j is stopped too, as after an update.
        for_good: Whether the plugin is being removed: then no code that is loaded now begins again.
            If the plugin is put back, its files are imported anew.
    """
    with _noting_failures():
        _close_runtime(for_good=for_good)
    if stop_local_server:  # also if something of ours could not be closed
        with _noting_failures():
            from ...local import LocalNeo4j

            # The host waits for its hooks. What was committed survives a kill.
            neo4j = LocalNeo4j(plugin_folders().local_paths)
            neo4j.stop(timeout_s=_STOP_S)


def _close_runtime(*, for_good: bool) -> None:
    if not has_state():
        return
    state = process_state()
    with state["lock"]:
        runtime, state["runtime"] = state["runtime"], None
        note_closing(for_good=for_good)
    if runtime is not None:
        runtime.close()


@contextlib.contextmanager
def _noting_failures() -> Iterator[None]:
    try:
        yield
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
        subdir = layouts.memory_subdir(agent)
        try:
            runtime.unfollow(subdir, place_of(agent))
        except TypeError:  # an older version made it
            runtime.unfollow(subdir)
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

            refuse_after_closing(closings)
            lost_packages.fetch(plugin_folders(root))
            find_runtime().prepare(config, subdir, place)
        except Exception as error:
            if not (_is_told_by_turns(error) or _was_dropped(error)):
                markers.note(f"could not start in the background: {type(error).__name__}: {error}")

    with contextlib.suppress(RuntimeError):  # no thread can start: the next turn tries again
        run_in_thread("graphrag-prepare", work)


def _is_told_by_turns(error: Exception) -> bool:
    """Whether the next turn reports an error, also one of the classes from before a reload."""
    names = {each.__name__ for each in type(error).__mro__}
    return not names.isdisjoint({ImportError.__name__, StoreError.__name__})


def _was_dropped(error: Exception) -> bool:
    """Whether the host dropped a module of ours while it was imported; the next import succeeds."""
    ours = f"{__name__.partition('.agent_zero.')[0]}."
    return isinstance(error, KeyError) and str(error.args[0]).startswith(ours)
