"""What memories in other languages than English call their user: "Userin", "usuario"."""

from __future__ import annotations

from typing import NamedTuple

from .word_sets import split_words


class WithArticles(NamedTuple):
    """The words for the user in a language that has articles.

    Attributes:
        words: The words.
        articles: Definite articles before them.
        joined: Prepositions that hold such an article: "beim".
    """

    words: frozenset[str]
    articles: frozenset[str]
    joined: frozenset[str] = frozenset()


WITH_ARTICLES = (
    WithArticles(
        split_words("nutzer benutzer anwender"),
        split_words("der den dem"),
        split_words("beim vom zum"),
    ),
    WithArticles(split_words("utilisateur utilisatrice"), split_words("l")),
    WithArticles(split_words("usuario usuaria"), split_words("el la"), split_words("al del")),
    WithArticles(
        split_words("usuário usuária utilizador utilizadora"),
        split_words("o a"),
        split_words("ao à do da no na pelo pela"),
    ),
    WithArticles(
        split_words("utente"),
        split_words("l o a"),
        split_words("all dall dell nell sull ao à do da"),
    ),
    WithArticles(split_words("gebruiker gebruikster"), split_words("de")),
)

DEFINITE = split_words(
    "userin nutzerin benutzerin anwenderin användaren användarens brukeren brukerens brugeren"
    " brugerens"
)
"""Words that need no article: they hardly mean anybody else."""

WITHOUT_ARTICLES = split_words(
    "użytkownik użytkowniczka пользователь пользовательница uživatel uživatele uživateli"
    " uživatelka uživatelky uživatelce kullanıcı kullanıcının kullanıcıya"
)
"""Words that are not plural, in languages without articles."""

USER_WORDS = frozenset().union(
    DEFINITE,
    WITHOUT_ARTICLES,
    split_words("ユーザー 用户 使用者"),
    *(language.words for language in WITH_ARTICLES),
)
"""All of them, normalised; in lower case."""
