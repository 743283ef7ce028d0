"""Weekdays with a time of day: "Dienstagabend", "Monday evening", "dinsdagavond", "mardi soir".

In the languages that write both without "on", or as one word. The day is the one of the weekday,
so the rest of such a question is read as if it said "am Dienstag".
"""

from __future__ import annotations

import re

from .date_patterns import date_pattern
from .relative_date_patterns import WEEKDAY

_TIMES = (
    "morgen|fr(?:ü|ue)h|vormittag|mittag|nachmittag|abend|nacht"  # German
    "|ochtend|voormiddag|middag|namiddag|avond"  # Dutch
    "|s?(?:morgon|f[öo]rmiddag|eftermiddag|kv[äa]ll|natt)(?:en)?"  # Swedish
    "|aften|nat|ettermiddag|kveld"  # Danish, Norwegian
    "|morning|noon|afternoon|evening|night"
)
_FRENCH_TIMES = "matin|midi|apr[èe]s-midi|soir|nuit"

# "Every" week, a coming one, and the time of day as a thing: "the Tuesday evening off".
_NO_DAY = (
    "jede[nrms]?|n(?:ä|ae)chste[nr]?|kommende[nr]?|diese[nr]?|d(?:e[nr]|ie|as)|eine?[nr]?|kein(?:en?)?|bis|ab"
    "|f(?:ü|ue)r"
    "|elke|iedere|volgende|komende|deze|de|het|een|tot|vanaf|voor"
    "|varje|n[äa]sta|(?:en|till|till och med|fr[åa]n)|hver|n[æe]ste|til|fra"
    "|every|each|next|coming|that|the|an?|any|no|till|until|from|by|for|great|good|nice|lovely"
    "|pour|chaque|un|ce|jusqu['’][àa]|d[èe]s"
)
_ON = "am|on|op|på|om|le"
# Of another week, a date that follows, and what is called so: "Saturday Night Live".
_NOT_BEFORE = r"\s+(?:next week|n(?:ä|ae)chste woche|live|fever|football|lights)|,?\s+(?:the\s+)?\d"
_WEEKDAY_AND_TIME = date_pattern(
    rf"(?<![^\W_])(?:(?P<no_day>(?:{_NO_DAY})\s+(?:(?:woche|week|vecka|uge|uke)\s+)?(?:(?:{_ON})\s+)?)"
    rf"|(?:{_ON})\s+|(?<!this ))"
    rf"(?P<weekday>{WEEKDAY})(?:\s?(?:{_TIMES})|\s(?:{_FRENCH_TIMES})(?!\s+prochain))"
    rf"(?![^\W_]|-\w|{_NOT_BEFORE})"
)


def without_times_of_day(lower: str) -> str:
    """Return a text with "am" and a weekday in place of each weekday with a time of day.

    Args:
        lower: The text in lower case.

    Returns:
        The text without those that are of every week, or of the next.
    """
    return _WEEKDAY_AND_TIME.sub(_on_weekday, lower)


def _on_weekday(match: re.Match[str]) -> str:
    return " " if match["no_day"] else f"am {match['weekday']}"
