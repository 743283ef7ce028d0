"""Bulk ingest of a user's own documents, files and corpora.

The same input a second time changes nothing, and an interrupted ingest continues.
"""

from .beir import ingest_beir
from .collection import Document, ingest_documents
from .files import Selection
from .inputs import Format, find_inputs
from .meter import Progress
from .paths import ingest_paths
from .report import BadLine, IngestReport

__all__ = [
    "BadLine",
    "Document",
    "Format",
    "IngestReport",
    "Progress",
    "Selection",
    "find_inputs",
    "ingest_beir",
    "ingest_documents",
    "ingest_paths",
]
