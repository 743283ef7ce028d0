"""Sentences that leave an older memory true: what comes besides, and what happens only once.

"The backups are also copied to a safe" says nothing against where they were before, and "this once
the gardener comes on Thursday" nothing against Tuesdays.
"""

from __future__ import annotations

import re

from ..sentences import split_sentences
from ..word_lists.calendar_words import WEEKDAYS
from ..word_lists.word_sets import any_of, split_words

_BESIDES = (
    r"also(?! (?:called|known|named))|as well(?! as)|too(?=\s*(?:[,.;:!?)]|\Z))",
    r"additionally|in addition|besides",
    r"auch|zusätzlich|zudem|außerdem|ebenfalls",
    r"aussi|également|en plus|en outre",
    r"también|además|também|além disso",
    r"anche(?! se)|inoltre",
    r"ook|tevens|daarnaast|bovendien",
    r"også|i tillegg|dessuten|desuden|också|även|dessutom",
    r"też|także|również|dodatkowo|ponadto|также|тоже",
)
_WEEKDAY = any_of(WEEKDAYS)
_ONCE = (
    r"(?:just|only) (?:this )?once|this once|(?:this )?one time|(?:just|only) this time"
    r"|exceptionally|as an exception",
    rf"this (?:week|weekend|evening|afternoon|{_WEEKDAY})",
    rf"ausnahmsweise|dieses mal|diesmal|diese(?:n|s)? (?:woche|{_WEEKDAY})",
    rf"exceptionnellement|cette fois|ce(?:tte)? (?:semaine|{_WEEKDAY})",
    r"excepcionalmente|por esta vez|solo esta vez|esta semana",
    r"eccezionalmente|solo (?:per )?questa volta|questa settimana",
    r"bij uitzondering|deze keer|deze week|denne gangen|denne uken|unntaksvis"
    r"|den här gången|den här veckan|undantagsvis",
    r"wyjątkowo|tym razem|w tym tygodniu",
)
# "Since this week" is no exception: something began.
_SINCE = split_words(
    "from since starting ab seit dès depuis desde da dalla sinds vanaf fra siden från sedan med"
)
_NOT_SINCE = "".join(rf"(?<!\b{word} )" for word in sorted(_SINCE))
_ADDITION = re.compile(
    rf"(?<!\w)(?:{'|'.join(_BESIDES)}|{_NOT_SINCE}(?:{'|'.join(_ONCE)}))(?!\w)", re.IGNORECASE
)


def without_additions(text: str) -> str:
    """Return a text without the sentences that leave an older memory true.

    Args:
        text: The text of a short memory.
    """
    if not _ADDITION.search(text):
        return text
    return " ".join(part for part in split_sentences(text) if not _ADDITION.search(part))
