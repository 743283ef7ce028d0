"""Which files of a folder are read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from ...errors import IngestError

MARKDOWN_SUFFIXES = (".md", ".markdown", ".mdx")
HTML_SUFFIXES = (".html", ".htm", ".xhtml")
PDF_SUFFIXES = (".pdf",)
RECORD_SUFFIXES = (".jsonl", ".ndjson", ".csv", ".tsv")
SUFFIXES = (*MARKDOWN_SUFFIXES, *HTML_SUFFIXES, *PDF_SUFFIXES, ".txt", ".text", ".rst")


@dataclass(frozen=True, slots=True)
class Selection:
    """Which files of a folder are meant.

    A pattern such as ``*.md`` or ``guides/*`` is compared with the path below the folder, and with
    the name of the file and of each folder above it.

    Attributes:
        include: Patterns of which a file must match one; all files if there is none.
        exclude: Patterns of which a file must match none.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def takes(self, path: Path) -> bool:
        """Whether a file is meant.

        Args:
            path: Its path below the folder.
        """
        if self.include and not _matches(path, self.include):
            return False
        return not _matches(path, self.exclude)

    def enters(self, folder: Path) -> bool:
        """Whether files of a folder may be meant.

        Args:
            folder: Its path below the folder that is read.
        """
        return not folder.name.startswith(".") and not _matches(folder, self.exclude)


EVERYTHING = Selection()


def text_files(path: Path, selection: Selection = EVERYTHING) -> list[Path]:
    """Return the text files of a folder in a fixed order, without hidden ones.

    Args:
        path: The folder; a file is returned as it is.
        selection: Which of its files are meant.

    Returns:
        The files; one that symbolic links name too is there once, by its own path if possible.
    """
    if path.is_file():
        return [path]
    once: dict[Path, Path] = {}
    for file in sorted(_visible_files(path, selection), key=lambda file: (file.is_symlink(), file)):
        if file.suffix.lower() in SUFFIXES and selection.takes(file.relative_to(path)):
            once.setdefault(file.resolve(), file)
    return sorted(once.values())


def hidden_folders(path: Path, selection: Selection = EVERYTHING) -> list[str]:
    """Return the hidden folders of a folder that are not read, by their paths below it.

    Args:
        path: The folder; a file has none in it.
        selection: Which of its files are meant.
    """
    if not path.is_dir():
        return []
    found = [
        os.path.join(folder, name)
        for folder, names, _ in _walk(path, selection)
        for name in names
        if name.startswith(".")
    ]
    return sorted(printable(Path(name).relative_to(path)) for name in found)


def is_utf8(path: Path) -> bool:
    """Whether the database can keep a file's name."""
    return printable(path) == str(path)


def is_regular(path: Path) -> bool:
    """Whether a path is a file that can be read as one, also behind a link.

    Raises:
        IngestError: The system does not say.
    """
    try:
        return path.is_file()
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: OSError) -> IngestError:
    """Return the error for a file or folder that the system does not let us read."""
    return IngestError(
        f"{printable(path)} cannot be read: {error.strerror or error}",
        "let yourself read it, or leave it out with --exclude",
    )


def record_files(path: Path, selection: Selection = EVERYTHING) -> list[str]:
    """Return the files of records in a folder of texts: they are left out.

    Args:
        path: The folder; a file has none in it.
        selection: Which of its files are meant.

    Returns:
        Their paths below the folder, sorted.
    """
    return sorted(
        inside.as_posix()
        for file in (_visible_files(path, selection) if path.is_dir() else ())
        if file.suffix.lower() in RECORD_SUFFIXES
        and selection.takes(inside := file.relative_to(path))
    )


def printable(path: Path) -> str:
    """Return a path in which bytes that are not UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _visible_files(path: Path, selection: Selection) -> Iterator[Path]:
    for folder, _, names in _walk(path, selection):
        yield from (
            file
            for name in names
            if not name.startswith(".") and is_regular(file := Path(folder, name))
        )


def _walk(path: Path, selection: Selection) -> Iterator[tuple[str, list[str], list[str]]]:
    """Walk through a folder, not into hidden folders nor into those that are not meant.

    What cannot be listed must not count as empty: what was ingested from it would leave the graph.
    """

    def refuse(error: OSError) -> None:
        raise unreadable(Path(error.filename), error)

    for folder, folders, names in os.walk(path, onerror=refuse):
        yield folder, list(folders), names
        above = Path(folder).relative_to(path)
        folders[:] = [name for name in folders if selection.enters(above / name)]


def _matches(path: Path, patterns: tuple[str, ...]) -> bool:
    names = (path.as_posix(), *path.parts)
    return any(fnmatchcase(name, pattern) for pattern in patterns for name in names)
