"""What a memory says to have changed hands: "the import module" of "Yasmin takes over the ...".

It changes who does that, and nothing else that one of the two does. A language that is not listed
only loses the hint.
"""

from __future__ import annotations

import re

from ..word_lists.word_sets import any_of, split_words

_THING_ENDS = any_of(
    split_words(
        "from for on as at in of until till when while with and to by this next"
        " von vom ab an am für bei beim bis in im zu zum zur und als mit seit wenn"
    )
)
_THING = rf"((?:(?!(?:{_THING_ENDS})\b)[\w'’-]++(?: |(?!\w))){{1,6}})"
_HANDED_OVER = re.compile(
    rf"\b(?:tak(?:es?|en|ing)|took) over {_THING}|\bhand(?:s|ed|ing)? over {_THING}"
    rf"|\bhand(?:s|ed|ing) {_THING}(?:\w+ ){{0,6}}?to\b"
    rf"|\b(?:pass(?:es|ed|ing)|turn(?:s|ed|ing)) {_THING}(?:\w+ ){{0,6}}?(?:over|on) to\b"
    rf"|\b(?:übernimmt|übernahm|übernehmen) {_THING}"
    rf"|\b(?:hat|haben) {_THING}(?:[\w-]++ ){{0,6}}übernommen\b",
    re.IGNORECASE,
)


def handed_over(text: str) -> list[str]:
    """Return what a text says to have been taken over or handed over.

    Args:
        text: The text of a short memory.
    """
    return [next(filter(None, match.groups())) for match in _HANDED_OVER.finditer(text)]
