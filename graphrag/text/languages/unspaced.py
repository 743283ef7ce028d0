"""Texts in scripts without spaces, cut into words by a list of words.

At each place the longest word of the list that matches is a word. What matches none stays together
up to the next one: most of it is a name.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from ..word_lists.word_sets import split_words
from ..words import Word

LONGEST = 8
"""Number of characters of the longest word that is looked for."""

JAPANESE, CHINESE = "ja", "zh"

_KANA = re.compile("[\u3041-\u309f\u30a1-\u30fa]")
_TITLED = {
    JAPANESE: re.compile(
        "(?P<name>[\u3005\u4e00-\u9fff]{1,4}|[\u30a1-\u30fc]{2,8})"
        "(?P<title>さん|くん|君(?!主)|ちゃん|様(?![\u3005子式相])|さま|氏(?!名|族)|先生|先輩)"
    ),
    CHINESE: re.compile(
        "(?P<name>[\u4e00-\u9fff])(?P<title>先生|女士|小姐|太太|老师|老師|医生|醫生|师傅|師傅|阿姨)"
    ),
}
_NOT_BEFORE_TITLES = {
    # Relatives, everybody, trades, and the other half of words such as 多様 and 彼氏.
    JAPANESE: split_words(
        "奥 息子 娘 母 父 母親 父親 親父 両親 親 兄 姉 弟 妹 祖父 祖母 伯父 叔父 伯母 叔母 孫 姪"
        " 甥 嫁 婿 旦那 主人 夫 妻 子供 赤 嬢 坊 客 皆 神 仏 大家 隣 他人 諸 彼 同 両 摂 華 貴 仕"
        " 模 多 異 得意 得意先 取引先 医者 看護師 店員 店長 社長 部長 課長 大工 花屋 本屋 魚屋"
        " 肉屋 業者 担当 担当者 運転手 管理人 患者 担任 ママ パパ ユーザー"
    ),
    # Who it is ("I", "this", "a good"), and small words that stand before a title without a name.
    CHINESE: split_words(
        "我 你 您 他 她 咱 们 們 位 个 個 名 好 这 這 那 哪 某 各 每 几 幾 两 兩 多 的 了 是 在"
        " 和 跟 与 與 给 給 有 叫 问 問 找 去 看 请 請 见 見 到 对 對 被 把 让 讓 为 為 当 當 做"
        " 像 新 男 女 前 老 小"
    ),
}
"""What is no name before a title: 奥さん is a wife, and 我先生 "my husband"."""


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
        The words in order. A name before a title ("田中さん") is one word, listed or not, unless
        it is listed with its title, or in Chinese is the end of a listed word: 钢琴老师.
    """
    language = unspaced_language(text)
    named = {
        match.start(): match.end("name")
        for match in _TITLED[language].finditer(text)
        if match["name"] not in _NOT_BEFORE_TITLES[language] and match.group() not in listed
    }
    may_cross = language == CHINESE  # there a name before a title is looked for in one character
    cut_words: list[Word] = []
    unknown: list[Word] = []
    place = 0
    while place < len(found):
        word = found[place]
        size = 1 if word.spaced else _size_at(found, place, listed, named, may_cross)
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
    return any(title_after(text, word, language) for language in _TITLED)


def title_after(text: str, word: Word, language: str) -> str:
    """Return the title that follows a word, so that it is a name; empty if none does.

    Args:
        text: The text.
        word: A word in it.
        language: ``ja`` or ``zh``: whose titles.
    """
    match = None if word.spaced else _TITLED[language].match(text, word.start)
    if match is None or match.end("name") != word.end:
        return ""
    return "" if match["name"] in _NOT_BEFORE_TITLES[language] else match["title"]


def is_everyday_title(written: str) -> bool:
    """Whether a whole run of Japanese characters is an everyday word with a title: 皆様."""
    match = _TITLED[JAPANESE].fullmatch(written)
    return match is not None and match["name"] in _NOT_BEFORE_TITLES[JAPANESE]


def _size_at(
    found: Sequence[Word],
    place: int,
    listed: Container[str],
    named: dict[int, int],
    may_cross: bool,
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
        if count > 1 and word.start in named and not may_cross:
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
