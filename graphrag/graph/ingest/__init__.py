"""Bulk ingest: the user's own files and corpora, resumable, the same input once."""

from .beir import ingest_beir
from .paths import Format, ingest_paths
from .report import BadLine, IngestReport, Progress

__all__ = ["BadLine", "Format", "IngestReport", "Progress", "ingest_beir", "ingest_paths"]
