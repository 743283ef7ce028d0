"""The one place that outlives the host's purges of the plugin's modules.

After any plugin is installed or changed the host drops ``usr.plugins`` from the loaded modules, and
the next turn imports this package anew. Threads, driver and caches must survive that, so they hang
on a module object of no package. New code of the same files takes the old runtime as a whole; other
files close it and make their own.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..._version import __version__
from ...errors import StoreError
from ...threads import run_in_thread
from .. import markers
from ..host import layouts, settings_source
from ..install import site_packages
from ..install.folders import homes
from ..turn_data import Outcome, TurnJob

if TYPE_CHECKING:
    from .runtime import Runtime

NAME = "_graphrag_home"


@functools.cache
def fingerprint() -> str:
    """Tell the files that this code was loaded from apart from those before or after an update.

    It looks at all of them, once: first to be called soon after the import, off the host's loop.
    """
    package = Path(__file__).absolute().parents[2]
    digest = hashlib.blake2b(__version__.encode(), digest_size=12)
    for path in sorted(package.rglob("*.py")):
        status = path.stat()
        name = path.relative_to(package).as_posix()
        digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def current() -> Runtime | None:
    """Give the runtime, if there is one; none is made."""
    place = sys.modules.get(NAME)
    return None if place is None else place.__dict__["runtime"]


def acquire(root: Path) -> Runtime:
    """Give the runtime of these files; one of other files is closed in the background.

    It imports what the plugin needs when it is on, so call it off the host's loop.

    Args:
        root: The host's root folder.

    Raises:
        ImportError: A package is missing.
    """
    ours = fingerprint()
    site_packages.activate(homes(root).site_packages)
    from .runtime import Runtime

    place = _place()
    with place.__dict__["lock"]:
        runtime = place.__dict__["runtime"]
        if runtime is not None and place.__dict__["fingerprint"] == ours:
            return runtime
        place.__dict__["runtime"] = made = Runtime(root)
        place.__dict__["fingerprint"] = ours
    if runtime is not None:
        run_in_thread("graphrag-close", runtime.close)
    return made


def refuses(plugin_config: Mapping[str, Any]) -> Outcome | None:
    """Say at once if Neo4j is known to be away; see ``Runtime.refuses``."""
    runtime = current()
    return None if runtime is None else runtime.refuses(plugin_config)


def remember(agent: Any) -> None:
    """Have the runtime, if there is one, know the agent of this turn; on the host's loop."""
    runtime = current()
    if runtime is not None:
        runtime.utility_model.remember(agent)


def ask(job: TurnJob) -> Future[Outcome]:
    """Have the runtime answer a turn, on a thread of its own.

    Args:
        job: The turn's question.
    """
    return run_in_thread("graphrag-turn", _answer, job)


def wake(agent: Any) -> None:
    """Start in the background what a turn will need; nothing while the switch is off.

    Also to be called when a turn has ended: the memories that the host then writes are followed.
    It takes next to no time and never raises.

    Args:
        agent: The host's agent, whose memory folder is then followed.
    """
    try:
        if not settings_source.is_on(agent):
            return
        config = settings_source.plugin_config(agent)
        root = layouts.root()
        if root is None:
            return
        subdir = layouts.memory_subdir(agent)
        run_in_thread("graphrag-wake", _wake, lambda: acquire(root), config, subdir)
    except Exception as error:
        markers.note(f"background start: {type(error).__name__}: {error}")


def retire(*, stop_local_server: bool = False) -> None:
    """Close everything of ours, blocking for a few seconds at most; never raises.

    Args:
        stop_local_server: Whether the local Neo4j is stopped too, as when uninstalling.
    """
    try:
        place = sys.modules.get(NAME)
        if place is not None:
            with place.__dict__["lock"]:
                runtime, place.__dict__["runtime"] = place.__dict__["runtime"], None
            if runtime is not None:
                runtime.close()
        if stop_local_server:
            from ...local import LocalNeo4j, LocalPaths

            LocalNeo4j(LocalPaths(**homes().local_paths_args)).stop()
    except Exception as error:
        markers.note(f"closing: {type(error).__name__}: {error}")


def retire_if_off() -> None:
    """Close everything in the background if the switch is off for the host as a whole."""
    if current() is not None and not settings_source.is_on():
        run_in_thread("graphrag-close", retire)


def _answer(job: TurnJob) -> Outcome:
    try:
        runtime = acquire(job.root)
        outcome = runtime.answer(job)
    except ImportError as error:
        return Outcome.without_package(error)
    if not runtime.is_ready:  # the switch was turned on later than the agent was made
        # This one, and never another: it may be closed by now.
        run_in_thread("graphrag-wake", _wake, lambda: runtime, job.plugin_config, job.subdir)
    return outcome


def _wake(runtime: Callable[[], Runtime], config: Mapping[str, Any], subdir: str) -> None:
    try:
        runtime().wake(config, subdir)
    except (ImportError, StoreError):
        return  # the next turn says so
    except Exception as error:
        markers.note(f"background start: {type(error).__name__}: {error}")


def _place() -> ModuleType:
    place = sys.modules.get(NAME)
    if place is None:
        fresh = ModuleType(NAME, "The runtime of the GraphRAG plugin of Agent Zero.")
        fresh.__dict__.update(lock=threading.Lock(), runtime=None, fingerprint="")
        place = sys.modules.setdefault(NAME, fresh)
    return place
