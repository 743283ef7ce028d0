"""Folders of Markdown and text: split at headings and sentences into passages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from ...text.storable import storable
from ..records import SourceDocument, short_hash
from .report import BadLines

SUFFIXES = (".md", ".markdown", ".mdx", ".txt", ".text", ".rst")
MAX_FILE_BYTES = 20 * 1024 * 1024
PASSAGE_CHARACTERS = 900
"""A passage ends at the first sentence beyond this length."""

_HEADING = re.compile(r" {0,3}#{1,6}\s")
_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_SENTENCE = re.compile(r"(?<=[.!?。！？])[\"'”’)\]]*\s+(?=[^a-z\s])|(?<=[。！？])")


def text_files(path: Path) -> list[Path]:
    """Return the text files of a folder in a fixed order, without hidden ones."""
    if path.is_file():
        return [path]
    return sorted(
        found
        for found in path.rglob("*")
        if found.suffix.lower() in SUFFIXES
        and found.is_file()
        and not any(part.startswith(".") for part in found.relative_to(path).parts)
    )


def is_utf8(path: Path) -> bool:
    """Whether the database can keep a file's name."""
    return printable(path) == str(path)


def printable(path: Path) -> str:
    """Return a path in which bytes that are not UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def read_passages(path: Path, bad: BadLines) -> list[SourceDocument]:
    """Read the passages of a folder or a file.

    Args:
        path: The folder or file.
        bad: Where files that cannot be read are counted.

    Returns:
        The passages, file by file in their order.
    """
    passages: list[SourceDocument] = []
    for file in text_files(path):
        if not is_utf8(file):
            bad.add(printable(file), 1, "its name is not UTF-8")
            continue
        name = file.relative_to(path).as_posix() if path.is_dir() else file.name
        if file.stat().st_size > MAX_FILE_BYTES:
            bad.add(str(file), 1, f"file of more than {MAX_FILE_BYTES // 2**20} MB")
            continue
        raw = file.read_bytes()
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            bad.add(str(file), line, "not UTF-8")
            continue
        passages += split_file(name, text)
    return passages


def split_file(name: str, text: str) -> list[SourceDocument]:
    """Split a text into passages.

    Args:
        name: The path of its file, for the source.
        text: The text.

    Returns:
        The passages in order. A passage keeps its id while its own text and heading stay the same.
    """
    passages = []
    seen: dict[str, int] = {}
    for heading, body in _sections(text):
        for passage in _passages(body):
            digest = short_hash(name, heading, passage)
            count = seen[digest] = seen.get(digest, 0) + 1
            passages.append(
                SourceDocument(
                    id=f"{name}#{digest}" + (f"-{count}" if count > 1 else ""),
                    text=storable(passage, len(passage)),
                    title=storable(heading, 200),
                    area="passage",
                    source=f"{name} § {heading}" if heading else name,
                    fact_source="file",
                    file=name,
                )
            )
    return passages


def _sections(text: str) -> Iterator[tuple[str, str]]:
    heading, lines, fenced = "", [], False
    for line in text.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        if fenced or not _HEADING.match(line):
            lines.append(line)
            continue
        yield heading, "\n".join(lines)
        heading, lines = _heading(line), []
    yield heading, "\n".join(lines)


def _heading(line: str) -> str:
    """Return the text of a heading, without the signs around it."""
    return line.strip().lstrip("#").rstrip().rstrip("#").strip()


def _passages(body: str) -> Iterator[str]:
    passage = ""
    for paragraph in re.split(r"\n\s*\n", body):
        for sentence in _SENTENCE.split(" ".join(paragraph.split())):
            for piece in _pieces(sentence):
                if passage and len(passage) + len(piece) > PASSAGE_CHARACTERS:
                    yield passage
                    passage = ""
                passage = f"{passage} {piece}".strip()
    if passage:
        yield passage


def _pieces(sentence: str) -> Iterator[str]:
    """Cut a sentence that is too long, at a space if there is one."""
    start = 0
    while len(sentence) - start > 2 * PASSAGE_CHARACTERS:
        most = start + 2 * PASSAGE_CHARACTERS
        cut = sentence.rfind(" ", start + PASSAGE_CHARACTERS, most)
        cut = cut if cut > 0 else most
        yield sentence[start:cut]
        # White space is a single space here.
        start = cut + (sentence[cut] == " ")
    if start < len(sentence):
        yield sentence[start:]
