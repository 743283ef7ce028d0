"""The graph follows the host's memory: the sync of one database, asked at the right moments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import TYPE_CHECKING, Any

from ...errors import GraphragError, StoreError
from ...graph.access_counts import AccessCounter
from ...graph.sync import MemorySnapshot, MemorySync, SyncResult, snapshot_of
from ...store import GraphWriter
from .. import markers

if TYPE_CHECKING:
    from ...graph.extraction.llm import LlmExtractor
    from ...model import Fact
    from ...store import ConnectionProvider
    from ..host.memory_index import IndexView


class Following:
    """Keeps the graph in step with the memory folders that the host has opened.

    Args:
        connection: Where the graph is.
        snapshots: Gives the open memory folders as they are now.
        changed: Tells whether they may differ from when this was last asked.
        analyzer: The full-text analyzer of scopes that are new.
        written: Called with a scope that was written to.
        llm: A model's extraction to add; None for the rules alone.
    """

    def __init__(
        self,
        connection: ConnectionProvider,
        snapshots: Callable[[], Iterable[MemorySnapshot]],
        changed: Callable[[], bool],
        analyzer: str,
        written: Callable[[str], None],
        llm: LlmExtractor | None = None,
    ) -> None:
        self.problem = ""
        """What the user must do something about; empty if all goes well."""
        self._written = written
        self._writer = GraphWriter(connection)
        self._accesses = AccessCounter(lambda: self._writer)
        self._sync = MemorySync(
            self._writer,
            snapshots,
            changed=changed,
            analyzer=analyzer,
            tell=self._hear,
            llm=llm,
        )

    def follow(self) -> None:
        """Look soon, and from then on whenever the memory has changed; returns at once."""
        self._sync.request()

    def used(self, facts: Iterable[Fact]) -> None:
        """Count facts that were put into a prompt; written later, in a batch."""
        self._accesses.add(facts, date.today().toordinal())

    def close(self) -> None:
        """End the sync after the transaction that it is in, and its connection."""
        self._accesses.close()
        self._sync.stop()
        self._writer.close()

    def _hear(self, scope: str, outcome: object) -> None:
        if isinstance(outcome, SyncResult) and outcome.changes.any:
            self._written(scope)
        if isinstance(outcome, StoreError) or not isinstance(outcome, GraphragError):
            self.problem = ""  # an outage is the turns' to tell
            return
        if str(outcome) != self.problem:
            markers.note(f"the graph does not follow {scope or 'the memory'}: {outcome}")
        self.problem = str(outcome)


def snapshot(scope: str, view: IndexView) -> MemorySnapshot:
    """Make what sync looks at from a copy of the host's index."""
    return snapshot_of(scope, view.documents, view.ids, view.vectors, embedder_name(view.embedder))


def embedder_name(embedder: Any) -> str:
    """Name a host's embedder, so that vectors of another are told apart."""
    return str(getattr(embedder, "model_name", "") or type(embedder).__name__)
