"""HTML as blocks under headings: the page's own text, by way of Markdown."""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ....errors import IngestError
from .blocks import Section
from .decoded import UTF_16, decoded
from .html_tables import HEADINGS, columns_of, prepare_tables
from .markdown import markdown_sections
from .missing_extra import MissingExtraError

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_NO_TEXT = (
    *("script", "style", "noscript", "template", "svg", "annotation", "annotation-xml"),
    *("iframe", "audio", "video", "canvas"),
)
_MAIN = "main, [role=main]:not(main [role=main])"
_AROUND_TEXT = (
    "nav, footer:not(blockquote footer), dialog, [role=dialog], [role=alertdialog], "
    "aside:not(:is(main, article, [role=main]) aside), [role=navigation], [role=search], "
    "[role=banner], [role=contentinfo], form select, form textarea, form input, "
    ":is(.noprint, .no-print, .d-print-none, .mw-editsection, .mw-jump-link, .footer, #footer)"
    ":not(html, body, main, [role=main])"
)
"""Menus, notices and fields. What a page does not print is not its text either.

Notes and footnotes of a text may be an `aside` in it."""

_NAMED_BY_BUTTON = (*HEADINGS, "dt", "summary")
"""A button that is all of one of these opens what stands below, and names it."""

_APART = ("address", "center", "details", "fieldset", "form", "header", "legend", "summary")
"""Tags with lines of their own that markdownify puts together."""

_POWER = re.compile(r"[-+\u2212]?\d[\d.,]*")
_BLOCKS = (
    *("article", "aside", "blockquote", "body", "dd", "details", "div", "dl", "dt", "figure"),
    *("html", "li", "main", "ol", "section", "table", "td", "th", "ul"),
)
_ENDED_BY: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "p": (("p",), _BLOCKS),
    "li": (("li",), ("ul", "ol", "menu")),
    "dt": (("dt", "dd"), ("dl",)),
    "dd": (("dt", "dd"), ("dl",)),
    "tr": (("tr",), ("table",)),
    "td": (("td", "th"), ("tr", "table")),
    "th": (("td", "th"), ("tr", "table")),
}
"""Which open tags the start of a tag ends, and within which others it leaves those further out."""

_CODE = ("pre", "code", "kbd", "samp")

_LOOKED_AT = 100
"""Open tags that are looked at, the innermost first: a page with more can hardly be read."""

_MOST_NESTED = 1000
"""A page with more open tags cannot be converted, and takes quadratic time until that is seen."""

_LISTS, _LINES = ("ul", "ol"), ("div", "p")
_WORD = re.compile(r"\w")
_WIDE_GAP = re.compile(rb"(?<![ \t])([ \t]{100})[ \t]+")


def html_sections(raw: bytes) -> Iterator[Section]:
    """Read a page; menus, fields of forms, scripts and signs of headings are left out.

    Args:
        raw: The content of the file; its encoding is recognised.

    Yields:
        Its sections in order; those without any text are left out.

    Raises:
        MissingExtraError: A package is missing.
        IngestError: The page cannot be read.
    """
    try:
        import bs4  # noqa: F401
        import markdownify  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("HTML", error) from None
    if b"\0" in raw and not raw.startswith(UTF_16):
        raise IngestError("no HTML that can be read (it is a binary file)")
    try:
        # It takes XHTML for XML, and says so in a warning; what cannot be decoded it logs.
        logging.getLogger("bs4").setLevel(logging.ERROR)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            page = _parsed(_quickly_read(raw))
        title = page.title.extract().get_text() if page.title else ""
        _drop_unread(page)
        text = _own_text(page)
        has_text = bool(text.get_text(strip=True))
        prepare_tables(text, lambda: page.new_tag("td"))
        markdown = _markdown(text)
    except Exception as error:
        raise IngestError(f"no HTML that can be read ({type(error).__name__})") from error
    if not has_text:
        raise IngestError("a page without text", "save it once a browser shows its text")
    # Below an empty line, two rules are no front matter.
    yield from markdown_sections(f"\n{markdown}", " ".join(title.replace("`", "'").split()))


def _drop_unread(page: BeautifulSoup) -> None:
    """Drop what is not the text of a page."""
    from bs4.element import Declaration, ProcessingInstruction

    for unread in [*page(_NO_TEXT), *page.select(_AROUND_TEXT)]:
        unread.decompose()
    _drop_menus(page)
    for named in page(_NAMED_BY_BUTTON):
        buttons = named("button")
        if len(buttons) == 1 and buttons[0].get_text(strip=True) == named.get_text(strip=True):
            buttons[0].unwrap()
    for button in page("button"):
        button.decompose()
    for link in page.find_all("a", href=re.compile("^#")):
        if not _WORD.search(link.get_text()):
            link.decompose()
    for sign in page.find_all(string=True):
        if isinstance(sign, (Declaration, ProcessingInstruction)):
            sign.extract()


def _drop_menus(page: BeautifulSoup) -> None:
    """Drop lists and lines of nothing but links above the title, if that is the first heading.

    A line of a single link may be a hint.
    """
    title = page.find(HEADINGS)
    if title is None or title.name != "h1":
        return
    around = set(map(id, title.parents))
    for menu in title.find_all_previous((*_LISTS, *_LINES)):
        if id(menu) in around or menu.find_parent(_LISTS):
            continue
        is_line = menu.name in _LINES
        if is_line and (menu.find((*_LISTS, *_LINES)) or len(menu("a", limit=2)) < 2):
            continue
        links = "".join(link.get_text() for link in menu("a"))
        words = "".join(_WORD.findall(links))
        if words and words == "".join(_WORD.findall(menu.get_text())):
            menu.decompose()


def _own_text(page: BeautifulSoup) -> Tag:
    """Return the part of a page that holds all of its own text.

    A page may have an empty `main` that a script fills, or an article for each of its parts.
    """
    mains = [main for main in page.select(_MAIN) if main.get_text(strip=True)]
    if len(mains) == 1:
        return mains[0]
    articles = [] if mains else page("article")
    if len(articles) == 1 and articles[0].get_text(strip=True):
        outside = (heading for heading in page(HEADINGS) if not heading.find_parent("article"))
        if not any(heading.get_text(strip=True) for heading in outside):
            return articles[0]
    return page.body or page


def _markdown(text: Tag) -> str:
    """Return a part of a page as Markdown."""
    from markdownify import MarkdownConverter

    class Converter(MarkdownConverter):
        def convert_tr(self, row: Tag, cells: str, parent_tags: object) -> str:
            """Return a row; below the first one, a rule that is as wide as the widest row.

            Cells beyond the rule would be lost, and a second rule would be text.
            """
            table = row.find_parent("table")
            if table is None or table.find("tr") is not row:
                return f"|{cells}\n"
            most = max(map(columns_of, table("tr")))
            missing = " |" * (most - columns_of(row))
            return f"|{cells}{missing}\n|{' --- |' * most}\n"

    for tag in text(_APART):
        tag.name = "div"
    for tag in text("sup"):
        if _POWER.fullmatch((tag.string or "").strip()):
            tag.insert(0, "^")
    _escape_bars_of_code(text)
    return str(Converter(heading_style="ATX", escape_misc=True).convert_soup(text))


def _escape_bars_of_code(text: Tag) -> None:
    """Escape what would part a cell in code; markdownify escapes it everywhere else."""
    for piece in text.find_all(string=re.compile(r"\|")):
        if piece.find_parent(_CODE) and piece.find_parent(("td", "th")):
            piece.replace_with(piece.replace("|", r"\|"))


def _parsed(raw: bytes) -> BeautifulSoup:
    """Parse a page; what HTML lets it leave open ends where the next one begins.

    Python's parser alone puts each paragraph into the one before, and thousands of them cannot be
    read.
    """
    from bs4 import BeautifulSoup

    class Page(BeautifulSoup):
        def handle_starttag(self, name: str, *given: Any, **named: Any) -> Any:
            if len(self.tagStack) > _MOST_NESTED:
                raise RecursionError
            ended, within = _ENDED_BY.get(name, ((), ()))
            if any(map(self.open_tag_counter.get, ended)):
                for tag in reversed(self.tagStack[-_LOOKED_AT:]):
                    if tag.name in ended:
                        self.handle_endtag(tag.name)
                    if tag.name in (*ended, *within):
                        break
            return super().handle_starttag(name, *given, **named)

    encoding = None
    if not raw.isascii():
        # What can be read as UTF-8 is UTF-8, whatever an older page says of itself.
        with suppress(UnicodeDecodeError):
            raw, encoding = decoded(raw).encode(), "utf-8"
    return Page(raw, "html.parser", from_encoding=encoding)


def _quickly_read(raw: bytes) -> bytes:
    """Return a page without what takes the parsers quadratic time.

    They search for the end of each open tag up to the end of the page, where none is after the last
    ">", and for the end of each gap from each of its spaces.
    """
    end = raw.rfind(b">") + 1
    return _WIDE_GAP.sub(rb"\1", raw[:end] + raw[end:].replace(b"<", b" "))
