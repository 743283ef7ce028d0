"""The other inputs of a scope: what must not be written over, and what was moved."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from ...errors import IngestError
from ...model import graph_key
from ..cypher.documents import OWNED_BY_OTHERS, STORED_DOCUMENTS
from ..cypher.units import INPUTS
from ..forget import forget_document
from ..records import SourceDocument
from .units import Unit

if TYPE_CHECKING:
    from ...store.writer import GraphWriter

DOCUMENTS_PER_QUERY = 5000


def forget_moved(writer: GraphWriter, unit: Unit, passages: Iterable[SourceDocument] = ()) -> int:
    """Forget the inputs that an input was before it was moved or renamed.

    Those are inputs that are gone from their place, and have its content, or passages of files of
    which at least half are in it.

    Args:
        writer: The writer of the database.
        unit: The input.
        passages: Its passages, if it is one of texts.

    Returns:
        Number of documents removed.
    """
    texts = {passage.text_hash for passage in passages}
    removed = 0
    for name, digest in _other_inputs(writer, unit).items():
        if not os.path.isabs(name) or os.path.exists(name):
            continue
        owner = {"scope": unit.scope, "origin": "ingest", "unit": name}
        rows = writer.read(STORED_DOCUMENTS, owner)
        old = [row["content"] for row in rows if row["area"] == "passage"]
        most = bool(old) and 2 * sum(content in texts for content in old) >= len(old)
        if most or digest == unit.hash:
            forget_document(writer, unit.scope, name)
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
        self._others = [name for name in _other_inputs(writer, unit) if os.path.exists(name)]

    def check(self, documents: Iterable[SourceDocument]) -> None:
        """Check that none of them holds another text under the id of one of these documents.

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

    def _check(self, own: dict[str, SourceDocument]) -> None:
        asked = {"keys": list(own), "units": self._others}
        for row in self._writer.read(OWNED_BY_OTHERS, asked):
            document = own[row["key"]]
            if row["content"] != document.text_hash:
                raise IngestError(
                    f"{self._unit.source} has a document {document.id}, and so has {row['unit']},"
                    " with another text",
                    "use another --scope for one of the two",
                )


def _other_inputs(writer: GraphWriter, unit: Unit) -> dict[str, str]:
    """Return the names of the other inputs of a scope, with the hashes of their content."""
    rows = writer.read(INPUTS, {"scope": unit.scope})
    return {row["unit"]: row["hash"] for row in rows if row["unit"] != unit.name}
