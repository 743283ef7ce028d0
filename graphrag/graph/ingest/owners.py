"""The other inputs of a scope: what must not be written over, and what was moved."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from ...errors import IngestError
from ...model import graph_key
from ..cypher.documents import CONTAINER_AREAS, OWNED_BY_OTHERS, STORED_DOCUMENTS
from ..cypher.facts import SUPPORTED_BY_UNIT
from ..cypher.units import INPUTS
from ..records import SourceDocument
from ..writing.forget import forget_input, remove_documents
from ..writing.shared_documents import reopen, still_there
from .record_files.source_documents import texts_of
from .report import IngestReport
from .units import Unit

if TYPE_CHECKING:
    from ...store.writer import GraphWriter

DOCUMENTS_PER_QUERY = 5000
"""How many documents one query looks up among those of other inputs."""


def clear_gone(
    writer: GraphWriter, unit: Unit, report: IngestReport, passages: Iterable[SourceDocument] = ()
) -> None:
    """Remove what an input left behind when it was moved or renamed.

    Of the inputs that are gone from their place, those with the same content leave the graph, and
    of others the passages that the input brings itself. What else they hold is reported.

    Args:
        writer: The writer of the database.
        unit: The input.
        report: Where the counts go.
        passages: Its passages, if it is one of texts.
    """
    texts = {passage.text_hash for passage in passages}
    for name, digest in _other_inputs(writer, unit).items():
        if still_there(name):
            continue
        owner = {"scope": unit.scope, "origin": "ingest", "unit": name}
        rows = writer.read(STORED_DOCUMENTS, owner)
        old = {row["key"]: row["content"] for row in rows if row["area"] not in CONTAINER_AREAS}
        held = sorted(key for key, content in old.items() if content in texts)
        holds_more = len(held) < len(old) or (not old and _has_facts(writer, unit.scope, name))
        if digest == unit.hash or not holds_more:
            forget_input(writer, unit.scope, name)
            report.documents_removed += len(old)
            continue
        if held:
            reopen(writer, unit.scope, [name])
            remove_documents(writer, unit.scope, held)
            report.documents_removed += len(held)
        report.gone_inputs.append(name)


def drop_replaced(
    writer: GraphWriter, unit: Unit, files: Collection[str], passages: Iterable[SourceDocument]
) -> int:
    """Remove what other inputs hold of the files of an input that do not say it any more.

    A file may be an input itself and part of a folder that is one: the newest reading of it counts.

    Args:
        writer: The writer of the database.
        unit: The input.
        files: Full paths of the files that were read.
        passages: What they say now.

    Returns:
        Number of passages removed.
    """
    current = {graph_key(unit.scope, passage.id) for passage in passages}
    own, removed = PurePath(unit.name), 0
    for name in _other_inputs(writer, unit):
        other = PurePath(name)
        if not (other.is_relative_to(own) or own.is_relative_to(other)) or not still_there(name):
            continue
        owner = {"scope": unit.scope, "origin": "ingest", "unit": name}
        rows = [row for row in writer.read(STORED_DOCUMENTS, owner) if row["area"] == "passage"]
        is_folder = os.path.isdir(name)
        paths = {row["key"]: str(other / row["source"]) if is_folder else name for row in rows}
        old = [
            key
            for key, path in paths.items()
            if key not in current
            and (path in files or (PurePath(path).is_relative_to(own) and not os.path.exists(path)))
        ]
        if old:
            reopen(writer, unit.scope, [name])
            remove_documents(writer, unit.scope, sorted(old))
            removed += len(old)
    return removed


class OtherInputs:
    """The other inputs of a scope whose files still exist.

    A file that is gone was moved or renamed: its documents may be taken over.

    Args:
        writer: The writer of the database.
        unit: The input that is about to be written.
    """

    def __init__(self, writer: GraphWriter, unit: Unit) -> None:
        self._writer = writer
        self._unit = unit
        self._others = [name for name in _other_inputs(writer, unit) if still_there(name)]
        self._texts_now: dict[str, dict[str, str]] = {}

    def check(self, documents: Iterable[SourceDocument]) -> None:
        """Check that none of them holds another text under the id of one of these documents.

        What another file holds is what it says now. If it has changed since it was ingested, its
        next ingest reads it again.

        Args:
            documents: Documents of the unit.

        Raises:
            IngestError: One does.
        """
        if not self._others:
            return
        remaining = iter(documents)
        while some := list(islice(remaining, DOCUMENTS_PER_QUERY)):
            self._check({graph_key(self._unit.scope, document.id): document for document in some})
        reopen(self._writer, self._unit.scope, self._texts_now)

    def _check(self, own: dict[str, SourceDocument]) -> None:
        asked = {"keys": list(own), "units": self._others}
        for row in self._writer.read(OWNED_BY_OTHERS, asked):
            document, other = own[row["key"]], row["unit"]
            if row["content"] == document.text_hash:
                continue
            if os.path.isabs(other):
                if other not in self._texts_now:
                    self._texts_now[other] = texts_of(Path(other))
                if self._texts_now[other].get(document.id) in (None, document.text_hash):
                    continue
            raise IngestError(
                f"{self._unit.source} has a document {document.id}, and so has {other},"
                " with another text",
                "use another scope for one of the two, or change or forget the other one first",
            )


def _has_facts(writer: GraphWriter, scope: str, name: str) -> bool:
    """Whether any fact rests on an input itself: one of triples has no passages."""
    of_input = {"scope": scope, "document": graph_key(scope, f"unit:{name}")}
    return bool(writer.read(SUPPORTED_BY_UNIT, of_input))


def _other_inputs(writer: GraphWriter, unit: Unit) -> dict[str, str]:
    """Return the names of the other inputs of a scope, with the hashes of their content."""
    rows = writer.read(INPUTS, {"scope": unit.scope})
    return {row["unit"]: row["hash"] for row in rows if row["unit"] != unit.name}
