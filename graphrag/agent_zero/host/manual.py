"""The pages of the host's own manual, which every install has in its memory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

SHIPPED = "knowledge"
"""The folder of what the host brings along; the user's own files are in ``usr/knowledge``."""

OWN_FILES_IN_0_9 = "custom"
"""The folder in it where 0.9 keeps the user's own files."""


def is_of_manual(metadata: Mapping[str, Any], root: PurePath) -> bool:
    """Return whether a document of the host's memory is a page of its manual.

    Args:
        metadata: The document's metadata.
        root: The host's root folder.
    """
    path = metadata.get("source_path")
    if not metadata.get("knowledge_source") or not isinstance(path, str):
        return False
    file = PurePath(path)
    if not file.is_relative_to(root / SHIPPED):
        return False
    return file.relative_to(root / SHIPPED).parts[:1] != (OWN_FILES_IN_0_9,)
