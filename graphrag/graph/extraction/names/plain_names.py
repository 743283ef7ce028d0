"""Lower-case words that a verb makes a name: "uses redis"."""

from __future__ import annotations

import re

from ....text.english_forms import singular_of
from ....text.languages.glossaries import ENGLISH_CODE, latin_languages
from ....text.word_lists.stop_words import STOP_WORDS

_NAME = (
    r"([a-z][a-z0-9+#.-]{2,30})(?=$|\s*[.,;:)!?]|\s+(?:and|for|to|in|on|at|as|with|since|because"
    r"|from|via|which|that|when|now|instead)\s)"
)
_PLAIN_NAME = re.compile(
    r"(?<![\w-])(?:depends? (?:up)?on|relies on|rely on|is dependent on|runs? on|is running on"
    r"|is (?:hosted|deployed) (?:on|to|in)|is (?:built|based|written) (?:on|with|in|upon)"
    r"|is backed by|is powered by|replace[sd]?|supersede[sd]?|(?:migrated|moved|switched)"
    rf" (?:(?:away )?from|to)|uses?|is using|used|using)[\s\"'`“]+(?:(?:the|a|an|our)\s+)?{_NAME}"
)
_MOVED_TO = re.compile(rf"(?:migrated|moved|switched) from [\w+#.-]{{2,30}} to {_NAME}")
_ENDING_OF_A_WORD = re.compile(r"(?:ing|ed|ly|ness|ment|tion|ful|able|ous)$")
"""A word of a sentence ends in ways in which product names rarely do."""


def plain_names(text: str) -> list[str]:
    """Find lower-case words that a verb makes a name, in the order of the text."""
    matches = [*_PLAIN_NAME.finditer(text), *_MOVED_TO.finditer(text)]
    found = (match[1].rstrip(".-") for match in sorted(matches, key=lambda match: match.start(1)))
    return [word for word in found if not _is_word(word)]


def _is_word(word: str) -> bool:
    """Whether a word is one of English, and no product: "uses vinegar"."""
    return (
        word in STOP_WORDS
        or _ENDING_OF_A_WORD.search(word) is not None
        or any(ENGLISH_CODE in latin_languages(form) for form in (word, singular_of(word)))
    )
