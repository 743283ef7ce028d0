"""When a memory was formed: timestamps in the spellings that inputs have."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from .records import SourceDocument

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_CLOCK = re.compile(r"\b(\d{1,2})[:.](\d{2})(?::(\d{2}))?\s*([ap]\.?m\.?)?", re.IGNORECASE)
_DAY_MONTH = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\.?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})\b")
_MONTH_DAY = re.compile(r"\b([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_NUMERIC = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
_MAX_EPOCH_SECONDS = 1e11


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time, as exactly as it is known.

    The day is that of the clock that was read, whatever its UTC offset: who asks for "1 March"
    means the day as it was there. Minutes are for the order, so a UTC offset counts.

    Attributes:
        iso: In ISO 8601, with or without the time of day.
        day: The day as an ordinal.
        minute: Minutes since the year 1, in UTC if it has an offset; None if only the day is known.
    """

    iso: str
    day: int
    minute: int | None


def parse_timestamp(value: object) -> Moment | None:
    """Read a timestamp.

    Args:
        value: ISO 8601, "2024-03-01 09:30:00", "1:56 pm on 8 May, 2023", "May 8, 2023", seconds
            or milliseconds since 1970, a date or a datetime.

    Returns:
        The moment, or None if the value cannot be read as one.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, datetime):
        return _at(value)
    if isinstance(value, date):
        return _on(value)
    try:
        if isinstance(value, int | float):
            seconds = value / 1000 if abs(value) > _MAX_EPOCH_SECONDS else value
            return _at(datetime.fromtimestamp(seconds, UTC))
        return _parse_text(str(value).strip()[:100])
    except (ValueError, OverflowError, OSError):
        return None


def dated(document: SourceDocument, moment: Moment | None) -> SourceDocument:
    """Return a document with the time when it was formed.

    Args:
        document: The document.
        moment: That time; None if it is unknown.
    """
    if moment is None:
        return replace(document, timestamp=None, day=None, minute=None)
    return replace(document, timestamp=moment.iso, day=moment.day, minute=moment.minute)


def _parse_text(text: str) -> Moment | None:
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}|\d{8}", text):
            return _on(date.fromisoformat(text))
        return _at(datetime.fromisoformat(text))
    except ValueError:
        pass
    found = _day(text)
    if found is None:
        return None
    day, rest = found
    clock = _CLOCK.search(rest)
    if clock is None:
        return _on(day)
    hour, minute = int(clock[1]), int(clock[2])
    half = (clock[4] or "").lower()[:1]
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return _at(datetime(day.year, day.month, day.day, hour, minute, int(clock[3] or 0)))


def _day(text: str) -> tuple[date, str] | None:
    if match := _NUMERIC.search(text):
        day = date(int(match[1]), int(match[2]), int(match[3]))
    elif (match := _DAY_MONTH.search(text)) and match[2].lower() in _MONTHS:
        day = date(int(match[3]), _MONTHS[match[2].lower()], int(match[1]))
    elif (match := _MONTH_DAY.search(text)) and match[1].lower() in _MONTHS:
        day = date(int(match[3]), _MONTHS[match[1].lower()], int(match[2]))
    else:
        return None
    return day, text[: match.start()] + " " + text[match.end() :]


def _at(moment: datetime) -> Moment:
    minute = moment.toordinal() * 1440 + moment.hour * 60 + moment.minute
    if offset := moment.utcoffset():  # `astimezone` cannot leave the years 1 to 9999
        minute -= offset // timedelta(minutes=1)
    return Moment(moment.isoformat(timespec="seconds"), moment.toordinal(), minute)


def _on(day: date) -> Moment:
    return Moment(day.isoformat(), day.toordinal(), None)
