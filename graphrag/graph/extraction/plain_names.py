"""Lower-case words that a verb makes a name: "uses redis"."""

from __future__ import annotations

import re

from ...text.word_lists.stop_words import STOP_WORDS

_PLAIN_NAME = re.compile(
    r"(?<![\w-])(?:depends? (?:up)?on|relies on|rely on|is dependent on|runs? on|is running on"
    r"|is (?:hosted|deployed) (?:on|to|in)|is (?:built|based|written) (?:on|with|in|upon)"
    r"|is backed by|is powered by|replace[sd]?|supersede[sd]?|(?:migrated|moved|switched)"
    r" (?:(?:away )?from|to)|uses?|is using|used|using)[\s\"'`“]+(?:(?:the|a|an|our)\s+)?"
    r"([a-z][a-z0-9+#.-]{2,30})(?=$|\s*[.,;:)!?]|\s+(?:and|for|to|in|on|at|as|with|since|because"
    r"|from|via|which|that|when|now|instead)\s)"
)
_ENDING_OF_A_WORD = re.compile(r"(?:ing|ed|ly|ness|ment|tion|ful|able|ous)$")
"""A word of a sentence ends in ways in which product names rarely do."""


def plain_names(text: str) -> list[str]:
    """Find lower-case words that a verb makes a name, in the order of the text."""
    found = (match[1].rstrip(".-") for match in _PLAIN_NAME.finditer(text))
    return [word for word in found if word not in STOP_WORDS and not _ENDING_OF_A_WORD.search(word)]
