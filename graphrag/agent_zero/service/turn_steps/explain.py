"""Why each line of a block is there: from what a turn found to what its record says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ....wording import beginning
from ... import markers
from ...turn_record import MAX_LINE, Findings, Seed, ShownLine, cut

if TYPE_CHECKING:
    from ....model import Block, Fact, Query, RankedPassage, Retrieval
    from ...turn_data import TurnRequest

_START_CHARACTERS = 80


def findings_of(
    request: TurnRequest,
    query: Query,
    retrieval: Retrieval,
    block: Block,
    stages_ms: Mapping[str, float],
) -> Findings | None:
    """Return what a turn asked and found, for its record; never raises.

    Args:
        request: What the turn asked.
        query: The same as a query.
        retrieval: What was found.
        block: What the prompt gets of it.
        stages_ms: Wall time of each stage, in milliseconds.

    Returns:
        The findings; None if they could not be put together, which the log then says.
    """
    try:
        line = partial(cut, longest=MAX_LINE, hidden=request.hidden)
        return _findings(request, query, retrieval, block, stages_ms, line)
    except Exception as error:  # the block is good without its explanation
        markers.note(f"a turn could not be explained: {type(error).__name__}: {error}")
        return None


def _findings(
    request: TurnRequest,
    query: Query,
    retrieval: Retrieval,
    block: Block,
    stages_ms: Mapping[str, float],
    line: Callable[[str], str],
) -> Findings:
    ranked = {entry.passage.key: entry for entry in retrieval.passages}
    texts = {key: entry.passage.text for key, entry in ranked.items()}
    texts |= {document.key: document.text for document in query.recalled}
    labels = dict(zip(block.passages, block.labels, strict=True))
    lines = [_fact_line(fact, line) for fact in retrieval.facts if fact.id in block.facts]
    lines += [
        _passage_line(
            labels[key], ranked[key], block, texts.get(retrieval.starts.get(key, ""), ""), line
        )
        for key in block.passages
    ]
    likeness = retrieval.likeness
    return Findings(
        scopes=query.scopes,
        read_as=_read_as(request, query, line),
        seeds=tuple(
            Seed(document.id, line(document.text), document.cosine) for document in query.recalled
        ),
        names=tuple(entity.name for entity in retrieval.entities if entity.named),
        lines=tuple(lines),
        tokens=block.tokens,
        confidence=retrieval.confidence,
        relevance=retrieval.relevance,
        likeness=likeness.memory if likeness else None,
        several=likeness.several if likeness else None,
        skipped=retrieval.expansion_skipped if block.text else "",
        counts=retrieval.counts,
        stages_ms=stages_ms,
    )


def _read_as(request: TurnRequest, query: Query, line: Callable[[str], str]) -> str:
    """Return how a message was read, if a word was misspelled and no secret is in it.

    A secret in which a word was corrected would not be recognised.
    """
    has_secret = any(secret in request.message for secret in request.hidden if secret)
    return "" if has_secret or query.message == request.message else line(query.message)


def _passage_line(
    label: str, entry: RankedPassage, block: Block, start: str, line: Callable[[str], str]
) -> ShownLine:
    passage = entry.passage
    return ShownLine(
        label=label,
        kind="memory" if passage.origin == "memory" else "passage",
        id=passage.id,
        text=line(block.shown[passage.key]),
        source=passage.source or (f"{passage.title} ({passage.id})" if passage.title else ""),
        origin=entry.origin,
        start=beginning(line(start), _START_CHARACTERS),
        path=entry.path,
        hops=entry.hops,
        score=entry.score,
        hybrid_score=entry.hybrid_score,
        graph_score=entry.graph_score,
        vector_score=entry.vector_score,
        is_outdated=passage.key in block.outdated,
    )


def _fact_line(fact: Fact, line: Callable[[str], str]) -> ShownLine:
    words = f"{fact.subject_name} {fact.predicate or fact.relation} {fact.object_name}"
    return ShownLine(
        label="",
        kind="relationship",
        id=fact.id,
        text=line(words),
        origin="graph",
        path=(fact.subject_name, fact.object_name),
        hops=fact.hops,
    )
