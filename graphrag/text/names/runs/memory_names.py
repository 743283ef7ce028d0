"""Capitalised names in a memory: a short text without a title, written by an agent or a user.

A capital says little at the start of a sentence, in a heading, in code, and for a German noun.
There a single word is a name only if it is no common word. Acronyms are names only if a text says
what they stand for, or if several memories have them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...prose import prose
from ...word_lists.calendar_words import is_capitalised_calendar_word
from ...word_lists.common_words import is_common
from ...word_lists.no_names import NO_NAMES
from ...word_lists.people_words import ABBREVIATED_TITLES, ADDRESS
from ...word_lists.word_sets import split_words
from ...words import Word, join_words, words
from ..single_words.capitals import Capitals, is_too_short
from .bracketed_names import bracketed_names
from .capitalised_runs import capitalised_runs
from .divided_runs import RunDivider
from .labels import is_label, is_numbered_part
from .trimmed_runs import RunTrimmer

_ADDED = split_words("free like only proof ready side size specific style type wide")
"""What may be added to any name with a hyphen."""

_HOLIDAYS = (" s day", " s eve")
"""How the name of a day ends, normalised: "Father's Day"."""


class MemoryNames(NamedTuple):
    """The capitalised names of a memory, each normalised, with its spelling.

    Attributes:
        sure: Names.
        doubtful: Single words whose capital says nothing, and those of two letters: they are names
            if a longer name begins with them.
        weak: Function words with a capital inside a sentence, such as the man "Will": they are
            names if several memories have them.
    """

    sure: dict[str, str]
    doubtful: dict[str, str]
    weak: dict[str, str]


def memory_names(text: str, parts: Sequence[Word]) -> MemoryNames:
    """Find the capitalised names of a memory.

    Args:
        text: Its text.
        parts: Its words.
    """
    reader = _Reader(text, parts)
    names: dict[str, str] = {}
    doubtful: dict[str, str] = {}
    weak: dict[str, str] = {}
    for first, last in capitalised_runs(reader.text, parts):
        if last - first == 1:
            written = text[parts[first].start : parts[first].end]
            if reader.capitals.is_function_word_as_name(first):
                weak[parts[first].norm] = written
            elif reader.capitals.is_foreign_function_word(first):
                doubtful[parts[first].norm] = written
        for start, end in reader.names_in(first, last):
            norm = join_words(parts[start:end])
            says_nothing = (
                reader.capitals.says_nothing(start)
                or is_too_short(norm, parts[start])
                or reader.is_cut_compound(start)
            )
            sure = end - start > 1 or not says_nothing or reader.capitals.is_somebody(start)
            written = text[parts[start].start : parts[end - 1].end]
            (names if sure else doubtful).setdefault(norm, written)
    for written in bracketed_names(reader.text):
        names.setdefault(join_words(words(written)), written)
    for norm in names:
        doubtful.pop(norm, None)
    return MemoryNames(names, doubtful, weak)


class _Reader:
    """Decides which words of a run of capitalised words are names."""

    def __init__(self, text: str, parts: Sequence[Word]) -> None:
        self.text = prose(text)
        self.parts = parts
        self.capitals = Capitals(self.text, parts)
        self._divider = RunDivider(self.capitals)
        self._trimmer = RunTrimmer(self.capitals)

    def names_in(self, first: int, last: int) -> list[tuple[int, int]]:
        """Return the names among the words from `first` to `last`, as (first, after the last)."""
        found: list[tuple[int, int]] = []
        for piece in self._divider.without_dates(first, last):
            for part in self._divider.at_connectors(*self._trimmer.trimmed(*piece)):
                for start, end in self._divider.at_subject(*self._trimmer.trimmed(*part)):
                    if start < end and self._is_name(start, end):
                        found.append((start, end))
        return found

    def is_cut_compound(self, place: int) -> bool:
        """Whether a common word is only a part of one: "Glow" of "Glow-worm"."""
        word, after = self.parts[place], self.parts[place + 1 : place + 2]
        if not after or self.text[word.end : after[0].start] != "-" or not is_common(word.norm):
            return False
        tail = after[0].norm
        is_added = tail.endswith(("ed", "ing")) or tail in _ADDED  # "Redis-backed", "Redis-like"
        return self.text[after[0].start].islower() and not is_added

    def _is_name(self, start: int, end: int) -> bool:
        run = self.parts[start:end]
        norm, norms = join_words(run), [word.norm for word in run]
        if norm in NO_NAMES or is_numbered_part(norms) or norm.endswith(_HOLIDAYS):
            return False
        if is_label(self.text, norms, run[-1].end) and self.capitals.starts_sentence(start):
            return False
        if is_too_short(norm, run[0]) and not self._is_short_first_name(start, end):
            return False
        if end - start == 1 and self.capitals.is_somebody(start):
            return True
        if all(
            is_capitalised_calendar_word(w.norm) or not any(map(str.isalpha, w.norm)) for w in run
        ):
            return False
        if end - start == 1:
            return self.capitals.may_be_name(start)
        if self._is_done_to_number(start):
            return False
        # "Gute Nachricht": in German any adjective may begin a sentence, and any noun follow.
        return not (
            self.capitals.german
            and self.capitals.starts_sentence(start)
            and run[0].norm not in ADDRESS
            and run[0].norm not in ABBREVIATED_TITLES
            and all(self.capitals.is_noun(place) for place in range(start, end))
        )

    def _is_short_first_name(self, start: int, end: int) -> bool:
        """Whether two letters may be a name of which a longer one tells more: "Jo", "Ed"."""
        written = self.text[self.parts[start].start : self.parts[end - 1].end]
        return len(written) == 2 and written.isalpha() and written.istitle()

    def _is_done_to_number(self, place: int) -> bool:
        """Whether a sentence begins with a verb and a number: "Copying 300 GB", "Rescued 11"."""
        norm = self.parts[place].norm
        return (
            self.capitals.starts_sentence(place)
            and norm.endswith(("ing", "ed"))
            and is_common(norm)
            and self.parts[place + 1].norm[0].isdigit()
        )
