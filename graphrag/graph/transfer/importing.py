"""Import a file into a scope, with the templates of sync and ingest."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from secrets import token_hex
from typing import TYPE_CHECKING

from ...errors import ExportError, LostClaimError
from ...model import graph_key
from ...scopes import require_scope_name
from .. import schema
from ..cypher.counts import SCOPE_COUNTS
from ..cypher.scopes import LIST_SCOPES
from ..cypher.transfer import BEGIN_IMPORT, CLAIM_IMPORT, FINISH_IMPORT
from ..index_states import check_analyzers
from ..records import CHARACTERS_PER_ROW
from ..writing.forget import empty_scope
from .line_statements import statements_of
from .lines import AnyLine, ContainerLine, EntityLine, FactLine, PassageLine, ScopeLine, unpacked
from .reading import ExportFile

if TYPE_CHECKING:
    from ...store.writer import GraphWriter

ROWS_PER_TRANSACTION = 2000
_WEIGHT_OF_A_VECTOR = 10

ShowProgress = Callable[[int, int, str], object]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was imported.

    Attributes:
        scope: The scope.
        documents: Passages and memories.
        entities: Entities.
        facts: Facts.
    """

    scope: str
    documents: int
    entities: int
    facts: int


def import_scope(
    writer: GraphWriter,
    file: ExportFile,
    scope: str,
    *,
    replace: bool = False,
    progress: ShowProgress | None = None,
) -> ImportReport:
    """Import a file into a scope, which then holds exactly what the file holds.

    The file is checked as a whole before anything is written. Until the import is finished, the
    scope counts as empty for turns, and sync and ingest refuse it. If the process is killed, it
    stays so; the same import starts again.

    Args:
        writer: The writer of the database.
        file: The file.
        scope: The scope's full name.
        replace: Whether to replace what the scope holds.
        progress: Called with (done, to do, what is counted).

    Raises:
        ExportError: The file is damaged, or the scope holds something else.
        SettingsError: The scope is no name of a scope, or the server does not have its full-text
            analyzer.
        StoreError: The database could not be written, and why.
    """
    require_scope_name(scope)
    show = progress or (lambda done, total, unit: None)
    show(0, 0, "checking the file")
    file.check()
    schema.ensure_global(writer)
    check_analyzers(
        writer, file.scope.analyzer, hint="import the file on a server that has it, or ingest anew"
    )
    if not replace and _is_in_use(writer, scope):
        raise ExportError(
            f"{scope} is not empty", "use --replace to replace it, or --scope to name another"
        )
    import_ = _Import(writer, file, scope)
    import_.begin()
    for done in import_.batches():
        show(done, file.line_count, "lines")
    show(0, 0, "indexes")
    import_.finish()
    return ImportReport(scope, file.count("passage"), file.count("entity"), file.count("fact"))


def _is_in_use(writer: GraphWriter, scope: str) -> bool:
    """Whether a scope holds anything; what an unfinished import left does not count."""
    found = writer.read(LIST_SCOPES, {"scope": scope, "install": ""})
    if not found or found[0]["importing"] is not None:
        return False
    [counts] = writer.read(SCOPE_COUNTS, {"scope": scope})
    return bool(found[0]["documents"] or counts["entities"])


class _Import:
    """One import; its token tells it from another that has begun since."""

    def __init__(self, writer: GraphWriter, file: ExportFile, scope: str) -> None:
        self._writer = writer
        self._file = file
        self._scope = scope
        self._token = token_hex(8)
        self._has_entity_vectors = False

    def begin(self) -> None:
        """Mark the scope as unfinished, and empty it."""
        parameters = {
            "scope": self._scope,
            "key": graph_key(self._scope, "scope"),
            "install": self._scope.split("/", 1)[0],
            "source": os.fsencode(self._file.path.name).decode("utf-8", "backslashreplace"),
            "token": self._token,
            "schema_version": schema.SCHEMA_VERSION,
        }
        self._writer.write(BEGIN_IMPORT, parameters)
        empty_scope(self._writer, self._scope)

    def batches(self) -> Iterator[int]:
        """Write everything, in transactions of bounded size; yield how many lines are done."""
        claim = (CLAIM_IMPORT, {"scope": self._scope, "token": self._token})
        done = 0
        for batch in _batches(self._file.lines()):
            own = statements_of(batch, self._scope)
            self._has_entity_vectors |= any(
                isinstance(line, EntityLine) and line.vector is not None for line in batch
            )
            try:
                self._writer.transact([claim, *own], claims=True)
            except LostClaimError:
                self._check_claim([])
            done += len(batch)
            yield done

    def finish(self) -> None:
        """Create the indexes, and open the scope for turns, sync and ingest."""
        made = self._file.scope
        schema.ensure_indexes(self._writer, self._scope, made.analyzer, made.dimension)
        if self._has_entity_vectors and made.dimension is not None:
            schema.ensure_entity_vectors(self._writer, self._scope, made.dimension)
        properties = made.model_dump(exclude={"kind"})
        properties["mean"] = unpacked(made.mean, "d") if made.mean is not None else None
        parameters = {"scope": self._scope, "token": self._token, "properties": properties}
        self._check_claim(self._writer.write(FINISH_IMPORT, parameters))

    def _check_claim(self, rows: list[dict[str, object]]) -> None:
        if not rows:
            raise ExportError(f"another import into {self._scope} has begun, or it was forgotten")


def _batches(lines: Iterator[AnyLine]) -> Iterator[list[AnyLine]]:
    """Group lines of one kind, so that a batch is one transaction."""
    batch: list[AnyLine] = []
    weight = 0
    for line in lines:
        if isinstance(line, ScopeLine):
            continue
        own = _weight(line)
        if batch and (batch[0].kind != line.kind or weight + own > ROWS_PER_TRANSACTION):
            yield batch
            batch, weight = [], 0
        batch.append(line)
        weight += own
    if batch:
        yield batch


def _weight(line: AnyLine) -> int:
    """Return about how many rows a line is."""
    if isinstance(line, PassageLine):
        text = len(line.text) // CHARACTERS_PER_ROW
        return 5 + len(line.mentions) + text + (_WEIGHT_OF_A_VECTOR if line.vector else 0)
    if isinstance(line, ContainerLine):
        return 1 + len(line.members)
    if isinstance(line, FactLine):
        return 1 + len(line.support)
    return 2
