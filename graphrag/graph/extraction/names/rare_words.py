"""Names without a capital: mossball, kv-lodde, 石金精機.

A lower-case word that is common in no language known may be a name. It is one where the text treats
it as one: it begins a sentence or follows a semicolon, an apposition explains it ("gurgle, the leak
sensor"), the kind of thing stands before it ("the drone midge"), or it stands without an article in
several memories. Other lower-case words are names only if they are hyphenated or explained. A text
with many rare words is in another language, and shows nothing. In Chinese and Japanese, names are
what the language's list of words does not know (``text.names.unspaced_names``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ....text.names.single_words.amounts import is_quantity
from ....text.names.single_words.german_nouns import capitalises_nouns
from ....text.names.spellings import Spellings, tally, tally_spelling, usual_spelling
from ....text.names.unspaced_names import unspaced_names
from ....text.prose import prose
from ....text.sentences import begins_sentence
from ....text.word_lists.calendar_words import is_calendar_word
from ....text.word_lists.common_words import is_common, is_common_hyphenated, is_common_noun
from ....text.word_lists.named_kinds import NAMED_KINDS
from ....text.word_lists.people_words import ADDRESS, FORMS_OF_ADDRESS, PEOPLE
from ....text.word_lists.stop_words import ARTICLES, GERMAN_DETERMINERS, STOP_WORDS
from ....text.word_lists.word_sets import any_of, split_words
from ....text.words import blank_unspaced, normalize_name, words
from .called_names import is_called_so
from .link_tokens import HYPHENS, MAX_CHARACTERS, WORD

MIN_LETTERS = 3
"""Shortest rare word, in letters."""

MIN_KNOWN_SHARE = 0.6
"""Smallest share of common words among the lower-case words of a text in a known language."""

MAX_UNKNOWN = 2
"""Words that a short text may hold besides."""

MIN_BARE_DF = 3
MIN_BARE_HYPHENATED_DF = 2
"""Memories in which a rare word has to stand without an article to be a name."""

MIN_UNLISTED = 3
"""Characters of a name in a script without capitals, for one document to establish it. Two unknown
characters are as often a word that the list lacks."""

_NUMBERED = re.compile(r"([^\W\d_]{3,})\d{1,2}")
"""``urze1``: the first of several machines of one kind."""

_ENDS_SENTENCE = re.compile(r"[.!?…][\"'”“)]*\s*\Z")
_LOWER_START = re.compile(r"\s*[a-zà-ÿ]")
_LOWER_SENTENCE = re.compile(r"[a-zà-ÿ]{2}[.!?]\s+[a-zà-ÿ]")
"""Between two sentences of somebody who begins none with a capital."""
_ARTICLE = any_of(ARTICLES)
_EXPLAINED = re.compile(rf"(?:,| =| \(| is| ist| è| est| es| é| är) ?(?:{_ARTICLE}|our|my|what)\b")
_EXPLAINED_AFTER_COMMA = re.compile(rf"(?:,| \() ?(?:{_ARTICLE}|our|my|which)\b")
_TOPIC = re.compile(r":\s| = | -> | → ")
_FILE_SIGNS = frozenset("./@_~")
_OPTION = re.compile(r" --?[a-zA-Z]")
_COUNTS_AND_OWNERS = split_words(
    "his her its my our your their one two three four five six some any no each every both"
)
_SAID_OF_PEOPLE = ADDRESS | FORMS_OF_ADDRESS | PEOPLE
"""They stand before names without an article: "meneer Verschoor"."""

DETERMINERS = ARTICLES | GERMAN_DETERMINERS | _COUNTS_AND_OWNERS


@dataclass(frozen=True, slots=True)
class RareWord:
    """A lower-case word that may be a name.

    Attributes:
        norm: The normalised word.
        text: As written.
        start: Its place in the text.
        rare: Whether it, or a part of it, is no common word.
        named: Whether the text treats it as a name.
        bare: Whether it stands without an article.
    """

    norm: str
    text: str
    start: int
    rare: bool
    named: bool
    bare: bool


def rare_words(title: str, text: str) -> list[RareWord]:
    """Find the lower-case words of a memory that may be names.

    Args:
        title: Its title; texts with one have none.
        text: Its text.

    Returns:
        The words in the order of the text.
    """
    if title or len(text) > MAX_CHARACTERS:
        return []
    reader = _Reader(text)
    found = _without_capitals(text) if reader.blanked else []
    if reader.knows_language():
        read = (reader.read(match) for match in WORD.finditer(reader.text))
        found += [word for word in read if word is not None]
    return sorted(found, key=lambda word: word.start)


def _without_capitals(text: str) -> list[RareWord]:
    """Return what may be names in a script that has no capitals."""
    return [
        RareWord(
            norm=normalize_name(name.written),
            text=name.written,
            start=name.start,
            rare=True,
            named=name.is_certain or len(name.written) >= MIN_UNLISTED,
            bare=True,
        )
        for name in unspaced_names(prose(text))
    ]


class RareWordCounts:
    """Counts the rare words of the memories of a scope."""

    def __init__(self) -> None:
        self._spellings: Spellings = {}
        self._named: Counter[str] = Counter()
        self._bare: Counter[str] = Counter()

    def count(self, found: Iterable[RareWord], sign: int) -> None:
        """Add the words of a memory, or with a sign of -1 take them out again."""
        by_norm: dict[str, list[RareWord]] = {}
        for word in found:
            by_norm.setdefault(word.norm, []).append(word)
        for norm, uses in by_norm.items():
            tally_spelling(self._spellings, norm, uses[-1].text, sign)
            if any(word.named for word in uses):
                tally(self._named, norm, sign)
            if any(word.rare and word.bare for word in uses):
                tally(self._bare, norm, sign)

    def names(self) -> dict[str, str]:
        """Return the words that are names, with their spelling.

        They are if one memory treats them so, or if they stand without an article in several.
        """
        return {
            norm: usual_spelling(spellings)
            for norm, spellings in self._spellings.items()
            if self._named[norm] or self._bare[norm] >= _least_bare(norm)
        }


def _least_bare(norm: str) -> int:
    return MIN_BARE_HYPHENATED_DF if " " in norm else MIN_BARE_DF


def _may_be_name(written: str, pieces: Sequence[str]) -> bool:
    """Whether a lower-case word has the form of a name, and is no everyday word."""
    if len(written) < MIN_LETTERS or not written.islower():
        return False
    if any(piece in STOP_WORDS or is_calendar_word(piece) for piece in pieces):
        return False
    if normalize_name(written) in _SAID_OF_PEOPLE:
        return False
    if len(pieces) > 1:
        return not (is_common_hyphenated(written) or is_quantity(written))
    return written.isalpha() or _NUMBERED.fullmatch(written) is not None


class _Reader:
    def __init__(self, text: str) -> None:
        plain = prose(text)
        self.text = blank_unspaced(plain)
        self.blanked = self.text != plain
        self.parts = words(self.text)
        self.place = {word.start: place for place, word in enumerate(self.parts)}
        self.common = is_common_noun if capitalises_nouns(self.text, self.parts) else is_common
        self.is_sentence = bool(_ENDS_SENTENCE.search(self.text[-20:])) and not (
            _LOWER_START.match(self.text) and _LOWER_SENTENCE.search(self.text)
        )

    def knows_language(self) -> bool:
        """Whether most of the lower-case words are common ones."""
        lower = [
            word.norm
            for word in self.parts
            if self.text[word.start].islower() and word.norm.isalpha() and len(word.norm) > 1
        ]
        known = sum(norm in STOP_WORDS or self.common(norm) for norm in lower)
        # In Chinese, Japanese and Korean the few Latin words are names.
        unknown = len(lower) - known
        return self.blanked or unknown <= max(MAX_UNKNOWN, (1 - MIN_KNOWN_SHARE) * len(lower))

    def read(self, match: re.Match[str]) -> RareWord | None:
        """Return what a word shows; None if it can be no name."""
        written, start = match.group(), match.start()
        place = self.place.get(start)
        pieces = HYPHENS.split(written)
        if place is None or not _may_be_name(written, pieces):
            return None
        if self.text[max(start - 1, 0) : start] in _FILE_SIGNS:
            return None
        rare = self._is_rare(written, pieces)
        named = self._is_named(match, place, place + len(pieces) - 1, rare=rare)
        if not (rare or named or len(pieces) > 1):
            return None
        bare = self._is_bare(place)
        return RareWord(normalize_name(written), written, start, rare, named, bare)

    def _is_rare(self, written: str, pieces: Sequence[str]) -> bool:
        """Whether a word, or a part of it, is no common word; digits after it do not count."""
        numbered = _NUMBERED.fullmatch(written)
        return any(
            piece.isalpha() and len(piece) > 2 and not self.common(normalize_name(piece))
            for piece in ([numbered[1]] if numbered else pieces)
        )

    def _is_named(self, match: re.Match[str], place: int, last: int, *, rare: bool) -> bool:
        """Whether the text treats a word as a name.

        Args:
            match: The word.
            place: Its place.
            last: The place of its last part; the same unless it is hyphenated.
            rare: Whether it, or a part of it, is no common word.
        """
        start, end = match.span()
        is_bare, is_hyphenated = self._is_bare(place), last > place
        if begins_sentence(self.text, start) or self.text.endswith("; ", 0, start):
            is_sure = rare or is_hyphenated or _EXPLAINED.match(self.text, end)
            if self.is_sentence and is_sure:
                return True
            if rare and _TOPIC.match(self.text, end):
                return True
        if rare and is_bare and _EXPLAINED_AFTER_COMMA.match(self.text, end):
            return True
        if rare and _OPTION.match(self.text, end):
            return True
        if is_called_so(self.text, start, end, rare=rare):
            return True
        is_whole = is_hyphenated and is_bare
        if rare and (is_whole or self._is_of_kind(place)) and self._is_followed_by_no_noun(last):
            return True
        return is_whole and self._stands_alone(place, last)

    def _is_of_kind(self, place: int) -> bool:
        """Whether the word before says what kind of thing has the name: "the scraper tidewatch"."""
        if not place or self.parts[place - 1].norm not in NAMED_KINDS:
            return False
        gap = self.text[self.parts[place - 1].end : self.parts[place].start]
        return gap.strip("\"'`“„‘") == " "

    def _is_bare(self, place: int) -> bool:
        before = self.parts[place - 1].norm if place else ""
        return before not in DETERMINERS and not before.isdigit()

    def _stands_alone(self, place: int, last: int) -> bool:
        """Whether a function word stands before, and one or punctuation after."""
        if not place or self.parts[place - 1].norm not in STOP_WORDS:
            return False
        return self._is_followed_by_no_noun(last) and all(
            len(word.norm) >= MIN_LETTERS for word in self.parts[place : last + 1]
        )

    def _is_followed_by_no_noun(self, last: int) -> bool:
        if last + 1 >= len(self.parts):
            return True
        word, after = self.parts[last], self.parts[last + 1]
        return self.text[word.end : after.start] != " " or after.norm in STOP_WORDS
