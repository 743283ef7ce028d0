"""Names of which the words before them say that they are a place, or somebody's first name.

No place is short for a longer name: who lives in Kirkby does not live in the Kirkby General, and a
shed in York is not in the University of York. But "in" alone does not say that a name is a place.
Nor is a first name short for a longer name by its end: "his brother Paul" is not Mary Paul.
"""

from __future__ import annotations

import re

from ..word_lists.calendar_words import CALENDAR_WORDS
from ..word_lists.people_words import FAMILY
from ..word_lists.word_sets import any_of
from ..words import normalize_name

_LIVING = (
    r"(?:liv(?:e|es|ed|ing)|born|raised|brought up|gr(?:ew|own) up|based)(?: now| again)? in",
    r"(?:wohn(?:e|t|en|te|ten)|leb(?:e|t|en|te|ten)|geboren|aufgewachsen|woon(?:t|de)|wonen) in",
    r"(?:viv(?:o|e|en|ía|ían)|naci(?:ó|da|do)|crec(?:ió|ido)) en",
    r"(?:habit(?:e|ent|ait)|vi(?:s|t|vent|vait)|née?|grandi) à",
    r"(?:abit(?:a|ano|ava)|viv(?:e|ono|eva)|nat[ao]|cresciut[ao]) a",
    r"(?:mora|moram|morava|vive|vivem|nasce(?:u|ram)|nascid[ao]|cresceu) em",
    r"(?:bor|bodde|född|uppvuxen|født|opvokset|oppvokst) i",
)
_WORD = r"[^\W\d_a-z][^\W\d_]{1,30}+"
_NO_MORE = r"(?![\w'’-]| ?[&\d]| [^\W\d_a-z])"
_ALONE = rf" ({_WORD}){_NO_MORE}"
"""One word with a capital, which no other one follows."""

_HOME = re.compile(rf"(?<!\w)(?:{'|'.join(_LIVING)}){_ALONE}")
_RELATIVE = re.compile(rf"(?<!\w)(?i:{any_of(FAMILY)}){_ALONE}")
_GOING = (
    r"(?:fl(?:y|ies|ew|ying|own|ights?)|ferr(?:y|ies)|trains?|bus(?:es)?|coach|boat|drives?|driving"
    r"|drove|journey|travel(?:s|led|ling)?|trips?) (?:back )?to",
    r"(?:flieg(?:e|t|en)|flog(?:en)?|flug|fähre|zug|reise|reis(?:t|en|ten?)) nach",
)
_INSIDE = re.compile(
    rf"(?<!\w)(?:(?i:in|en|em|{'|'.join(_GOING)})) ({_WORD}(?: {_WORD})?){_NO_MORE}"
    rf"(?:, ({_WORD})(?=[.;)]|\s*\Z))?"
)
"""A county or country may follow: "in Frome, Somerset."."""


def home_towns(text: str) -> frozenset[str]:
    """Return the single words that name where somebody lives or was born, normalised.

    Args:
        text: Any text.
    """
    return frozenset(normalize_name(match[1]) for match in _HOME.finditer(text))


def inside_of(text: str) -> frozenset[str]:
    """Return the names of one or two words in which something is, or to which somebody travels.

    They are normalised. What a place lies in counts, too.

    Args:
        text: Any text.
    """
    found = (name for match in _INSIDE.finditer(text) for name in match.groups() if name)
    return frozenset(norm for norm in map(normalize_name, found) if norm not in CALENDAR_WORDS)


def first_names_of(text: str) -> frozenset[str]:
    """Return the single words that stand after "brother" and the like, normalised.

    Args:
        text: Any text.
    """
    return frozenset(normalize_name(match[1]) for match in _RELATIVE.finditer(text))
