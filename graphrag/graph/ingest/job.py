"""What all inputs of one ingest share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...errors import IngestError
from .meter import ProgressCallback
from .report import BadLines, IngestReport

if TYPE_CHECKING:
    from ...embedding.embedder import Embedder
    from ...store.writer import GraphWriter


@dataclass(frozen=True, slots=True)
class IngestJob:
    """Where an ingest writes, with what, and where it reports.

    Attributes:
        writer: The writer of the database.
        scope: The scope.
        embedder: What makes vectors of documents that come without one; None for none.
        analyzer: Full-text analyzer if the scope is new.
        progress: Called with how far it is; None for nobody.
        strict: Whether a bad line ends the ingest.
        report: Where the counts go.
    """

    writer: GraphWriter
    scope: str
    embedder: Embedder | None = None
    analyzer: str = "english"
    progress: ProgressCallback | None = None
    strict: bool = False
    report: IngestReport = field(default_factory=IngestReport)

    @property
    def embedder_name(self) -> str:
        """Name of the embedder; empty without one."""
        return self.embedder.name if self.embedder else ""

    def bad_lines(self) -> BadLines:
        """Return what counts the bad lines of one input."""
        return BadLines(self.report, strict=self.strict)

    def require_input(self) -> None:
        """Check that an input could be read, if there was one.

        Raises:
            IngestError: None could; the error names the first.
        """
        if self.report.bad_line_examples and not self.report.inputs:
            first = self.report.bad_line_examples[0]
            raise IngestError(f"{first.file} holds nothing that can be read", str(first))
