"""The error for a file whose format needs a package that is not installed."""

from __future__ import annotations

from ....errors import IngestError

INSTALL_COMMAND = "pip install beautifulsoup4 markdownify pypdf"
"""What the extra `documents` is; in Agent Zero no package is installed that has it."""


class MissingExtraError(IngestError):
    """A file that can be read once a package is installed.

    Args:
        kind: What the file is.
        error: What the import of the package raised.
        command: What installs it.
    """

    def __init__(self, kind: str, error: ImportError, command: str = INSTALL_COMMAND) -> None:
        super().__init__(f"{kind} needs {error.name}", f"run {command}")
