"""The graph follows the host's memory: the sync of one database, started at the right moments.

Importing this loads the write side of the graph, which no turn needs: do it off the host's loop.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....errors import GraphragError, StoreError
from ....graph.access_counts import AccessCounter
from ....graph.sync import (
    EarlierIndexes,
    GoneScopes,
    MemorySnapshot,
    MemorySync,
    MemoryText,
    SyncResult,
)
from ....store import GraphWriter
from ....wording import counted
from ... import markers
from ...host.question_embedder import QuestionEmbedder, may_embed
from .deleted_projects import DeletedProjects

if TYPE_CHECKING:
    import numpy as np

    from ....graph.extraction.llm import LlmExtractor
    from ....model import Fact
    from ....store import ConnectionProvider
    from ..memory_folders import MemoryFolder, MemoryFolders


EMBED_S = 10.0
"""Longest wait for the vector of a memory's English words."""


@dataclass(frozen=True, slots=True)
class Look:
    """The last look at a memory folder.

    Attributes:
        at: When it was, in seconds since the epoch.
        words: What came of it, in a few words.
        is_problem: Whether the graph does not hold what the memory holds.
        is_outage: Whether that is because Neo4j is away, which the turns report.
    """

    at: float
    words: str
    is_problem: bool = False
    is_outage: bool = False

    @property
    def user_problem(self) -> str:
        """What the user must do something about; empty if there is nothing."""
        return self.words if self.is_problem and not self.is_outage else ""

    @classmethod
    def of(cls, outcome: object) -> Look:
        """Return the look that had this outcome now."""
        if not isinstance(outcome, SyncResult):
            is_outage = isinstance(outcome, StoreError)
            return cls(time.time(), str(outcome), is_problem=True, is_outage=is_outage)
        changes = outcome.changes
        parts = [
            counted(number, f"{verb} document", f"{verb} documents")
            for verb, number in (
                ("new", changes.added),
                ("changed", changes.changed),
                ("removed", changes.removed),
            )
            if number
        ]
        if outcome.held:
            parts.append(f"{counted(outcome.held, 'deletion')} to be confirmed by the next look")
        return cls(time.time(), ", ".join(parts) or "nothing to write")


class GraphSync:
    """What the engine holds for sync: a ``MemorySync`` on its own thread, its writer, use counts.

    Args:
        connection: Where the graph is.
        memory_folders: The memory folders to follow.
        seen_projects: The file that keeps the names of the projects that were seen.
        written: Called with each scope that was written to.
        llm_of: Returns the model's extraction to add to a folder's memories, or None.
        pause: Called between two memories and before each transaction, on the sync's thread; it
            may wait.
    """

    def __init__(
        self,
        connection: ConnectionProvider,
        memory_folders: MemoryFolders,
        seen_projects: Path,
        written: Callable[[str], None],
        llm_of: Callable[[MemoryFolder], LlmExtractor | None] = lambda folder: None,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        self.looks: dict[str, Look] = {}
        """The last look at each scope."""
        self._memory_folders = memory_folders
        self._embedder = QuestionEmbedder()
        self._written = written
        self._llm_of = llm_of
        self._writer = GraphWriter(connection)
        self._accesses = AccessCounter(lambda: self._writer)
        deleted = DeletedProjects(memory_folders.root, seen_projects, memory_folders.subdirs)
        self._sync = MemorySync(
            self._writer,
            self._snapshots,
            has_changed=memory_folders.have_changed,
            is_followed=lambda scope: scope in {each.scope for each in memory_folders.followed()},
            on_outcome=self._note_look,
            llm=self._llm,
            gone=GoneScopes(lambda: memory_folders.install, deleted.among),
            on_forgotten=self._note_forgotten,
            earlier=EarlierIndexes(lambda: memory_folders.install),
            pause=pause,
        )

    @property
    def problem(self) -> str:
        """What the user must do something about; empty if all goes well."""
        followed = self._memory_folders.of_scope
        problems = (
            look.user_problem
            for scope, look in self.looks.items()
            if not scope or followed(scope) is not None
        )
        return next(filter(None, problems), "")

    def request(self) -> None:
        """Look soon, and from then on whenever the memory has changed; returns at once."""
        self._sync.request()

    def wait_idle(self, timeout_s: float) -> bool:
        """Wait until every request so far has been answered by a look.

        Args:
            timeout_s: Longest wait, in seconds.

        Returns:
            Whether that happened in time.
        """
        return self._sync.wait_idle(timeout_s)

    def count_uses(self, facts: Iterable[Fact]) -> None:
        """Count facts that were put into a prompt; written later, in a batch."""
        self._accesses.add(facts, date.today().toordinal())

    def close(self) -> None:
        """End the sync after the transaction that it is in, and close its connection."""
        self._accesses.close()
        self._sync.stop()
        self._writer.close()

    def _snapshots(self) -> Iterator[MemorySnapshot]:
        for folder in self._memory_folders.followed():
            try:
                snapshot = self._snapshot(folder)
            except GraphragError as error:
                self._note_outcome(folder.scope, error)
            except Exception as error:  # unforeseen; the other folders go on
                unread = GraphragError(f"the memory could not be read: {error!r}")
                self._note_outcome(folder.scope, unread)
            else:
                if snapshot is not None:
                    yield snapshot

    def _snapshot(self, folder: MemoryFolder) -> MemorySnapshot | None:
        """Return a folder's memories as they are now; None if the host has not opened it."""
        view = self._memory_folders.view(folder)
        if view is None:
            return None
        # Without the list of names the graph would come out wrong.
        names = self._memory_folders.names(folder.subdir)
        embed = None
        if may_embed(view.embedder, folder.settings.graphrag_embed_question):
            embed = partial(self._embed, view.embedder)
        found = {identifier: view.documents[identifier] for identifier in view.ids}
        return MemorySnapshot(
            folder.scope,
            {
                key: MemoryText(memory.page_content, memory.metadata)
                for key, memory in found.items()
            },
            view.ids,
            view.vectors,
            embedder=_embedder_name(view.embedder),
            names=names,
            embed=embed,
            analyzer=folder.settings.graphrag_text_analyzer,
        )

    def _llm(self, scope: str) -> LlmExtractor | None:
        folder = self._memory_folders.of_scope(scope)
        return None if folder is None else self._llm_of(folder)

    def _embed(self, embedder: Any, text: str) -> np.ndarray | None:
        try:
            return self._embedder.start(embedder, text, "always").result(EMBED_S)
        except FutureTimeoutError:
            return None

    def _note_forgotten(self, scope: str) -> None:
        self.looks = self._looks_without(scope)
        self._written(scope)

    def _looks_without(self, scope: str | None) -> dict[str, Look]:
        return {name: look for name, look in self.looks.items() if name != scope}

    def _note_look(self, scope: str, outcome: object) -> None:
        self._note_outcome(scope, outcome)
        # A look that failed may have written before that.
        if scope and (not isinstance(outcome, SyncResult) or outcome.changes.any):
            self._written(scope)

    def _note_outcome(self, scope: str, outcome: object) -> None:
        # Other threads read the old one. A look that worked ends a failure of all scopes.
        ended = "" if isinstance(outcome, SyncResult) else None
        before, look = self.looks.get(scope), Look.of(outcome)
        self.looks = {**self._looks_without(ended), scope: look}
        if look.user_problem and (before is None or before.words != look.words):
            place = scope or "all scopes"
            markers.note(f"memory changes do not reach the graph ({place}): {look.words}")


def _embedder_name(embedder: Any) -> str:
    """Return a name that tells the vectors of one embedder of the host from those of another."""
    return str(getattr(embedder, "model_name", "") or type(embedder).__name__)
