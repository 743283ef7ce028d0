"""``a0-graphrag bench``: retrieval quality on folders in the BEIR layout, against vectors only."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import SettingsError
from .output import console, emit, progress_bar
from .workbench import Workbench

if TYPE_CHECKING:
    from ..bench.runner import Folder, FolderResult
    from ..bench.variants import Variant
    from ..embedding import Embedder

OWNER = "bench"


def bench(
    folders: Annotated[list[Path], typer.Argument(help="Folders in the BEIR layout.")],
    method: Annotated[
        list[str] | None,
        typer.Option(help="A strategy, may be repeated, or `all`; by default the setting."),
    ] = None,
    ablate: Annotated[
        bool, typer.Option(help="The default ranking, and without each of its features in turn.")
    ] = False,
    links: Annotated[
        bool,
        typer.Option(
            help="How extraction links the documents, instead of the retrieval; no database."
        ),
    ] = False,
    embedder: Annotated[
        str,
        typer.Option(help="`minilm`, `hashed`, a sentence-transformers model, or an endpoint."),
    ] = "minilm",
    max_tokens: Annotated[int, typer.Option(help="Token budget of the block.")] = 500,
    plot: Annotated[Path | None, typer.Option(help="Write recall over k as SVG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the retrieval through the product's own code on the live Neo4j."""
    from ..bench import report as reports
    from ..bench.plot import recall_plot
    from ..bench.variants import ablations, strategies
    from ..embedding import make_embedder

    if links:
        _links(folders, as_json=as_json)
        return
    if plot is not None and not plot.parent.is_dir():
        raise SettingsError(f"{plot.parent} does not exist", "give --plot a path in a folder")
    workbench = Workbench.open()
    compared = ablations() if ablate else strategies(method or [], _default(workbench))
    results = _run(workbench, folders, compared, make_embedder(embedder), max_tokens)
    rows: list[dict[str, Any]] = []
    for variant in compared:
        of_variant = [result for result in results if result.strategy == variant.name]
        rows += [reports.as_json(result) for result in of_variant]
        if len(of_variant) > 1:
            rows.append(reports.as_json(reports.pooled(of_variant)))
    emit(rows, as_json=as_json, words=lambda: console.print(reports.as_table(rows)))
    if plot is not None:
        plot.write_text(recall_plot(rows), encoding="utf-8")


def _links(paths: list[Path], *, as_json: bool) -> None:
    from ..bench import links, links_report

    reports = []
    for path in paths:
        with progress_bar(f"extract {path.name}"):
            reports.append(links.measure_folder(path))
    reports.append(links.measure_sample())
    emit(
        links_report.as_json(reports),
        as_json=as_json,
        words=lambda: console.print(links_report.as_table(reports)),
    )


def _default(workbench: Workbench) -> str:
    return workbench.settings.graphrag_strategy


def _run(
    workbench: Workbench,
    paths: list[Path],
    variants: list[Variant],
    embedder: Embedder,
    max_tokens: int,
) -> list[FolderResult]:
    from ..bench import runner
    from ..graph.ingest import ingest_beir
    from ..packing.tokens import load_counter
    from ..retriever.hybrid import HybridRetriever

    results: list[FolderResult] = []
    with workbench.writer() as writer, workbench.store() as store:
        for path in paths:
            with progress_bar(f"embed {path.name}"):
                folder: Folder = runner.load_folder(path, embedder, OWNER)
            with progress_bar(f"ingest {path.name}"):
                ingest_beir(writer, path, folder.scope, embedder)
            for variant in variants:
                settings = variant.settings(workbench.settings)
                retriever = HybridRetriever(store, settings, ranker=variant.ranker(settings))
                with progress_bar(f"{path.name}, {variant.name}") as show:
                    asked = runner.ask_all(
                        folder,
                        store,
                        retriever,
                        load_counter(),
                        max_tokens=max_tokens,
                        centre=variant.centre,
                        progress=show,
                    )
                results.append(runner.judge(folder, asked, variant.name))
    return results
