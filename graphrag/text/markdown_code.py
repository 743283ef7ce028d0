"""Code in a Markdown text: between fences, and in backticks."""

from __future__ import annotations

import re

FENCED = re.compile(
    r"```(?:[^`\n]{0,200}\n)?(?P<code>[\s\S]*?)(?:```|\Z)"
    r"|^[ \t>]*~~~[\s\S]*?(?:^[ \t>]*~~~|\Z)",
    re.MULTILINE,
)
"""Code between fences, wherever they stand: people open one in the middle of a line, too.
``fence_after`` says what Markdown itself takes for one. Group ``code``: what backticks enclose."""

QUOTED = re.compile(r"`([^`\n]{1,200})`")
"""Code in backticks on one line."""

_FENCE = re.compile(r"(`{3,}|~{3,})(.*)")
_OPENING_FENCE = re.compile(rf"(?:(?:[-*+]|\d{{1,3}}[.)])[ \t]+)?{_FENCE.pattern}")


def fence_after(line: str, fence: str) -> str:
    """Return the fence that is open after a line; empty outside of code.

    As CommonMark has it: what closes a fence is at least as long, and says nothing else. What opens
    one may be the beginning of a list item.

    Args:
        line: The line, without white space around it.
        fence: The fence that is open before it; empty outside of code.
    """
    marks = (_FENCE if fence else _OPENING_FENCE).fullmatch(line)
    if marks is None:
        return fence
    if not fence:
        return "" if marks[1][0] == "`" and "`" in marks[2] else marks[1]
    closes = marks[1].startswith(fence) and not marks[2].strip()
    return "" if closes else fence


def without_fenced(text: str) -> str:
    """Return a text with fenced code blanked, of the same length."""
    return FENCED.sub(blank, text)


def blank(match: re.Match[str]) -> str:
    """Return spaces in place of what a match holds, and its line breaks."""
    return re.sub(r"[^\n]", " ", match.group())
