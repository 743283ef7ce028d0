"""The thread that makes the graph follow the host's memory, folder by folder."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ...errors import GraphragError, UnreachableError
from ...store.writer import GraphWriter
from ...threads import start_thread
from ..extraction.llm import LlmExtractor
from .earlier_indexes import EarlierIndexes
from .gone_scopes import GoneScopes
from .held_deletion import SECOND_LOOK_S
from .memory_snapshot import MemorySnapshot
from .scope_sync import ScopeSync, SyncResult

Outcome = SyncResult | GraphragError
"""What one look at a scope did, or why it failed."""


@dataclass(frozen=True, slots=True)
class SyncTimes:
    """How long the sync waits, in seconds.

    Attributes:
        debounce_s: How long requests are gathered.
        watch_s: Between two calls of ``has_changed``.
        second_look_s: How long a large deletion waits for the look that confirms it.
        retry_s: After a failure.
    """

    debounce_s: float = 2.0
    watch_s: float = 2.0
    second_look_s: float = SECOND_LOOK_S
    retry_s: float = 60.0


USUAL_TIMES = SyncTimes()


class MemorySync:
    """The thread of sync: it looks at all folders when asked or when one changed.

    Args:
        writer: The writer of the database.
        snapshots: Returns the memory folders as they are now. It leaves out a folder that is not
            open or is being changed: what is not seen is not touched.
        has_changed: Returns, at almost no cost, whether the memory may differ from the last call.
            It is called on the sync's thread, again and again from the first request on, because
            no turn reports what a user does to memories in the host's pages.
        is_followed: Whether a scope is still to be followed; asked now and then in a long look,
            which ends if it is not.
        on_outcome: Called with each scope's outcome, on the sync's thread.
        times: How long to wait.
        llm: Returns the model's extraction to add to a scope, asked on the sync's thread, or None.
            It is called at each look.
        gone: Forgets the scopes of deleted memory folders; None to keep them.
        on_forgotten: Called with each scope that was forgotten, on the sync's thread.
        earlier: Renews the indexes that an earlier version made; None to leave them.
        pause: Called between two memories and before each transaction of a look, on the sync's
            thread; it may wait.

    Example:
        >>> sync = MemorySync(GraphWriter(connection), lambda: [snapshot])
        >>> sync.request()
        >>> sync.wait_idle(timeout_s=60)
        True
        >>> sync.stop()
    """

    def __init__(
        self,
        writer: GraphWriter,
        snapshots: Callable[[], Iterable[MemorySnapshot]],
        *,
        has_changed: Callable[[], bool] = lambda: False,
        is_followed: Callable[[str], bool] = lambda scope: True,
        on_outcome: Callable[[str, Outcome], None] = lambda scope, outcome: None,
        times: SyncTimes = USUAL_TIMES,
        llm: Callable[[str], LlmExtractor | None] = lambda scope: None,
        gone: GoneScopes | None = None,
        on_forgotten: Callable[[str], None] = lambda scope: None,
        earlier: EarlierIndexes | None = None,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        self._pause = pause
        self._llm = llm
        self._gone = gone
        self._on_forgotten = on_forgotten
        self._earlier = earlier
        self._writer = writer
        self._snapshots = snapshots
        self._has_changed = has_changed
        self._is_followed = is_followed
        self._on_outcome = on_outcome
        self._times = times
        self._scopes: dict[str, ScopeSync] = {}
        self._condition = threading.Condition()
        self._due: float | None = None
        self._requests = 0
        self._requests_seen = 0
        self._large: MemorySnapshot | None = None
        self._between: dict[str, Outcome] = {}
        self._watch_at = 0.0
        self._stopping = False
        self._looking = False
        self._thread: threading.Thread | None = None

    def request(self, *, delay_s: float | None = None) -> None:
        """Request a look; returns at once. The first request starts the thread.

        Args:
            delay_s: How long to wait for further requests, in seconds; by default the debounce
                time.
        """
        with self._condition:
            if self._stopping:
                return
            self._set_due(self._times.debounce_s if delay_s is None else delay_s)
            self._requests += 1
            if self._thread is None or not self._thread.is_alive():
                self._thread = start_thread("graphrag-sync", self._run)
            self._condition.notify_all()

    def wait_idle(self, timeout_s: float) -> bool:
        """Wait until every request so far has been answered by a look.

        Args:
            timeout_s: Longest wait, in seconds.

        Returns:
            Whether that happened in time, and before the sync was stopped.
        """

        def is_idle() -> bool:
            return self._due is None and not self._looking

        with self._condition:
            self._condition.wait_for(lambda: self._stopping or is_idle(), timeout_s)
            return is_idle()

    def stop(self, timeout_s: float = 5.0) -> None:
        """End the thread after its current transaction; idempotent.

        Args:
            timeout_s: Longest wait for that, in seconds.
        """
        with self._condition:
            self._stopping = True
            self._condition.notify_all()
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout_s)

    def look_now(self) -> dict[str, Outcome]:
        """Look once at every folder, on the caller's thread.

        A large folder that is new may take minutes. So small folders go first, and those that
        change during a long look are read in between.

        Returns:
            The outcome of each scope; under the empty scope, why those of deleted folders could
            not be forgotten, or indexes not be renewed.
        """
        outcomes: dict[str, Outcome] = {}
        self._between = {}
        self._requests_seen = self._requests
        for snapshot in sorted(self._snapshots(), key=_size):
            if self._stopping:
                break
            if snapshot.scope in self._between:  # it was read since, and this copy is older
                continue
            self._large = snapshot
            outcomes[snapshot.scope] = self._look_at(snapshot)
        self._large = None
        return {**outcomes, **self._between, **self._tend_scopes()}

    def _look_at(self, snapshot: MemorySnapshot) -> Outcome:
        scope = snapshot.scope
        sync = self._scopes.get(scope)
        if sync is None:
            sync = self._scopes[scope] = ScopeSync(
                scope, second_look_s=self._times.second_look_s, pause=self._between_slices
            )
        outcome: Outcome
        try:
            sync.llm = self._llm(scope)
            outcome = sync.look(self._writer, snapshot)
        except GraphragError as error:
            outcome = error
        except Exception as error:  # the other scopes go on
            outcome = _unforeseen(error)
        self._on_outcome(scope, outcome)
        return outcome

    def _between_slices(self) -> None:
        """Let others go first: turns, and smaller folders that have changed during this look.

        Raises:
            UnreachableError: It is time to stop, or this memory is followed no more.
        """
        self._pause()
        if self._stopping:
            raise UnreachableError("the sync was stopped")
        large, now = self._large, time.monotonic()
        if large is None or now < self._watch_at:
            return
        self._watch_at = now + self._times.watch_s
        self._note_changes()
        if not self._is_followed(large.scope):
            raise UnreachableError("the sync with this memory was ended")
        if self._requests == self._requests_seen:
            return
        self._requests_seen = self._requests
        self._large = None  # a look between the slices of a look is not interrupted itself
        with contextlib.suppress(Exception):  # unforeseen; the next look reports it
            for snapshot in sorted(self._snapshots(), key=_size):
                if _size(snapshot) < _size(large) and snapshot.scope != large.scope:
                    self._between[snapshot.scope] = self._look_at(snapshot)
        self._large = large

    def _tend_scopes(self) -> dict[str, Outcome]:
        """Forget the scopes of deleted folders and renew indexes; a failure has the empty scope."""
        if self._stopping:
            return {}
        try:
            for scope in self._gone.look(self._writer) if self._gone is not None else ():
                self._scopes.pop(scope, None)
                self._on_forgotten(scope)
            if self._earlier is not None:
                self._earlier.look(self._writer)
        except GraphragError as error:
            self._on_outcome("", error)
            return {"": error}
        return {}

    def _run(self) -> None:
        while self._wait():
            again: float | None = None
            try:
                outcomes = self.look_now()
                again = self._next_look_in_s(outcomes)
                if again is None and self._ask_models(outcomes):
                    again = self._times.debounce_s
            except BaseException as error:  # the host's memory is in an unforeseen state
                self._on_outcome("", _unforeseen(error))
                again = self._times.retry_s
            with self._condition:
                self._looking = False
                if again is not None and not self._stopping:
                    self._set_due(again)
                self._condition.notify_all()

    def _next_look_in_s(self, outcomes: Mapping[str, Outcome]) -> float | None:
        """Return when to look again without a request, in seconds; None if that is not needed."""
        if any(isinstance(outcome, GraphragError) for outcome in outcomes.values()):
            return self._times.retry_s
        held = any(isinstance(o, SyncResult) and o.held for o in outcomes.values())
        if held or (self._gone is not None and self._gone.is_waiting):
            return self._times.second_look_s + 0.1
        return None

    def _ask_models(self, scopes: Iterable[str]) -> bool:
        """Ask the models of some scopes about their memories; return whether one answered."""
        followed = [self._scopes[scope] for scope in scopes if scope in self._scopes]
        asked = [sync.ask_model(self._must_yield) for sync in followed]
        return any(work.answered for work in asked)

    def _must_yield(self) -> bool:
        """Whether a round of model calls must end: a look is due, or the sync is to stop."""
        self._note_changes()
        with self._condition:
            return self._stopping or self._due is not None

    def _note_changes(self) -> None:
        """Request a look if the memory has changed."""
        if self._memory_has_changed():
            with self._condition:
                self._requests += 1
                self._set_due(self._times.debounce_s)

    def _set_due(self, delay_s: float) -> None:
        """Note that a look is due, unless one is due earlier; the condition is held."""
        due = time.monotonic() + delay_s
        # A later request does not delay an earlier one: memories may come all the time.
        self._due = due if self._due is None else min(self._due, due)

    def _wait(self) -> bool:
        """Wait until a look is due; False when it is time to stop."""
        while True:
            with self._condition:
                while not self._stopping and self._due is not None:
                    left = self._due - time.monotonic()
                    if left <= 0:
                        self._due, self._looking = None, True
                        return True
                    self._condition.wait(left)
                if self._stopping:
                    return False
                if self._condition.wait(self._times.watch_s):
                    continue
            # Without the lock: it reads files, and the host's loop must not wait for them.
            if self._memory_has_changed():
                with self._condition:
                    self._set_due(self._times.debounce_s)

    def _memory_has_changed(self) -> bool:
        try:
            return self._has_changed()
        except Exception:  # an unforeseen state; the next look reports it
            return False


def _size(snapshot: MemorySnapshot) -> int:
    return len(snapshot.documents)


def _unforeseen(error: BaseException) -> GraphragError:
    return GraphragError(f"memory sync failed: {error!r}")
