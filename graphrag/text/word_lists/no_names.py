"""Words that are capitalised and name nobody, whatever stands around them."""

from __future__ import annotations

from .holidays import HOLIDAYS
from .origin_words import ORIGIN_WORDS
from .user_words import USER_WORDS
from .word_sets import split_words

PHONES = split_words(
    "cell fax gsm handy handynummer landline mob mobil mobile mobilnummer mobiltelefon phone tel"
    " telefax telefon telefonnummer telephone tlf"
    " cellulare celular fixe komórka móvil portable téléphone téléfax telefone telefono telefoon"
    " teléfono tél telemóvel"
)
"""Normalised; before a number they say that it is one of a phone."""

NO_NAMES = (
    HOLIDAYS
    | ORIGIN_WORDS
    | USER_WORDS
    | {*("e mail", "user", "wi fi", "fax", "tel", "tél", "wochenende", "wochenenden")}
)
"""Normalised; in lower case."""
