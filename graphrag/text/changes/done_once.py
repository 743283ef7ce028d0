"""Memories of what was done once: a purchase, a repair, a delivery, a mended fault.

"Abílio put a new clutch in the van, 420 €" and "Abílio changed the hose of the van, 110 €" give two
sums, and neither makes the other outdated. A sum that is a rate or a price is another matter: "18 €
an hour", "costs 49 €". A language that is not listed only loses the hint.
"""

from __future__ import annotations

import re

from ..word_lists.word_sets import any_of, split_words

_DONE = (
    r"bought|purchased|repaired|mended|fitted|fixed|swapped|installed|delivered|delivery|serviced"
    r"|replaced|visit|incident|has paid|invoice paid|paid for|put (?:an?|the|new|two|three)",
    r"gekauft|repariert|eingebaut|geliefert|ausgetauscht|besuch|störung",
    r"acheté\w*|réparé\w*|installé\w*|livré\w*",
    r"compr(?:ei|ou|é|ó)|troc(?:ou|ado|ada)|arranj(?:ou|ado|ada)|repar(?:ou|ó)|instal(?:ou|ó)",
    r"comprato|riparato|montato|sostituito|gekocht|gerepareerd|vervangen",
    r"kupił\w*|naprawił\w*|wymienił\w*|купил\w*|починил\w*",
)
_DONE_ONCE = re.compile(rf"(?<!\w)(?:{'|'.join(_DONE)})(?!\w)", re.IGNORECASE)
_SUM = re.compile(
    r"[£€$]\s?\d|\d\s?(?:[£€$]|(?:euros?|eur|pounds?|dollars?|zł|kr|chf|franken|quid)(?!\w))",
    re.IGNORECASE,
)
_UNITS = any_of(
    split_words(
        "hour day week month year night kilo kg litre liter head lesson session person piece metre"
        " square unit copy page"
    )
)
_PRICES = any_of(
    split_words(
        "cost costs charge charges asks wants price prices rent fee fees rate rates quote hourly"
        " monthly weekly yearly each"
    )
)
_RATE = re.compile(
    rf"(?<!\w)(?:(?:an?|per|each|every|the) (?:{_UNITS})|{_PRICES}"
    r"|(?:is|are|comes? to|worth|brings?|to) (?:now |worth )?[£€$]?\d+)(?!\w)"
    r"|/ ?(?:h|kg|month)(?!\w)",
    re.IGNORECASE,
)
_SOLVED = re.compile(
    r"\W{0,4}(?:problem|incident|störung|problème|problema)\b[^\n.:]{0,20}:", re.IGNORECASE
)


def tells_of_something_done(text: str) -> bool:
    """Whether a memory tells of a purchase, a repair, a delivery or a visit.

    Args:
        text: The text of a short memory.
    """
    return _DONE_ONCE.search(text) is not None


def tells_what_was_paid(text: str) -> bool:
    """Whether a memory gives a sum that is no rate and no price.

    Args:
        text: The English text of a short memory.
    """
    return _SUM.search(text) is not None and _RATE.search(text) is None


def tells_of_a_fault(text: str) -> bool:
    """Whether a memory notes a problem, as a rule with its solution: "Problem: no power. ...".

    Args:
        text: The text of a short memory.
    """
    return _SOLVED.match(text) is not None
