"""Lines that a document repeats on its pages: headers, footers and page numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ....text.word_lists.word_sets import split_words

_EDGE = 2
"""Lines at the top and at the bottom of a page that may be such lines."""

_PAGES = 3
"""In a shorter document, nothing shows which lines are repeated."""

_SHARE = 0.75
"""Share of the pages that must have the line."""

_NUMBER = re.compile(r"\d{1,5}")
_LETTER = re.compile(r"[^\W\d_]")
_NUMBERED = re.compile(r"\W*([^\W\d_]+)\W*\d{1,5}\W*")
"""One word and a number: a heading of the page, as "Day 3", unless the word means a page."""

_PAGE = split_words("page pages pag pg p seite s blatt pagina página side sida strona str стр")


def without_running_lines(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    """Leave out what is repeated at the edges of most pages; the first page that has it keeps it.

    The number of the page may be in it. A page number alone is left out everywhere.

    Args:
        pages: The lines of each page, none of them empty.
    """
    edges = [
        {*range(min(_EDGE, len(page))), *range(max(0, len(page) - _EDGE), len(page))}
        for page in pages
    ]
    found = Counter(
        form
        for number, page in enumerate(pages)
        for form in {form for at in edges[number] for form in _forms(page[at], number)}
    )
    least = max(_PAGES, _SHARE * sum(map(bool, pages)))
    running = {form for form, count in found.items() if count >= least}
    kept: list[list[str]] = []
    seen: set[str] = set()
    for number, page in enumerate(pages):
        own = []
        for at, line in enumerate(page):
            known = running.intersection(_forms(line, number)) if at in edges[number] else set()
            if not known or (_LETTER.search(line) and seen.isdisjoint(known)):
                own.append(line)
            seen |= known
        kept.append(own)
    return kept


def _forms(line: str, page: int) -> Iterator[str]:
    """Yield a line, and what is the same on each page if its first or last number counts them."""
    yield line
    numbered = _NUMBERED.fullmatch(line)
    if numbered and numbered[1].casefold() not in _PAGE:
        return
    numbers = list(_NUMBER.finditer(line))
    for number in numbers[:1] + numbers[1:][-1:]:
        before = int(number[0]) - page - 1
        # "Invoice 7" on the first page is no page number; a lone 7 may be one.
        if before <= 0 or not _LETTER.search(line):
            yield f"{line[: number.start()]}\0{before}\0{line[number.end() :]}"
