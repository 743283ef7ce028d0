"""``a0-graphrag perf``: ingest rate and latency on a generated graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from ...errors import SettingsError
from ...wording import counted
from ..common.commands import Json, keeps
from ..common.installation import Installation, require_answer
from ..common.output import emit, require_place_for, write, write_file
from ..common.progress import progress

if TYPE_CHECKING:
    from ...store import GraphStore

CHATS = (1, 10, 50)

MAX_RELATIONS = 10_000_000
"""A file of 4 GB, and hours to ingest it: ten times the largest graph that was measured."""

MAX_TURNS = 100_000

RECALL_MS = 50
"""In milliseconds; a real Agent Zero was seen to take longer (docs/OPERATIONS.md)."""


@keeps("the generated file and graph are kept for the next run")
def perf(
    relations: Annotated[
        int,
        typer.Option(min=1000, max=MAX_RELATIONS, help="Size of the graph, in relations."),
    ] = 10_000,
    turns: Annotated[
        int, typer.Option(min=10, max=MAX_TURNS, help="Number of turns to time.")
    ] = 100,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the file and the graph for the next run.")
    ] = False,
    recall_ms: Annotated[
        int,
        typer.Option(min=1, max=2000, help="How long the host recalls, while the graph is asked."),
    ] = RECALL_MS,
    plot: Annotated[Path | None, typer.Option(help="Write the stages of a turn as SVG.")] = None,
    as_json: Json = False,
) -> None:
    """Ingest a generated graph, then time turns and the trivial query RETURN 1."""
    from ...bench.perf.plot import stages_plot
    from ...graph.ingest import ingest_paths
    from ...graph.writing.forget import forget_scope, is_known

    if plot is not None:
        require_place_for(plot)
    installation = Installation.open()
    scope = f"perf/{relations}"
    with installation.writer() as writer, installation.store() as store:
        path = _generated(installation, store, relations)
        kept = is_known(writer, scope)  # by an earlier run, perhaps not to its end
        with progress("ingest") as show:
            report = ingest_paths(
                writer,
                [path],
                scope,
                format="openie",
                progress=lambda step: show(step.done, step.total, step.step),
            )
        timings = _timed(installation, store, scope, path, turns, recall_ms)
        if not keep:
            with progress("forget"):
                forget_scope(writer, scope)
            path.unlink(missing_ok=True)  # another run may have ended, too
    result = {
        "relations": relations,
        "ingest_s": None if kept else report.seconds,
        "relations_per_s": {} if kept else report.rates,
        **timings,
    }
    emit(result, as_json=as_json, words=lambda: _print(result))
    if plot is not None:
        title = f"A turn on {counted(relations, 'relation')}, in multiples of RETURN 1 (p50)"
        write_file(plot, stages_plot(timings["turns"], title))


def _generated(installation: Installation, store: GraphStore, relations: int) -> Path:
    """Return the file of the generated graph; one that was kept is used again.

    Raises:
        SettingsError: It cannot be written.
        StoreError: There is no database for it.
    """
    from ...bench.perf.generator import VERSION, generate

    path = installation.folders.cache / "perf" / f"{relations}-{VERSION}.jsonl"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            require_answer(store)
            with progress("generate") as show:
                generate(
                    path,
                    relations=relations,
                    progress=lambda done, total: show(done, total, "documents"),
                )
    except OSError as error:
        raise SettingsError(
            f"{path} cannot be written: {error.strerror}",
            "choose another folder with GRAPHRAG_HOME",
        ) from None
    return path


def _timed(
    installation: Installation,
    store: GraphStore,
    scope: str,
    path: Path,
    turns: int,
    recall_ms: int,
) -> dict[str, list[dict[str, Any]]]:
    """Return the figures of turns one after the other, and of several chats at once."""
    from ...bench.perf import measure as measuring
    from ...bench.perf.queries import cases, read_sample
    from ...bench.turn import TurnTaker
    from ...packing.tokens import load_counter
    from ...retriever.hybrid import HybridRetriever

    settings, counter = installation.settings, load_counter()
    sample = read_sample(path)
    server_pid = None if installation.local is None else installation.local.status().pid
    one_by_one, at_once = [], []

    def graph() -> measuring.TimedGraph:  # with a retriever that has kept nothing yet
        taker = TurnTaker(HybridRetriever(store, settings), counter)
        return measuring.TimedGraph(store, taker, scope, sample)

    for case in cases(recall_ms):
        with progress("time turns") as show:
            timing = measuring.time_turns(
                graph(),
                turns=turns,
                case=case,
                server_pid=server_pid,
                progress=lambda done, total: show(done, total, "turns"),
            )
        one_by_one.append(timing)
    for chats in CHATS:
        with progress(f"time {counted(chats, 'chat')} at once"):
            timing = measuring.time_chats(graph(), chats=chats, turns=turns)
        at_once.append(timing)
    return {"turns": one_by_one, "chats": at_once}


def _print(result: Mapping[str, Any]) -> None:
    relations = counted(result["relations"], "relation")
    if result["ingest_s"] is None:
        write(f"{relations}, on a graph that an earlier run has left: no ingest to measure")
    else:
        write(f"{relations} ingested in {result['ingest_s']:.1f} s")
    for percent, rate in result["relations_per_s"].items():
        write(f"  {percent} %: {rate:.0f} a second")
    write(_turns_table(result["turns"]))
    table = Table("chats at once", "turn p50", "turn p95", "turns a second")
    for entry in result["chats"]:
        ms = entry["turn_ms"]
        cells = (f"{ms['p50']:.1f} ms", f"{ms['p95']:.1f} ms", f"{entry['turns_per_s']:.1f}")
        table.add_row(str(entry["chats"]), *cells)
    write(table)


def _turns_table(timings: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(
        *(
            "vectors from",
            "hub",
            "recall",
            "RETURN 1 p50",
            "turn p50",
            "turn p95",
            "turn / RETURN 1",
        ),
        *("first turn", "CPU here", "CPU of Neo4j"),
    )
    for timing in timings:
        server_ms = timing["server_cpu_ms"]
        table.add_row(
            timing["vectors"],
            "named" if timing["hub"] else "",
            f"{timing['recall_ms']} ms" if timing["recall_ms"] else "",
            f"{timing['return_1_ms']['p50']:.2f} ms",
            f"{timing['turn_ms']['p50']:.1f} ms",
            f"{timing['turn_ms']['p95']:.1f} ms",
            f"{timing['turn_to_return_1']:.1f}",
            f"{timing['first_turn_ms']:.0f} ms",
            f"{timing['client_cpu_ms']:.1f} ms",
            "" if server_ms is None else f"{server_ms:.1f} ms",
        )
    return table
