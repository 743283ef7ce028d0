"""The scope of a memory folder that the host has deleted leaves the graph, as a whole."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from ..cypher.scopes import LIST_SCOPES
from ..writing.forget import forget_scope
from .held_deletion import SECOND_LOOK_S

if TYPE_CHECKING:
    from ...store.writer import GraphWriter


class GoneScopes:
    """Forgets scopes that are gone on two looks.

    Args:
        install: Returns the install whose scopes may be forgotten; no other is touched.
        gone: Returns those of the given scopes whose memory folder was deleted.
        second_look_s: How long to wait for the look that confirms it, in seconds.
        clock: A monotonic clock in seconds.
    """

    def __init__(
        self,
        install: Callable[[], str],
        gone: Callable[[Sequence[str]], Collection[str]],
        *,
        second_look_s: float = SECOND_LOOK_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._install = install
        self._gone = gone
        self._second_look_s = second_look_s
        self._clock = clock
        self._since: dict[str, float] = {}

    @property
    def is_waiting(self) -> bool:
        """Whether a scope waits for the second look."""
        return bool(self._since)

    def look(self, writer: GraphWriter) -> Iterator[str]:
        """Forget what has been gone for long enough, one scope for each step of the iterator.

        Args:
            writer: The writer of the database.

        Yields:
            Each scope after it was forgotten.

        Raises:
            GraphragError: The graph could not be written; the next look continues from there.
        """
        rows = writer.read(LIST_SCOPES, {"scope": "", "install": self._install()})
        gone = self._gone([row["scope"] for row in rows])
        now = self._clock()
        self._since = {scope: self._since.get(scope, now) for scope in gone}
        due = [s for s, since in self._since.items() if now - since >= self._second_look_s]
        for scope in due:
            forget_scope(writer, scope)
            del self._since[scope]
            yield scope
