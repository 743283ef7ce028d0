"""``export`` and ``import``: a scope as one file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..wording import counted
from .common.commands import Json, ScopeOption, keeps
from .common.installation import Installation
from .common.output import emit, write
from .common.progress import progress
from .common.scope_errors import require_own

if TYPE_CHECKING:
    from ..graph.transfer import ExportReport, ImportReport


@keeps("nothing was written")
def export(
    file: Annotated[Path, typer.Argument(help="The file; compressed if its name ends in `.gz`.")],
    scope: ScopeOption = None,
    as_json: Json = False,
) -> None:
    """Write a scope into a file, to back it up or to move it."""
    from ..graph.transfer import export_scope

    installation = Installation.open(scope)
    where = installation.scope(scope)
    with installation.writer() as writer, progress(f"export of {where}") as show:
        name = installation.short_name(where)
        report = export_scope(writer, where, file, name=name, progress=show)
    emit(
        {"file": str(file), **asdict(report)},
        as_json=as_json,
        words=lambda: write(
            f"{where}: {_contents(report)} written to {file}, {report.bytes / 1e6:.1f} MB"
        ),
    )


@keeps("if it had begun to write, the scope counts as empty until you run the same command again")
def import_file(
    file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")],
    scope: Annotated[
        str | None, typer.Option(help="Scope; by default the one that was exported.")
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace what the scope holds.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read a scope from a file that `export` wrote, on this or another machine."""
    from ..graph.transfer import ExportFile, import_scope

    exported = ExportFile(file)
    name = scope or exported.header.name
    installation = Installation.open(name)
    where = installation.scope(name)
    with installation.writer() as writer, progress(f"import into {where}") as show:
        require_own(installation, writer, where)
        report = import_scope(writer, exported, where, replace=replace, progress=show)
    emit(
        {"file": str(file), **asdict(report)},
        as_json=as_json,
        words=lambda: write(f"{where}: {_contents(report)} read from {file}"),
    )


def _contents(report: ExportReport | ImportReport) -> str:
    return (
        f"{counted(report.documents, 'document')}, "
        f"{counted(report.entities, 'entity', 'entities')} and {counted(report.facts, 'fact')}"
    )
