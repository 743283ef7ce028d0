"""What a memory says has ended: "takes aspirin" of "Renata no longer takes aspirin".

It changes what another memory says of the same, and nothing of the other medicine that she takes.
"""

from __future__ import annotations

import re

from ..word_lists.word_sets import split_words

_ENDING = re.compile(
    r"(?<!\w)(?:no longer|no more|any ?more|any longer|nicht (?:mehr|länger)"
    r"|kein\w* (?:\w+ ){0,3}?mehr"
    r"|ne (?:\w+ ){1,2}plus|n['’]\w+ plus|ya no|já não|non (?:\w+ ){1,2}più|niet (?:meer|langer)"
    r"|geen (?:\w+ ){0,3}?meer|inte (?:längre|mer)|ikke (?:lenger|længere|mere?)|już nie|uz ne\w*"
    r"|už ne\w*|больше не|більше не|artık)(?!\w)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?:[^,.;:!?()\n]|[.](?=\w))+")
_PARTS = re.compile(
    r" (?:and|but|because|since|und|aber|weil|et|mais|y|pero|porque|e|ma|perché|en|maar|omdat|i|ale"
    r"|а|и|но) "
)


_SAYS_LITTLE = split_words(
    "no longer more any anymore nicht mehr länger kein keine keinen keiner ne plus ya já não non"
    " più niet meer langer geen inte längre mer ikke lenger længere mere już nie už uz ne больше"
    " більше не artık"
    " don't doesn't didn't isn't aren't wasn't weren't hasn't haven't won't can't"
    " do does did doing make makes making have has had go goes going use uses using"
    " macht machen hat haben geht gehen fait faire va hace hacer fa fare doet maakt gaat robi"
)
"""The words for an end, and verbs that do not tell what has ended."""


def ended(text: str) -> list[str]:
    """Return the clauses of a text that say that something has ended, without the words for that.

    Args:
        text: The text of a short memory.
    """
    clauses = (part for clause in _CLAUSE.findall(text) for part in _PARTS.split(clause))
    return [
        " ".join(word for word in clause.split() if _plain(word) not in _SAYS_LITTLE)
        for clause in clauses
        if _ENDING.search(clause)
    ]


def _plain(word: str) -> str:
    return word.casefold().replace("’", "'")
