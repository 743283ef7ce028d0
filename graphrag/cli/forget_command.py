"""``forget``: removes a scope, a document, a file or an input."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import SettingsError
from ..wording import counted
from .common.commands import Json, keeps
from .common.installation import Installation
from .common.output import emit, write
from .common.progress import progress
from .common.scope_errors import unknown_scope
from .common.usage import WrongUsageError

if TYPE_CHECKING:
    from ..store.writer import GraphWriter


@keeps("what was removed stays removed; run the same command again to remove the rest")
def forget(
    scope: Annotated[
        str | None, typer.Option(help="Scope; with --document by default `shared`.")
    ] = None,
    document: Annotated[
        str | None,
        typer.Option(help="Id of a document, or end of a file's path: removes all its passages."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Remove a scope, a document or a file, with entities and facts that nothing else supports."""
    if scope is None and document is None:
        raise WrongUsageError("name what to forget", "use --scope or --document")
    installation = Installation.open(scope)
    where = installation.scope(scope)
    with installation.writer() as writer, progress(f"forget {where}"):
        if document is None:
            result, words = _forget_scope(writer, where)
        else:
            result, words = _forget_document(writer, where, document)
    emit({"scope": where, **result}, as_json=as_json, words=lambda: write(words))


def _forget_scope(writer: GraphWriter, scope: str) -> tuple[dict[str, int], str]:
    """Return what was removed, by the key of the result, and in words."""
    from ..graph.writing.forget import forget_scope, is_known

    known = is_known(writer, scope)
    removed = forget_scope(writer, scope)
    if not known and not removed:
        raise unknown_scope(scope)
    return {"removed_nodes": removed}, f"{counted(removed, 'node')} removed from {scope}"


def _forget_document(writer: GraphWriter, scope: str, name: str) -> tuple[dict[str, int], str]:
    """Return what was removed, by the key of the result, and in words."""
    from ..graph.writing.forget import forget_document, is_known

    if ".." in Path(name).parts:
        name = str(Path(name).resolve())
    found = forget_document(writer, scope, name)
    if found is None and (path := _only_path(writer, scope, name)):
        found = forget_document(writer, scope, path)
    if found is None:
        if not is_known(writer, scope):
            raise unknown_scope(scope)
        raise SettingsError(
            f"there is no document {name} in {scope}",
            "check its id; a file can be named by the end of its path",
        )
    if not (found.removed or found.kept):  # an input of facts alone
        return {"removed_documents": 0, "kept_documents": 0}, f"{name} removed from {scope}"
    words = f"{counted(found.removed, 'document')} removed from {scope}"
    if found.kept:
        words += f"; {found.kept} that other inputs hold too stay"
    return {"removed_documents": found.removed, "kept_documents": found.kept}, words


def _only_path(writer: GraphWriter, scope: str, ending: str) -> str:
    """Return the only file whose path ends so; empty if there is none.

    Raises:
        SettingsError: There are several.
    """
    from ..graph.writing.forget import paths_ending_in

    found = paths_ending_in(writer, scope, ending)
    if len(found) > 1:
        several = ", ".join(found)
        raise SettingsError(f"several files end in {ending}: {several}", "name more of the path")
    return found[0] if found else ""
