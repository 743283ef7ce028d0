"""The blocks of a file under its headings, and the passages that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

PASSAGE_CHARACTERS = 900
"""A passage ends at the first sentence beyond this length."""

_REPEATED_HEADER = 200
"""Most characters of the first row of a table that each passage of its rows begins with."""

_INLINE_CODE = re.compile(r"`[^`\n]+`")
_SENTENCE = re.compile(r"(?<=[.!?。！？])[\"'”’)\]]*\s+(?=[^a-z\s])|(?<=[。！？])")
"""Where a passage may end: also before any sign of Markdown, other than in ``text.sentences``."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, an item of a list, a row of a table, or a piece of code.

    Attributes:
        text: Its text on one line; the lines of code are kept.
        code: Whether it is a piece of code.
        language: Its language, if it is known.
        marker: What stands before an item of a list: ``- `` or ``3. ``.
        header: The first row of the table, if it is one of the others.
    """

    text: str
    code: bool = False
    language: str = ""
    marker: str = ""
    header: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """The blocks under one heading.

    Attributes:
        headings: The headings above them, from the title of the file to the nearest one.
        blocks: The blocks.
    """

    headings: tuple[str, ...]
    blocks: tuple[Block, ...]


def passage_texts(blocks: Iterable[Block]) -> Iterator[str]:
    """Divide the blocks of a section into passages.

    Args:
        blocks: The blocks.

    Yields:
        The texts of the passages. Each ends with a sentence or a line of code; none begins or ends
        inside a pair of backticks. One that begins within a table begins with its first row.
    """
    passage = ""
    for block in blocks:
        joint = "\n"
        for piece in _code_pieces(block) if block.code else _text_pieces(block):
            if passage and len(passage) + len(piece) > PASSAGE_CHARACTERS:
                yield passage
                passage = block.header if len(block.header) <= _REPEATED_HEADER else ""
                joint = "\n"
            passage = f"{passage}{joint}{piece}" if passage else piece.lstrip(" ")
            joint = "\n" if block.code else " "
    if passage:
        yield passage


def _text_pieces(block: Block) -> Iterator[str]:
    """Yield the sentences of a block, the first with the marker of its item."""
    marker = block.marker
    for sentence in _sentences(block.text):
        for piece in _cut(sentence, " "):
            yield marker + piece
            marker = ""


def _sentences(text: str) -> Iterator[str]:
    masked = _INLINE_CODE.sub(lambda code: "x" * len(code[0]), text)
    start = 0
    for end in _SENTENCE.finditer(masked):
        yield text[start : end.end()].rstrip()
        start = end.end()
    if start < len(text):
        yield text[start:]


def _code_pieces(block: Block) -> Iterator[str]:
    """Yield code in fences, that of a long piece in several."""
    code = block.text.strip("\n").replace("```", "'''")
    for piece in _cut(code, "\n"):
        yield f"```{block.language}\n{piece}\n```"


def _cut(text: str, at: str) -> Iterator[str]:
    """Cut a text that is too long at a space or a line break, if there is one."""
    start = 0
    while len(text) - start > 2 * PASSAGE_CHARACTERS:
        most = start + 2 * PASSAGE_CHARACTERS
        cut = text.rfind(at, start + PASSAGE_CHARACTERS, most)
        cut = cut if cut > 0 else most
        yield text[start:cut]
        start = cut + (text[cut] == at)
    if text[start:].strip():
        yield text[start:]
