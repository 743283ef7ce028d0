"""``init``, ``ingest``, ``stats`` and ``forget``: what the graph holds."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from ..errors import SettingsError
from .output import console, emit, progress_bar
from .workbench import Workbench

ScopeOption = Annotated[str | None, typer.Option(help="Scope; by default `shared`.")]
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


def forget(
    scope: ScopeOption = None,
    document: Annotated[str | None, typer.Option(help="Id of one document of the scope.")] = None,
    as_json: Json = False,
) -> None:
    """Remove a whole scope, or one document with what only it supports."""
    from ..graph.forget import forget_document, forget_scope

    if scope is None and document is None:
        raise SettingsError("nothing named to forget", "give --scope S, or --document ID")
    bench = Workbench.open()
    where = bench.scope(scope)
    with bench.writer() as writer, progress_bar(f"forget {where}"):
        if document is None:
            removed = forget_scope(writer, where)
        else:
            removed = forget_document(writer, where, document)
    emit(
        {"scope": where, "removed": removed},
        as_json=as_json,
        words=lambda: console.print(f"{removed} documents removed from {where}"),
    )
