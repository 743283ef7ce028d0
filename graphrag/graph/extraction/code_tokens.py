"""Names that are written like code: `checkout-api`, `max_heap_size`, `src/main.py`, `v2.3.1`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...text.spans import TakenSpans
from ...text.stop_words import STOP_WORDS
from ...text.words import normalize_name

MAX_TOKEN = 100
MIN_TOKEN = 3

_BACKTICKED = re.compile(r"`([^`\n]{2,100})`")
_KIND = (
    r"[a-z0-9]*(?:api|db|svc|service|server|client|worker|queue|cache|proxy|gateway|web|app|ui|cli|"
    r"sdk|job|cron|prod|staging|dev|lib|core|bot|agent|[0-9])"
)
# Possessive repetitions (`++`) give nothing back, so that no text takes more than linear time.
_TOKEN = re.compile(
    r"(?<![\w/.@:-])(?:"
    r"(?:~|\.{1,2})?/?(?:[\w.-]++/)+[\w.-]*\w"  # src/main.py, ./a/b, /etc/hosts
    r"|[A-Za-z][A-Za-z0-9]*+(?:_[A-Za-z0-9]++)++"  # snake_case, CONSTANT_CASE
    # checkout-api, ledger-db, node-12: up to the last part that says what it is
    rf"|[a-z][a-z0-9]*+(?>(?:-(?!{_KIND})[a-z0-9]++)*+-(?={_KIND})[a-z0-9]++(?![\w@]))++"
    r"|[a-z][a-z0-9]*+(?:[A-Z][a-z0-9]++)++"  # camelCase
    r"|[A-Za-z_][\w-]*+\.(?:py|js|ts|tsx|go|rs|java|md|json|ya?ml|toml|sh|sql|cfg|ini|env|html|css|"
    r"txt|csv|pdf)\b"  # file names
    r"|[A-Z]{2,10}-\d{1,6}"  # ticket numbers
    r"|v?\d++\.\d++(?:\.\d++)+(?:[-+][\w.]+)?"  # versions
    r")(?![\w@])"
)
_OF_DATE_OR_NUMBER = re.compile(r"[\d\s./:-]+")


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


def code_tokens(text: str) -> list[CodeToken]:
    """Find the code-like tokens of a text, in its order; they do not overlap."""
    found: list[CodeToken] = []
    taken = TakenSpans()
    spans = [(m.start(1), m.end(1)) for m in _BACKTICKED.finditer(text)]
    spans += [m.span() for m in _TOKEN.finditer(text)]
    for start, end in spans:
        written = text[start:end].strip()
        norm = normalize_name(written)
        if not _is_name(written, norm) or not taken.take(start, end):
            continue
        found.append(CodeToken(norm, written, start, end))
    return sorted(found, key=lambda token: token.start)


def is_code_token(name: str) -> bool:
    """Whether a whole name is written like code."""
    written = name.strip()
    return bool(_TOKEN.fullmatch(written)) and _is_name(written, normalize_name(written))


def _is_name(written: str, norm: str) -> bool:
    if not MIN_TOKEN <= len(norm) <= MAX_TOKEN or norm in STOP_WORDS:
        return False
    # A version is a name only with three parts; a date or a number never is.
    return (
        bool(re.search(r"[^\W\d]", norm))
        or (written.count(".") >= 2 and not _OF_DATE_OR_NUMBER.fullmatch(written.replace(".", "")))
        or bool(re.fullmatch(r"\d+\.\d+\.\d+", written))
    )
