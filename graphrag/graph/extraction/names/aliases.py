"""Other names of the same thing: those that a text states, and plurals.

"Service Level Objective (SLO)", "SLO (Service Level Objective)", "X, also known as Y".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from ....text.english_forms import singular_of
from ....text.word_lists.stop_words import STOP_WORDS
from ....text.words import normalize_name

# Each run of words is read once, from its first word on, and whatever follows it: a pattern that
# may begin at any word of a run takes quadratic time on a long one.
_RUN = r"\w[\w'’]*+(?:[ -]\w[\w'’]*+)*+"
_LONG_SHORT = re.compile(rf"({_RUN})(?: \(([A-Z][A-Za-z&]{{2,9}})\))?")
_SHORT_LONG = re.compile(rf"\b([A-Z][A-Z&]{{2,9}}) \(({_RUN})\)")
_KNOWN_AS = re.compile(
    r"([\w`'’.-]++(?: [A-Z][\w'’.-]*+)*+)"
    r"(?:,? \(?(?:also known as|a\.?k\.?a\.?|also called|nicknamed|formerly known as|formerly|"
    r"short for)\s++[\"“`']?([A-Z][\w'’.-]*+(?: [A-Z][\w'’.-]*+){0,5}))?"
)
_LOWER_WORD = re.compile(r" [a-z]")
_MAX_WORDS = 6
"""Longest name before "also known as", in words."""


def stated_aliases(text: str) -> list[tuple[str, str]]:
    """Find pairs of names for the same thing.

    Args:
        text: Any text.

    Returns:
        (full name, other name) pairs, as written, in the order of the text.
    """
    pairs: list[tuple[str, str]] = []
    for match in _LONG_SHORT.finditer(text):
        if match[2] and (full := _expansion(match[1], match[2])) is not None:
            pairs.append((full, match[2]))
    for match in _SHORT_LONG.finditer(text):
        if _expansion(match[2], match[1]) == match[2]:
            pairs.append((match[2], match[1]))
    for match in _KNOWN_AS.finditer(text):
        other = (match[2] or "").rstrip(".'’")
        # A single word is too often the name of somebody else as well.
        name = _capitalised(match[1]) if " " in other else ""
        # "Acme Hub Apps, formerly Acme Hub add-ons": not formerly Acme Hub.
        is_cut = bool(_LOWER_WORD.match(text, match.end(2))) and name.startswith(other)
        if name and not is_cut:
            pairs.append((name, other))
    return [(a, b) for a, b in pairs if normalize_name(a) != normalize_name(b)]


def _expansion(words_before: str, short: str) -> str | None:
    """Return the last words of a run whose initials make up the short form; None if none do."""
    letters = [letter.casefold() for letter in short if letter.isupper()]
    words = re.split(r"([ -])", words_before)
    names = words[::2]
    if len(names) < 2 or len(letters) < 2:  # "Dr Berg (Bergen)"
        return None
    for size in range(len(letters), min(len(names), len(letters) + 3) + 1):
        tail = names[-size:]
        if not all(word[0].isalpha() for word in tail):
            return None
        initials = [w[0].casefold() for w in tail if w.casefold() not in STOP_WORDS]
        if initials == letters and tail[0].casefold() not in STOP_WORDS:
            return "".join(words[len(words) - (2 * size - 1) :])
    return None


def _capitalised(run: str) -> str:
    """Return the name that ends a run of words, of which only the first may lack a capital."""
    words = run.split(" ")[-_MAX_WORDS:]
    if not any(character.isupper() or character == "`" for character in words[0]):
        words = words[1:]
    return " ".join(words).strip("`")


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
    last = _ends(merged)
    return {name: last[name] for name in merged if last[name] != name}


def _ends(merged: Mapping[str, str]) -> dict[str, str]:
    """Return the name that each name leads to, however many others are between."""
    ends: dict[str, str] = {}
    for name in merged:
        path: dict[str, None] = {}
        while name in merged and name not in ends and name not in path:
            path[name] = None
            name = merged[name]
        if name in path:
            # They point at each other in a circle: the first in order, whatever the start.
            names = list(path)
            name = min(names[names.index(name) :])
        ends |= dict.fromkeys(path, ends.get(name, name))
    return ends
