"""The table of a question set: triples that are ingested beside its passages.

A question names the facts of the table that answer it in ``metadata.facts``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import IngestError
from ..graph.ingest.inputs import Format, delimiter_of
from ..graph.ingest.record_files.record_lines import record_lines
from ..graph.ingest.record_files.triples import read_record
from ..text.words import normalize_name

if TYPE_CHECKING:
    from ..graph.records import FactRecord
    from ..model import Fact

TABLES = ("table.csv", "table.tsv", "table.jsonl")

FactNames = tuple[str, str, str]
"""Subject, predicate and object of a fact, normalised as the graph's names are."""


def tables_of(folder: Path) -> list[Path]:
    """Return the tables of a folder; most folders have none."""
    return [path for name in TABLES if (path := folder / name).is_file()]


def table_format(table: Path) -> Format:
    """Return the format that a table is ingested in."""
    return "jsonl" if table.suffix == ".jsonl" else "csv"


def fact_names(fact: Fact | FactRecord) -> FactNames:
    """Return the names by which a fact of the graph is compared with a fact of the table."""
    subject, object = (entity_id.partition(":")[2] for entity_id in (fact.subject, fact.object))
    return subject, normalize_name(fact.predicate), object


def written_fact(value: object) -> FactNames:
    """Return the names of a fact as a question writes it: subject, predicate, object.

    Args:
        value: A list of three, or any other triple that an ingest reads.

    Raises:
        ValueError: It is none.
    """
    [fact] = read_record(value).facts or [None]
    if fact is None:
        raise ValueError("a fact is not a triple of subject, predicate and object")
    return fact_names(fact)


def require_in_tables(folder: Path, wanted: Collection[FactNames]) -> None:
    """Read the tables of a folder, and check that they state some facts.

    Args:
        folder: The folder.
        wanted: The facts.

    Raises:
        IngestError: A line of a table cannot be used, or a fact is in none.
    """
    missing = set(wanted)
    for names in _facts_in(tables_of(folder)):
        missing.discard(names)
    if missing:
        raise IngestError(
            f"{folder} has no {' or '.join(TABLES)} with the fact {' | '.join(min(missing))!r}",
            "use facts of the table in metadata.facts of queries.jsonl",
        )


def _facts_in(tables: list[Path]) -> Iterator[FactNames]:
    for table in tables:

        def complain(line: int, reason: str, table: Path = table) -> None:
            raise IngestError(f"{table}:{line}: {reason}", "fix the line, or remove it")

        for _, record in record_lines(table, delimiter_of(table, table_format(table)), complain):
            yield from map(fact_names, record.facts if record else ())
