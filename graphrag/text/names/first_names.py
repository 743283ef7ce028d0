"""First names: single words that say which brother or aunt is meant.

None is short for a longer name by its end: "his brother Paul" is not Mary Paul.
"""

from __future__ import annotations

import re

from ..word_lists.people_words import FAMILY
from ..word_lists.word_sets import any_of
from ..words import normalize_name

_FAMILY = any_of(FAMILY)
_FIRST = re.compile(
    rf"(?<!\w)(?i:{_FAMILY}) ([^\W\d_a-z][^\W\d_]{{1,30}}+)(?![\w'’-]| ?[&\d]| [^\W\d_a-z])"
)


def first_names_of(text: str) -> frozenset[str]:
    """Return the single words that stand after "brother" and the like, normalised.

    Args:
        text: Any text.
    """
    return frozenset(normalize_name(match[1]) for match in _FIRST.finditer(text))
