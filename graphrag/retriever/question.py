"""What is read from a message before any query: names, words, days and the question's vector."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from ..model import DayRange, Query
from ..ranking.dates import beside_dates, days_within
from ..ranking.similarity import centred_question
from ..text.dates.question_dates import question_days
from ..text.dates.written_days import written_days
from ..text.languages.english_words import english_words, is_in_english
from ..text.languages.related_words import related_words
from ..text.messages.asked_days import asks_about_a_day
from ..text.messages.asking_part import asking_part
from ..text.names.name_candidates import name_candidates
from ..text.names.name_dictionary import NameSpan
from ..text.query_words import content_words
from .scope_catalog import ScopeCatalog

if TYPE_CHECKING:
    import numpy as np

MAX_BESIDE_DAY = 2
"""Most other words of a message that asks what is on a day: "what time is dinner tomorrow"."""


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """The question's vector, as it is sent.

    Attributes:
        plain: Of length 1; empty without a vector.
        centred: With the scopes' common direction taken off; empty without a vector.
        centred_norm: The length of ``centred``; the server's cosine ignores length.
        unused: Why the vector that was given is not used, in words.
        asks: The vectors of the several things that the message asks; empty if it asks one.
    """

    plain: list[float]
    centred: list[float]
    centred_norm: float
    unused: str = ""
    asks: tuple[QuestionVector, ...] = ()

    @classmethod
    def of(cls, query: Query, catalog: ScopeCatalog) -> QuestionVector:
        """Centre a query's vectors; one of another length than the graph's counts as none."""
        whole = cls._of(query.vector, query.mean, catalog)
        asks = tuple(cls._of(ask.vector, query.mean, catalog) for ask in query.asks)
        if not all(len(ask.plain) == len(whole.plain) > 0 for ask in asks):
            asks = ()
        return replace(whole, asks=asks)

    @classmethod
    def _of(
        cls, vector: np.ndarray | None, given: np.ndarray | None, catalog: ScopeCatalog
    ) -> QuestionVector:
        if vector is None:
            return cls([], [], 0.0)
        stored = sorted(set(catalog.dimensions.values()))
        if len(vector) not in stored:
            theirs = " and ".join(f"have {length}" for length in stored) or "have none"
            return cls(
                [], [], 0.0, f"it has {len(vector)} numbers; the vectors of the scopes {theirs}"
            )
        mean = given if given is not None else catalog.mean_of(len(vector))
        centred = centred_question(vector, mean)
        norm = float((centred @ centred) ** 0.5)
        if not (norm > 0 and float(vector @ vector) > 0):
            return cls([], [], 0.0, "it has no direction: all its numbers are 0")
        return cls(vector.tolist(), centred.tolist(), norm)


@dataclass(frozen=True, slots=True)
class Question:
    """What a message says.

    Attributes:
        words: Its content words, those of what asks first.
        english: What they mean in English, if it is in another language; in the same order.
        beside: Those of both that do not stand in what asks.
        related: English words that may stand for those that do in a memory.
        candidates: Stretches of it that may be names; none where the graph is not used.
        days: Dates that it names, as far as memories may be of them; none where the graph is not
            used.
        written: Single days that it asks about, as far as memories may write of them; none where
            the graph is not used.
        vector: Its vector.
    """

    words: tuple[str, ...]
    english: tuple[str, ...]
    beside: frozenset[str]
    related: tuple[str, ...]
    candidates: tuple[NameSpan, ...]
    days: tuple[DayRange, ...]
    written: tuple[date, ...]
    vector: QuestionVector

    @classmethod
    def read(cls, query: Query, catalog: ScopeCatalog, *, use_graph: bool) -> Question:
        """Read a query's message.

        Args:
            query: What the turn asks.
            catalog: What is known of its scopes.
            use_graph: False leaves out names and days, which only the graph knows.
        """
        candidates: tuple[NameSpan, ...] = ()
        days: tuple[DayRange, ...] = ()
        written: tuple[date, ...] = ()
        words, english, beside = _words(query.message)
        if use_graph:
            first, last = catalog.first_day, catalog.last_day
            candidates = _names(query.message)
            named = _days(query.message, query.today, first, last)
            days = days_within(named, first, last, query.today.toordinal())
            says_little = len(beside_dates(words)) <= MAX_BESIDE_DAY
            if catalog.related_scopes and says_little and asks_about_a_day(query.message):
                written = written_days(query.message, named, query.today)
        asked = [word for word in english or words if word not in beside]
        related = related_words(asked) if catalog.related_scopes else ()
        vector = QuestionVector.of(query, catalog)
        return cls(words, english, beside, related, candidates, days, written, vector)


# A turn reads the same message as what was asked ahead of it.
_remembered = lru_cache(maxsize=16)

_names = _remembered(name_candidates)


@_remembered
def _days(message: str, today: date, first: int | None, last: int | None) -> tuple[DayRange, ...]:
    return question_days(message, today=today, first=first, last=last)


@_remembered
def _words(message: str) -> tuple[tuple[str, ...], tuple[str, ...], frozenset[str]]:
    """Return a message's words, what they mean in English, and which of both do not ask."""
    in_english, part = is_in_english(message), asking_part(message).text
    own = content_words(message, in_english=in_english)
    english = english_words(message)
    asked = content_words(part, in_english=in_english)
    asked_english = english_words(part) if english else ()
    return (
        tuple(dict.fromkeys(asked + own)),
        tuple(dict.fromkeys(asked_english + english)),
        frozenset({*own, *english}.difference(asked, asked_english)),
    )
