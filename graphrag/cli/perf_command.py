"""``a0-graphrag perf``: ingest rate and latency on a generated graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.table import Table

from ..wording import counted
from .commands import Json, keeps
from .installation import Installation
from .output import emit, write
from .progress import progress


@keeps("the generated file and graph are kept for the next run")
def perf(
    relations: Annotated[
        int, typer.Option(min=1000, help="Size of the graph, in relations.")
    ] = 10_000,
    turns: Annotated[int, typer.Option(min=10, help="Number of turns to time.")] = 100,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the file and the graph for the next run.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Ingest a generated graph, then time turns and the trivial query RETURN 1."""
    from ..bench import perf as measuring
    from ..bench.generator import generate
    from ..graph.forget import forget_scope
    from ..graph.ingest import ingest_paths
    from ..packing.tokens import load_counter
    from ..retriever.hybrid import HybridRetriever

    installation = Installation.open()
    settings = installation.settings
    scope = f"perf/{relations}"
    path = installation.folders.cache / "perf" / f"{relations}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        with progress("generate") as show:
            generate(
                path,
                relations=relations,
                progress=lambda done, total: show(done, total, "documents"),
            )
    with installation.writer() as writer, installation.store() as store:
        with progress("ingest") as show:
            report = ingest_paths(
                writer,
                [path],
                scope,
                format="openie",
                progress=lambda step: show(step.done, step.total, step.step),
            )
        sample = measuring.read_sample(path)
        timings = []
        for server_vectors in (False, True):
            with progress("time turns") as show:
                timings.append(
                    measuring.time_turns(
                        store,
                        HybridRetriever(store, settings),
                        settings,
                        load_counter(),
                        scope,
                        sample,
                        turns=turns,
                        server_vectors=server_vectors,
                        progress=lambda done, total: show(done, total, "turns"),
                    )
                )
        if not keep:
            with progress("forget"):
                forget_scope(writer, scope)
            path.unlink()
    result = {
        "relations": relations,
        "ingest_s": report.seconds,
        "relations_per_s": report.rates,
        "turns": timings,
    }
    emit(result, as_json=as_json, words=lambda: _print(result, timings))


def _print(result: Mapping[str, Any], timings: Sequence[Mapping[str, Any]]) -> None:
    relations = counted(result["relations"], "relation")
    write(f"{relations} ingested in {result['ingest_s']:.1f} s")
    for percent, rate in result["relations_per_s"].items():
        write(f"  {percent} %: {rate:.0f} a second")
    table = Table("vectors from", "RETURN 1 p50", "turn p50", "turn p95", "turn / RETURN 1")
    for timing in timings:
        table.add_row(
            timing["vectors"],
            f"{timing['return_1_ms']['p50']:.2f} ms",
            f"{timing['turn_ms']['p50']:.1f} ms",
            f"{timing['turn_ms']['p95']:.1f} ms",
            f"{timing['turn_to_return_1']:.1f}",
        )
    write(table)
