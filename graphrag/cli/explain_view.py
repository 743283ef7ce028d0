"""What ``query --explain`` prints: the steps of a retrieval, with the scores of each passage."""

from __future__ import annotations

from rich.tree import Tree

from ..model import Block, RankedPassage, Retrieval
from ..packing.block_text import fact_line, titled_text
from ..packing.search_results import way_to
from ..wording import counted, visible

_SHOWN = 20
_TEXT = 60


def explain_view(retrieval: Retrieval, block: Block, *, embedder: str) -> Tree:
    """Draw a retrieval as a tree: seed, pin, expand, pack.

    Args:
        retrieval: What was found.
        block: What was written.
        embedder: What made the question's vector; empty without one.
    """
    tree = Tree("query")
    seed = tree.add("seed")
    seed.add(f"words: {', '.join(retrieval.words) or '-'}")
    seed.add(f"vector: {embedder or 'none'}")
    seed.add(f"recalled: {len(retrieval.recalled)}")

    similar = [entry for entry in retrieval.passages if entry.origin == "vector"]
    scores = [f"confidence {retrieval.confidence:.2f}", f"relevance {_score(retrieval.relevance)}"]
    likeness = retrieval.likeness
    scores.append(f"likeness {_score(likeness.memory if likeness else None)}")
    scores.append(f"several {_score(likeness.several if likeness else None)}")
    pin = tree.add(f"pin: {', '.join(scores)}")
    names = [entity.name for entity in retrieval.entities if entity.named]
    pin.add(f"named: {visible(', '.join(names)) or '-'}")
    _add_passages(pin.add(f"by vectors or words: {len(similar)}"), similar)

    linked = [entry for entry in retrieval.passages if entry.origin == "graph"]
    skipped = retrieval.expansion_skipped
    expand = tree.add(f"expand: skipped ({skipped})" if skipped else "expand")
    _add_passages(expand.add(f"by links: {len(linked)}"), linked)
    facts = expand.add(f"facts: {len(retrieval.facts)}")
    for fact in retrieval.facts[:_SHOWN]:
        facts.add(fact_line(fact, ()))

    pack = tree.add(f"pack: {counted(block.tokens, 'token')}")
    pack.add(f"passages: {', '.join(block.labels.values()) or '-'}")
    pack.add(f"facts: {len(block.facts)}")
    stages = ", ".join(f"{name} {ms:.1f} ms" for name, ms in retrieval.stages_ms.items())
    counts = ", ".join(f"{name} {number}" for name, number in retrieval.counts.items())
    tree.add(f"{counts}; {stages}")
    return tree


def _score(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _add_passages(branch: Tree, entries: list[RankedPassage]) -> None:
    for entry in entries[:_SHOWN]:
        passage = entry.passage
        vector = "-" if entry.vector_score is None else f"{entry.vector_score:z.2f}"
        words = f"{passage.bm25:.1f}" if passage.bm25 else "-"
        line = (
            f"{entry.score:.3f} (vector {vector}, full text {words}, hybrid "
            f"{entry.hybrid_score:z.3f}, graph {entry.graph_score:.3f})"
        )
        if entry.hops:
            line += f" {way_to(entry)}"
        text = titled_text(passage, passage.text)[:_TEXT]
        branch.add(visible(f"{line} [{passage.id}] {text}"))
    if len(entries) > _SHOWN:
        branch.add(f"{len(entries) - _SHOWN} more")
