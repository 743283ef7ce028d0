"""``init``, ``ingest``, ``sync`` and ``stats``: what the graph holds."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from ..command_line import command_about
from ..errors import StoreError
from ..wording import counted
from .common.commands import EveryScopeOption, Json, ScopeOption, keeps
from .common.installation import Installation
from .common.output import emit, write
from .common.progress import progress
from .common.scope_errors import require_own, unknown_scope
from .common.usage import WrongUsageError

if TYPE_CHECKING:
    from ..graph.ingest import Format, IngestReport
    from ..graph.ingest.inputs import Input


MAX_NAMED = 5
"""Maximum number of files that are named."""


@keeps("run the same command again to finish")
def init(scope: ScopeOption = None, as_json: Json = False) -> None:
    """Create the constraints and indexes of a scope; safe to repeat."""
    from ..graph import schema

    installation = Installation.open(scope)
    where = installation.scope(scope)
    with installation.writer() as writer, progress(f"constraints and indexes of {where}"):
        require_own(installation, writer, where)
        made = schema.ensure(writer, where, analyzer=installation.settings.graphrag_text_analyzer)
    emit(
        {"scope": where, **asdict(made)},
        as_json=as_json,
        words=lambda: write(f"{where} is ready"),
    )


@keeps("what was written is kept; run the same command again to continue")
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
            help="Embedder for vectors: `minilm`, `hashed`, a sentence-transformers model or an "
            "endpoint (default: none)."
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Stop at the first bad line; record files are checked before anything is written.",
        ),
    ] = False,
    include: Annotated[
        list[str] | None,
        typer.Option(help="Read only files that match, such as `*.md`; may be repeated."),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(help="Leave out files or folders that match; may be repeated."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="List what would be read, and write nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Add files to the graph. Ingesting the same input again changes nothing."""
    from ..graph.ingest import Selection, find_inputs, ingest_paths

    format = _format(kind)
    selection = Selection(tuple(include or ()), tuple(exclude or ()))
    installation = Installation.open(scope)
    where = installation.scope(scope)
    if dry_run:
        if not installation.owns(where):
            # Without Neo4j the files can still be listed.
            with suppress(StoreError), installation.writer() as writer:
                require_own(installation, writer, where)
        found = find_inputs(paths, format, strict=strict, selection=selection)
        emit(_planned(found), as_json=as_json, words=lambda: write(*_plan_lines(found)))
        return
    with installation.writer() as writer, progress(f"ingest into {where}") as show:
        require_own(installation, writer, where)
        report = ingest_paths(
            writer,
            paths,
            where,
            installation.embedder(embedder) if embedder else None,
            format=format,
            analyzer=installation.settings.graphrag_text_analyzer,
            progress=lambda step: show(step.done, step.total, step.step),
            strict=strict,
            selection=selection,
        )
    emit(
        {"scope": where, **asdict(report)},
        as_json=as_json,
        words=lambda: write(*_ingest_lines(report, where)),
    )


@keeps("run the same command again")
def sync(scope: EveryScopeOption = None, as_json: Json = False) -> None:
    """Ask the running agent to compare its memory with the graph again."""
    from ..graph.stats import request_sync
    from ..graph.writing.forget import is_known

    installation = Installation.open(scope)
    with installation.writer() as writer, progress("sync"):
        if scope:
            where = installation.scope(scope)
            if not is_known(writer, where):
                raise unknown_scope(where)
            asked = request_sync(writer, where)
        else:
            asked = request_sync(writer, install=installation.install_id)
    line = f"sync requested for {', '.join(asked)}" if asked else "no memory is synced here yet"
    emit({"requested": asked}, as_json=as_json, words=lambda: write(line))


@keeps("nothing was changed")
def stats(
    scope: EveryScopeOption = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Include other installs' scopes.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Count what the graph holds, scope by scope."""
    from ..graph.stats import scope_stats
    from .stats_view import stats_view

    if scope and everything:
        raise WrongUsageError("--scope and --all exclude each other", "give one of them")
    installation = Installation.open(scope)
    with installation.writer() as writer, progress("count"):
        if scope:
            found = scope_stats(writer, installation.scope(scope))
        else:
            found = scope_stats(writer, install="" if everything else installation.install_id)
    if scope and not found:
        raise unknown_scope(installation.scope(scope))
    view = stats_view(found) if found else "nothing here yet"
    emit([asdict(one) for one in found], as_json=as_json, words=lambda: write(view))


def _format(name: str) -> Format:
    from ..graph.ingest import Format

    for known in get_args(Format):
        if known == name:
            return known  # type: ignore[no-any-return]
    raise WrongUsageError(
        f"there is no format {name!r}", f"choose one of {', '.join(get_args(Format))}"
    )


def _planned(inputs: Sequence[Input]) -> dict[str, str]:
    """Return the files that an ingest would read, each with its format."""
    from ..graph.ingest.files import printable

    return {
        printable(path): one.format
        for one in inputs
        for path in ([f.path for f in one.files.texts] if one.format == "text" else [one.path])
    }


def _plan_lines(inputs: Sequence[Input]) -> list[str]:
    return [
        *(f"{file} ({kind})" for file, kind in _planned(inputs).items()),
        *_left_out(
            [name for one in inputs for name in one.files.records],
            [name for one in inputs for name in one.files.hidden],
            [name for one in inputs for name in one.files.linked],
        ),
    ]


def _left_out(records: Sequence[str], hidden: Sequence[str], linked: Sequence[str]) -> list[str]:
    lines = []
    if records:
        lines.append(f"files of records left out: {_some(records)}; name them to read them, too")
    if hidden:
        lines.append(f"hidden folders left out: {', '.join(hidden)}")
    if linked:
        lines.append(f"links to folders left out: {_some(linked)}; name them to read them, too")
    return lines


def _some(names: Sequence[str]) -> str:
    more = len(names) - MAX_NAMED
    return ", ".join(names[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def _ingest_lines(report: IngestReport, scope: str) -> list[str]:
    lines = [
        f"{scope}: {counted(report.files, 'file')}, "
        f"{counted(report.documents_added, 'passage')} added, "
        f"{report.documents_changed} changed, {report.documents_removed} removed, "
        f"{counted(report.relations, 'mention or relation', 'mentions and relations')} written, "
        f"{report.unchanged_inputs} of {counted(report.inputs, 'input')} unchanged, "
        f"{report.seconds:.1f} s"
    ]
    if report.changed:
        lines.append("a running agent finds it within a minute or so")
    lines += [
        f"{name} is gone; what it brought stays until "
        f"`{command_about(scope, f'forget --document {quote(name)}')}`"
        for name in report.gone_inputs
    ]
    lines += _left_out(report.record_files, report.hidden_folders, report.linked_folders)
    if report.bad_lines:
        first = ", the first of them" if report.bad_lines > len(report.bad_line_examples) else ""
        lines.append(f"{counted(report.bad_lines, 'line')} skipped{first}:")
        lines += [f"  {bad}" for bad in report.bad_line_examples]
    return lines
