"""Of a long text the sections that answer, such as of a chapter that the host imported whole.

Agent Zero imports a file in pieces of 4,000 characters, and a small embedding model reads the first
thousand of each. Which part of a piece answers, only its headings and its words can tell.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..model import HEADINGS_JOINT, Passage
from .excerpts import beginnings_of, found_words

LONG_TEXT = 1_200
"""A text of at most so many characters is not divided."""

MAX_PART = 700
"""Maximum number of characters of a section of several paragraphs."""

MAX_SECTIONS = 2
"""How many sections of a text may answer."""

SECTION_SHARE = 0.6
"""Least weight of the second section, as a share of the first one's."""

_HEADING = re.compile(r"^(#{1,6})[ \t]+(\S.*)$", re.MULTILINE)
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")


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
        The texts in the same order; one whose sections have none of the words stays as it is.
    """
    divided = {
        place: sections
        for place, (passage, text) in enumerate(zip(passages, texts, strict=True))
        if passage.source and len(text) > LONG_TEXT
        if len(sections := list(sections_of(text))) > 1
    }
    beginnings = beginnings_of(words)
    found = {
        place: [found_words(beginnings, section) for section in sections]
        for place, sections in divided.items()
    }
    df = Counter(word for sections in found.values() for has in sections for word in has)
    count = sum(map(len, found.values()))
    weights = {word: math.log(1 + count / (number + 1)) for word, number in df.items()}
    result = list(texts)
    for place, sections in divided.items():
        chosen = _chosen([_weight(has, weights) for has in found[place]])
        if chosen:
            result[place] = "\n\n".join(sections[index] for index in chosen)
    return result


def sections_of(text: str) -> Iterator[str]:
    """Yield the sections of a text, each below the headings above it.

    A long section is divided at its empty lines.

    Args:
        text: A text, perhaps in Markdown.
    """
    first, *others = _HEADING.split(text)
    yield from _parts(first)
    above: dict[int, str] = {}
    for signs, heading, under in zip(others[::3], others[1::3], others[2::3], strict=True):
        above = {level: title for level, title in above.items() if level < len(signs)}
        above[len(signs)] = heading.rstrip("# \t")
        title = HEADINGS_JOINT.join(above.values())
        yield from (f"# {title}\n\n{part}" for part in _parts(under))


def _parts(text: str) -> Iterator[str]:
    part = ""
    for paragraph in _EMPTY_LINE.split(text.strip()):
        if part and len(part) + len(paragraph) > MAX_PART:
            yield part
            part = ""
        part = f"{part}\n\n{paragraph}" if part else paragraph
    if part:
        yield part


def _weight(words: Iterable[str], weights: Mapping[str, float]) -> float:
    return sum(weights[word] for word in words)


def _chosen(weights: Sequence[float]) -> list[int]:
    """Return the places of the heaviest sections, in their order; none if none weighs anything."""
    order = sorted(range(len(weights)), key=lambda place: (-weights[place], place))
    least = max(SECTION_SHARE * weights[order[0]], math.ulp(0.0))
    return sorted(place for place in order[:MAX_SECTIONS] if weights[place] >= least)
