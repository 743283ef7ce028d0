"""``init``, ``ingest``, ``sync``, ``stats`` and ``forget``: what the graph holds."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import SettingsError
from ..wording import counted
from .output import console, emit, progress_bar
from .workbench import Workbench

if TYPE_CHECKING:
    from ..graph.ingest import IngestReport

ScopeOption = Annotated[str | None, typer.Option(help="Scope; by default `shared`.")]
ForgottenScope = Annotated[
    str | None, typer.Option(help="Scope; with --document by default `shared`.")
]
EveryScope = Annotated[
    str | None, typer.Option(help="Scope; by default every scope of this install.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def init(scope: ScopeOption = None, as_json: Json = False) -> None:
    """Make the constraints and indexes; safe to repeat."""
    from ..graph import schema

    bench = Workbench.open()
    where = bench.scope(scope)
    with bench.writer() as writer, progress_bar("constraints and indexes"):
        made = schema.ensure(writer, where, analyzer=bench.settings.graphrag_text_analyzer)
    emit(
        {"scope": where, **asdict(made)},
        as_json=as_json,
        words=lambda: console.print(f"{where} is ready"),
    )


def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders.")],
    kind: Annotated[
        str,
        typer.Option("--format", help="`auto`, `text`, `jsonl`, `csv`, `openie` or `beir`."),
    ] = "auto",
    scope: ScopeOption = None,
    embedder: Annotated[
        str | None,
        typer.Option(
            help="What makes vectors: `minilm`, `hashed`, a sentence-transformers model or an "
            "endpoint; by default none."
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option(help="Fail at a bad line, before its file is written.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Bring files into the graph; the same input again changes nothing."""
    from ..embedding import make_embedder
    from ..graph.ingest import ingest_paths

    bench = Workbench.open()
    where = bench.scope(scope)
    with bench.writer() as writer, progress_bar(f"ingest into {where}") as show:
        report = ingest_paths(
            writer,
            paths,
            where,
            make_embedder(embedder) if embedder else None,
            format=kind,
            analyzer=bench.settings.graphrag_text_analyzer,
            progress=lambda step: show(step.done, step.total),
            strict=strict,
        )
    emit(
        {"scope": where, **asdict(report)},
        as_json=as_json,
        words=lambda: _print_ingest(report, where),
    )


def sync(scope: EveryScope = None, as_json: Json = False) -> None:
    """Have the running agent compare its memory with the graph again, as soon as it looks."""
    from ..graph.stats import request_sync

    bench = Workbench.open()
    with bench.writer() as writer, progress_bar("sync"):
        if scope:
            asked = request_sync(writer, bench.scope(scope))
        else:
            asked = request_sync(writer, install=bench.install_id)

    def words() -> None:
        console.print(f"asked for {', '.join(asked)}" if asked else "no memory is synced here yet")

    emit({"requested": asked}, as_json=as_json, words=words)


def stats(
    scope: EveryScope = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every scope on the server, of other installs too.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Count what the graph holds, scope by scope."""
    from ..graph.stats import scope_stats
    from .stats_view import stats_view

    bench = Workbench.open()
    with bench.writer() as writer, progress_bar("count"):
        if scope:
            found = scope_stats(writer, bench.scope(scope))
        else:
            found = scope_stats(writer, install="" if everything else bench.install_id)
    view = stats_view(found) if found else "nothing here yet"
    emit([asdict(one) for one in found], as_json=as_json, words=lambda: console.print(view))


def forget(
    scope: ForgottenScope = None,
    document: Annotated[str | None, typer.Option(help="Id of one document of the scope.")] = None,
    as_json: Json = False,
) -> None:
    """Remove a whole scope, or one document with what only it supports."""
    from ..graph.forget import forget_document, forget_scope, is_known

    if scope is None and document is None:
        raise SettingsError("nothing named to forget", "give --scope S, or --document ID")
    bench = Workbench.open()
    where = bench.scope(scope)
    with bench.writer() as writer, progress_bar(f"forget {where}"):
        known = is_known(writer, where)
        if document is None:
            removed, kind = forget_scope(writer, where), "node"
        else:
            removed, kind = forget_document(writer, where, document), "document"
    if not known and not removed:
        raise SettingsError(f"there is no scope {where}", "`a0-graphrag stats` lists them")
    if document is not None and not removed:
        raise SettingsError(f"there is no document {document} in {where}", "check its id")
    emit(
        {"scope": where, f"removed_{kind}s": removed},
        as_json=as_json,
        words=lambda: console.print(f"{counted(removed, kind)} removed from {where}"),
    )


def _print_ingest(report: IngestReport, scope: str) -> None:
    console.print(
        f"{scope}: {counted(report.documents_added, 'document')} added, "
        f"{report.documents_changed} changed, {report.documents_removed} removed, "
        f"{counted(report.relations, 'relation')} written, {report.unchanged_inputs} of "
        f"{counted(report.inputs, 'input')} unchanged, {report.seconds:.1f} s",
        highlight=False,
    )
    if report.bad_lines:
        first = ", the first of them" if report.bad_lines > len(report.bad_line_examples) else ""
        skipped = counted(report.bad_lines, "line")
        console.print(f"{skipped} skipped{first}:", highlight=False)
        for bad in report.bad_line_examples:
            console.print(f"  {bad}", markup=False, highlight=False)
