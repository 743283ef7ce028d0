"""The engine: one database, and what works on it: store, retriever, token counter, sync.

The ``Runtime`` holds one for each database that the settings name; a new address makes a new one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from ...connect import connection_provider, database_of, local_neo4j, local_settings
from ...errors import BreakerOpenError, DeadlineError, StartingError, UnreachableError
from ...packing.tokens import TokenCounter, estimate_tokens, load_counter
from ...retrieve_and_pack import retrieve_and_pack
from ...retriever.hybrid import HybridRetriever
from ...store import GraphStore, StoreLimits
from ...text.changes.change_words import load_change_phrases
from ...text.languages.glossaries import load_glossaries
from ...text.languages.related_words import load_related_words
from .background.late_sync import LateSync
from .background.local_starter import LocalStarter
from .background.planned_queries import LONGEST_S, PlannedQueries
from .background.turns_first import TurnsFirst

if TYPE_CHECKING:
    from ...config import Settings
    from ...graph.extraction.llm import LlmExtractor
    from ...model import Block, Fact, Query, Retrieval, SearchOptions
    from ..install.folders import PluginFolders
    from .background.sync import GraphSync
    from .memory_folders import MemoryFolder, MemoryFolders

_WARM_UP_SHARE = 0.2
"""Share of a turn's time to wait for a warm-up that is under way: it may take long, or hang."""

_AHEAD_S = 7.0
"""Longest time for what is asked ahead: that of the longest turn, 5 s, if it begins at most 2 s
later. After that, a failure no longer counts for the turn (``read_ahead.FAILED_FOR_S``)."""

_RETRIEVERS = 4  # kept at once: projects with different settings share a database


class Engine:
    """Retrieves and packs from one database, and keeps it in step with the host's memory.

    Args:
        settings: Which database, and the bounds of its queries.
        plugin_folders: The plugin's folders, for the local Neo4j.
        clock: Returns monotonic seconds, for the age of what is kept of recent queries.
    """

    def __init__(
        self,
        settings: Settings,
        plugin_folders: PluginFolders,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._local = local_neo4j(settings, plugin_folders.data, plugin_folders.cache)
        self._seen_projects = plugin_folders.seen_projects
        self._provider = connection_provider(settings, self._local)
        limits = StoreLimits(query_timeout_ms=settings.neo4j_query_timeout_ms)
        self.local = LocalStarter(self._local)
        self.store = GraphStore(self._provider, limits)
        self.turns = TurnsFirst()
        """Turns register here while they run, and the sync waits for them."""
        self._queries = PlannedQueries(self.store)
        self._clock = clock
        self._retrievers: dict[Settings, HybridRetriever] = {}
        self._counter: TokenCounter | None = None
        self._warming = threading.Lock()
        self._is_warm = False
        self._lock = threading.Lock()
        self._sync = LateSync()

    @staticmethod
    def key(settings: Settings) -> tuple[object, ...]:
        """Return what needs an engine of its own: settings with the same key share one."""
        return (
            *database_of(settings),
            settings.neo4j_query_timeout_ms,
            settings.graphrag_home,
        )

    def retrieve_and_pack(
        self,
        query: Query,
        settings: Settings,
        preamble: str,
        timeout_s: float,
        *,
        keep: Callable[[Retrieval], Retrieval] = lambda found: found,
        search: SearchOptions | None = None,
    ) -> tuple[Retrieval, Block]:
        """Retrieve what is relevant to a query, and pack it into a block; blocking.

        While the queries are being warmed up this waits a little, and sends no query: one that ran
        out of its time would close the connection, and the warm-up would never end.

        Args:
            query: The turn's question.
            settings: The turn's settings.
            preamble: The text above the block; its tokens count too.
            timeout_s: The longest time for all of it, in seconds.
            keep: Removes from the retrieval what must not be shown.
            search: Set if the agent itself asks, by its tool.

        Raises:
            StoreError: Neo4j could not be used in time.
        """
        ends = time.monotonic() + timeout_s

        async def on_the_stores_loop() -> tuple[Retrieval, Block]:
            wait_s = timeout_s * _WARM_UP_SHARE
            if not (self._is_warm or await self.store.warm_up_has_ended(wait_s)):
                if not self.store.is_connected:
                    raise DeadlineError("Neo4j has not answered yet", "check that it runs")
                raise StartingError("Neo4j is still warming up", "wait a moment")
            left_ms = (ends - time.monotonic()) * 1000
            found, block = await retrieve_and_pack(
                self._retriever_for(settings),
                query,
                self._counter or estimate_tokens,
                preamble,
                left_ms,
                keep=keep,
                options=search,
                as_results=search is not None,
            )
            if not found.round_trips:  # a cached answer does not show that Neo4j is there
                await self.store.read("ping", {}, deadline_ms=left_ms)
            return found, block

        with self._warm_unless_restarted():
            return self.store.run(on_the_stores_loop(), timeout_s=timeout_s)

    def read_ahead(self, query: Query, settings: Settings, is_over: Callable[[], bool]) -> None:
        """Send the queries of a turn before it is known what the host recalls; blocking.

        Args:
            query: The turn's question, without what was recalled.
            settings: The turn's settings.
            is_over: Whether the host has recalled; then no further query is sent.

        Raises:
            StoreError: Neo4j could not be used in time.
        """
        asking = self._retriever_for(settings).read_ahead(
            query, deadline_ms=_AHEAD_S * 1000, is_over=is_over
        )
        self.store.run(asking, timeout_s=2 * _AHEAD_S)  # the queries end before

    def check(self) -> None:
        """Raise at once if the database is known to be away; microseconds.

        Raises:
            BreakerOpenError: It failed a moment ago.
        """
        with self._warm_unless_restarted():
            self.store.check()

    def ping(self, timeout_s: float) -> None:
        """Check that the database answers; blocking.

        Args:
            timeout_s: The longest time to wait, in seconds.

        Raises:
            StoreError: It does not, in time.
        """
        ping = self.store.read("ping", {}, deadline_ms=timeout_s * 1000)
        with self._warm_unless_restarted():
            self.store.run(ping, timeout_s=timeout_s)

    def warm_up(self, settings: Settings, scopes: tuple[str, ...]) -> None:
        """Load and warm up what a turn needs; blocking. Once it has worked, little is left to do.

        Args:
            settings: The settings of coming turns.
            scopes: The scopes that they read.

        Raises:
            StoreError: Neo4j cannot be used yet.
        """
        self.start_local(settings)
        if self._counter is None:
            self._counter = load_counter()
            load_glossaries()
            load_related_words()
            load_change_phrases()
        self.local.wait()
        with self._warming:
            if self._queries.add(settings.graphrag_strategy):
                self._is_warm = False
            try:
                if not self._is_warm:
                    learning = [("scope_info", {"scopes": list(scopes)}), ("index_states", {})]
                    self.store.warm_up([*self._queries.runs, *learning]).result(LONGEST_S)
                learnt = self._retriever_for(settings).learn(scopes, deadline_ms=LONGEST_S * 1000)
                self.store.run(learnt, timeout_s=LONGEST_S)
                self._is_warm = True
            except (CancelledError, TimeoutError):
                raise DeadlineError("the warm-up did not end in time") from None

    def start_local(self, settings: Settings) -> bool:
        """Start the local Neo4j if it does not run, unless the user stopped it; returns at once.

        Args:
            settings: The settings of now: its sizes may have changed since the engine was made.

        Returns:
            Whether it was started just now, or its jars are being fetched.
        """
        if self._local is not None:
            self._local.settings = local_settings(settings)
        return self.local.start_if_stopped()

    @property
    def is_warm(self) -> bool:
        """Whether a turn finds its queries planned and its scopes known."""
        return self._is_warm

    def request_sync(
        self,
        memory_folders: MemoryFolders,
        llm_of: Callable[[MemoryFolder], LlmExtractor | None] = lambda folder: None,
    ) -> None:
        """Update the graph from the host's memory, in the background; returns at once.

        Args:
            memory_folders: The memory folders to follow; the same object each time.
            llm_of: Returns the model's extraction to add to a folder's memories, or None.
        """
        self._sync.request(partial(self._make_sync, memory_folders, llm_of))

    def wait_synced(self, timeout_s: float) -> bool:
        """Wait until the sync has begun and every request so far has been answered; blocking.

        Args:
            timeout_s: Longest wait, in seconds.

        Returns:
            Whether that happened in time. If a look failed, the next one is due later. If the sync
            could not begin, False at once.
        """
        return self._sync.wait_idle(timeout_s)

    def count_uses(self, facts: Iterable[Fact]) -> None:
        """Count facts that were put into a prompt, in the background."""
        if self.sync is not None:
            self.sync.count_uses(facts)

    @property
    def problem(self) -> str:
        """Why memory changes do not reach the graph; empty if they do."""
        return "" if self.sync is None else self.sync.problem

    @property
    def sync(self) -> GraphSync | None:
        """The sync with the host's memory; None before it has begun."""
        return self._sync.begun

    def close(self) -> None:
        """End the sync, the connections and the threads."""
        with ExitStack() as closing:  # from the last; one that fails keeps none open
            closing.callback(self.store.close)
            closing.callback(self._sync.close)
            closing.callback(self.local.close)
            closing.callback(self._queries.close)

    @contextmanager
    def _warm_unless_restarted(self) -> Iterator[None]:
        """Note that a server which went away has to be warmed up again, before a turn asks it.

        A turn that asked it cold would run out of its time, and end a warm-up that has begun.
        """
        try:
            yield
        except (StartingError, UnreachableError):
            self._is_warm = False
            raise
        except BreakerOpenError as error:
            if isinstance(error.__cause__, UnreachableError):  # others noticed it before a turn
                self._is_warm = False
            raise

    def _make_sync(
        self, memory_folders: MemoryFolders, llm_of: Callable[[MemoryFolder], LlmExtractor | None]
    ) -> GraphSync:
        """Load the write side of the graph, which takes too long for a turn, and make the sync."""
        from .background.sync import GraphSync

        return GraphSync(
            self._provider,
            memory_folders,
            self._seen_projects,
            written=self._scope_written,
            llm_of=llm_of,
            pause=self._between_slices,
        )

    def _scope_written(self, scope: str) -> None:
        with self._lock:
            for retriever in self._retrievers.values():
                retriever.invalidate(scope)
        self._queries.plan_again()

    def _between_slices(self) -> None:
        """Make way for turns, and keep their queries planned; on the sync's thread.

        A first sync changes the statistics so much that the server plans again and again.
        """
        self.turns.make_way()
        self._queries.keep_planned()

    def _retriever_for(self, settings: Settings) -> HybridRetriever:
        with self._lock:
            kept = self._retrievers.pop(settings, None)
            if kept is None:
                kept = HybridRetriever(self.store, settings, clock=self._clock)
            self._retrievers[settings] = kept  # the one used last stands last
            if len(self._retrievers) > _RETRIEVERS:
                del self._retrievers[next(iter(self._retrievers))]
        return kept
