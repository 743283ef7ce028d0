"""Full-text indexes that an earlier version made are renewed, also where no memory is synced."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..cypher.scopes import LIST_SCOPES
from ..schema import SCHEMA_VERSION, renew_indexes

if TYPE_CHECKING:
    from ...store.writer import GraphWriter


class EarlierIndexes:
    """Renews the indexes of an install's scopes, once; such a scope may hold only ingested files.

    Args:
        install: Returns the install whose scopes are looked at.
    """

    def __init__(self, install: Callable[[], str]) -> None:
        self._install = install
        self._is_done = False

    def look(self, writer: GraphWriter) -> None:
        """Renew what an earlier version made; the server builds it in the background.

        Args:
            writer: The writer of the database.

        Raises:
            GraphragError: The database could not be changed; the next look tries again.
        """
        if self._is_done:
            return
        for row in writer.read(LIST_SCOPES, {"scope": "", "install": self._install()}):
            if row["schema_version"] == SCHEMA_VERSION and row["analyzer"]:
                renew_indexes(writer, row["scope"], row["analyzer"])
        self._is_done = True
