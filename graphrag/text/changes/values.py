"""The values that a text gives, by kind: week days, times, dates, amounts, codes.

Two texts about the same thing contradict each other if both give values of one kind and share none:
"rehearsals are on Tuesdays, 19:30" and "rehearsal: Thursday 20:00".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from ..stems import word_stem
from ..word_lists.calendar_words import MONTHS, WEEKDAYS
from ..word_lists.number_words import NUMBERS
from ..word_lists.stop_words import ARTICLES, STOP_WORDS
from ..word_lists.word_sets import split_words
from .value_patterns import KINDS, Value, take_values

_PIECE = re.compile(
    r"[£$€¥%°]|[^\W\d_]+\d\w*|\d{1,3}(?:[\u00a0\u202f ]\d{3})+(?=\s?[£$€¥])"
    r"|[-−]?\d+(?:[.,]\d+)*|[^\W\d_]+|[^\w\s]"
)
_NUMBER = re.compile(
    r"(?P<whole>[1-9]\d{0,2}(?:[.,\u00a0\u202f ]\d{3})+|\d+)(?:[.,](?P<decimals>\d+))?"
)
CLOCK_UNITS = frozenset(["uhr", "am", "pm", "h", "ч"])
"""Words that make a time of a number, case-folded."""

_CURRENCY_SIGNS = {"eur": "€", "euro": "€", "euros": "€", "dollar": "$", "dollars": "$"}
CURRENCY_WORDS = frozenset(["chf", "cent", "cents", "franken", "franc", "francs", *_CURRENCY_SIGNS])
"""Words that make a price of a number, case-folded."""

_DAYS = frozenset(map(str, range(1, 32)))
"""What stands beside a month and is no year."""

_ORDINALS = frozenset(["st", "nd", "rd", "th", "er", "º"])
_OF_DATE = frozenset([".", "of", "de"])

_ALSO_WORDS = frozenset(["mon", "wed", "sat", "sun"])
"""Short forms of weekdays that are words, too: they count beside a number, a weekday or a dash."""

_CLOSED = split_words(
    "closed shut except geschlossen ruhetag außer ausser fermé fermée fermés fermées sauf cerrado"
    " cerrada cerramos excepto salvo chiuso chiusa tranne eccetto fechado fechada exceto gesloten"
    " dicht behalve stengt lukket stängt zamknięte zamknięty zamknięta nieczynne oprócz zavřeno"
    " kapalı закрыто"
)
_OPEN = split_words(
    "open opens opened geöffnet offen auf ouvert ouverte ouvre abierto abierta abre aperto aperta"
    " apre aberto aberta åpent åbent öppet otwarte otwarty czynne otevřeno açık открыто"
)
"""They end what "closed" before or after them is said of."""

_ENDS_CLAUSE = frozenset(".,;:!?()\n") | _OPEN
OFF = "day off"
"""Kind of the weekdays on which something is closed: what happens on another one goes with it."""

WEEKDAY = "weekday"

UNTIL = "until"
"""Kind of the months until which something holds: a passport, an insurance."""

_NO_UNITS = KINDS | {WEEKDAY, UNTIL}
"""The dates of "12 dates" are no value of that kind."""

_UNTIL = split_words(
    "until till bis jusqu hasta fino tot do til till até až"
    " ends expires endet expire vence scade verloopt kończy"
)
END_REACH = 5
"""The month and the year until which something holds are among so many pieces."""

_YEAR = re.compile(r"20\d\d")

_DASHES = frozenset("-–")
CURRENCIES = frozenset("£$€¥")
"""Kinds of the values that are sums of money."""

_SIGNS = frozenset("%°")

SUMS_FAR_APART = 10
"""How many times as much no new price is: rates and sums that are paid once are further apart."""

_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?")
"""What a number in one spelling begins with; a version has more dots."""

_RATE = re.compile(
    r"(?<!\w)(?P<unit>(?:hour|dai|night|week|month|year)ly)"
    r" (?:rate|fee|price|charge|cost|rent|pay|wage|salary|premium|subscription)(?!\w)",
    re.IGNORECASE,
)
"""What says for which period a sum is that stands elsewhere: "the hourly rate is 98 euros"."""

_PERIODS = {
    word_stem(word): period
    for period, words in (
        ("hour", "hour hr hourly stunde heure hora ora uur"),
        ("day", "day daily tag jour día giorno dag"),
        ("night", "night nightly nacht nuit noche notte"),
        ("week", "week weekly woche semaine semana settimana"),
        ("month", "month monthly monat mois mes mese maand"),
        ("year", "year yearly annum jahr año anno jaar"),
    )
    for word in words.split()
}
"""The period of a rate by the unit that a number has: "98 euros an hour"."""

LONGEST_MEASURE = 3
"""A sign or an abbreviation, such as EUR or mg, is not longer."""

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
        For each kind (``weekday``, ``day off``, ``clock``, ``date``, ``code``, ``phone``, ``ip``,
        ``secret``, or a unit) what the text gives, in a normalised spelling.
    """
    taken, rest = take_values(text)
    found: dict[str, set[str]] = {}
    pieces = _PIECE.findall(rest.casefold())
    for kind, value in chain(taken, _values_among(pieces), _ends(pieces)):
        found.setdefault(kind, set()).add(value)
    sums = frozenset[str]().union(*(found[kind] for kind in found.keys() & CURRENCIES))
    for match in _RATE.finditer(rest) if sums else ():
        found.setdefault(word_stem(match.group("unit").casefold()), set()).update(sums)
    return {kind: frozenset(given) for kind, given in found.items()}


def _values_among(pieces: Sequence[str]) -> Iterator[Value]:
    """Return the weekdays, and the numbers with what they count."""
    off = _places_off(pieces)
    for place, piece in enumerate(pieces):
        before = pieces[place - 1] if place else ""
        after = pieces[place + 1 : place + 1 + UNIT_REACH]
        day = _weekday(piece)
        if day and (piece not in _ALSO_WORDS or _in_a_date(before) or _in_a_date(*after[:1])):
            yield (OFF if place in off else WEEKDAY), str(day)
        number = _number(piece)
        if number is None:
            continue
        month = MONTHS.get(_next_word(after)) or MONTHS.get(before)
        if month:
            if number in _DAYS:
                yield "date", f"{month}-{number}"
        elif before in CURRENCIES:
            yield before, number
        for unit in _units(after):
            if unit not in _NO_UNITS:
                yield unit, number


def _ends(pieces: Sequence[str]) -> Iterator[Value]:
    """Yield the months of certain years until which something holds: "until 4 May 2025"."""
    for place, piece in enumerate(pieces):
        if piece in _UNTIL:
            after = pieces[place + 1 : place + 1 + END_REACH]
            month = next((MONTHS[word] for word in after if word in MONTHS), 0)
            year = next((word for word in after if _YEAR.fullmatch(word)), "")
            if month and year:
                yield UNTIL, f"{year}-{month}"


def contradictions(one: Values, other: Values) -> frozenset[str]:
    """Return the kinds for which both texts give values that cannot hold at the same time.

    They have no value in common, or they are two plans of several days: "Mon and Tue", "Tue and
    Fri". Two sums may be of two things: "98 euros an hour", "an invoice over 9,310 euros", "360
    euros a month".
    """
    return frozenset(
        kind
        for kind in one
        if kind in other
        and (not one[kind] & other[kind] or _are_two_plans(kind, one[kind], other[kind]))
        and not (kind in CURRENCIES and _are_two_sums(kind, one, other))
    )


def _are_two_plans(kind: str, one: frozenset[str], other: frozenset[str]) -> bool:
    return kind in (WEEKDAY, OFF) and not (one <= other or other <= one)


def _are_two_sums(kind: str, one: Values, other: Values) -> bool:
    """Whether the sums of two texts are of two things: they are far apart, or each has a period."""
    periods = _periods(kind, one), _periods(kind, other)
    if all(periods) and periods[0].isdisjoint(periods[1]):
        return True
    less, more = sorted(sorted(map(_amount, given[kind])) for given in (one, other))
    return 0 < SUMS_FAR_APART * less[-1] < more[0]


def _periods(kind: str, given: Values) -> frozenset[str]:
    """Return for which periods the sums of a text are: ``hour`` for "98 euros an hour"."""
    sums = given[kind]
    return frozenset(_PERIODS[unit] for unit in given.keys() & _PERIODS if sums & given[unit])


def _amount(number: str) -> float:
    match = _DECIMAL.match(number)
    return abs(float(match.group())) if match else 0.0


def is_measure(kind: str) -> bool:
    """Whether a kind of values is a sign or an abbreviation, as of money and weights are."""
    return len(kind) <= LONGEST_MEASURE


def _places_off(pieces: Sequence[str]) -> frozenset[int]:
    """Return the places of the weekdays that "closed" is said of: "closed on Sundays"."""
    if _CLOSED.isdisjoint(pieces):
        return frozenset()
    found: set[int] = set()
    days: list[int] = []
    is_closed = False
    for place, piece in enumerate(pieces):
        if piece in _ENDS_CLAUSE:
            days, is_closed = [], False
        elif piece in _CLOSED:
            found.update(days if not any(map(_weekday, pieces[place + 1 : place + 3])) else ())
            is_closed = True
        elif _weekday(piece):
            days.append(place)
            found.update([place] if is_closed else ())
    return frozenset(found)


def _weekday(piece: str) -> int | None:
    return WEEKDAYS.get(piece) or WEEKDAYS.get(piece.removesuffix("s"))


def _next_word(after: Sequence[str]) -> str:
    """Return what follows a number: the month of "24. Februar" and "19th of March"."""
    rest = after[1:] if after[:1] and after[0] in _ORDINALS else after
    return next((piece for piece in rest[:2] if piece not in _OF_DATE), "")


def _in_a_date(piece: str = "") -> bool:
    return piece[:1].isdigit() or piece in WEEKDAYS or piece in _DASHES


def _number(piece: str) -> str | None:
    if piece[-1].isdecimal() and not piece[0].isalpha():  # "²" is a digit, and "m²" is no number
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


def _units(after: Sequence[str]) -> list[str]:
    """Return what a number counts, from the pieces after it."""
    units: list[str] = []
    for piece in after:
        if piece in _SIGNS or piece in CURRENCIES:
            return [*units, piece]
        if piece in _ORDINALS:
            return units
        if piece in _CURRENCY_SIGNS:
            units.append(_CURRENCY_SIGNS[piece])
            continue
        if not piece[0].isalpha() or _weekday(piece) or piece in MONTHS:
            return units
        if piece not in STOP_WORDS and piece not in NUMBERS:
            units.append(word_stem(piece))
        if len(units) == LONGEST_UNIT:
            return units
    return units
