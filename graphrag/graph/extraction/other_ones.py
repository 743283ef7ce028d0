"""Where a plain noun is not short for the name that begins with it.

"Gärtnerei Moser" is often called "die Gärtnerei". "Eine Gärtnerei", "die Gärtnerei in Leer" and
"bei Lang in der Gärtnerei" are others.
"""

from __future__ import annotations

import re

from ...text.names.single_words.german_nouns import capitalises_nouns, may_be_noun
from ...text.word_lists.calendar_words import is_calendar_word
from ...text.word_lists.word_sets import any_of, split_words
from ...text.words import normalize_name, words

MAX_LOOKED_AT = 80
"""Number of characters on each side of a word in which others are looked for."""

_GERMAN_INDEFINITE = any_of(
    f"{stem}{ending}"
    for stem in ("ein", "irgendein", "jed", "kein", "manch", "welch")
    for ending in ("", "e", "em", "en", "er", "es")
)
_AFTER_GERMAN_INDEFINITE = re.compile(
    rf"(?<!\w)(?i:{_GERMAN_INDEFINITE})(?: [a-zäöüß]{{1,20}}e[mnrs]?)? \Z"
)
"""An adjective may stand between: "eine neue Praxis"."""

_AFTER_INDEFINITE = re.compile(
    r"(?<!\w)(?i:a|an|another|any|each|every|no|un|una|une|een|geen)(?: [a-z]{1,20})? \Z"
)

_AT_ANOTHER = re.compile(
    r"(?<!\w)(?:[Bb]ei|[Vv]on) (?:(?:Dr\.|Frau|Herrn?) )?([^\W\d_]\w{1,30}) (?:in|an|auf)"
    r" (?:de[mr]|ihre[mr]|seine[mr]) \Z"
)
"""Before the noun: "bei Lang in der Werkstatt"."""

_IN_PLACE = re.compile(
    r" (?:am|an|auf|bei|beim|hinter|im|in|neben|vom|von) (?:de[mnr] )?"
    r"([^\W\d_][\w-]{0,30}(?:\.? [^\W\d_][\w-]{0,30}){0,2})"
)
"""After the noun: "in Leer", "am Markt", "an der Ecke", "von Dr. Lang"."""

_TIMES = split_words(
    "abend anfang ende feiertag frühjahr frühling herbst jahr mittag moment monat morgen nachmittag"
    " nacht notfall sommer tag urlaub vormittag winter woche wochenende"
)
"""They say when, and not which one."""


def is_another_one(text: str, start: int, end: int, full: str) -> bool:
    """Whether a noun in a text means something else than the name that begins with it.

    Args:
        text: The text.
        start: Character offset at which the noun starts.
        end: Character offset after its last character.
        full: The longer name, normalised.
    """
    norm = normalize_name(text[start:end])
    if not full.startswith(f"{norm} ") or not may_be_noun(norm):
        return False
    before = text[max(start - MAX_LOOKED_AT, 0) : start]
    after = text[end : end + MAX_LOOKED_AT]
    if _AFTER_INDEFINITE.search(before) and not _is_german(before, after):
        return True
    is_another = _AFTER_GERMAN_INDEFINITE.search(before) is not None or any(
        match is not None and _is_elsewhere(match[1], full)
        for match in (_AT_ANOTHER.search(before), _IN_PLACE.match(after))
    )
    return is_another and _is_german(before, after)


def _is_german(before: str, after: str) -> bool:
    around = f"{before}{after}"
    return capitalises_nouns(around, words(around))


def _is_elsewhere(written: str, full: str) -> bool:
    """Whether a word names another place or owner than those of a name."""
    parts = normalize_name(written).split()
    is_time = is_calendar_word(parts[0]) or parts[0] in _TIMES
    return written[0].isupper() and not is_time and set(parts).isdisjoint(full.split())
