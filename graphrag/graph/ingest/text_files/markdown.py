"""Markdown as blocks under headings, in a plain form that is safe to cut between blocks.

Front matter, comments, tags, images and the targets of links are left out. Code keeps its
backticks: each piece of it is marked by itself, so that no passage has half a pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import StateBlock, reference
from markdown_it.token import Token

from .blocks import Block, Section
from .outline import Outline


def _reference_unless_footnote(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Read the definition of a link; a footnote of one word looks like one, and would be lost."""
    start = state.bMarks[line] + state.tShift[line]
    return not state.src.startswith("[^", start) and reference(state, line, end, silent)


_MOST_NESTED = 64
"""What is nested deeper is read as plain lines; each level of a list counts twice."""


class _Blocks(ParserBlock):
    """The parser of blocks; by itself it leaves out what is nested too deeply."""

    def tokenize(self, state: StateBlock, start: int, end: int) -> None:
        if state.level < _MOST_NESTED:
            super().tokenize(state, start, end)
            return
        for state.line in range(start, end):
            if state.isEmpty(state.line):
                continue
            if state.sCount[state.line] < state.blkIndent:
                return  # it belongs to what is around it
            first = state.bMarks[state.line] + state.tShift[state.line]
            token = state.push("inline", "", 0)
            token.content = state.src[first : state.eMarks[state.line]]
            token.children = []
        state.line = end


_PARSER = MarkdownIt()
_PARSER.block = _Blocks()
_PARSER.configure("commonmark", {"maxNesting": _MOST_NESTED}).enable("table")
_PARSER.block.ruler.at("reference", _reference_unless_footnote)

_FRONT_MATTER = re.compile(r"\A(---|\+\+\+)[ \t]*\r?\n([\s\S]*?)\n\1[ \t]*(?:\r?\n|\Z)")
_FIELD = re.compile(r"^[\w\"'.-]+[ \t]*[:=]", re.MULTILINE)
_TITLE = re.compile(
    r"^title[ \t]*[:=][ \t]*(?:[>|][+-]?[ \t]*\r?\n((?:[ \t]+\S.*\n?){1,5})|(.{1,300})$)",
    re.MULTILINE,
)
_HIDDEN = re.compile(r"<!--[\s\S]*?(?:-->|\Z)|<(script|style)\b[\s\S]*?(?:</\1>|\Z)", re.IGNORECASE)
_LANGUAGE = re.compile(r"[\w+#.-]{1,40}(?!\S)")
"""At the start of the line after a fence; the rest says how to show the code."""
_ALERT = re.compile(r"\A\[![A-Z]+\] ?")
_HTML_HEADING = re.compile(r"\s*<h([1-6])\b[^<>]*>([\s\S]{0,1000}?)</h\1>", re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b[^<>]*>", re.IGNORECASE)
_ROW_END = re.compile(r"</tr>", re.IGNORECASE)
_LINE_END = re.compile(
    r"</(?:p|div|li|d[dt]|h[1-6]|blockquote|summary|caption|pre)>|<(?:br|li)\b[^<>]*>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[^<>]*>")
_ATTRIBUTES = re.compile(r" ?\{:? ?[#.][^{}]{0,200}\}\Z")
"""What MkDocs and Pandoc take for the id and the classes of a heading."""


def markdown_sections(text: str, title: str = "") -> Iterator[Section]:
    """Read a Markdown text.

    Args:
        text: The text of the file.
        title: The title of a page, which counts until a heading of the first level comes.

    Yields:
        Its sections in order; those without any text are left out.
    """
    front = _FRONT_MATTER.match(text)
    if front and not _FIELD.search(front[2]):
        front = None  # what stands between two rules is text
    outline = Outline(_title(front[2])) if front else Outline(title, 1)
    reader = _Reader()
    before: Sequence[Block] = ()
    for token in _PARSER.parse(text[front.end() :] if front else text):
        marked = _HTML_HEADING.match(token.content) if token.type == "html_block" else None
        if marked and not token.level and (name := " ".join(_html_lines(marked[2]))):
            yield from outline.heading(int(marked[1]), name, reader.take())
            token.content = token.content[marked.end() :]
        if token.type == "heading_open":
            before = reader.take()
        reader.read(token)
        if token.type == "heading_close":
            heading = " ".join(block.text for block in reader.take())
            name = _ATTRIBUTES.sub("", heading).replace("`", "")
            yield from outline.heading(int(token.tag[1]), name, before)
    yield from outline.end(reader.take())


def _title(front: str) -> str:
    """Return the title that front matter gives, also one that is folded over several lines."""
    title = _TITLE.search(front)
    return " ".join((title[1] or title[2]).split()).strip("\"' ") if title else ""


class _Reader:
    """Turns the parser's tokens into blocks."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._lists = 0
        self._marker = ""
        self._row: list[str] | None = None
        self._header = ""

    def take(self) -> list[Block]:
        """Return the blocks read so far, and start again."""
        blocks, self._blocks = self._blocks, []
        return blocks

    def read(self, token: Token) -> None:
        """Read the next token."""
        match token.type:
            case "inline" if self._row is not None:
                self._row.append(_inline(token).replace("\n", " "))
            case "inline":
                for line in _inline(token).split("\n"):
                    self._add(line)
            case "fence" | "code_block":
                language = _LANGUAGE.match(token.info.strip())
                self._blocks.append(Block(token.content, True, language[0] if language else ""))
            case "html_block":
                for line in _html_lines(token.content):
                    self._add(line)
            case "bullet_list_open" | "ordered_list_open":
                self._lists += 1
            case "bullet_list_close" | "ordered_list_close":
                self._lists -= 1
            case "list_item_open":
                number = f"{token.info}{token.markup}" if token.info else "-"
                self._marker = f"{'  ' * (self._lists - 1)}{number} "
            case "list_item_close":
                self._marker = ""
            case "table_open":
                self._header = ""
            case "tr_open":
                self._row = []
            case "tr_close":
                if any(self._row or ()):
                    row = f"| {' | '.join(self._row or ())} |"
                    self._add(row, self._header)
                    self._header = self._header or row
                self._row = None

    def _add(self, text: str, header: str = "") -> None:
        text = _ALERT.sub("", " ".join(text.split()))
        if text:
            self._blocks.append(Block(text, marker=self._marker, header=header))
            self._marker = ""


def _inline(token: Token) -> str:
    """Return the text of a paragraph, a heading or a cell, with the line breaks meant as such."""
    pieces = []
    for child in token.children or ():
        if child.type == "text":
            pieces.append(child.content.replace("`", "'"))
        elif child.type == "code_inline":
            pieces.append(f"`{child.content.replace('`', chr(39))}`")
        elif child.type == "hardbreak" or child.content.startswith("<br"):
            pieces.append("\n")
        elif child.type == "softbreak":
            pieces.append(" ")
    return "".join(pieces)


def _html_lines(html: str) -> list[str]:
    """Return the text of a piece of HTML: its rows, items and paragraphs as lines."""
    text = " ".join(_HIDDEN.sub(" ", html).replace("`", "'").split())
    text = _LINE_END.sub("\n", _ROW_END.sub(" |\n", _CELL.sub(" | ", text)))
    lines = (" ".join(line.split()) for line in _TAG.sub(" ", text).split("\n"))
    return [line for line in lines if line.strip("| ")]
