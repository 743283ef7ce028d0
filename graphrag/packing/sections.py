"""Of a long text the sections that answer, such as of a chapter that the host imported whole.

Agent Zero imports a file in pieces of 4,000 characters, and a small embedding model reads the first
thousand of each. Which part of a piece answers, only its headings and its words can tell.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..model import HEADINGS_JOINT, Passage
from ..text.markdown_code import fence_after
from ..text.query_words import MAX_QUERY_WORDS
from .block_text import GAP, MAX_TITLE
from .excerpts import beginnings_of, found_words, rarity

LONG_TEXT = 1_200
"""A text of at most so many characters is not divided."""

MAX_PART = 700
"""Maximum number of characters of a section of several paragraphs."""

MAX_SECTIONS = 2
"""How many sections of a text may answer."""

SECTION_SHARE = 0.6
"""Least weight of the second section, as a share of the first one's."""

_HEADING = re.compile(r"(#{1,6})[ \t]+(\S.*)")


def answering_sections(
    passages: Sequence[Passage], texts: Sequence[str], words: Iterable[str]
) -> list[str]:
    """Return texts with only those sections of a long file that have most of the question's words.

    A word weighs as in an excerpt, by its rarity among all sections. The headings above a section
    count as its own words.

    Args:
        passages: The passages; only one that says where it comes from is divided.
        texts: What was read of each.
        words: The question's content words, normalised.

    Returns:
        The texts in the same order, with a sign between two sections that stand apart; one
        whose sections have none of the words stays as it is.
    """
    divided = {
        place: sections
        for place, (passage, text) in enumerate(zip(passages, texts, strict=True))
        if passage.source and len(text) > LONG_TEXT
        if len(sections := list(sections_of(text))) > 1
    }
    beginnings = beginnings_of(itertools.islice(words, MAX_QUERY_WORDS))
    found = {
        place: [found_words(beginnings, section) for section in sections]
        for place, sections in divided.items()
    }
    df = Counter(word for sections in found.values() for has in sections for word in has)
    count = sum(map(len, found.values()))
    weights = {word: rarity(number, count) for word, number in df.items()}
    result = list(texts)
    for place, sections in divided.items():
        chosen = _chosen([_weight(has, weights) for has in found[place]])
        if chosen:
            result[place] = _together(sections, chosen)
    return result


def sections_of(text: str) -> Iterator[str]:
    """Yield the sections of a text, each below the headings above it.

    A long section is divided at its empty lines, but never within code.

    Args:
        text: A text, perhaps in Markdown.
    """
    above: dict[int, str] = {}
    part = ""
    for level, block in _blocks(text):
        if part and (level or len(part) + len(block) > MAX_PART):
            yield _below(above, part)
            part = ""
        if level:
            above = {upper: title for upper, title in above.items() if upper < level}
            above[level] = block[:MAX_TITLE]
        else:
            part = f"{part}\n\n{block}" if part else block
    if part:
        yield _below(above, part)


def _below(above: Mapping[int, str], part: str) -> str:
    return f"# {HEADINGS_JOINT.join(above.values())}\n\n{part}" if above else part


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the headings of a text with their level, and its paragraphs with level 0.

    What stands in a fence is code: "# stop it" is a comment there.
    """
    fence = ""
    paragraph: list[str] = []
    for line in text.split("\n"):
        before, fence = fence, fence_after(line.strip(), fence)
        is_code = bool(before or fence)
        heading = None if is_code else _HEADING.match(line)
        if is_code or (heading is None and line.strip()):
            paragraph.append(line.rstrip())
            continue
        if paragraph:
            yield 0, "\n".join(paragraph)
            paragraph = []
        if heading:
            yield len(heading[1]), _without_closing(heading[2].rstrip())
    if paragraph:
        yield 0, "\n".join(paragraph)


def _without_closing(heading: str) -> str:
    """Return a heading without the signs that may close it: "Ports ##", but not "C#"."""
    title = heading.rstrip("#")
    return title.rstrip() if title[-1:].isspace() else heading


def _weight(words: Iterable[str], weights: Mapping[str, float]) -> float:
    return sum(weights[word] for word in words)


def _chosen(weights: Sequence[float]) -> list[int]:
    """Return the places of the heaviest sections, in their order; none if none weighs anything."""
    order = sorted(range(len(weights)), key=lambda place: (-weights[place], place))
    least = max(SECTION_SHARE * weights[order[0]], math.ulp(0.0))
    return sorted(place for place in order[:MAX_SECTIONS] if weights[place] >= least)


def _together(sections: Sequence[str], chosen: Sequence[int]) -> str:
    """Join the chosen sections, with a sign between two that stand apart."""
    text = sections[chosen[0]]
    for before, index in itertools.pairwise(chosen):
        apart = "" if index == before + 1 else f"\n\n{GAP.strip()}"
        text += f"{apart}\n\n{sections[index]}"
    return text
