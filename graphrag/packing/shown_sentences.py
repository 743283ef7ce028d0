"""The sentences of a passage as a block shows them: each says something by itself."""

from __future__ import annotations

import re

from ..text.sentences import split_sentences

_FENCE = re.compile(r"(`{3,}|~{3,})(.*)")
_HEADING = re.compile(r"#{1,6}[ \t]+(?=\S)")


def shown_sentences(text: str) -> list[str]:
    """Split a text into the sentences that a block may show.

    A Markdown heading goes with the next sentence, as the words that lead to it. A line of code is
    a sentence, and stays as it is written. What has no letter or digit, such as a bracket, goes
    with the sentence before it; what opens something, and the fence of a piece of code, with the
    next.

    Args:
        text: Any text.

    Returns:
        The sentences in order; together they hold every word of the text.
    """
    shown: list[list[str]] = []
    opening: list[str] = []
    ends_with_heading = False
    fence = ""
    for sentence in split_sentences(text):
        before, fence = fence, _fence_after(sentence, fence)
        heading = None if fence else _HEADING.match(sentence)
        if ends_with_heading and heading:
            # A table of contents, or comments: each of these lines is a sentence.
            shown.append(opening)
            opening = []
        ends_with_heading = heading is not None
        if heading:
            opening.append(_leading_to_next(sentence[heading.end() :]))
        elif fence == before and any(map(str.isalnum, sentence)):
            shown.append([*opening, sentence])
            opening = []
        elif opening or not shown or len(fence) > len(before) or sentence.endswith(("{", "[", "(")):
            opening.append(sentence)
        else:
            shown[-1].append(sentence)
    if ends_with_heading:
        shown.append(opening)
    elif opening:
        shown = [*shown[:-1], [*(shown[-1] if shown else []), *opening]]
    return [" ".join(pieces) for pieces in shown]


def _fence_after(line: str, fence: str) -> str:
    """Return the fence that is open after a line; empty outside of code.

    As CommonMark has it: what closes a fence is at least as long, and says nothing else.
    """
    marks = _FENCE.fullmatch(line)
    if marks is None:
        return fence
    if not fence:
        return "" if marks[1][0] == "`" and "`" in marks[2] else marks[1]
    closes = marks[1].startswith(fence) and not marks[2].strip()
    return "" if closes else fence


def _leading_to_next(heading: str) -> str:
    return heading if heading[-1] in ".:!?" else f"{heading}:"
