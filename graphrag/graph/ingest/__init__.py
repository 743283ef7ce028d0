"""Bulk ingest: the user's own files and corpora, resumable, the same input once."""

from .beir import ingest_beir
from .report import BadLine, IngestReport, Progress

__all__ = ["BadLine", "IngestReport", "Progress", "ingest_beir"]
