"""What one text says about names: its title, its capitalised phrases, and how it writes each word.

A name is a title (also without a parenthesis at its end) or a capitalised phrase, without a leading
article, of at least three characters and not all digits or dates. A single word is a name only if
it is no stop word; in a sentence it counts only where it is capitalised.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..sentences import QUOTATION_MARKS, begins_sentence
from ..word_lists.calendar_words import CALENDAR_WORDS
from ..word_lists.common_words import is_common
from ..word_lists.stop_words import ARTICLES, STOP_WORDS
from ..words import Word, each_once, join_words, words
from .places_and_first_names import first_names_of, home_towns, inside_of
from .runs.capitalised_runs import begins_elided_name, capitalised_runs
from .runs.memory_names import MemoryNames, memory_names
from .single_words.capitals import is_too_short

_PARENTHESIS = re.compile(r"[(（][^()（）]*+[)）]$")
_BEFORE_CAPITAL = QUOTATION_MARKS + ":;"
"""After these a function word may have a capital, too: 'the song "The Otter"'."""

_OPENING = ARTICLES | STOP_WORDS
_JOINED_BEFORE = re.compile(r"[^\W_][._/@-]\Z|[/@]\Z")
_JOINED_AFTER = re.compile(r"[._/@-][^\W_]")


@dataclass(frozen=True, slots=True)
class NameEvidence:
    """What one document says about names.

    Attributes:
        titles: Names from the title: normalised, and as written.
        phrases: Capitalised phrases of the text: normalised, and as written.
        capitalised: How often each single word stands capitalised.
        lower: How often each single word stands in lower case.
        doubtful: Words whose capital, or want of one, says nothing; names if a longer name begins
            with them.
        weak: Capitalised phrases that are names if several documents have them.
        joinable: Those of the phrases, normalised, that may be forms of one name, as "Jonas" and
            "Jonas Beck" are. None of a text with a title.
        places: Single words that name where somebody lives: they are short for no longer name.
        inside: One or two words after "in", which may be places, too.
        first_names: Single words after "brother" and the like: they are no surnames.
    """

    titles: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)
    capitalised: Mapping[str, int] = field(default_factory=dict)
    lower: Mapping[str, int] = field(default_factory=dict)
    doubtful: Mapping[str, str] = field(default_factory=dict)
    weak: Mapping[str, str] = field(default_factory=dict)
    joinable: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    first_names: tuple[str, ...] = ()


def name_evidence(title: str, text: str) -> NameEvidence:
    """Read what one document says about names.

    Args:
        title: Its title, empty if it has none.
        text: Its text.

    Returns:
        The evidence; the same text always gives the same.
    """
    parts = words(text)
    capitalised: Counter[str] = Counter()
    lower: Counter[str] = Counter()
    for word in parts:
        first = text[word.start]
        if first.isupper():
            capitalised[word.norm] += 1
        elif first.islower() and (title or not _is_part_of_code(text, word)):
            lower[word.norm] += 1
    found = MemoryNames(_phrases(text, parts), {}, {}) if title else memory_names(text, parts)
    doubtful = found.doubtful
    if not title and is_hasty(text):
        uncommon = {norm for norm in lower if norm.isalpha() and not is_common(norm)}
        doubtful |= {norm: norm for norm in uncommon}
        lower = Counter({norm: count for norm, count in lower.items() if norm not in uncommon})
    evidence = NameEvidence(
        title_names(title), found.sure, dict(capitalised), dict(lower), doubtful, found.weak
    )
    if title:
        return evidence
    return replace(
        evidence,
        joinable=each_once(found.sure),
        places=each_once(home_towns(text)),
        inside=each_once(inside_of(text)),
        first_names=each_once(first_names_of(text)),
    )


def _is_part_of_code(text: str, word: Word) -> bool:
    """Whether a word is a part of `checkout-api`, `grafana.lan` or `src/main`."""
    return bool(
        _JOINED_BEFORE.search(text, max(word.start - 2, 0), word.start)
        or _JOINED_AFTER.match(text, word.end)
    )


def is_hasty(text: str) -> bool:
    """Whether a text begins in lower case, so that it may have no capitals at all."""
    return next((letter.islower() for letter in text if letter.isalpha()), False)


def title_names(title: str) -> dict[str, str]:
    """Return the names that a title is: normalised, and as written."""
    names: dict[str, str] = {}
    for written in (title, _PARENTHESIS.sub("", title.rstrip()).rstrip()):
        parts = words(written)
        _add_name(names, written, parts)
    return names


def _phrases(text: str, parts: Sequence[Word]) -> dict[str, str]:
    """Find the runs of capitalised words, small connecting words inside them included."""
    names: dict[str, str] = {}
    for first, last in capitalised_runs(text, parts):
        at_start = begins_sentence(text, parts[first].start, after=_BEFORE_CAPITAL)
        _add_name(names, text, parts[first:last], at_start=at_start)
    return names


def _add_name(
    names: dict[str, str], text: str, run: Sequence[Word], *, at_start: bool = False
) -> None:
    ignored = _OPENING if at_start else ARTICLES
    while (
        run and run[0].norm in ignored and not begins_elided_name(text, run[0], at_start=at_start)
    ):
        run = run[1:]
    if len(run) > 2 and run[0].norm in CALENDAR_WORDS and run[1].norm.isdigit():
        # "In March 2021 Anna Berg moved": the date is no part of the name.
        run = [word for word in run[1:] if not word.norm.isdigit()]
    if run and run[-1].norm == "s" and text[run[-1].start] == "s":
        run = run[:-1]
    norm = join_words(run)
    if not run or not _may_be_name(norm, run):
        return
    closing = ")" if text[run[-1].end : run[-1].end + 1] == ")" else ""
    written = text[run[0].start : run[-1].end]
    names.setdefault(norm, written + closing if "(" in written else written)


def _may_be_name(norm: str, run: Sequence[Word]) -> bool:
    if is_too_short(norm, run[0]):
        return False
    if all(word.norm in CALENDAR_WORDS or not _has_letter(word.norm) for word in run):
        return False
    return len(run) > 1 or norm not in STOP_WORDS


def _has_letter(word: str) -> bool:
    return any(character.isalpha() for character in word)
