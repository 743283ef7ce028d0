"""What memories in other languages than English call their user: "Userin", "usuario"."""

from __future__ import annotations

from .word_sets import split_words

USER_WORDS = split_words(
    "userin nutzer nutzerin benutzer benutzerin anwender anwenderin utilisateur utilisatrice"
    " usuario usuaria usuário usuária utente utilizador utilizadora gebruiker gebruikster"
    " użytkownik użytkowniczka пользователь пользовательница ユーザー 用户 使用者"
)
"""Normalised; in lower case."""
