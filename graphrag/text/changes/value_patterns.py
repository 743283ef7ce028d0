"""The values with a form of their own: times, dates in digits, codes, phone numbers, secrets.

They are cut out of the text, so that their digits are not read again as numbers that count
something.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..word_lists.word_sets import any_of, split_words

# A run is read once, whatever it holds: a pattern that may begin after each sign of it takes
# quadratic time on a long one.
_RUN = re.compile(r"[\w/-]++")
_PHONE = re.compile(
    r"(?<![\w.,:+/-])(?:(?:\+\d{1,5}|0\d{1,4})(?:[ /-]\d{2,8}){1,5}"
    r"|\d{2,5}(?:[ /-]\d{2,4}){2,5})(?![\w/-]|[.,:]\d)"
)
_PHONE_DIGITS = 9
"""Minimum number of digits of a phone number that is written in groups."""

_OWN_PHONE_DIGITS = 7
"""So many last digits tell a phone number from others: what stands before them, the codes of
country and area, is written in several ways or left out."""

_IP = re.compile(
    r"(?<![\w.])(?:[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])){3}"
    r"(?![\w-]|\.\d)"
)
"""An address; one that begins with a single digit is more often a version."""

_DATE = re.compile(
    r"(?<![\w.,:+/-])(?:(?:19|20)\d\d-(?P<month>\d{1,2})-(?P<iso>\d{1,2})"
    r"|(?P<first>\d{1,2})(?P<sign>[-./])(?P<second>\d{1,2})(?P=sign)(?:19|20)\d\d)"
    r"(?:T(?=\d)|(?![\w/-]|[.,:]\d))"
)
"""A date in digits. Of two numbers before a year the first is the day, unless it must be the other
one."""

_DOTTED = re.compile(
    r"(?<![\w.,:+/-])(?P<on>(?:am|ab|bis|vom|zum|seit|od|do|den|dne|til|fra) )?"
    r"(?P<day>0?[1-9]|[12]\d|3[01])\.(?P<month>0?[1-9]|1[0-2])\.(?!\w)",
    re.IGNORECASE,
)
"""A day without a year, as in German: "am 12.9."; at the end of an English sentence a number."""

_YEARS = re.compile(r"(?:19|20)\d\d[-/](?:(?:19|20)\d\d|\d{1,2})")
_NUMBERED_BY_YEAR = re.compile(r"(?:19|20)\d\d[-/]\d{3,4}")
"""Such as the invoice 2025-014: no phone number."""

_LEAST_PHONE_DIGITS = 6
"""Minimum number of digits of a phone number with a dash or a slash: "3-1" and "9-17" are none."""

_INVOICE = re.compile(
    r"(?<!\w)(?:invoice|rechnung|facture|factura|fattura|fatura|factuur)"
    r"(?: (?:number|no\.?|nummer|nr\.?|numéro|número|n\.?°))? #?(?P<number>\d{2,9})"
    r"(?![\w/-]|[.,:]\d| ?(?:[£€$]|(?:euros?|eur|pounds?|dollars?|usd|chf|kr|zł)(?!\w)))",
    re.IGNORECASE,
)
"""The number of an invoice says which one it is: "invoice 104"; "invoice 240 EUR" has none."""

_CODE = re.compile(r"[^\W_]++(?:[-/][^\W_]++)++")
_CLOCK = re.compile(
    r"(?<![\w:.,])(?P<hour>2[0-4]|[01]?\d)(?!\d)"
    r"(?:(?P<full>[:h](?P<minute>[0-5]\d)(?![\d:]))|\.(?P<dotted>[0-5]\d)(?!\d))?"
    r"(?: ?(?P<unit>uhr|a\.?m\b|p\.?m\b|h|ч|時|点|點)(?!\w))?",
    re.IGNORECASE,
)
_SECRETS = split_words(
    "password passwords passphrase passcode pin kennwort passwort losung contraseña clave senha"
    " wachtwoord hasło parola пароль code código codice kod koden keypad код"
)
"""After them stands what opens something."""

_NOW = split_words("now jetzt nun maintenant ahora agora adesso ora nu")
"""They stand before a code that is another one than before."""

_QUOTES = "\"'`“”„«»‘’"

_SECRET = re.compile(
    rf"(?<!\w)(?:[^\W\d_]{{0,20}}code|{any_of(_SECRETS)})(?!\w)"
    # "The code of the staff room in Shed 12 is 4412"
    rf"(?:(?P<of>(?:[\s{_QUOTES}-]{{1,3}}[^\W_]{{1,20}}+){{0,12}}?)"
    rf"(?:\s(?:is|ist|est|es|è|é|lautet)(?:\s(?:{any_of(_NOW)}))?|\s?[:=])\s[{_QUOTES}]?"
    r"|(?P<about>(?:\W{1,3}[^\W\d_]{1,20}+){0,5}?)\W{1,3})"
    r"(?P<given>(?=[^\s\d]{0,39}\d)[^\s,;]{4,40}(?<![.:!?)]))",
    re.IGNORECASE,
)

NOON, HOURS = 12, 24
MONTHS_OF_YEAR = 12

KINDS = frozenset(["date", "clock", "code", "phone", "ip", "secret"])
"""What the values of this module are; their spelling is not that of a number."""

Value = tuple[str, str]
"""A kind, and a value of it in a normalised spelling."""

_NO_VALUE: Value = ("", "")
"""What is cut out without being a value, such as the season 2024/25."""


def take_values(text: str) -> tuple[list[Value], str]:
    """Cut the values out of a text; a secret stays.

    Args:
        text: The text of a short memory.

    Returns:
        The values, and the text without them.
    """
    found = [("secret", match["given"].strip(_QUOTES)) for match in _SECRET.finditer(text)]
    for pattern, read in _READERS:
        text = pattern.sub(_taking(read, found), text)
    return found, text


def opened_by_secrets(text: str) -> list[str]:
    """Return what stands between a word such as "code" and each secret: "of the staff room".

    Args:
        text: The text of a short memory.
    """
    return [match["of"] or match["about"] or "" for match in _SECRET.finditer(text)]


def _taking(
    read: Callable[[re.Match[str]], Value | None], found: list[Value]
) -> Callable[[re.Match[str]], str]:
    """Return what replaces a match: nothing of a value, which it adds to those found."""

    def take(match: re.Match[str]) -> str:
        value = read(match)
        if value is None:
            return match.group()
        if value is not _NO_VALUE:
            found.append(value)
        return " ; "

    return take


def _invoice(match: re.Match[str]) -> Value:
    return "code", match["number"]


def _ip(match: re.Match[str]) -> Value:
    return "ip", match.group()


def _date(match: re.Match[str]) -> Value:
    if match["iso"]:
        return "date", f"{int(match['month'])}-{int(match['iso'])}"
    day, month = int(match["first"]), int(match["second"])
    if month > MONTHS_OF_YEAR:
        day, month = month, day
    return "date", f"{month}-{day}"


def _dotted(match: re.Match[str]) -> Value | None:
    after = match.string[match.end() : match.end() + 2].strip()
    goes_on = after[:1].islower() or after[:1].isdigit() or after[:1] in tuple(",;:)–-")
    if not (match["on"] or goes_on):
        return None
    return "date", f"{int(match['month'])}-{int(match['day'])}"


def _phone(match: re.Match[str]) -> Value | None:
    digits = _digits(match.group())
    return None if len(digits) < _PHONE_DIGITS else ("phone", digits[-_OWN_PHONE_DIGITS:])


def _clock(match: re.Match[str]) -> Value | None:
    if not (match["full"] or match["unit"]):
        return None
    hour, unit = int(match["hour"]), (match["unit"] or "").casefold()
    if unit.startswith(("a", "p")) and hour <= NOON:
        hour = hour % NOON + (NOON if unit.startswith("p") else 0)
    return "clock", f"{hour % HOURS}:{match['minute'] or match['dotted'] or '00'}"


def _code(match: re.Match[str]) -> Value | None:
    code = match.group().strip("/")
    if not (any(map(str.isdigit, code)) and _CODE.fullmatch(code)):
        return None
    digits = _digits(code)
    is_code = any(map(str.isalpha, code)) or len(digits) < _LEAST_PHONE_DIGITS
    if is_code or _NUMBERED_BY_YEAR.fullmatch(code):
        return "code", code.casefold()
    return _NO_VALUE if _YEARS.fullmatch(code) else ("phone", digits[-_OWN_PHONE_DIGITS:])


def _digits(written: str) -> str:
    return "".join(filter(str.isdigit, written))


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Value | None]], ...] = (
    (_IP, _ip),
    (_INVOICE, _invoice),
    (_DATE, _date),
    (_DOTTED, _dotted),
    (_PHONE, _phone),
    (_CLOCK, _clock),
    (_RUN, _code),
)
"""What reads a match of each pattern, in order: a pattern does not see what an earlier one took."""
