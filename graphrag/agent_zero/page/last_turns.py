"""The tab "Last turns" of the screen: the kept records, with their reasons in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...reasons import Reason
from ...wording import counted, written_together
from .. import markers
from ..service import kept_turns

SILENCE: Mapping[str, str] = {
    Reason.NOT_SET_UP: "The local Neo4j was not set up.",
    Reason.STARTING: "Neo4j was still starting.",
    Reason.PACKAGE: "A Python package was missing.",
    Reason.REFUSED: "Neo4j could not be reached.",
    Reason.TIMEOUT: "Neo4j did not answer within the time limit of a turn: it may be slow or busy.",
    Reason.AUTH: "Neo4j did not accept the user or the password.",
    Reason.DATABASE: "Neo4j had no database of that name.",
    Reason.BREAKER: "Neo4j had failed a moment before, so it was not asked.",
    Reason.SCHEMA: "An index was missing in the database.",
    Reason.QUERY: "Neo4j rejected a query.",
    Reason.INTERNAL: "The plugin failed. The host's output has the error.",
    Reason.CLOSED: "The plugin was being closed, as for an update.",
    Reason.EMPTY_GRAPH: "The graph was still empty.",
    Reason.LOW_CONFIDENCE: "The message was too vague to follow the graph.",
    Reason.NOT_ABOUT_MEMORY: "The message does not look as if the answer were in memory.",
    Reason.NOTHING_FOUND: "The graph had nothing worth adding.",
    Reason.NO_ROOM: "What the graph had did not fit into the token budget.",
}
"""Why a turn has no block, in one sentence for each reason."""

_ICONS = {"added": "check_circle", "shadow": "visibility", "silent": "do_not_disturb_on"}


def last_turns() -> list[dict[str, Any]]:
    """Return the last turns for the screen, the newest first, ready for JSON.

    Returns:
        For each turn its record, ``kind`` (``added``, ``shadow``, ``silent`` or ``failed``),
        ``icon`` and ``summary``; each line of its block with ``why``, and ``way``: from where links
        start, over their names, to the line itself.
    """
    return [_shown(record) for record in kept_turns.last_turns()]


def _shown(record: Mapping[str, Any]) -> dict[str, Any]:
    kind = markers.KINDS.get(record["marker"], "failed")
    found = record["findings"]
    if found is not None:
        found = {**found, "lines": [_shown_line(line) for line in found["lines"]]}
    shown = {**record, "findings": found, "kind": kind, "icon": _ICONS.get(kind, "error")}
    return {**shown, "summary": _summary(shown)}


def _summary(turn: Mapping[str, Any]) -> str:
    if turn["kind"] in ("silent", "failed"):
        reason = turn["cause"] or turn["reason"]
        return SILENCE.get(reason, f"No block ({reason}).")
    found = turn["findings"] or {"lines": (), "tokens": 0}
    lines, tokens = counted(len(found["lines"]), "line"), counted(found["tokens"], "token")
    verb = "Would have added" if turn["kind"] == "shadow" else "Added"
    return f"{verb} {lines}, {tokens}, in {turn['ms']:.0f} ms."


def _shown_line(line: Mapping[str, Any]) -> dict[str, Any]:
    path = line["path"]
    together = written_together(path)
    if line["kind"] == "relationship":
        return {**line, "why": "A fact about the names of this turn, or near them", "way": []}
    if together:
        return {**line, "why": f"Written {together} as other memories of this turn", "way": []}
    way = [line["start"] or "the message", *path, "this memory"] if path else []
    if line["hops"]:
        why = f"Reached over links, in {counted(line['hops'], 'hop')}"
    elif path and line["graph_score"] > line["hybrid_score"]:
        why = "Linked to what fits the message"
    else:
        why = "Similar to the message" + (", and linked to it" if path else "")
    return {**line, "why": why, "way": way}
