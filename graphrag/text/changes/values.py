"""The values that a text gives, by kind: week days, times, dates, amounts, codes.

Two texts about the same thing contradict each other if both give values of one kind and share none:
"rehearsals are on Tuesdays, 19:30" and "rehearsal: Thursday 20:00".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..dates.relative_dates import NUMBERS
from ..word_lists.calendar_words import MONTHS, WEEKDAYS, split_words
from ..word_lists.stop_words import ARTICLES, STOP_WORDS

# A run is read once, whatever it holds: a pattern that may begin after each sign of it takes
# quadratic time on a long one.
_RUN = re.compile(r"[\w/-]++")
_PHONE = re.compile(r"(?<![\w.,:+/-])\+?\d{2,5}(?:[ /-]\d{2,4}){2,5}(?![\w/-]|[.,:]\d)")
_PHONE_DIGITS = 9
"""Minimum number of digits of a phone number that is written in groups."""

_IP = re.compile(
    r"(?<![\w.])(?:[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}"
    r"(?![\w-]|\.\d)"
)
"""An address; one that begins with a single digit is more often a version."""

_DATE = re.compile(
    r"(?<![\w.,:+/-])(?:(?:19|20)\d\d-\d{1,2}-(?P<iso>\d{1,2})"
    r"|(?P<first>\d{1,2})(?P<sign>[-./])(?P<second>\d{1,2})(?P=sign)(?:19|20)\d\d)"
    r"(?:T(?=\d)|(?![\w/-]|[.,:]\d))"
)
"""A date in digits. Of two numbers before a year the first is the day, unless it must be the other
one."""

_YEARS = re.compile(r"(?:19|20)\d\d[-/](?:(?:19|20)\d\d|\d{1,2})")
_NUMBERED_BY_YEAR = re.compile(r"(?:19|20)\d\d[-/]\d{3,4}")
"""Such as the invoice 2025-014: no phone number."""

_LEAST_PHONE_DIGITS = 6
"""Minimum number of digits of a phone number with a dash or a slash: "3-1" and "9-17" are none."""

_CODE = re.compile(r"[^\W_]++(?:[-/][^\W_]++)++")
_CLOCK = re.compile(
    r"(?<![\w:.,])(?P<hour>2[0-4]|[01]?\d)(?!\d)"
    r"(?:(?P<full>[:h](?P<minute>[0-5]\d)(?![\d:]))|\.(?P<dotted>[0-5]\d)(?!\d))?"
    r"(?: ?(?P<unit>uhr|a\.?m\b|p\.?m\b|h|ч|時|点|點)(?!\w))?",
    re.IGNORECASE,
)
_PIECE = re.compile(
    r"[£$€¥%°]|\d{1,3}(?:[\u00a0\u202f ]\d{3})+(?=\s?[£$€¥])|[-−]?\d+(?:[.,]\d+)*|[^\W\d_]+|[^\w\s]"
)
_NUMBER = re.compile(
    r"(?P<whole>[1-9]\d{0,2}(?:[.,\u00a0\u202f ]\d{3})+|\d+)(?:[.,](?P<decimals>\d+))?"
)
CLOCK_UNITS = frozenset(["uhr", "am", "pm", "h", "ч"])
"""Words that make a time of a number, case-folded."""

_CURRENCY_SIGNS = {"eur": "€", "euro": "€", "euros": "€", "dollar": "$", "dollars": "$"}
CURRENCY_WORDS = frozenset(["chf", "cent", "cents", "franken", *_CURRENCY_SIGNS])
"""Words that make a price of a number, case-folded."""

_SECRETS = split_words(
    "password passwords passphrase passcode pin kennwort passwort losung contraseña clave senha"
    " wachtwoord hasło parola пароль"
)
"""After them stands what opens something."""

_SECRET = re.compile(
    rf"(?<!\w)(?:{'|'.join(sorted(_SECRETS))})(?!\w)(?:\W{{1,3}}[^\W\d_]{{1,20}}+){{0,5}}?\W{{1,3}}"
    r"(?P<given>(?=[^\s\d]{0,39}\d)[^\s,;]{4,40}(?<![.:!?)]))",
    re.IGNORECASE,
)
_ORDINALS = frozenset(["st", "nd", "rd", "th"])
_OF_DATE = frozenset([".", "of"])

NOON, HOURS = 12, 24
MONTHS_OF_YEAR = 12

_ALSO_WORDS = frozenset(["mon", "wed", "sat", "sun"])
"""Short forms of weekdays that are words, too: they count beside a number, a weekday or a dash."""

_DASHES = frozenset("-–")
_CURRENCIES = frozenset("£$€¥")
_SIGNS = frozenset("%°")

LONGEST_MEASURE = 3
"""A sign or an abbreviation, such as EUR or mg, is not longer."""

STEM = 6
"""Number of letters of a word that are its stem."""

SHORT_WORD = 3
"""A word of at most so many letters keeps its last "s"."""

LONGEST_UNIT = 2
"""Number of words after a number that count as its unit: "2.40 EUR per card", "1.95 per card"."""

UNIT_REACH = 4
"""The words of a unit are among so many after the number."""

Values = Mapping[str, frozenset[str]]
"""Values by their kind."""


def values(text: str) -> Values:
    """Return the values that a text gives.

    Args:
        text: The text of a short memory.

    Returns:
        For each kind (``weekday``, ``clock``, ``date``, ``code``, ``phone``, ``ip``, ``secret``, or
        a unit) what the text gives, in a normalised spelling.
    """
    found: dict[str, set[str]] = {}

    def add(kind: str, value: str) -> None:
        found.setdefault(kind, set()).add(value)

    def take_code(match: re.Match[str]) -> str:
        run = match.group()
        code = run.strip("/")
        if not (any(map(str.isdigit, code)) and _CODE.fullmatch(code)):
            return run
        digits = "".join(filter(str.isdigit, code))
        is_code = any(map(str.isalpha, code)) or len(digits) < _LEAST_PHONE_DIGITS
        if is_code or _NUMBERED_BY_YEAR.fullmatch(code):
            add("code", code.casefold())
        elif not _YEARS.fullmatch(code):
            add("phone", digits)
        return " ; "

    def take_date(match: re.Match[str]) -> str:
        day = match["iso"] or match["first"]
        if match["second"] and int(match["second"]) > MONTHS_OF_YEAR:
            day = match["second"]
        add("date", str(int(day)))
        return " ; "

    def take_clock(match: re.Match[str]) -> str:
        if not (match["full"] or match["unit"]):
            return match.group()
        hour, unit = int(match["hour"]), (match["unit"] or "").casefold()
        if unit.startswith(("a", "p")) and hour <= NOON:
            hour = hour % NOON + (NOON if unit.startswith("p") else 0)
        add("clock", f"{hour % HOURS}:{match['minute'] or match['dotted'] or '00'}")
        return " ; "

    def take_phone(match: re.Match[str]) -> str:
        digits = "".join(filter(str.isdigit, match.group()))
        if len(digits) < _PHONE_DIGITS:
            return match.group()
        add("phone", digits)
        return " ; "

    def take_ip(match: re.Match[str]) -> str:
        add("ip", match.group())
        return " ; "

    for secret in _SECRET.finditer(text):
        add("secret", secret["given"])
    text = _PHONE.sub(take_phone, _DATE.sub(take_date, _IP.sub(take_ip, text)))
    rest = _RUN.sub(take_code, _CLOCK.sub(take_clock, text)).casefold()

    pieces = _PIECE.findall(rest)
    for place, piece in enumerate(pieces):
        before = pieces[place - 1] if place else ""
        after = pieces[place + 1 : place + 1 + UNIT_REACH]
        day = WEEKDAYS.get(piece) or WEEKDAYS.get(piece.removesuffix("s"))
        if day and (piece not in _ALSO_WORDS or _in_a_date(before) or _in_a_date(*after[:1])):
            add("weekday", str(day))
        number = _number(piece)
        if number is None:
            continue
        if before in MONTHS or _next_word(after) in MONTHS:
            add("date", number)
        elif before in _CURRENCIES:
            add(before, number)
        for unit in _units(after):
            add(unit, number)
    return {kind: frozenset(given) for kind, given in found.items()}


def contradictions(one: Values, other: Values) -> frozenset[str]:
    """Return the kinds for which both texts give values that cannot hold at the same time.

    They have no value in common, or they are two plans of several days: "Mon and Tue", "Tue and
    Fri".
    """
    return frozenset(
        kind
        for kind in one
        if kind in other
        and (not one[kind] & other[kind] or _are_two_plans(kind, one[kind], other[kind]))
    )


def _are_two_plans(kind: str, one: frozenset[str], other: frozenset[str]) -> bool:
    return kind == "weekday" and not (one <= other or other <= one)


def is_measure(kind: str) -> bool:
    """Whether a kind of values is a sign or an abbreviation, as of money and weights are."""
    return len(kind) <= LONGEST_MEASURE


def _next_word(after: list[str]) -> str:
    """Return what follows a number: the month of "24. Februar" and "19th of March"."""
    rest = after[1:] if after[:1] and after[0] in _ORDINALS else after
    return next((piece for piece in rest[:2] if piece not in _OF_DATE), "")


def _in_a_date(piece: str = "") -> bool:
    return piece[:1].isdigit() or piece in WEEKDAYS or piece in _DASHES


def _number(piece: str) -> str | None:
    if piece[-1].isdecimal():  # "²" is a digit, and "m²" is no number
        return _plain_number(piece.replace("−", "-"))
    if piece in ARTICLES or piece not in NUMBERS:
        return None
    return str(NUMBERS[piece])


def _plain_number(piece: str) -> str:
    """Return a number in one spelling: 1.200 and 1,200 are 1200, and 18.00 is 18."""
    sign, digits = ("-", piece[1:]) if piece.startswith("-") else ("", piece)
    match = _NUMBER.fullmatch(digits)
    if match is None:  # such as a version, 3.12.1
        return piece
    whole = "".join(filter(str.isdigit, match["whole"]))
    decimals = (match["decimals"] or "").rstrip("0")
    return f"{sign}{whole}.{decimals}" if decimals else sign + whole


def _units(after: list[str]) -> list[str]:
    """Return what a number counts, from the pieces after it."""
    units: list[str] = []
    for piece in after:
        if piece in _SIGNS or piece in _CURRENCIES:
            return [*units, piece]
        if piece in _ORDINALS:
            return units
        if piece in _CURRENCY_SIGNS:
            units.append(_CURRENCY_SIGNS[piece])
            continue
        if not piece[0].isalpha() or piece in WEEKDAYS or piece in MONTHS:
            return units
        if piece not in STOP_WORDS and piece not in NUMBERS:
            units.append(word_stem(piece))
        if len(units) == LONGEST_UNIT:
            return units
    return units


def word_stem(word: str) -> str:
    """Return the beginning of a word, so that its inflected forms look the same.

    Args:
        word: A normalised word.
    """
    if not word.isalpha():
        return word
    return (word.removesuffix("s") if len(word) > SHORT_WORD else word)[:STEM]
