"""Where a memory speaks of the user: "the user", "User's sister", "Die Nutzerin", "用户".

Any system has users: "a user for Anna", "300 Nutzer", "der Benutzer postgres". The user is who
stands at the beginning of a sentence or after a definite article, and has no account's name.
"""

from __future__ import annotations

import re

from ...text.sentences import begins_sentence
from ...text.word_lists.common_words import is_common
from ...text.word_lists.user_words import DEFINITE, WITH_ARTICLES, WITHOUT_ARTICLES, WithArticles
from ...text.word_lists.word_sets import any_of, split_words
from .facts.tokens import Span

_ONE_OF_MANY = split_words(
    "eine einer jede jeder keine keiner neue neuen andere anderen weitere"
    " jeden jedna nowy nowa każdy każda inny inna jakiś jakaś drugi druga"
    " один одна новый новая каждый каждая другой другая любой любая"
    " nový nová každý každá jiný jiná další jeden jedna yeni bir her başka"
)
"""Before a word for the user they say that another one is meant, or none."""

_CHINESE = (
    r"(?<![A-Za-z\d个個名位新老他户戶有库庫统統端级級部分多])(?<![A-Za-z\d] )(?:用户|使用者)"
    r"(?!名(?!字)|组|組|手册|手冊|账|賬|帐|帳|界面|数|數|们|們|协议|協議|密码|密碼|权限|權限|登录|登錄)"
)
_JAPANESE = (
    r"(?:(?<=この)|(?<![A-Za-z\d\u30a1-\u30ffの規般録全各他人名数部者]))"
    r"ユーザー(?=[はがのをにもとへ、，。\s]|から|より|さん|様|$)"
)
"""The user, but no new or other one, and no user's name, group, manual or rights."""
_ACCOUNT = re.compile(
    r"(?:[:=]? |(?<=[户者ー]))[\"'`´‘’“„«]?((?-i:[a-z])[a-z0-9_.-]*)(?![^\W_])", re.IGNORECASE
)
_ACCOUNTS = split_words(
    "admin administrator backup daemon deploy git guest mysql nginx nobody postgres root ubuntu"
)
_QUOTES = "\"'`´‘’“„«"
_QUOTED_TO_END = re.compile(r"[\"'`´’”“»](?:[,;.:)]|\s*$)", re.MULTILINE)
"""After a word in quotes that ends what is said: `user 'plaque', backup at three`."""

_SIGN = re.compile(r"[0-9_.-]")


def _with_articles(language: WithArticles) -> str:
    """Return the expression for a language's words for the user, with a definite article."""
    joined = "".join(rf"|(?<=\b{word}[ '’])" for word in sorted(language.joined))
    article = rf"(?<![\w-])(?:{any_of(language.articles)})[ '’]"
    return rf"(?:{article}{joined})(?:{any_of(language.words)})(?![\w-])"


def _without_articles(words: frozenset[str]) -> str:
    """Return the expression for words for the user that need no article."""
    none_before = "".join(rf"(?<!\b{word} )" for word in sorted(_ONE_OF_MANY))
    return rf"(?<![\w-])(?<!\d ){none_before}(?:(?:die|der) )?(?:{any_of(words)})(?![\w-])"


_ALONE = any_of(["user", *(word for language in WITH_ARTICLES for word in language.words)])
_USER = re.compile(
    "|".join(
        [
            r"(?<![\w-])(?:the user|user(?=['’]s))(?![\w-])",
            *map(_with_articles, WITH_ARTICLES),
            _without_articles(DEFINITE),
            f"(?P<inflected>{_without_articles(WITHOUT_ARTICLES)})",
            _CHINESE,
            _JAPANESE,
            rf"(?P<alone>(?<![\w-])(?:{_ALONE})(?![\w\"'`-]))",
        ]
    ),
    re.IGNORECASE,
)


def user_spans(text: str, user: str) -> list[Span]:
    """Find where a memory speaks of the user.

    Args:
        text: Its text.
        user: The user's entity id.
    """
    return [
        Span(user, *match.span())
        for match in _USER.finditer(text)
        if not match["alone"] or begins_sentence(text, match.start(), after=":;")
        if not _is_account(text, match)
    ]


def _is_account(text: str, user: re.Match[str]) -> bool:
    """Whether the name of an account follows: in quotes, or in lower case and no common word."""
    account = _ACCOUNT.match(text, user.end())
    if account is None:
        return False
    name = account.group(1).rstrip(".-").casefold()
    if name in _ACCOUNTS or _SIGN.search(name):
        return True
    if text[account.start(1) - 1] in _QUOTES and _QUOTED_TO_END.match(text, account.end(1)):
        return True
    # The common words have too few of the many forms of a Polish verb, and none of a Turkish one.
    return not user.group("inflected") and not is_common(name)
