"""``a0-graphrag view``: a picture of a part of the graph, as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import SettingsError
from ..wording import counted
from .common.commands import Json, ReadScopesOption, keeps
from .common.installation import Installation
from .common.output import emit, require_place_for, write, write_file
from .common.scope_errors import nothing_in, unknown_scope
from .common.usage import WrongUsageError

_PATIENCE_S = 60.0


@keeps("no file was written")
def view(
    entity: Annotated[
        str | None, typer.Argument(help="Name of an entity; by default the most mentioned ones.")
    ] = None,
    query: Annotated[str | None, typer.Option(help="Show what is found for a question.")] = None,
    memory: Annotated[str | None, typer.Option(help="Show what is around a memory, by id.")] = None,
    html: Annotated[
        Path | None, typer.Option(help="File to write; one file that loads nothing.")
    ] = None,
    scope: ReadScopesOption = None,
    as_json: Json = False,
) -> None:
    """Write a picture of the graph around an entity, a memory or a question."""
    from ..view import Wanted, draw
    from ..view.html_page import picture_page

    if html is None and not as_json:
        raise WrongUsageError("say where to write the picture", "use --html FILE or --json")
    if sum(given is not None for given in (entity, query, memory)) > 1:
        raise WrongUsageError(
            "that is more than one picture", "give only one of ENTITY, --query and --memory"
        )
    if html is not None:
        require_place_for(html)
    installation = Installation.open(scope)
    wanted = Wanted(name=entity or "", memory=memory or "", query=query or "")
    scopes = installation.read_scopes(scope)
    with installation.store() as store:
        asked = store.read("scope_info", {"scopes": list(scopes)}, deadline_ms=_PATIENCE_S * 1000)
        known = store.run(asked, timeout_s=_PATIENCE_S)
        if scope and not known:
            raise unknown_scope(scopes[0])
        if not any(info["documents"] or info["has_entities"] for info in known):
            raise SettingsError(nothing_in(scopes))
        work = draw(store, installation.settings, scopes, wanted)
        picture = store.run(work, timeout_s=_PATIENCE_S)
    if html is not None:
        write_file(html, picture_page(picture))
    counts = f"{counted(len(picture.nodes), 'node')}, {counted(len(picture.edges), 'link')}"
    emit(picture.as_json(), as_json=as_json, words=lambda: write(f"{html}: {counts}"))
