"""Which sentences of a passage to show when there is no room for all of it."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence

from ..model import Passage, RankedPassage
from ..text.query_words import MAX_QUERY_WORDS
from ..text.word_beginnings import beginning_of, searchable
from ..text.words import normalize_name
from .block_text import GAP, is_of_file
from .budget import EXCERPT_TOKENS, LEAST_READ, MAX_CHARACTERS, MAX_READ
from .tokens import CountTokens

_LABELLED = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){0,2}: ")
"""What begins with up to three words and a colon: "Solution: restart it"."""

_MAX_LABELS = 4
"""A text with more of them is a dialogue, a list or a configuration."""

LINK_WEIGHT = 0.1
"""Weight of a word of a name that led to a passage; the question's words weigh 0.4 or more."""

LEAST_LETTERS, ENDING = 5, 2
"""A word of the question is found in a text without its last two letters, if five letters stay:
"Standrohre" in "Standrohr", "databases" in "database"."""

HEAD_SHARE = 0.5
"""What a row of a table gets of the weight of its first row."""

CELLS_JOINT = " | "
"""Stands between the cells of a row, see ``shown_sentences``."""


def texts_read(texts: Iterable[str]) -> list[str]:
    """Return what is read of each passage: of many long ones only the first are read far.

    Args:
        texts: The texts of the passages, best first.

    Returns:
        Their beginnings, without the white space around the text.
    """
    read: list[str] = []
    left = MAX_READ
    for text in texts:
        read.append(text.strip()[: min(MAX_CHARACTERS, max(left, LEAST_READ))])
        left -= len(read[-1])
    return read


def is_all_of(read: str, passage: Passage) -> bool:
    """Whether ``texts_read`` cut nothing of a passage: one that was cut is never shown whole.

    Args:
        read: What was read of it.
        passage: The passage.
    """
    return len(read) == len(passage.text.strip())


def word_weights(question_words: Iterable[str], texts: Sequence[str]) -> dict[str, float]:
    """Weigh the question's words by their rarity among the candidates.

    Args:
        question_words: The question's content words, normalised; as many count as the full-text
            search is given.
        texts: The texts of the candidates.

    Returns:
        The ``rarity`` of each word.
    """
    beginnings = beginnings_of(itertools.islice(question_words, MAX_QUERY_WORDS))
    df = dict.fromkeys(beginnings, 0)
    for text in texts:
        for norm in found_words(beginnings, text):
            df[norm] += 1
    return {norm: rarity(count, len(texts)) for norm, count in df.items()}


def rarity(df: int, texts: int) -> float:
    """Return the weight of a word: ``idf = ln(1 + n / (df + 1))``.

    Args:
        df: Number of texts that have it.
        texts: Number of all texts.
    """
    return math.log(1 + texts / (df + 1))


def link_words(entry: RankedPassage) -> list[str]:
    """Return the words of the names that led to a passage of a file, normalised."""
    if not (entry.through and is_of_file(entry.passage)):
        return []
    return [word for name in entry.path for word in normalize_name(name).split()]


def with_links(weights: Mapping[str, float], links: Iterable[str]) -> dict[str, float]:
    """Add the words of the names that led to a passage: its sentences with them say why.

    Args:
        weights: The question's words with their weights.
        links: The words of those names, normalised.

    Returns:
        The weights with these words, which weigh less than any word of the question.
    """
    return {**dict.fromkeys(links, LINK_WEIGHT), **weights}


def first_choice(
    sentences: Sequence[str], weights: Mapping[str, float], counter: CountTokens
) -> list[int]:
    """Choose the sentences of an excerpt.

    The first sentence, then those with the greatest weight of question words, within
    ``EXCERPT_TOKENS``; a row of a table with the first row, if there is room. Of a text in few
    parts with labels, such as "Problem:" and "Solution:", the beginnings of the parts follow: what
    solved a problem seldom repeats the question's words.

    Args:
        sentences: The passage's sentences.
        weights: The question's words with their weights.
        counter: Counts tokens.

    Returns:
        Indexes of the sentences, in the order of the passage.
    """
    chosen = {0}
    used = counter(sentences[0])
    heads = _heads_of_rows(sentences)
    scores = _scores(sentences, weights, heads)
    order = sorted(range(1, len(sentences)), key=lambda index: (-scores[index], index))
    labelled = [index for index, sentence in enumerate(sentences) if _LABELLED.match(sentence)]
    parts = labelled if labelled[:1] == [0] and len(labelled) <= _MAX_LABELS else []
    for index in [*(index for index in order if scores[index] > 0), *parts]:
        if used >= EXCERPT_TOKENS:
            break
        for wanted in ({index, heads.get(index, index)}, {index}):
            added = wanted - chosen
            tokens = sum(counter(" " + sentences[one]) for one in added)
            if used + tokens <= EXCERPT_TOKENS:
                chosen |= added
                used += tokens
    return sorted(chosen)


def _heads_of_rows(sentences: Sequence[str]) -> dict[int, int]:
    """Return the index of the first row for each other row of a table.

    A row that begins with a heading is the first one of the next table.
    """
    heads: dict[int, int] = {}
    for index in range(1, len(sentences)):
        first_cell, *others = sentences[index].split(CELLS_JOINT)
        if others and ": " not in first_cell and CELLS_JOINT in sentences[index - 1]:
            heads[index] = heads.get(index - 1, index - 1)
    return heads


def _scores(
    sentences: Sequence[str], weights: Mapping[str, float], heads: Mapping[int, int]
) -> list[float]:
    """Return the weight of the question's words in each sentence.

    A row that has some also gets half of what its first row has, with the heading above: the number
    of somebody stands in the table of numbers, and their name in others, too.
    """
    beginnings = beginnings_of(weights)
    own = [sum(weights[norm] for norm in found_words(beginnings, text)) for text in sentences]
    return [
        score + HEAD_SHARE * own[heads[index]] if score and index in heads else score
        for index, score in enumerate(own)
    ]


def join_sentences(sentences: Sequence[str], chosen: Sequence[int]) -> str:
    """Join the chosen sentences, with a sign where others were left out.

    Args:
        sentences: The passage's sentences.
        chosen: Indexes of those to show, in order.

    Returns:
        The text, not yet cleaned.
    """
    text = ""
    previous = -1
    for index in chosen:
        if index > previous + 1 and not text.endswith(GAP.rstrip()):
            text += GAP if text else GAP.lstrip()
        elif text:
            text += " "
        text += sentences[index]
        previous = index
    if previous < len(sentences) - 1 and not text.endswith(GAP.rstrip()):
        text += GAP.rstrip()
    return text


def beginnings_of(norms: Iterable[str]) -> dict[str, str]:
    """Return how each word begins in a text, one of letters alone without its ending.

    Args:
        norms: Words, normalised.
    """
    return {
        norm: beginning_of(norm, max(LEAST_LETTERS, len(norm) - ENDING) if norm.isalpha() else None)
        for norm in sorted({*norms})
    }


def found_words(beginnings: Mapping[str, str], text: str) -> list[str]:
    """Return the words that a text contains, in their order.

    A number is not found at the beginning of another one: "2" is in "the 2nd", not in "2025".

    Args:
        beginnings: The words, and how they begin in a text.
        text: Any text.
    """
    plain = searchable(text)
    return [
        norm
        for norm, beginning in beginnings.items()
        if beginning in plain
        and not (norm.isdecimal() and not re.search(rf"{beginning}(?!\d)", plain))
    ]
