"""What somebody or something has new: "headmaster" of "the school has a new headmaster".

That changes what another memory says of the headmaster, and nothing else of the school.
"""

from __future__ import annotations

import re

_NEW = (
    r"(?:new|neue[mnrs]?|neu|nouve(?:au|aux|l|lle|lles)|nuev[oa]s?|nuov[oaie]|nieuwe?|nov[oa]s?"
    r"|nye?|nyt|nytt|nya|now[aey]|nov[áéý])"
)
_HAS = (
    "has|have|had|got|gets?|bought|received|hat|haben|hatte|bekam|bekommt"
    "|ont|a(?= (?:une?|des) )|achète|acheté|tiene|tienen|compró|tem|têm|ha|hanno"
    "|heeft|hebben|kreeg|har|fick|fik|fikk|ma|mają|má"
)
_NEW_THING = re.compile(
    rf"(?<!\w)(?:{_HAS}) (?:\w++ ){{0,3}}?{_NEW} ((?:(?!\d)[\w'’-]++(?: |(?!\w))){{1,3}})",
    re.IGNORECASE,
)
_SAYS_NEW = re.compile(rf"(?:.* )?{_NEW}(?: .*)?|bought|gekauft|gekocht|köpte?", re.IGNORECASE)


def new_things(text: str) -> list[str]:
    """Return what a text says somebody to have new: up to three words after each such word.

    Args:
        text: The text of a short memory.
    """
    return [match[1] for match in _NEW_THING.finditer(text)]


def says_new(phrase: str) -> bool:
    """Whether a phrase of change only says that something is new, or was bought.

    Args:
        phrase: One of ``change_words``.
    """
    return _SAYS_NEW.fullmatch(phrase) is not None
