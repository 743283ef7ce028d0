"""Words that are capitalised and name nobody, whatever stands around them."""

from __future__ import annotations

from .holidays import HOLIDAYS
from .origin_words import ORIGIN_WORDS
from .user_words import USER_WORDS

NO_NAMES = HOLIDAYS | ORIGIN_WORDS | USER_WORDS | {"e mail", "user", "wi fi"}
"""Normalised; in lower case."""
