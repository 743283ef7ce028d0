"""Kinds of things and animals that people give names to: "server", "boat", "hund"."""

from __future__ import annotations

from .word_sets import split_words

NAMED_KINDS = split_words(
    "server host machine vm container laptop router printer scanner nas robot bot drone sensor"
    " controller scraper script tool app program service daemon job database library plugin package"
    " repo repository branch project cluster bucket topic queue volume account modem logger"
    " rechner maschine drucker roboter steuerung skript projekt datenbank dienst"
    " serveur imprimante capteur projet servidor impresora proyecto"
    " dog cat horse pony cow goat hen parrot tortoise boat yacht barge van truck tractor"
    " hund katze pferd boot"
)
"""Normalised; before a word in lower case they say that it may be a name: "the drone midge"."""
