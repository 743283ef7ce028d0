"""The text of a PDF, page by page."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING

from ....errors import IngestError
from .blocks import Block, Section
from .joined_lines import joined_lines
from .missing_extra import MissingExtraError
from .running_lines import without_running_lines

if TYPE_CHECKING:
    from pypdf import PdfReader

_DIVIDED_WORD = re.compile(r"([^\W_])([-\u00ad\u2010])\n(?=([^\W_]))")
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_NO_TITLE = re.compile(r"\W*(?:untitled|anonymous|unspecified|unknown)\W*\d*", re.IGNORECASE)
_PROGRAM = re.compile(r"\AMicrosoft \w+ - ")


def pdf_sections(raw: bytes) -> Iterator[Section]:
    """Read the text of a PDF; pictures of text are not read.

    Args:
        raw: The content of the file.

    Yields:
        Its pages in order, and what was filled into its fields; pages without any text are left
        out, and so are headers, footers and page numbers.

    Raises:
        MissingExtraError: A package is missing.
        IngestError: The file cannot be read, or it has no text.
    """
    try:
        from pypdf import PdfReader
        from pypdf.errors import DependencyError, FileNotDecryptedError
    except ImportError as error:
        raise MissingExtraError("PDF", error) from None
    # It warns of each small fault of a file; what cannot be read raises an exception.
    logging.getLogger("pypdf").setLevel(logging.ERROR)
    try:
        reader = PdfReader(BytesIO(raw))
        title = _title(reader)
        pages = [_lines(page.extract_text()) for page in reader.pages]
        fields = _fields(reader)
    except FileNotDecryptedError:
        raise IngestError("a PDF with a password", "save it without one") from None
    except DependencyError:
        missing = ImportError(name="cryptography")
        raise MissingExtraError("an encrypted PDF", missing, "pip install cryptography") from None
    except Exception as error:
        raise IngestError(f"no PDF that can be read ({type(error).__name__})") from error
    pages = without_running_lines(pages)
    if not (any(pages) or fields):
        raise IngestError("a PDF without text", "recognise its pages first (OCR)")
    for number, lines in enumerate(pages, start=1):
        if blocks := tuple(map(Block, joined_lines(lines))):
            yield Section((*filter(None, [title]), f"page {number}"), blocks)
    if fields:
        yield Section((*filter(None, [title]), "fields"), tuple(map(Block, fields)))


def _title(reader: PdfReader) -> str:
    """Return the title of a PDF; empty if a program has only filled the place."""
    given = " ".join(((reader.metadata and reader.metadata.title) or "").split())
    return "" if _NO_TITLE.fullmatch(given) else _PROGRAM.sub("", given)


def _lines(text: str) -> list[str]:
    """Return the lines of a page; a word that is divided at the end of a line is put together."""
    text = _LIGATURE.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), text)
    whole = _DIVIDED_WORD.sub(_put_together, text).replace("`", "'")
    return [" ".join(line.split()) for line in whole.splitlines() if line.strip()]


def _put_together(word: re.Match[str]) -> str:
    """Return the end of a line without the sign that divides a word; "Vaillant-Kessel" keeps it."""
    divided = word[2] == "\u00ad" or (word[1].islower() and word[3].islower())
    return word[1] if divided else f"{word[1]}-"


def _fields(reader: PdfReader) -> list[str]:
    """Return what was filled into the fields of a PDF, with their names.

    A fault in them does not keep its pages from being read.
    """
    fields: Mapping[str, object] = {}
    with suppress(Exception):
        fields = reader.get_form_text_fields() or {}
    return [
        " ".join(f"{name}: {value}".replace("`", "'").split())
        for name, value in fields.items()
        if value and str(value).strip()
    ]
