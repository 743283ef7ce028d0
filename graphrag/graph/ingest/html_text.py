"""HTML as blocks under headings: the page's own text, by way of Markdown."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator

from ...errors import IngestError
from .blocks import Section
from .markdown import markdown_sections

INSTALL_COMMAND = "pip install beautifulsoup4 markdownify pypdf"
"""What the extra `documents` is; in Agent Zero no package is installed that has it."""

_NO_TEXT = ("script", "style", "noscript", "template", "svg", "form", "button")
_AROUND_TEXT = (
    "nav, footer, aside, [role=navigation], [role=search], [role=banner], [role=contentinfo]"
)
_WORD = re.compile(r"\w")
_WIDE_GAP = re.compile(rb"(?<![ \t])([ \t]{100})[ \t]+")


def html_sections(raw: bytes) -> Iterator[Section]:
    """Read a page; menus, forms, scripts and signs of headings are left out.

    Args:
        raw: The content of the file; its encoding is recognised.

    Yields:
        Its sections in order; those without any text are left out.

    Raises:
        IngestError: A package is missing, or the page cannot be read.
    """
    try:
        from bs4 import BeautifulSoup
        from markdownify import MarkdownConverter
    except ImportError as error:
        raise IngestError(f"HTML needs {error.name}", f"run {INSTALL_COMMAND}") from None
    try:
        # It takes XHTML for XML, and says so in a warning.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            page = BeautifulSoup(_quickly_read(raw), "html.parser")
        for unread in [*page(_NO_TEXT), *page.select(_AROUND_TEXT)]:
            unread.decompose()
        for link in page.find_all("a", href=re.compile("^#")):
            if not _WORD.search(link.get_text()):
                link.decompose()
        text = page.find("main") or page.find("article") or page.body or page
        title = page.title.get_text(" ", strip=True) if page.title and not text.find("h1") else ""
        markdown = MarkdownConverter(heading_style="ATX").convert_soup(text)
    except Exception as error:
        raise IngestError(f"no HTML that can be read ({type(error).__name__})") from error
    yield from markdown_sections(f"# {title}\n\n{markdown}" if title else markdown)


def _quickly_read(raw: bytes) -> bytes:
    """Return a page without what takes the parsers quadratic time.

    They search for the end of each open tag up to the end of the page, where none is after the last
    ">", and for the end of each gap from each of its spaces.
    """
    end = raw.rfind(b">") + 1
    return _WIDE_GAP.sub(rb"\1", raw[:end] + raw[end:].replace(b"<", b" "))
