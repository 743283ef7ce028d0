"""The text of a PDF, page by page."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator
from io import BytesIO

from ....errors import IngestError
from .blocks import Block, Section
from .html_text import MissingExtraError
from .joined_lines import joined_lines
from .running_lines import without_running_lines

_DIVIDED_WORD = re.compile(r"([^\W_])([-\u00ad\u2010])\n(?=([^\W_]))")
_LIGATURE = re.compile("[\ufb00-\ufb06]")


def pdf_sections(raw: bytes) -> Iterator[Section]:
    """Read the text of a PDF; pictures of text are not read.

    Args:
        raw: The content of the file.

    Yields:
        Its pages in order; those without any text are left out, and so are headers, footers and
        page numbers.

    Raises:
        MissingExtraError: A package is missing.
        IngestError: The file cannot be read, or it has no text.
    """
    try:
        from pypdf import PdfReader
    except ImportError as error:
        raise MissingExtraError("PDF", error) from None
    # It warns of each small fault of a file; what cannot be read raises an exception.
    logging.getLogger("pypdf").setLevel(logging.ERROR)
    try:
        reader = PdfReader(BytesIO(raw))
        title = " ".join(((reader.metadata and reader.metadata.title) or "").split())
        pages = [_lines(page.extract_text()) for page in reader.pages]
    except Exception as error:
        raise IngestError(f"no PDF that can be read ({type(error).__name__})") from error
    if not any(pages):
        raise IngestError("a PDF without text", "recognise its pages first (OCR)")
    for number, lines in enumerate(without_running_lines(pages), start=1):
        blocks = tuple(map(Block, joined_lines(lines)))
        if blocks:
            yield Section((*filter(None, [title]), f"page {number}"), blocks)


def _lines(text: str) -> list[str]:
    """Return the lines of a page; a word that is divided at the end of a line is put together."""
    text = _LIGATURE.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), text)
    whole = _DIVIDED_WORD.sub(_put_together, text).replace("`", "'")
    return [" ".join(line.split()) for line in whole.splitlines() if line.strip()]


def _put_together(word: re.Match[str]) -> str:
    """Return the end of a line without the sign that divides a word; "Vaillant-Kessel" keeps it."""
    divided = word[2] == "\u00ad" or (word[1].islower() and word[3].islower())
    return word[1] if divided else f"{word[1]}-"
