"""``a0-graphrag bench``: retrieval quality on folders in the BEIR layout, against vectors only."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...caps import MIN_BLOCK_TOKENS
from ...errors import SettingsError
from ..common.commands import Json, keeps
from ..common.installation import Installation, require_answer
from ..common.output import emit, require_place_for, write, write_file
from ..common.progress import progress
from ..common.usage import WrongUsageError, options_given
from .extraction_tables import extraction_table, links_table
from .retrieval_tables import retrieval_tables

if TYPE_CHECKING:
    from ...bench.host_recall import HostRecall
    from ...bench.judging.judge import FolderResult
    from ...bench.variants import Variant
    from ...config import Settings
    from ...embedding import Embedder

MAX_RECALLED = 50
"""The nearest documents that `bench` looks at; recall takes the first of them."""

_ONLY_OPTIONS = {"--links": ("--json",), "--extraction": ("--show", "--json")}
"""What measures something else, and all that it takes."""


@keeps("vectors and ingested folders are kept; run the same command again to continue")
def bench(
    context: typer.Context,
    folders: Annotated[
        list[Path],
        typer.Argument(help="Folders in the BEIR layout, a table of facts beside it or alone."),
    ],
    method: Annotated[
        list[str] | None,
        typer.Option(help="Strategy to measure; repeat it for several, or `all`."),
    ] = None,
    ablate: Annotated[
        bool,
        typer.Option(
            "--ablate", help="Compare the default with versions that lack one feature or rule each."
        ),
    ] = False,
    links: Annotated[
        bool,
        typer.Option(
            "--links",
            help="Measure how many documents share a name. No database needed.",
        ),
    ] = False,
    extraction: Annotated[
        bool,
        typer.Option(
            "--extraction",
            help="Score entities and facts against each folder's facts.jsonl. No database needed.",
        ),
    ] = False,
    show: Annotated[
        bool,
        typer.Option("--show", help="With --extraction, list what is not gold and what is missed."),
    ] = False,
    embedder: Annotated[
        str,
        typer.Option(help="`minilm`, `hashed`, a sentence-transformers model, or an endpoint."),
    ] = "minilm",
    max_tokens: Annotated[
        int | None,
        typer.Option(
            min=MIN_BLOCK_TOKENS,
            help="Token budget of the block and its preamble; by default GRAPHRAG_MAX_TOKENS.",
        ),
    ] = None,
    recall_limit: Annotated[
        int,
        typer.Option(
            min=0, max=MAX_RECALLED, help="Maximum number of memories that the host recalls."
        ),
    ] = 5,
    recall_threshold: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="Minimum similarity, (1 + cosine) / 2, of these memories; 0: no threshold.",
        ),
    ] = 0.7,
    plot: Annotated[Path | None, typer.Option(help="Write recall over k as SVG.")] = None,
    as_json: Json = False,
) -> None:
    """Measure retrieval quality on BEIR folders, and which facts of a table are told."""
    from ...bench.host_recall import HostRecall
    from ...bench.judging import report as reports
    from ...bench.judging.plot import recall_plot
    from ...bench.variants import ablations, strategies

    _check_options(options_given(context))
    if links:
        _links(row_names(folders), as_json=as_json)
        return
    if extraction:
        _extraction(row_names(folders), show=show, as_json=as_json)
        return
    if plot is not None:
        require_place_for(plot)
    installation = Installation.open()
    settings = installation.settings
    if max_tokens is not None:
        settings = settings.model_copy(update={"graphrag_max_tokens": max_tokens})
    try:
        compared = ablations() if ablate else strategies(method or [], settings.graphrag_strategy)
    except SettingsError as error:
        raise WrongUsageError(error.message, error.hint) from None
    made = installation.embedder(embedder)
    recall = HostRecall(recall_limit, recall_threshold)
    results = _run(installation, row_names(folders), compared, made, settings, recall)
    rows: list[dict[str, Any]] = []
    for variant in compared:
        of_variant = [result for result in results if result.strategy == variant.name]
        rows += [reports.as_json(result) for result in of_variant]
        if len(of_variant) > 1:
            rows.append(reports.as_json(reports.pooled(of_variant)))
    emit(rows, as_json=as_json, words=lambda: write(retrieval_tables(rows)))
    if plot is not None:
        write_file(plot, recall_plot(rows))


def row_names(folders: Sequence[Path]) -> dict[Path, str]:
    """Return the folders, each once, with their names in the report.

    Args:
        folders: As the user names them: one may be `.`, and two may have the same name.
    """
    paths = [Path(os.path.abspath(folder)) for folder in dict.fromkeys(folders)]
    names = Counter(path.name for path in dict.fromkeys(paths))
    return {path: path.name if names[path.name] == 1 else str(path) for path in paths}


def _check_options(given: list[str]) -> None:
    """Refuse an option that would have no effect.

    Raises:
        WrongUsageError: There is one.
    """
    for kind, taken in _ONLY_OPTIONS.items():
        useless = [option for option in given if option not in (kind, *taken)]
        if kind in given and useless:
            raise _no_effect(useless, f"with {kind}")
    if "--ablate" in given and "--method" in given:
        raise _no_effect(["--method"], "with --ablate")
    if "--show" in given and "--extraction" not in given:
        raise _no_effect(["--show"], "without --extraction")


def _no_effect(options: list[str], where: str) -> WrongUsageError:
    have = "has" if len(options) == 1 else "have"
    return WrongUsageError(f"{', '.join(options)} {have} no effect {where}")


def _links(paths: Mapping[Path, str], *, as_json: bool) -> None:
    from ...bench.check import check_folder
    from ...bench.extraction import links, links_report

    reports = []
    for path, name in paths.items():
        with progress(f"extract {name}"):
            check_folder(path)
            reports.append(replace(links.measure_folder(path), name=name))
    reports.append(links.measure_sample())
    emit(
        links_report.as_json(reports),
        as_json=as_json,
        words=lambda: write(links_table(reports)),
    )


def _extraction(paths: Mapping[Path, str], *, show: bool, as_json: bool) -> None:
    from ...bench.check import check_folder
    from ...bench.extraction import report as extraction_report

    reports = []
    for path, name in paths.items():
        with progress(f"extract {name}"):
            check_folder(path)
            reports.append(replace(extraction_report.measure_extraction(path), name=name))
    if len(reports) > 1:
        reports.append(extraction_report.pooled_extraction(reports))
    rows = [extraction_report.as_json(report, show=show) for report in reports]
    emit(rows, as_json=as_json, words=lambda: write(extraction_table(rows)))


def _run(
    installation: Installation,
    paths: Mapping[Path, str],
    variants: list[Variant],
    embedder: Embedder,
    base: Settings,
    recall: HostRecall,
) -> list[FolderResult]:
    from ...bench.check import check_folder
    from ...bench.judging.judge import judge
    from ...bench.question_set import load_question_set
    from ...bench.rules import without
    from ...bench.runner import ask_all
    from ...bench.set_graph import ingest_set
    from ...bench.turn import TurnTaker
    from ...packing.tokens import load_counter
    from ...retriever.hybrid import HybridRetriever

    counter = load_counter()
    results: list[FolderResult] = []
    for path in paths:
        check_folder(path)
    with installation.writer() as writer, installation.store() as store:
        require_answer(store)
        for path in paths:
            with progress(f"embed {path.name}") as show:
                questions = load_question_set(
                    path, embedder, lambda done, total: show(done, total, "texts")
                )
            with progress(f"ingest {path.name}") as show:
                ingest_set(
                    writer,
                    questions,
                    embedder,
                    progress=lambda step: show(step.done, step.total, step.step),
                )
            for variant in variants:
                settings = variant.settings(base)
                retriever = HybridRetriever(store, settings, ranker=variant.ranker(settings))
                taker = TurnTaker(retriever, counter)
                with progress(f"{path.name}, {variant.name}") as show, without(variant.rule):
                    asked = ask_all(
                        questions,
                        store,
                        taker,
                        recall=recall,
                        hide=variant.hide,
                        progress=lambda done, total: show(done, total, "questions"),
                    )
                result = judge(questions, asked, variant.name, counter.name)
                results.append(replace(result, name=paths[path]))
    return results
