"""Texts in scripts without spaces, cut into words by a list of words.

At each place the longest word of the list that matches is a word. What matches none stays together
up to the next one: most of it is a name.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from .words import Word

LONGEST = 8
"""Number of characters of the longest word that is looked for."""

JAPANESE, CHINESE = "ja", "zh"

_KANA = re.compile("[\u3041-\u309f\u30a1-\u30fa]")
_TITLED = {
    JAPANESE: re.compile(
        "(?:[\u3005\u4e00-\u9fff]{1,4}|[\u30a1-\u30fc]{2,8})"
        "(?=さん|くん|君|ちゃん|様|さま|氏|先生|先輩)"
    ),
    CHINESE: re.compile(
        "[\u4e00-\u9fff](?=先生|女士|小姐|太太|老师|老師|医生|醫生|师傅|師傅|阿姨)"
    ),
}


def unspaced_language(text: str) -> str:
    """Return ``ja`` for a text with kana, and ``zh`` for any other.

    Args:
        text: A text with characters of a script without spaces.
    """
    return JAPANESE if _KANA.search(text) else CHINESE


def cut(text: str, found: Sequence[Word], listed: Container[str]) -> list[Word]:
    """Join characters of scripts without spaces into words.

    Args:
        text: A text.
        found: What ``words`` finds in it: there each such character is a word.
        listed: The words of the language, at most ``LONGEST`` characters each.

    Returns:
        The words in order. A name before a title ("田中さん") is one word, listed or not.
    """
    named = {
        match.start(): match.end() for match in _TITLED[unspaced_language(text)].finditer(text)
    }
    cut_words: list[Word] = []
    unknown: list[Word] = []
    place = 0
    while place < len(found):
        word = found[place]
        size = 1 if word.spaced else _size_at(found, place, listed, named)
        if size == 0 and (not unknown or _touch(unknown[-1], word)):
            unknown.append(word)
            place += 1
            continue
        if unknown:
            cut_words.append(_joined(unknown))
            unknown = []
        if size:
            cut_words.append(_joined(found[place : place + size]))
            place += size
    if unknown:
        cut_words.append(_joined(unknown))
    return cut_words


def is_titled(text: str, word: Word) -> bool:
    """Whether a title follows a word of a script without spaces, so that it is a name."""
    return not word.spaced and any(
        (match := pattern.match(text, word.start)) is not None and match.end() == word.end
        for pattern in _TITLED.values()
    )


def _size_at(
    found: Sequence[Word], place: int, listed: Container[str], named: dict[int, int]
) -> int:
    """Return how many characters the word at a place has; 0 if none is known."""
    end_of_name = named.get(found[place].start)
    norm = ""
    size = 0
    for count, word in enumerate(found[place : place + LONGEST], start=1):
        if word.spaced or (count > 1 and not _touch(found[place + count - 2], word)):
            break
        if end_of_name is not None:
            if word.end == end_of_name:
                return count
            continue
        if count > 1 and word.start in named:
            break
        norm += word.norm
        if norm in listed:
            size = count
    return size


def _touch(first: Word, second: Word) -> bool:
    return first.end == second.start


def _joined(parts: Sequence[Word]) -> Word:
    if len(parts) == 1:
        return parts[0]
    norm = "".join(part.norm for part in parts)
    return Word(norm, parts[0].start, parts[-1].end, spaced=False)
