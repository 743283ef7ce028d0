"""Lower-case names that a short memory begins with: "moth = Derv's laptop", "tern talks to ...".

People call machines, projects and animals by ordinary words. Such a word begins a memory as its
topic, and in other memories it stands as a name does: without an article, at the beginning or after
a preposition, and before no noun. "coffee machine" and "the boiler" do not. One memory shows too
little, so this counts memories of a scope.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....text.names.name_evidence import is_hasty
from ....text.names.spellings import tally
from ....text.prose import prose
from ....text.sentences import begins_sentence
from ....text.word_lists.calendar_words import CALENDAR_WORDS
from ....text.word_lists.common_words import is_common
from ....text.word_lists.named_kinds import NAMED_KINDS
from ....text.word_lists.stop_words import STOP_WORDS
from ....text.word_lists.word_sets import split_words
from ....text.words import Word, blank_unspaced, each_once, words
from .link_tokens import MAX_CHARACTERS
from .rare_words import DETERMINERS

MIN_LETTERS = 3
"""Shortest topic, in letters."""

MIN_FREE = 2
"""Memories in which a topic has to stand like a name."""

MAX_TIED_SHARE = 0.5
"""Memories in which it stands otherwise, compared with those."""

MAX_ARTICLED_SHARE = 0.1
"""Memories in which a common word stands after an article, compared with those in which it stands
like a name: "saw a hedgehog, a real one" beside twelve about the server of that name."""

MAX_HASTY_SHARE = 1 / 3
"""If more memories begin in lower case, it is a habit and says nothing: "dentist moved to May"."""

_PREPOSITIONS = split_words(
    "after against and at before behind by for from in into like near of on onto or over than"
    " through to under until via with without"
    " an auf aus bei in mit nach oder und von zu"
    " avec chez dans de et ou par pour sur à"
    " a con da del di do e em en na no para per su y"
    " bij met naar op van voor"
    " do i na od w z"
)
"""Words that stand before a name and before no verb."""

_BEFORE_NAMES = _PREPOSITIONS | NAMED_KINDS

_ENDS = re.compile(r" (?:=|->|→|[–-]) |[:,;.)!?]|\s*(?:\n|\Z)")
_VERB = re.compile(r" [a-zà-ÿ]+(?:s|ed)\b")
"""What may be an English verb after its subject; "labels" in "honey labels" looks like one, too."""

_EXPLAINED = re.compile(r", (?:a|an|the|our|my|which)\b")
"""English articles alone: to other languages the "as" of "boiler, as always" is one, too."""
_CLAUSE_SIGNS = frozenset(";:")
_IN_ADDRESS = re.compile(r"\w[.@/]\Z")
"""What stands before a part of an address: the "org" of "orla@scarva.org" is no name."""


@dataclass(frozen=True, slots=True)
class LowerUses:
    """How a memory uses its lower-case words, all normalised.

    Attributes:
        topics: Words with which it, or a line or sentence of it, begins.
        free: Words that stand as a name does.
        tied: Words that stand otherwise.
        articled: Those of them that stand after an article, "my" or a number.
        inner: Words that stand inside a sentence without one.
        is_hasty: Whether it begins in lower case; None for a text that is no short memory.
    """

    topics: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    articled: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()
    is_hasty: bool | None = None


@dataclass(frozen=True, slots=True)
class _Use:
    """How a lower-case word stands in one place; see `LowerUses`."""

    norm: str
    is_topic: bool
    is_free: bool
    is_articled: bool
    is_inner: bool


def lower_uses(title: str, text: str) -> LowerUses:
    """Return how a memory uses its lower-case words.

    Args:
        title: Its title; nothing is said of texts with one.
        text: Its text.
    """
    if title or len(text) > MAX_CHARACTERS:
        return LowerUses()
    text = blank_unspaced(prose(text))
    uses = list(_uses(text, words(text)))
    return LowerUses(
        topics=each_once(use.norm for use in uses if use.is_topic),
        free=each_once(use.norm for use in uses if use.is_free),
        tied=each_once(use.norm for use in uses if not use.is_free),
        articled=each_once(use.norm for use in uses if use.is_articled),
        inner=each_once(use.norm for use in uses if use.is_inner),
        is_hasty=is_hasty(text),
    )


class LowerUseCounts:
    """Counts the memories of a scope that use a lower-case word so or so; see `LowerUses`."""

    def __init__(self) -> None:
        self._topics: Counter[str] = Counter()
        self._free: Counter[str] = Counter()
        self._tied: Counter[str] = Counter()
        self._articled: Counter[str] = Counter()
        self._inner: Counter[str] = Counter()
        self._hasty: Counter[bool] = Counter()

    def count(self, uses: LowerUses, sign: int) -> None:
        """Add the uses of a memory, or with a sign of -1 take them out again."""
        for counter, norms in (
            (self._topics, uses.topics),
            (self._free, uses.free),
            (self._tied, uses.tied),
            (self._articled, uses.articled),
            (self._inner, uses.inner),
        ):
            for norm in norms:
                tally(counter, norm, sign)
        if uses.is_hasty is not None:
            tally(self._hasty, uses.is_hasty, sign)

    def names(self) -> list[str]:
        """Return the words that are names: the topics of memories that stand as names do."""
        return [norm for norm in self._topics if self._is_name(norm)]

    def _is_name(self, norm: str) -> bool:
        """Whether a topic is a name; a common word has to meet more."""
        free, articled = self._free[norm], self._articled[norm]
        if self._inner[norm] and not articled and not is_common(norm):
            return True  # "tarrant: closed on sunday", "serviced by tarrant refrigeration"
        if free < MIN_FREE or self._tied[norm] > MAX_TIED_SHARE * free:
            return False
        is_articled = articled > MAX_ARTICLED_SHARE * free
        is_habit = self._hasty[True] > MAX_HASTY_SHARE * self._hasty.total()
        return not is_common(norm) or not (is_articled or is_habit)


def _uses(text: str, parts: Sequence[Word]) -> Iterator[_Use]:
    for place, word in enumerate(parts):
        if not _may_be_name(text[word.start : word.end], word.norm):
            continue
        if _IN_ADDRESS.search(text, max(word.start - 2, 0), word.start):
            continue
        before = parts[place - 1] if place else None
        after = parts[place + 1] if place + 1 < len(parts) else None
        begins = begins_sentence(text, word.start)
        ends = _stands_before_no_noun(text, word, after)
        may_follow = begins or (before is not None and _may_precede(text, before, word))
        opens = _EXPLAINED.match(text, word.end) if text.startswith(", ", word.end) else ends
        is_articled = (
            before is not None
            and before.norm in DETERMINERS
            and text[before.end : word.start] == " "
        )
        yield _Use(
            norm=word.norm,
            is_topic=begins and bool(opens),
            is_free=ends and may_follow,
            is_articled=is_articled,
            is_inner=not begins and not is_articled,
        )


def _may_be_name(written: str, norm: str) -> bool:
    return (
        len(written) >= MIN_LETTERS
        and written.islower()
        and written.isalpha()
        and norm not in STOP_WORDS
        and norm not in CALENDAR_WORDS
    )


def _stands_before_no_noun(text: str, word: Word, after: Word | None) -> bool:
    if _ENDS.match(text, word.end) or _VERB.match(text, word.end):
        return True
    is_next = after is not None and text[word.end : after.start] == " "
    return is_next and after is not None and after.norm in STOP_WORDS


def _may_precede(text: str, before: Word, word: Word) -> bool:
    gap = text[before.end : word.start].strip(" ")
    return gap in _CLAUSE_SIGNS if gap else before.norm in _BEFORE_NAMES
