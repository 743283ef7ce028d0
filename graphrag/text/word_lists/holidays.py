"""Holidays in several languages, which are capitalised and name nobody."""

from __future__ import annotations

from .word_sets import split_words

HOLIDAYS = split_words(
    "christmas xmas easter thanksgiving halloween hanukkah ramadan eid diwali carnival lent"
    " pentecost whitsun advent weihnachten ostern pfingsten silvester fasching karneval nikolaus"
    " nikolaustag noël pâques pentecôte toussaint navidad nochebuena nochevieja pascua natale"
    " pasqua ferragosto capodanno natal páscoa carnaval kerst kerstmis pasen pinksteren"
    " sinterklaas wigilia wielkanoc"
) | frozenset(["new year", "christmas eve", "boxing day", "good friday", "easter monday"])
"""Normalised; in lower case."""

NO_PARTS_OF_NAMES = split_words(
    "christmas xmas halloween hanukkah thanksgiving weihnachten pfingsten pentecôte navidad"
    " nochebuena nochevieja ferragosto capodanno kerst kerstmis pinksteren wielkanoc"
)
"""Holidays that stand beside a name and in none: "For Christmas Ingrid got a bowl"."""
