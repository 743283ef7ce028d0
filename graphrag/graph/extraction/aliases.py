"""Other names of the same thing: those that a text states, and plurals.

"Service Level Objective (SLO)", "SLO (Service Level Objective)", "X, also known as Y".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from ...text.stop_words import STOP_WORDS
from ...text.words import normalize_name

_LONG_SHORT = re.compile(
    r"((?:[^\W\d_][\w'’-]*[ -]){1,7}[^\W\d_][\w'’-]*) \(([A-Z][A-Za-z&]{2,9})\)"
)
_SHORT_LONG = re.compile(
    r"\b([A-Z][A-Z&]{2,9}) \(((?:[^\W\d_][\w'’-]*[ -]){1,7}[^\W\d_][\w'’-]*)\)"
)
_KNOWN_AS = re.compile(
    r"([A-Z`][\w`'’.-]*(?: [A-Z][\w'’.-]*){0,5}),? \(?(?:also known as|a\.?k\.?a\.?|also called|"
    r"nicknamed|formerly known as|formerly|short for)\s+[\"“`']?"
    r"([A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,5})"
)
_NO_PLURAL = ("ss", "us", "is", "ies", "sses", "news", "series", "aws", "ios", "kubernetes")


def stated_aliases(text: str) -> list[tuple[str, str]]:
    """Find pairs of names for the same thing.

    Args:
        text: Any text.

    Returns:
        (full name, other name) pairs, as written, in the order of the text.
    """
    pairs: list[tuple[str, str]] = []
    for match in _LONG_SHORT.finditer(text):
        if (full := _expansion(match[1], match[2])) is not None:
            pairs.append((full, match[2]))
    for match in _SHORT_LONG.finditer(text):
        if _expansion(match[2], match[1]) == match[2]:
            pairs.append((match[2], match[1]))
    for match in _KNOWN_AS.finditer(text):
        other = match[2].rstrip(".'’")
        # A single word is too often the name of somebody else as well.
        if " " in other:
            pairs.append((match[1].strip("`"), other))
    return [(a, b) for a, b in pairs if normalize_name(a) != normalize_name(b)]


def _expansion(words_before: str, short: str) -> str | None:
    """Return the last words of a run whose initials make up the short form; None if none do."""
    letters = [letter.casefold() for letter in short if letter.isupper()]
    words = re.split(r"([ -])", words_before)
    names = words[::2]
    for size in range(len(letters), min(len(names), len(letters) + 3) + 1):
        tail = names[-size:]
        initials = [w[0].casefold() for w in tail if w.casefold() not in STOP_WORDS]
        if initials == letters and tail[0].casefold() not in STOP_WORDS:
            return "".join(words[len(words) - (2 * size - 1) :])
    return None


def merge_names(names: Collection[str], pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Map normalised names that stand for another one to that name.

    Args:
        names: All normalised names of a scope.
        pairs: (full, other) normalised names that texts state to be the same.

    Returns:
        For each alias the name that it goes by. An alias of two different full names stands for
        neither.
    """
    known = set(names)
    full_names: dict[str, set[str]] = {}
    for full, other in pairs:
        if full and other and full != other:
            full_names.setdefault(other, set()).add(full)
    merged = {other: next(iter(fulls)) for other, fulls in full_names.items() if len(fulls) == 1}
    for name in known:
        # Single words stay out: "Edwards" is not a number of people called Edward.
        if " " in name and name not in merged and singular_of(name) in known:
            merged[name] = singular_of(name)
    return {name: _last(merged, name) for name in merged if _last(merged, name) != name}


def singular_of(norm: str) -> str:
    """Return the singular of a normalised English name, or an empty string."""
    last = norm.rsplit(" ", 1)[-1]
    if len(last) < 4 or not last.isascii() or not last.isalpha():
        return ""
    if last.endswith("ies") and len(last) > 4 and last not in _NO_PLURAL:
        return norm[:-3] + "y"
    if last.endswith(("ches", "shes", "xes", "sses")):
        return norm[:-2]
    if last.endswith("s") and not last.endswith(("ss", "us", "is")) and last not in _NO_PLURAL:
        return norm[:-1]
    return ""


def _last(merged: Mapping[str, str], name: str) -> str:
    seen = {name}
    while name in merged and merged[name] not in seen:
        name = merged[name]
        seen.add(name)
    # For names that point at each other in a circle: the first in order, whatever the start.
    return min(seen) if name in merged else name
