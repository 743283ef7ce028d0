"""``a0-graphrag query``: what a turn would get, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from typing import Annotated

import typer

from ..model import Query, RecalledDocument, Retrieval, graph_key
from ..wording import counted
from .commands import Json, ScopeOption, keeps
from .graph_commands import unknown_scope
from .installation import Installation
from .output import emit, write

_SHOWN = 20
_PATIENCE_S = 30.0


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
    from ..packing.block_text import DEFAULT_PREAMBLE
    from ..packing.tokens import load_counter
    from ..retrieve_and_pack import retrieve_and_pack, why_empty
    from ..retriever.hybrid import HybridRetriever

    installation = Installation.open()
    where = installation.scope(scope)
    recalled = tuple(
        RecalledDocument(key=graph_key(where, id_), id=id_, text="") for id_ in seed or ()
    )
    asked = Query(message=text, scopes=(where,), today=date.today(), recalled=recalled)
    with installation.store() as store:
        if scope:
            known = store.read("scope_info", {"scopes": [where]}, deadline_ms=_PATIENCE_S * 1000)
            if not store.run(known, timeout_s=_PATIENCE_S):
                raise unknown_scope(where)
        settings, counter = installation.settings, load_counter()
        retriever = HybridRetriever(store, settings)
        work = retrieve_and_pack(
            retriever, asked, settings, counter, DEFAULT_PREAMBLE, _PATIENCE_S * 1000
        )
        retrieval, block = store.run(work, timeout_s=_PATIENCE_S)
    lines = [block.text or f"nothing worth adding ({why_empty(retrieval, block)})"]
    if explain:
        lines += _reasons(retrieval)
    emit(
        {"block": asdict(block), "retrieval": asdict(retrieval)},
        as_json=as_json,
        words=lambda: write(*lines),
    )


def _reasons(retrieval: Retrieval) -> Iterator[str]:
    relevance = "-" if retrieval.relevance is None else f"{retrieval.relevance:.2f}"
    yield f"\nconfidence {retrieval.confidence:.2f}, relevance {relevance}"
    for entry in retrieval.passages[:_SHOWN]:
        yield (
            f"{entry.score:7.3f} = {entry.hybrid_score:.3f} + graph {entry.graph_score:.3f}  "
            f"{entry.origin}, {counted(entry.hops, 'hop')} via {', '.join(entry.path) or '-'}  "
            f"[{entry.passage.id}] {entry.passage.title or entry.passage.text[:60]}"
        )
    stages = ", ".join(f"{name} {ms:.1f} ms" for name, ms in retrieval.stages_ms.items())
    counts = ", ".join(f"{name} {number}" for name, number in retrieval.counts.items())
    yield f"{counts}; {stages}"
