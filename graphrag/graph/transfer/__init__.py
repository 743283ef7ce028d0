"""A scope as one file of JSONL: export, and import into any scope of any server."""

from .exporting import ExportReport, export_scope
from .importing import ImportReport, import_scope
from .reading import ExportFile

__all__ = ["ExportFile", "ExportReport", "ImportReport", "export_scope", "import_scope"]
