"""The state of indexes on the server, and the analyzers that it has."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ..command_line import command
from ..errors import QueryError, SettingsError, StartingError
from .cypher.schema import LIST_ANALYZERS, SHOW_INDEXES

if TYPE_CHECKING:
    from ..store.writer import GraphWriter

_LONGEST_S = 600.0


def wait_until_online(writer: GraphWriter, names: list[str]) -> None:
    """Wait until indexes can be used, ten minutes at most.

    Args:
        writer: The writer of the database.
        names: The names of the indexes and constraints.

    Raises:
        StartingError: They did not come online in time.
        QueryError: The server failed to build one.
    """
    deadline = time.monotonic() + _LONGEST_S
    pause = 0.05
    while True:
        present = index_states(writer)
        failed = [name for name in names if present.get(name) == "FAILED"]
        if failed:
            raise QueryError(
                f"the server could not build index {failed[0]}",
                f"see Neo4j's log, then run `{command('init')}` again",
            )
        waiting = [name for name in names if present.get(name) != "ONLINE"]
        if not waiting:
            return
        if time.monotonic() > deadline:
            raise StartingError(f"index {waiting[0]} is still being built", "try again later")
        time.sleep(pause)
        pause = min(pause * 2, 1.0)


def index_states(writer: GraphWriter) -> dict[str, str]:
    """Return the state of each index and constraint of ours, by name."""
    return {row["name"]: row["state"] for row in writer.read(SHOW_INDEXES, {})}


def check_analyzers(
    writer: GraphWriter,
    *analyzers: str,
    hint: str = "choose another GRAPHRAG_TEXT_ANALYZER, such as english or standard",
) -> None:
    """Check that the server has some full-text analyzers.

    Args:
        writer: The writer of the database.
        analyzers: Their names.
        hint: What the user can do if it lacks one.

    Raises:
        SettingsError: It lacks one.
    """
    if not analyzers:
        return
    available = {row["analyzer"] for row in writer.read(LIST_ANALYZERS, {})}
    if lacking := set(analyzers) - available:
        raise SettingsError(f"this server has no full-text analyzer {min(lacking)!r}", hint)
