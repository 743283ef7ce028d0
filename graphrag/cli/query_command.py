"""``a0-graphrag query``: what a turn would get, with the reasons."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import Annotated, Any

import typer

from ..model import Block, Query, RecalledDocument, Retrieval, graph_key
from ..wording import counted
from .output import console, emit
from .workbench import Workbench


def query(
    text: Annotated[str, typer.Argument(help="The message.")],
    seed: Annotated[
        list[str] | None, typer.Option(help="Id of a recalled document; may be repeated.")
    ] = None,
    scope: Annotated[str | None, typer.Option(help="Scope; by default `shared`.")] = None,
    explain: Annotated[bool, typer.Option(help="Print the ranked list with its reasons.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Ask the graph as a turn would, by names and words, and print the block."""
    from ..packing.pack import pack
    from ..packing.tokens import load_counter
    from ..retriever.hybrid import HybridRetriever

    bench = Workbench.open()
    where = bench.scope(scope)
    recalled = tuple(
        RecalledDocument(key=graph_key(where, id_), id=id_, text="") for id_ in seed or ()
    )
    asked = Query(message=text, scopes=(where,), today=date.today(), recalled=recalled)
    with bench.store() as store:
        retriever = HybridRetriever(store, bench.settings)
        retrieval = store.run(retriever.retrieve(asked, deadline_ms=30_000), timeout_s=30)
    block = pack(retrieval, max_tokens=bench.settings.graphrag_max_tokens, counter=load_counter())
    emit(
        _as_json(retrieval, block),
        as_json=as_json,
        words=lambda: _print(retrieval, block, explain=explain),
    )


def _print(retrieval: Retrieval, block: Block, *, explain: bool) -> None:
    text = block.text or f"nothing worth adding ({retrieval.reason or 'nothing_found'})"
    console.print(text, markup=False, highlight=False, soft_wrap=True)
    if not explain:
        return
    gain = "-" if retrieval.gain is None else f"{retrieval.gain:+.2f}"
    console.print(f"\nconfidence {retrieval.confidence:.2f}, gain {gain}")
    for entry in retrieval.passages[:20]:
        console.print(
            f"{entry.score:7.3f} = {entry.hybrid_score:.3f} + graph {entry.graph_score:.3f}  "
            f"{entry.origin}, {counted(entry.hops, 'hop')} via {', '.join(entry.path) or '-'}  "
            f"[{entry.passage.id}] {entry.passage.title or entry.passage.text[:60]}",
            markup=False,
            highlight=False,
        )
    stages = ", ".join(f"{name} {ms:.1f} ms" for name, ms in retrieval.stages_ms.items())
    counts = ", ".join(f"{name} {number}" for name, number in retrieval.counts.items())
    console.print(f"{counts}; {stages}", markup=False)


def _as_json(retrieval: Retrieval, block: Block) -> dict[str, Any]:
    return {"block": asdict(block), "retrieval": asdict(retrieval)}
