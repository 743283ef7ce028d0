"""Which files of a folder are read: found in one walk through it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from ...errors import IngestError

MARKDOWN_SUFFIXES = (".md", ".markdown", ".mdx")
HTML_SUFFIXES = (".html", ".htm", ".xhtml")
PDF_SUFFIXES = (".pdf",)
TABLE_SUFFIXES = (".csv", ".tsv")
JSON_LINES_SUFFIXES = (".jsonl", ".ndjson")
RECORD_SUFFIXES = (*JSON_LINES_SUFFIXES, *TABLE_SUFFIXES)
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


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of text.

    Attributes:
        path: Where to read it.
        full: The path that tells it from all others, however its folder was named.
        shown: Its path as people see it: below the folder that is read, or its name.
    """

    path: Path
    full: str
    shown: str


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """What a folder holds, or a file by itself.

    Attributes:
        texts: The text files in a fixed order, without hidden ones. One that symbolic links name
            too is there once, by its own path if possible.
        records: Files of records, by their paths below the folder: a folder of texts leaves them
            out.
        hidden: Hidden folders, which are not read, by their paths below the folder.
        linked: Symbolic links to folders, which are not followed, by their paths below the folder.
    """

    texts: tuple[TextFile, ...] = ()
    records: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()


def find_files(path: Path, selection: Selection = EVERYTHING) -> FoundFiles:
    """Walk through a folder once.

    Args:
        path: The folder; a file is the only one that is found.
        selection: Which of its files are meant.

    Raises:
        IngestError: A folder in it cannot be listed, or the system does not say what a file is.
    """
    if not path.is_dir():
        own = (path.parent.resolve() / path.name).as_posix()
        return FoundFiles((TextFile(path, own, path.name),))
    files: list[Path] = []
    hidden: list[str] = []
    linked: list[str] = []
    for folder, folders, names in _walk(path, selection):
        below = Path(folder).relative_to(path)
        hidden += [printable(below / name) for name in folders if name.startswith(".")]
        linked += [
            printable(below / name)
            for name in folders
            if selection.enters(below / name) and os.path.islink(Path(folder, name))
        ]
        files += [
            file
            for name in names
            if not name.startswith(".")
            and (file := Path(folder, name)).suffix.lower() in (*SUFFIXES, *RECORD_SUFFIXES)
            and selection.takes(below / name)
            and is_regular(file)
        ]
    texts = [file for file in files if file.suffix.lower() in SUFFIXES]
    records = [file for file in files if file.suffix.lower() in RECORD_SUFFIXES]
    root = path.resolve()
    return FoundFiles(
        tuple(
            TextFile(file, (root / inside).as_posix(), inside.as_posix())
            for file in _without_links_to_each_other(path, root, texts)
            for inside in [file.relative_to(path)]
        ),
        tuple(sorted(file.relative_to(path).as_posix() for file in records)),
        tuple(sorted(hidden)),
        tuple(sorted(linked)),
    )


def _without_links_to_each_other(path: Path, root: Path, files: Iterable[Path]) -> list[Path]:
    """Return files sorted; of several that are one file, the first that is no symbolic link.

    No linked folder is entered, so that only a link can be another file.
    """
    once: dict[Path, Path] = {}
    for is_link, file in sorted((file.is_symlink(), file) for file in files):
        once.setdefault(file.resolve() if is_link else root / file.relative_to(path), file)
    return sorted(once.values())


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


def printable(path: Path) -> str:
    """Return a path in which bytes that are not UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


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
