"""Turns the output of a server that failed into one line that says what to do."""

from __future__ import annotations

from pathlib import Path

NEW_RUN = "=== a new run"
"""The line before everything that a run prints."""

_TAIL_BYTES = 16_384

DISK_FULL = "the disk is full; free some space and start again"

UNKNOWN = "Neo4j ended unexpectedly; the reason is at the end of {log}"

# The first that is found explains it.
_EXPLANATIONS = (
    (
        ("Could not reserve enough space", "insufficient memory", "Cannot allocate memory"),
        "there is not enough free memory for Neo4j; close something, or make "
        "NEO4J_LOCAL_HEAP_MB and NEO4J_LOCAL_PAGE_CACHE_MB smaller",
    ),
    (
        ("OutOfMemoryError", "Too small maximum heap", "Too small initial heap"),
        "Neo4j's heap is too small; raise NEO4J_LOCAL_HEAP_MB",
    ),
    (
        ("No space left on device",),
        DISK_FULL,
    ),
    (
        ("BindException", "Address already in use"),
        "the Bolt port is in use; choose another NEO4J_LOCAL_PORT, or 0 for any free one",
    ),
    (
        ("AccessDeniedException", "Permission denied"),
        "a file of the data folder cannot be written; make the user who starts Neo4j its owner",
    ),
    (
        ("FileLockException", "OverlappingFileLockException"),
        "another Neo4j has the data folder open; stop that one first",
    ),
)


def log_tail(log: Path) -> str:
    """Return the end of what the last run printed; empty if there is no log."""
    try:
        with log.open("rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - _TAIL_BYTES))
            return file.read().decode("utf-8", "replace").rpartition(NEW_RUN)[2]
    except OSError:
        return ""


def known_cause(text: str) -> str | None:
    """Return what the printed text means, in one line with what to do; None if unknown."""
    for marks, explanation in _EXPLANATIONS:
        if any(mark in text for mark in marks):
            return explanation
    return None


def explain(log: Path) -> str:
    """Return why the server ended, in one line.

    Args:
        log: The file with what it printed.
    """
    return known_cause(log_tail(log)) or UNKNOWN.format(log=log)


def damaged_store(store: Path, circumstance: str = "") -> str:
    """Return the line for a store that Neo4j cannot open, and that was not changed."""
    return (
        f"the graph in {store} is damaged{circumstance} (see {store / 'logs' / 'debug.log'}); "
        "nothing was deleted: restore a backup, or move that folder away, start again, and send "
        "the agent a message"
    )
