"""What an ingest did, and which lines it could not use."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...errors import IngestError

SHOWN_BAD_LINES = 20
"""How many bad lines a report keeps; all are counted."""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that was skipped.

    Attributes:
        file: Its file.
        line: Its number, from 1.
        reason: What was wrong with it.
    """

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


@dataclass(slots=True)
class IngestReport:
    """What an ingest did.

    Attributes:
        documents_added: New documents.
        documents_changed: Documents whose text or graph changed.
        documents_removed: Documents that the input no longer has.
        relations: Relations written: mentions and facts.
        inputs: Inputs read.
        files: Files that they are made of.
        unchanged_inputs: Inputs skipped, because the graph already holds exactly them.
        gone_inputs: Other inputs that are gone from their place; what they brought is still there.
        record_files: Files of records in folders of texts, and in folders below one of records:
            they are not read.
        hidden_folders: Hidden folders, which are not read.
        linked_folders: Symbolic links to folders, which are not followed.
        bad_lines: Number of lines skipped.
        bad_line_examples: The first of them.
        seconds: Wall time, in seconds.
        rates: Relations a second at 10 %, 50 % and 100 % of the input, if that was measured.

    Example:
        >>> report = ingest_documents(writer, documents, scope="docs")
        >>> report.documents_added, report.changed
        (3, True)
    """

    documents_added: int = 0
    documents_changed: int = 0
    documents_removed: int = 0
    relations: int = 0
    inputs: int = 0
    files: int = 0
    unchanged_inputs: int = 0
    gone_inputs: list[str] = field(default_factory=list)
    record_files: list[str] = field(default_factory=list)
    hidden_folders: list[str] = field(default_factory=list)
    linked_folders: list[str] = field(default_factory=list)
    bad_lines: int = 0
    bad_line_examples: list[BadLine] = field(default_factory=list)
    seconds: float = 0.0
    rates: dict[int, float] = field(default_factory=dict)

    @property
    def changed(self) -> bool:
        """Whether the ingest changed the graph."""
        return bool(
            self.documents_added
            or self.documents_changed
            or self.documents_removed
            or self.relations
        )


class BadLines:
    """Counts lines that cannot be used; with ``strict`` the first one ends the ingest.

    Args:
        report: Where they are counted.
        strict: Whether to stop at the first.

    Attributes:
        first: The first line counted here; None if there is none.
        lacks_package: Whether a file needs a package that is not installed.
    """

    def __init__(self, report: IngestReport, *, strict: bool) -> None:
        self._report = report
        self._strict = strict
        self.first: BadLine | None = None
        self.lacks_package = False

    def add_if_none(self, file: str, reason: str) -> None:
        """Count a file that holds nothing, unless a line of it was counted.

        Args:
            file: The file.
            reason: What it lacks.

        Raises:
            IngestError: In strict mode.
        """
        if self.first is None:
            self.add(file, 1, reason)

    def add(self, file: str, line: int, reason: str) -> None:
        """Count a line.

        Args:
            file: Its file.
            line: Its number, from 1.
            reason: What is wrong with it.

        Raises:
            IngestError: In strict mode.
        """
        bad = BadLine(file, line, reason)
        if self._strict:
            raise IngestError(str(bad), "fix the line, or drop --strict to skip such lines")
        self.first = self.first or bad
        self._report.bad_lines += 1
        if len(self._report.bad_line_examples) < SHOWN_BAD_LINES:
            self._report.bad_line_examples.append(bad)
