"""The thread that keeps the graph in step with the host's memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable

from ...errors import GraphragError
from ...store.writer import GraphWriter
from ..extraction.llm import LlmExtractor
from .scope import SECOND_LOOK_S, ScopeSync, SyncResult
from .snapshot import MemorySnapshot

DEBOUNCE_S = 2.0
WATCH_S = 2.0
RETRY_S = 60.0

Outcome = SyncResult | GraphragError


class MemorySync:
    """Looks at the host's memory when it is asked to or has changed, at most once in a while.

    Args:
        writer: The way to the database.
        snapshots: Gives the memory folders as they are now. A folder that is not open, or that
            does not stand still, is left out: what is not seen is not touched.
        analyzer: Full-text analyzer for scopes that are new.
        changed: Tells at next to no cost whether the memory may differ from when this was last
            asked; asked on the sync's own thread, all the time from the first request on. No turn
            tells of what a user does to memories in the host's pages.
        tell: Called with each scope's outcome, on the sync's own thread.
        debounce_s: How long requests are gathered.
        watch_s: How long to wait before asking again whether the memory has changed.
        second_look_s: How long a large deletion waits for the look that confirms it.
        retry_s: How long to wait after a failure.
        llm: A model's extraction to add, asked on the sync's own thread.
    """

    def __init__(
        self,
        writer: GraphWriter,
        snapshots: Callable[[], Iterable[MemorySnapshot]],
        *,
        analyzer: str = "english",
        changed: Callable[[], bool] = lambda: False,
        tell: Callable[[str, Outcome], None] = lambda scope, outcome: None,
        debounce_s: float = DEBOUNCE_S,
        watch_s: float = WATCH_S,
        second_look_s: float = SECOND_LOOK_S,
        retry_s: float = RETRY_S,
        llm: LlmExtractor | None = None,
    ) -> None:
        self._llm = llm
        self._writer = writer
        self._snapshots = snapshots
        self._analyzer = analyzer
        self._changed = changed
        self._tell = tell
        self._debounce_s = debounce_s
        self._watch_s = watch_s
        self._second_look_s = second_look_s
        self._retry_s = retry_s
        self._scopes: dict[str, ScopeSync] = {}
        self._condition = threading.Condition()
        self._due: float | None = None
        self._stopping = False
        self._looking = False
        self._thread: threading.Thread | None = None

    def request(self, *, delay_s: float | None = None) -> None:
        """Ask for a look, soon; returns at once. Starts the thread on first use.

        Args:
            delay_s: How long to wait for further requests; the debounce time by default.
        """
        due = time.monotonic() + (self._debounce_s if delay_s is None else delay_s)
        with self._condition:
            if self._stopping:
                return
            # An earlier request is not put off by a later one: memories may come all the time.
            self._due = due if self._due is None else min(self._due, due)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="graphrag-sync", daemon=True)
                self._thread.start()
            self._condition.notify_all()

    def wait_idle(self, timeout_s: float) -> bool:
        """Wait until everything asked for so far has been looked at.

        Returns:
            Whether that was so in time.
        """
        with self._condition:
            return self._condition.wait_for(
                lambda: self._stopping or (self._due is None and not self._looking), timeout_s
            )

    def stop(self, timeout_s: float = 5.0) -> None:
        """End the thread after the transaction that it is in; idempotent."""
        with self._condition:
            self._stopping = True
            self._condition.notify_all()
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout_s)

    def look_now(self) -> dict[str, Outcome]:
        """Look once at every folder, on the caller's thread.

        Returns:
            What came of it, by scope.
        """
        outcomes: dict[str, Outcome] = {}
        for snapshot in self._snapshots():
            if self._stopping:
                break
            scope = snapshot.scope
            sync = self._scopes.get(scope)
            if sync is None:
                sync = self._scopes[scope] = ScopeSync(
                    scope, analyzer=self._analyzer, second_look_s=self._second_look_s, llm=self._llm
                )
            outcome: Outcome
            try:
                outcome = sync.look(self._writer, snapshot)
            except GraphragError as error:
                outcome = error
            outcomes[scope] = outcome
            self._tell(scope, outcome)
        return outcomes

    def _run(self) -> None:
        while self._wait():
            again: float | None = None
            try:
                outcomes = self.look_now()
            except Exception as error:  # the host's memory in a state that nobody foresaw
                self._tell("", GraphragError(f"memory sync failed: {error!r}"))
                again = self._retry_s
            else:
                again = self._pause(outcomes)
            with self._condition:
                self._looking = False
                if again is not None and not self._stopping:
                    due = time.monotonic() + again
                    self._due = due if self._due is None else min(self._due, due)
                self._condition.notify_all()

    def _pause(self, outcomes: dict[str, Outcome]) -> float | None:
        """Say when to look again without being asked."""
        if any(isinstance(outcome, GraphragError) for outcome in outcomes.values()):
            return self._retry_s
        if any(isinstance(o, SyncResult) and o.held for o in outcomes.values()):
            return self._second_look_s + 0.1
        asked = [self._scopes[scope].ask_model(lambda: self._stopping) for scope in outcomes]
        return self._debounce_s if any(work.answered for work in asked) else None

    def _wait(self) -> bool:
        """Wait until a look is due; False when it is time to stop."""
        with self._condition:
            while not self._stopping:
                if self._due is None:
                    asked = self._condition.wait(self._watch_s)
                    if not asked and self._has_changed():
                        self._due = time.monotonic() + self._debounce_s
                    continue
                left = self._due - time.monotonic()
                if left <= 0:
                    self._due, self._looking = None, True
                    return True
                self._condition.wait(left)
            return False

    def _has_changed(self) -> bool:
        try:
            return self._changed()
        except Exception:  # a state that nobody foresaw; the next look tells of it
            return False
