"""Documents whose id another input of the scope has too: written, they would replace its own."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from ...errors import IngestError
from ...model import graph_key
from ..cypher.documents import OWNED_BY_OTHERS
from ..cypher.units import INPUTS
from ..records import SourceDocument
from .units import Unit

if TYPE_CHECKING:
    from ...store.writer import GraphWriter

DOCUMENTS_PER_QUERY = 5000


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
        inputs = (row["unit"] for row in writer.read(INPUTS, {"scope": unit.scope}))
        self._others = [name for name in inputs if name != unit.name and os.path.exists(name)]

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
