"""A turn in words: what the marker says of a failure, and what the host's log panel shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ....command_line import command
from ....errors import StoreError
from ....reasons import Reason
from ....wording import beginning, counted, sentence
from ... import markers
from ...turn_data import Notice, TurnOutcome

if TYPE_CHECKING:
    from ...turn_record import Findings, ShownLine

_ADVICE = {
    Reason.REFUSED: "check NEO4J_URI, and that the server is running",
    Reason.AUTH: "check NEO4J_USER and NEO4J_PASSWORD",
    Reason.DATABASE: "check NEO4J_DATABASE",
    Reason.SCHEMA: f"run `{command('init')}`, or wait for the first sync",
}
_SOURCE_CHARACTERS = 60
_USER_MUST_ACT = frozenset({Reason.NOT_SET_UP, *_ADVICE})
_HOW_TO_INSTALL = (
    "On the plugin's settings page, press 'Set up Neo4j', or 'Install' if you use a server. Or run "
    "`scripts/install.sh` again."
)

_FETCHING_PACKAGES = Notice(
    "fetching_packages",
    "info",
    "GraphRAG: downloading what is missing",
    "The container is new, or Agent Zero runs with another Python than before. Memory recall works "
    "as usual. The graph comes back by itself in a few minutes.",
)


EMPTY_GRAPH = Notice(
    Reason.EMPTY_GRAPH,
    "info",
    "GraphRAG: the graph is still empty",
    "It fills from your memories within a minute or so. Memory recall works as usual.",
)
"""For an empty graph into which the sync is about to write."""

_TOO_SLOW = Notice(
    Reason.TIMEOUT,
    "info",
    "GraphRAG: this turn had no graph",
    "Neo4j did not answer in time: it may be slow or busy, for example with many new memories. "
    "Memory recall works as usual, and later turns ask again.",
)


def too_slow() -> TurnOutcome:
    """Return the outcome of a turn that ran out of its time."""
    return TurnOutcome(markers.NEO4J_DOWN, Reason.TIMEOUT, notices=(_TOO_SLOW,))


def failure(error: StoreError) -> TurnOutcome:
    """Return the outcome of a turn for which Neo4j could not be used.

    Args:
        error: Why. An open breaker is the reason in the marker; the user reads what opened it.
    """
    opened_by = error.__cause__ if error.reason == Reason.BREAKER else None
    known = opened_by if isinstance(opened_by, StoreError) else error
    cause: Reason | Literal[""] = "" if known is error else known.reason
    notices: tuple[Notice, ...] = ()
    if known.reason in _USER_MUST_ACT:
        advice = known.hint or _ADVICE.get(known.reason, "")
        content = f"{known.message}; {advice}" if advice else known.message
        heading = "GraphRAG: the graph is not available"
        notices = (Notice(known.reason, "warning", heading, content),)
    elif known.reason == Reason.PACKAGE:
        notices = (_missing(known.message),)
    elif known.reason == Reason.STARTING:
        notices = (_getting_ready(known),)
    elif known.reason == Reason.TIMEOUT:
        notices = (_TOO_SLOW,)
    return TurnOutcome(markers.NEO4J_DOWN, error.reason, cause, notices=notices)


def _getting_ready(error: StoreError) -> Notice:
    known = sentence(error.message or "Neo4j is starting")
    content = f"{known} Memory recall works as usual; the graph joins by itself."
    return Notice(Reason.STARTING, "info", "GraphRAG: the graph is getting ready", content)


def used_graph(
    found: Findings | None, turn: str, took_ms: int, *, is_shadow: bool
) -> Notice | None:
    """Return the entry in the chat's log about a turn that used the graph.

    Args:
        found: What was found, and what the prompt got of it.
        turn: The turn's id.
        took_ms: Milliseconds from the end of the host's recall.
        is_shadow: Whether the mode is shadow, so that the block did not go into the prompt.
    """
    if found is None:
        return None
    sources = [_source(line) for line in found.lines if line.label]
    lines = f"{counted(len(found.lines), 'line')} from {counted(len(sources), 'source')}"
    outcome = f"would have added {lines}" if is_shadow else lines
    stages = ", ".join(f"{name} {ms:.0f}" for name, ms in found.stages_ms.items())
    details = {
        "sources": "; ".join(sources),
        "tokens": str(found.tokens),
        "time": f"{took_ms} ms ({stages})",
        "turn": turn,
    }
    # The host hides entries of the kind `util` by default.
    return Notice("used_graph", "info", f"GraphRAG: {outcome} in {took_ms} ms", "", details)


def _source(line: ShownLine) -> str:
    is_memory = line.kind == "memory"
    words = beginning(line.text, _SOURCE_CHARACTERS) if is_memory else line.source or line.id
    return f"[{line.label}] {words}"


def missing_package(error: ImportError) -> TurnOutcome:
    """Return the outcome of a turn for which a Python package is missing."""
    missing = f"the package {error.name or error} is missing"
    return TurnOutcome(
        markers.NEO4J_DOWN, Reason.PACKAGE, notices=(_missing(missing),), remark=missing
    )


def _missing(what: str) -> Notice:
    heading = "GraphRAG: a Python package is missing"
    return Notice(Reason.PACKAGE, "warning", heading, f"{sentence(what)} {_HOW_TO_INSTALL}")


def fetching_packages() -> TurnOutcome:
    """Return the outcome of a turn while lost Python packages are downloaded again."""
    return TurnOutcome(markers.NEO4J_DOWN, Reason.STARTING, notices=(_FETCHING_PACKAGES,))


def unusable_setting(warning: str) -> Notice:
    """Return the notice about a setting with a wrong value."""
    return Notice(warning, "warning", "GraphRAG: a setting cannot be used", warning)


def sync_problem(problem: str) -> Notice:
    """Return the notice about memories that do not reach the graph."""
    return Notice(problem, "warning", "GraphRAG: memory changes do not reach the graph", problem)
