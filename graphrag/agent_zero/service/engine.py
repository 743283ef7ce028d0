"""One database with what is built over it: store, retriever, packing, token counter."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING

from ...connect import connection_provider, local_neo4j
from ...errors import DeadlineError, StartingError, StoreError
from ...packing.pack import pack
from ...packing.tokens import TokenCounter, estimate_tokens, load_counter
from ...retriever.hybrid import HybridRetriever
from ...retriever.warm_up import warm_up_runs
from ...store import GraphStore, StoreLimits
from .sync import Following

if TYPE_CHECKING:
    from ...config import Settings
    from ...graph.extraction.llm import LlmExtractor
    from ...graph.sync import MemorySnapshot
    from ...model import Block, Fact, Query, Retrieval
    from ..install.folders import Homes

_RESTART_PAUSE_S = 60.0
_WAKING_S = 30.0
_WAKING_SHARE = 0.2
"""Of a turn's time, for a warm-up that is under way: it may take long, or hang."""

_LOCAL_START_S = 180.0
_LAUNCH_S = 10.0
_POLL_S = 0.3
_REPLAN_S = 12.0


class Engine:
    """Answers queries from one database.

    Args:
        settings: Which database, and the bounds of its queries.
        where: The plugin's folders, for the local Neo4j.
    """

    def __init__(self, settings: Settings, where: Homes) -> None:
        self.local = local_neo4j(settings, **where.local_paths_args)
        self._provider = connection_provider(settings, self.local)
        limits = StoreLimits(query_timeout_ms=settings.neo4j_query_timeout_ms)
        self.store = GraphStore(self._provider, limits)
        self._retriever: tuple[Settings, HybridRetriever] | None = None
        self._counter: TokenCounter | None = None
        self._waking = threading.Lock()
        self._awake = threading.Event()
        self._awake.set()
        self._is_warm = False
        self._following: Following | None = None
        self._replanning: threading.Timer | None = None
        self._beginning = threading.Lock()
        self._is_closed = False
        self._restarting = threading.Lock()
        self._restarted = -_RESTART_PAUSE_S

    @staticmethod
    def key(settings: Settings) -> tuple[object, ...]:
        """Tell which settings need an engine of their own."""
        return (
            settings.neo4j_uri,
            settings.neo4j_user,
            settings.neo4j_password.get_secret_value(),
            settings.neo4j_database,
            settings.neo4j_query_timeout_ms,
            settings.graphrag_home,
        )

    def answer(
        self,
        query: Query,
        settings: Settings,
        preamble: str,
        timeout_s: float,
        *,
        keep: Callable[[Retrieval], Retrieval] = lambda found: found,
    ) -> tuple[Retrieval, Block]:
        """Retrieve and pack, on the store's own loop; blocking.

        While the queries are being warmed up it waits a little for that, and asks nothing: a query
        that ran out of its time meanwhile would take the connection with it, and the warm-up would
        never come to its end.

        Args:
            query: The turn's question.
            settings: The turn's settings.
            preamble: What will stand above the block; it is counted with it.
            timeout_s: The longest time for all of it.
            keep: Leaves out of what was found what must not be shown.

        Raises:
            StoreError: Neo4j could not be used in time.
        """
        ends = time.monotonic() + timeout_s
        if not self._awake.wait(timeout_s * _WAKING_SHARE):
            raise StartingError("the queries are still being planned", "wait a moment")
        timeout_s = ends - time.monotonic()
        return self.store.run(
            self._answer(query, settings, preamble, timeout_s, keep), timeout_s=timeout_s
        )

    def ping(self, timeout_s: float) -> None:
        """See whether the database answers; blocking.

        Raises:
            StoreError: It does not, in time.
        """
        ping = self.store.read("ping", {}, deadline_ms=timeout_s * 1000)
        self.store.run(ping, timeout_s=timeout_s)

    def wake(self, settings: Settings, scopes: tuple[str, ...]) -> None:
        """Load and warm what a turn needs; blocking, repeated until it has worked once.

        Args:
            settings: The settings of coming turns.
            scopes: The scopes that they read.

        Raises:
            StoreError: Neo4j cannot be used, yet.
        """
        self.start_local()
        if self._counter is None:
            self._counter = load_counter()
        self._wait_for_local()
        with self._waking:
            if not self._is_warm:
                self._awake.clear()
            try:
                if not self._is_warm:
                    learning = [("scope_info", {"scopes": list(scopes)}), ("index_states", {})]
                    self.store.warm_up([*warm_up_runs(), *learning]).result(_WAKING_S)
                retriever = self._retriever_for(settings)
                self.store.run(retriever.learn(scopes), timeout_s=_WAKING_S)
                self._is_warm = True
            except (CancelledError, TimeoutError):
                raise DeadlineError("the warm-up did not come to its end") from None
            finally:
                self._awake.set()

    def _wait_for_local(self) -> None:
        """Wait while the local Neo4j comes up."""
        ends = time.monotonic() + _LOCAL_START_S
        while self.local is not None and not self._is_closed and time.monotonic() < ends:
            if self.local.status().state != "starting" and not self._was_just_started():
                return
            time.sleep(_POLL_S)

    def _was_just_started(self) -> bool:
        """Whether the process of the local Neo4j may not have told of itself yet."""
        recently = time.monotonic() - self._restarted < _LAUNCH_S
        return recently and self.local is not None and self.local.status().state == "stopped"

    @property
    def is_warm(self) -> bool:
        """Whether a turn finds its queries planned and its scopes known."""
        return self._is_warm

    def follow(
        self,
        snapshots: Callable[[], Iterable[MemorySnapshot]],
        changed: Callable[[], bool],
        settings: Settings,
        *,
        llm: Callable[[], LlmExtractor | None] = lambda: None,
    ) -> None:
        """Have the graph follow the host's memory, in the background; returns at once.

        Args:
            snapshots: Gives the open memory folders as they are now.
            changed: Tells whether they may differ from when this was last asked.
            settings: Whether to sync at all, and how.
            llm: Gives a model's extraction to add; asked when the sync begins.
        """
        if not settings.graphrag_sync:
            return
        with self._beginning:
            if self._is_closed:
                return
            if self._following is None:
                analyzer = settings.graphrag_text_analyzer
                self._following = Following(
                    self._provider, snapshots, changed, analyzer, self._written, llm()
                )
        self._following.follow()

    def used(self, facts: Iterable[Fact]) -> None:
        """Count facts that were put into a prompt, in the background."""
        if self._following is not None:
            self._following.used(facts)

    @property
    def problem(self) -> str:
        """What the user must do something about before the graph can follow; mostly empty."""
        return "" if self._following is None else self._following.problem

    def start_local(self) -> bool:
        """Start a local Neo4j that was set up and does not run; never a download.

        Returns:
            Whether it was started just now.
        """
        if self.local is None or self.local.status().state not in ("stopped", "failed"):
            return False
        with self._restarting:
            if not self.local.is_set_up or time.monotonic() - self._restarted < _RESTART_PAUSE_S:
                return False
            self._restarted = time.monotonic()
        self.local.start_in_background()
        return True

    def close(self) -> None:
        """End the sync, the connections and the threads."""
        with self._beginning:
            self._is_closed = True
            if self._replanning is not None:
                self._replanning.cancel()
        if self._following is not None:
            self._following.close()
        self.store.close()

    async def _answer(
        self,
        query: Query,
        settings: Settings,
        preamble: str,
        timeout_s: float,
        keep: Callable[[Retrieval], Retrieval],
    ) -> tuple[Retrieval, Block]:
        retriever = self._retriever_for(settings)
        deadline_ms = timeout_s * 1000
        retrieval = keep(await retriever.retrieve(query, deadline_ms=deadline_ms))
        if not retrieval.round_trips:  # a kept answer does not say that Neo4j is there
            await self.store.read("ping", {}, deadline_ms=deadline_ms)
        block = pack(
            retrieval,
            max_tokens=settings.graphrag_max_tokens,
            counter=self._counter or estimate_tokens,
            preamble=preamble,
            max_passages=settings.graphrag_max_chunks,
        )
        return retrieval, block

    def _written(self, scope: str) -> None:
        """After a write, forget what was kept of the scope, and have the queries planned anew.

        The server plans a query again when the statistics have changed and its plan is more than
        ten seconds old; better here than in a turn.
        """
        if self._retriever is not None:
            self._retriever[1].forget(scope)
        with self._beginning:
            if self._replanning is not None:
                self._replanning.cancel()
            if not self._is_closed:
                self._replanning = threading.Timer(_REPLAN_S, self._plan_again)
                self._replanning.daemon = True
                self._replanning.start()
        self._plan_again()

    def _plan_again(self) -> None:
        with contextlib.suppress(StoreError):
            self.store.warm_up(warm_up_runs())

    def _retriever_for(self, settings: Settings) -> HybridRetriever:
        if self._retriever is None or self._retriever[0] != settings:
            self._retriever = (settings, HybridRetriever(self.store, settings))
        return self._retriever[1]
