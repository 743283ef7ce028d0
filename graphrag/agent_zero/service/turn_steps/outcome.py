"""From what a turn found to its outcome: text, marker, figures, and the entry in the chat's log."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from ....packing.untrusted import defuse_templates
from ....reasons import Reason
from ....retrieve_and_pack import why_empty
from ... import markers
from ...turn_data import TurnOutcome, TurnRequest
from . import notices
from .explain import findings_of

if TYPE_CHECKING:
    from ....model import Block, Query, Retrieval


def outcome_of(
    request: TurnRequest,
    query: Query,
    retrieval: Retrieval,
    block: Block,
    *,
    query_ms: float,
    memory: object,
    is_filling: bool,
) -> TurnOutcome:
    """Return the outcome of a turn that Neo4j answered.

    Args:
        request: What the turn asked.
        query: The same as a query.
        retrieval: What was found.
        block: The block; empty if nothing is worth adding.
        query_ms: Milliseconds that making the query took.
        memory: The state of the host's memory index that the query was made from.
        is_filling: Whether the sync will write what the host's memory holds.
    """
    stages_ms = {"query": query_ms, **retrieval.stages_ms}
    findings = findings_of(request, query, retrieval, block, stages_ms)
    if not block.text:
        reason = why_empty(retrieval, block)
        is_news = is_filling and reason == Reason.EMPTY_GRAPH
        shown = (notices.EMPTY_GRAPH,) if is_news else ()
        return TurnOutcome(markers.EMPTY, reason, notices=shown, memory=memory, findings=findings)
    took_ms = round((time.monotonic() - request.started) * 1000)
    details: dict[str, object] = {
        "passages": len(block.passages),
        "facts": len(block.facts),
        "tokens": block.tokens,
        "ms": took_ms,
    }
    if retrieval.expansion_skipped:
        details["expansion_skipped"] = retrieval.expansion_skipped
    return TurnOutcome(
        markers.SHADOW if request.is_shadow else markers.INJECTED,
        Reason.SHADOW if request.is_shadow else "",
        text=f"{request.preamble}\n{defuse_templates(block.text)}",
        details=details,
        trace=notices.used_graph(findings, request.id, took_ms, is_shadow=request.is_shadow),
        memory=memory,
        findings=findings,
    )
