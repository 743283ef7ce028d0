"""Names in the code of a file: what stands in backticks, and the identifiers in fences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....text.markdown_code import FENCED, QUOTED, without_fenced
from ....text.prose import prose
from ....text.spans import TakenSpans
from ....text.word_lists.calendar_words import CALENDAR_WORDS
from ....text.word_lists.common_words import is_common
from ....text.word_lists.stop_words import STOP_WORDS
from ....text.word_lists.word_sets import split_words
from ....text.words import normalize_name
from .code_tokens import CodeToken, code_tokens

MIN_NAME = 3
MAX_NAME = 60
"""Shortest and longest normalised name, in characters."""

_IDENTIFIER = re.compile(
    r"(?<![\w$])(?:"
    r"[A-Za-z][A-Za-z0-9]*+(?:_[A-Za-z0-9]++)++"  # snake_case, CONSTANT_CASE
    r"|[A-Za-z][a-z0-9]++(?:[A-Z]++[a-z0-9]++)++[A-Z]*+"  # camelCase, PascalCase
    r")(?![\w$])"
)
_SLASHED = re.compile(r"\w+(?:/\w+)+")
_AROUND_NAME = "\"'<>()[]{};:,=*!$-"
_WHOLE_NAME = re.compile(r"@?[\w.][\w./+#-]*+(?: [a-z][\w-]*+){0,2}")
CODE_WORDS = split_words(
    "true false null undefined none nil nan boolean bool str int uint float char void var const"
    " let func def async await stdin stdout stderr argv args params http https www localhost url"
    " urls uri foo bar baz qux utf ascii src lib dir tmp env config configs runtime api apis cli ui"
    " id ids init pr prs repo repos enum enums bugfix bugfixes"
)
"""Words of code and of every manual that name nothing."""

_PLACEHOLDERS = frozenset(["your", "my", "some"])


def file_codes(text: str) -> list[CodeToken]:
    """Find the names in the code of a passage, and those in its prose that are written like code.

    Args:
        text: The passage; its code is marked with backticks.

    Returns:
        The names in the order of the text; they do not overlap.
    """
    found = [token for token in code_tokens(prose(text)) if _is_name(token.text, token.norm)]
    for fenced in FENCED.finditer(text):
        if fenced["code"] is not None:
            found += _identifiers(text, *fenced.span("code"))
    for quoted in QUOTED.finditer(without_fenced(text)):
        found += _quoted(text, *quoted.span(1))
    return sorted(found, key=lambda token: token.start)


def _quoted(text: str, start: int, end: int) -> Iterator[CodeToken]:
    """Yield the name that stands in backticks, or the identifiers in what is no name."""
    quoted = text[start:end]
    name = quoted.strip().strip(_AROUND_NAME)
    norm = normalize_name(name)
    if _WHOLE_NAME.fullmatch(name) and _is_name(quoted, norm):
        at = start + quoted.index(name)
        yield CodeToken(norm, name, at, at + len(name))
    else:
        yield from _identifiers(text, start, end)


def _identifiers(text: str, start: int, end: int) -> Iterator[CodeToken]:
    taken = TakenSpans()
    for match in _IDENTIFIER.finditer(text, start, end):
        norm = normalize_name(match[0])
        if _is_name(match[0], norm) and taken.take(*match.span()):
            yield CodeToken(norm, match[0], *match.span())


def _is_name(written: str, norm: str) -> bool:
    """Whether code names something: a word of every other sentence does not."""
    if not MIN_NAME <= len(norm) <= MAX_NAME or not norm[0].isalpha():
        return False
    first, *rest = norm.split()
    if rest and first in _PLACEHOLDERS:  # YOUR_PASSWORD
        return False
    if rest and " " not in written.strip():
        # max_heap, package.json, checkout-api; "enabled/disabled" is not.
        return not _SLASHED.fullmatch(written) or not all(map(is_common, (first, *rest)))
    if norm in CALENDAR_WORDS or norm in CODE_WORDS or norm in STOP_WORDS:
        return False
    return not is_common(first)
