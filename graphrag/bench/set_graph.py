"""The graph of a question set: its passages and its tables, in the scope of the set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..graph.ingest import ingest_beir, ingest_paths
from .fact_tables import table_format, tables_of
from .question_set import QuestionSet

if TYPE_CHECKING:
    from ..embedding import Embedder
    from ..graph.ingest.meter import ProgressCallback
    from ..store import GraphWriter


def ingest_set(
    writer: GraphWriter,
    questions: QuestionSet,
    embedder: Embedder,
    *,
    progress: ProgressCallback | None = None,
) -> None:
    """Ingest a question set into its scope; the same set again changes nothing.

    Tables come as `ingest` brings them by default: without vectors.

    Args:
        writer: The writer of the database.
        questions: The question set.
        embedder: What makes the vectors of its passages.
        progress: Called with how far it is.

    Raises:
        IngestError: Its files cannot be used.
    """
    scope = questions.scope
    if questions.passages:
        ingest_beir(writer, questions.path, scope, embedder, progress=progress)
    for table in tables_of(questions.path):
        ingest_paths(writer, [table], scope, format=table_format(table), progress=progress)
