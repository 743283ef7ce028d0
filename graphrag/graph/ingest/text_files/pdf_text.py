"""The text of a PDF, page by page."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from io import BytesIO

from ....errors import IngestError
from .blocks import Block, Section
from .html_text import MissingExtraError

_DIVIDED_WORD = re.compile(r"(?<=[a-zà-öø-ÿ])[-\u00ad]\n(?=[a-zà-öø-ÿ])")
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")


def pdf_sections(raw: bytes) -> Iterator[Section]:
    """Read the text of a PDF; pictures of text are not read.

    Args:
        raw: The content of the file.

    Yields:
        Its pages in order; those without any text are left out.

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
        pages = [page.extract_text() for page in reader.pages]
    except Exception as error:
        raise IngestError(f"no PDF that can be read ({type(error).__name__})") from error
    if not any(text.strip() for text in pages):
        raise IngestError("a PDF without text", "recognise its pages first (OCR)")
    for number, text in enumerate(pages, start=1):
        blocks = tuple(Block(paragraph) for paragraph in _paragraphs(text))
        if blocks:
            yield Section((*filter(None, [title]), f"page {number}"), blocks)


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in _EMPTY_LINE.split(_DIVIDED_WORD.sub("", text)):
        if joined := " ".join(paragraph.replace("`", "'").split()):
            yield joined
