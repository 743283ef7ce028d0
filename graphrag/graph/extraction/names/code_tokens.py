"""Names that are written like code: `checkout-api`, `max_heap_size`, `src/main.py`, `v2.3.1`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ....text.markdown_code import QUOTED, without_fenced
from ....text.spans import TakenSpans
from ....text.word_lists.calendar_words import CALENDAR_WORDS
from ....text.word_lists.common_words import is_common
from ....text.word_lists.opening_words import OPENING_WORDS
from ....text.word_lists.stop_words import STOP_WORDS
from ....text.words import blank_unspaced, normalize_name

MAX_TOKEN = 100
MIN_TOKEN = 3
"""Longest and shortest normalised name, in characters."""

MIN_MESSAGE = 4
"""Number of words in backticks that are a message or a command, if they have no capitals."""

_KIND = (
    r"[a-z0-9]*(?:api|db|svc|service|server|client|worker|queue|cache|proxy|gateway|web|app|ui|cli|"
    r"sdk|job|cron|prod|staging|dev|lib|core|bot|agent|[0-9])"
)
# Possessive repetitions (`++`) give nothing back, so that no text takes more than linear time.
_TOKEN = re.compile(
    r"(?<![\w/.@:-])(?:"
    r"(?:~|\.{1,2})?/?(?:[\w.-]++/)+[\w.-]*\w"  # src/main.py, ./a/b, /etc/hosts
    # nas.attic.lan, printer.local
    r"|[a-z][a-z0-9-]++(?:(?:\.[a-z0-9-]{2,}+){2,}+|\.(?:lan|local|internal|home))"
    r"|[A-Za-z][A-Za-z0-9]*+(?:_[A-Za-z0-9]++)++"  # snake_case, CONSTANT_CASE
    # checkout-api, ledger-db, node-12: up to the last part that says what it is
    rf"|[a-z][a-z0-9]*+(?>(?:-(?!{_KIND})[a-z0-9]++)*+-(?={_KIND})[a-z0-9]++(?![\w@]))++"
    r"|(?=\w{4})[a-z][a-z0-9]*+(?:[A-Z][a-z0-9]++)++"  # camelCase, and no kWh
    r"|[A-Za-z_][\w-]*+\.(?:py|js|ts|tsx|go|rs|java|md|json|ya?ml|toml|sh|sql|cfg|ini|env|html|css|"
    r"txt|csv|pdf)\b"  # file names
    r"|[A-Z]{2,10}-\d{1,6}+(?:-[A-Z\d]{1,8}+)*+"  # numbers of tickets, policies, parts
    r"|v?\d++\.\d++(?:\.\d++)+(?:[-+][\w.]+)?"  # versions
    r")(?![\w@])"
)
_SHORT = re.compile(r"(?<![\w/.@:&-])[A-Z]{1,3}\d{1,4}[A-Z]?(?![\w@.-]\w|\w)")
"""`B7`, `CR2450`: in a memory the name of a thing."""

_COMMAND = re.compile(r"\s-|:\s|[<>|=$;{}]")
_RATE = re.compile(
    r"(?<=\d[ \u00a0])[A-Za-z]{1,4}/(?:s|sec|min|h|hr|day|d|week|month|year|yr|m|km|mi|l|g|kg|ha)"
)
"""The unit of "60 km/h" and "80 Mbit/s"."""
_IDENTIFIER = re.compile(r"[^\W_]\w*_\w*")
_ABSOLUTE = ("/", "~/")
_SHORT_PAIR = re.compile(r"[^\W_]{1,3}/[^\W_]{1,3}(?:\.\d+)?|\d++/[^\W\d_]+")
"""`i/o`, `mg/kg`, `f/2.8`, `47/month`: two words or a rate, and no path."""

_VERSION = re.compile(r"\d+\.\d+\.\d+(?:\+\d+)?")
"""Without a letter only three numbers are a name. A day in numbers looks like one: 12.03.2025."""


@dataclass(frozen=True, slots=True)
class CodeToken:
    """A code-like token in a text.

    Attributes:
        norm: Its normalised name.
        text: As written, without backticks.
        start: Character offset at which it starts.
        end: Character offset after its last character.
    """

    norm: str
    text: str
    start: int
    end: int


def code_tokens(text: str, *, short: bool = False) -> list[CodeToken]:
    """Find the code-like tokens of a text, in its order; they do not overlap.

    Args:
        text: Any text.
        short: Whether names of a few capitals and a number count.
    """
    latin = blank_unspaced(text)
    unfenced = without_fenced(text)
    found: list[CodeToken] = []
    taken = TakenSpans()
    spans = [(m.start(1), m.end(1)) for m in QUOTED.finditer(text)]
    spans = [span for span in spans if _may_be_name(text[span[0] : span[1]])]
    spans += [m.span() for m in _TOKEN.finditer(latin)]
    if short:
        spans += [m.span() for m in _SHORT.finditer(latin)]
    for start, end in spans:
        written = text[start:end].strip()
        norm = normalize_name(written)
        if _RATE.fullmatch(text, start, end) or not _is_name(written, norm):
            continue
        if unfenced[start].isspace() and (
            _IDENTIFIER.fullmatch(written) or written.startswith(_ABSOLUTE)
        ):
            continue  # a column, a function or a path of a program that the fence shows
        if not taken.take(start, end):
            continue
        found.append(CodeToken(norm, written, start, end))
    return sorted(found, key=lambda token: token.start)


def _may_be_name(quoted: str) -> bool:
    """Whether what stands in backticks may be a name, and is no command line and no message."""
    if len(quoted) > MAX_TOKEN:
        return False
    first, *rest = quoted.split() or [""]
    if not rest:
        return True
    if _COMMAND.search(quoted):
        return False
    if len(rest) >= MIN_MESSAGE - 1 and sum(word[0].isupper() for word in rest) < 2:
        return False  # `no space left on device`
    if not first[0].islower():
        return True
    # `systemctl stop mh-spool`, `apt install`; `max heap size` is a name.
    is_program = not is_common(normalize_name(first))
    return rest[0] not in OPENING_WORDS and not (
        is_program and not all(word.isalpha() for word in rest)
    )


def is_code_token(name: str) -> bool:
    """Whether a whole name is written like code."""
    written = name.strip()
    return bool(_TOKEN.fullmatch(written)) and _is_name(written, normalize_name(written))


def _is_name(written: str, norm: str) -> bool:
    if _SHORT.fullmatch(written):
        return True
    if not MIN_TOKEN <= len(norm) <= MAX_TOKEN or norm in STOP_WORDS:
        return False
    if _SHORT_PAIR.fullmatch(written):
        return False
    if all(part in CALENDAR_WORDS for part in norm.split()):  # Mon/Wed/Fri
        return False
    return any(map(str.isalpha, norm)) or _VERSION.fullmatch(written) is not None
