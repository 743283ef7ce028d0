"""``a0-graphrag query``: what a turn would get, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from typing import Annotated

import typer

from ..model import Block, Query, RecalledDocument, Retrieval, graph_key
from ..wording import counted
from .commands import Json, ScopeOption, keeps
from .graph_commands import unknown_scope
from .installation import Installation
from .output import emit, write

_SHOWN = 20


@keeps("nothing was changed")
def query(
    text: Annotated[str, typer.Argument(help="The message.")],
    seed: Annotated[
        list[str] | None, typer.Option(help="Id of a recalled document; may be repeated.")
    ] = None,
    scope: ScopeOption = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print the ranked list with its reasons.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Query one scope by names and words, without vectors, and print the block."""
    from ..bench.turn import take_turn
    from ..packing.tokens import load_counter
    from ..retriever.hybrid import HybridRetriever

    installation = Installation.open()
    where = installation.scope(scope)
    recalled = tuple(
        RecalledDocument(key=graph_key(where, id_), id=id_, text="") for id_ in seed or ()
    )
    asked = Query(message=text, scopes=(where,), today=date.today(), recalled=recalled)
    with installation.store() as store:
        if scope:
            known = store.read("scope_info", {"scopes": [where]}, deadline_ms=30_000)
            if not store.run(known, timeout_s=30):
                raise unknown_scope(where)
        retriever = HybridRetriever(store, installation.settings)
        turn = take_turn(retriever, asked, installation.settings, load_counter())
        taken = store.run(turn, timeout_s=30)
    lines = [*_block_lines(taken.retrieval, taken.block)]
    if explain:
        lines += _reasons(taken.retrieval)
    emit(
        {"block": asdict(taken.block), "retrieval": asdict(taken.retrieval)},
        as_json=as_json,
        words=lambda: write(*lines),
    )


def _block_lines(retrieval: Retrieval, block: Block) -> Iterator[str]:
    yield block.text or f"nothing worth adding ({retrieval.reason or 'nothing_found'})"


def _reasons(retrieval: Retrieval) -> Iterator[str]:
    gain = "-" if retrieval.gain is None else f"{retrieval.gain:+.2f}"
    yield f"\nconfidence {retrieval.confidence:.2f}, gain {gain}"
    for entry in retrieval.passages[:_SHOWN]:
        yield (
            f"{entry.score:7.3f} = {entry.hybrid_score:.3f} + graph {entry.graph_score:.3f}  "
            f"{entry.origin}, {counted(entry.hops, 'hop')} via {', '.join(entry.path) or '-'}  "
            f"[{entry.passage.id}] {entry.passage.title or entry.passage.text[:60]}"
        )
    stages = ", ".join(f"{name} {ms:.1f} ms" for name, ms in retrieval.stages_ms.items())
    counts = ", ".join(f"{name} {number}" for name, number in retrieval.counts.items())
    yield f"{counts}; {stages}"
