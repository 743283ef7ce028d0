"""Names in Chinese and Japanese texts, which have no capital letters.

A name stands before a title ("田中さん"), the text says that something is called so ("名叫豆豆"),
or it is what the word list of the language does not know: in Japanese a run of Chinese characters
that is not made of its words, or of katakana. In Chinese, where everything stands together, only
unknown characters side by side.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator
from typing import NamedTuple

from ..languages.glossaries import glossary_of
from ..languages.unspaced import (
    CHINESE,
    JAPANESE,
    cut,
    is_everyday_title,
    title_after,
    unspaced_language,
)
from ..spans import TakenSpans
from ..words import Word, words

LONGEST_NAME = 8
"""Number of characters; a longer run is a phrase."""

LONGEST_GIVEN = 2
"""Number of characters of a Chinese given name."""

_SURNAMES = frozenset(
    "王李张陈刘杨赵黄周吴徐孙胡朱林何郭罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴钟汪"
    "田姜范姚谭廖邹熊陆郝孔崔邱秦顾侯邵孟段雷钱汤尹黎贺龚張陳劉楊趙黃吳孫羅鄭謝韓馮許呂蘇盧蔣賈葉閻鍾顧錢湯賀龔"
)
"""The most frequent surnames that are rarely another word by themselves."""

_HAN = re.compile("[\u3005\u4e00-\u9fff]+")
_KATAKANA = re.compile("[\u30a1-\u30ff]{2,}")
_JAPANESE_NAME = "[\u3005\u4e00-\u9fff\u30a1-\u30fc]{2,8}+"
_CHINESE_NAME = "[\u4e00-\u9fff]{2,6}?"
_NUMERAL = re.compile("[〇一二三四五六七八九十百千万億年月日時分円階号回人個第]")

_ENDS = r"(?=[」』”\"》）)，。；、！？,.;!?\s]|\Z)"
_GIVEN = {
    JAPANESE: re.compile(
        rf"(?:名前|名|愛称|通称)は[「『]?(?!不明|未定|無)(?P<name>{_JAPANESE_NAME}){_ENDS}"
        rf"|(?P<called>{_JAPANESE_NAME})(?:という名|と名付け|と呼)"
    ),
    CHINESE: re.compile(
        rf"(?:名叫|叫做|叫作|取名为?|名为|名字[是叫])[「“\"《]?(?P<name>{_CHINESE_NAME})(?:{_ENDS}|(?=的))"
        rf"|叫(?![我你您他她它人谁])(?P<called>{_CHINESE_NAME})(?:{_ENDS}|(?=的))"
    ),
}
"""What a text calls by its name: a `name`, or `called` so if the word list does not know it."""


class UnspacedName(NamedTuple):
    """What may be a name.

    Attributes:
        written: As it stands in the text.
        start: Its place there.
        is_certain: Whether a title follows, or the text says that something has this name.
    """

    written: str
    start: int
    is_certain: bool


def chinese_given_name(name: str) -> str:
    """Return the given name within a Chinese full name; an empty string if there is none.

    Args:
        name: A name as written.

    >>> chinese_given_name("沈若岚")
    '若岚'
    """
    is_full = len(name) == 1 + LONGEST_GIVEN and name[0] in _SURNAMES and _HAN.fullmatch(name)
    return name[1:] if is_full else ""


def unspaced_names(text: str) -> list[UnspacedName]:
    """Find what may be names in a text of a script without spaces.

    Args:
        text: The text.

    Returns:
        The names in order; none overlap.
    """
    language = unspaced_language(text)
    listed = glossary_of(language).listed
    pieces = cut(text, words(text), listed)
    found = [
        UnspacedName(_with_title(text, piece, title), piece.start, True)
        for piece in pieces
        if (title := title_after(text, piece, language))
    ]
    found += [
        UnspacedName(text[start:end], start, True)
        for start, end in _given(text, pieces, language, listed)
    ]
    found += [
        UnspacedName(text[start:end], start, False)
        for start, end in _unlisted(text, pieces, language, listed)
        if 2 <= end - start <= LONGEST_NAME and not _NUMERAL.search(text, start, end)
    ]
    # What a title stands after is the likelier name.
    taken = TakenSpans()
    chosen = [name for name in found if taken.take(name.start, name.start + len(name.written))]
    return sorted(chosen, key=lambda name: name.start)


def _given(
    text: str, pieces: list[Word], language: str, listed: Container[str]
) -> Iterator[tuple[int, int]]:
    """Yield where the text says that something has a name."""
    unlisted = [piece.start for piece in pieces if piece.norm not in listed]
    for match in _GIVEN[language].finditer(text):
        start, end = match.span(match.lastgroup or 0)
        # "叫外卖" and "叫孩子吃饭" ask for something.
        certain = match.lastgroup == "name" and text[start:end] not in listed
        if certain or bisect_left(unlisted, start) < bisect_left(unlisted, end):
            yield start, end


def _with_title(text: str, piece: Word, title: str) -> str:
    """Return a name before a title; with the title if it has one character: "王医生"."""
    name = text[piece.start : piece.end]
    return name if len(name) > 1 else name + title


def _with_surname(pieces: list[Word], place: int) -> int:
    """Return where a Chinese name starts: with the surname before the given name, 周启明."""
    piece, before = pieces[place], pieces[max(place - 1, 0)]
    is_given_name = 2 <= piece.end - piece.start <= LONGEST_GIVEN
    if is_given_name and before.end == piece.start and before.norm in _SURNAMES:
        return before.start
    return piece.start


def _unlisted(
    text: str, pieces: list[Word], language: str, listed: Container[str]
) -> Iterator[tuple[int, int]]:
    """Yield where something stands that is not made of listed words."""
    if language != JAPANESE:
        for place, piece in enumerate(pieces):
            if not piece.spaced and piece.norm not in listed and _HAN.fullmatch(piece.norm):
                yield _with_surname(pieces, place), piece.end
        return
    for match in _KATAKANA.finditer(text):
        if match.group() not in listed:
            yield match.span()
    starts = [piece.start for piece in pieces]
    for match in _HAN.finditer(text):
        if is_everyday_title(match.group()):
            continue
        first, after = bisect_left(starts, match.start()), bisect_left(starts, match.end())
        inside = [piece for piece in pieces[first:after] if piece.end <= match.end()]
        if any(piece.norm not in listed for piece in inside) or (
            len(inside) > 1 and all(len(piece.norm) == 1 for piece in inside)
        ):
            yield match.span()
