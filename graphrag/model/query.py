"""What a turn asks: the message, what the host recalled, and the days that the message names."""

from __future__ import annotations

import math
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from ..errors import SettingsError

if TYPE_CHECKING:
    import numpy as np

_ROUNDING = 1e-3
"""How far from 1 the length of a vector in single precision may be."""

_SEQUENCES = {
    "scopes": "names",
    "vector_scopes": "names",
    "asks": "asks",
    "recalled": "documents",
    "nearest": "keys",
}
"""The fields of a query that are tuples, and what is in them. A list is taken as well."""


@dataclass(frozen=True, slots=True)
class RecalledDocument:
    """A document that the host's own recall placed in this turn's prompt.

    Attributes:
        key: ``graph_key`` of its scope and id.
        id: Its id in the host.
        text: Its text, as it stands in the prompt.
        cosine: Its cosine with the message, -1 to 1, if it is known.

    Example:
        ::

            RecalledDocument(graph_key("docs", "m1"), "m1", "Tove owns checkout-api.", 0.71)
    """

    key: str
    id: str
    text: str
    cosine: float | None = None


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a message resembles, by example messages (``ExampleMessages``).

    Attributes:
        memory: How much more it resembles messages about memory than others, -1 to 1.
        several: How much more it resembles questions for several memories than questions for one,
            -1 to 1.

    Example:
        ::

            Query(message, scopes, likeness=Likeness(memory=0.1, several=0.03))
    """

    memory: float
    several: float = 0.0


@dataclass(frozen=True, slots=True)
class Ask:
    """One of several things that a message asks.

    Attributes:
        text: Its text, a part of the message.
        spans: Where it stands there: the offsets of start and end.
        vector: The embedding of the text, as ``Query.vector`` is of the message.
        likeness: What the text resembles; None if that is not known.

    Raises:
        SettingsError: ``vector`` is not one row of finite numbers.

    Example:
        ::

            Query(message, scopes, vector=vector, asks=embed_asks(embedder.embed, message))
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    vector: np.ndarray
    likeness: Likeness | None = None

    def __post_init__(self) -> None:
        """Scale the vector."""
        object.__setattr__(self, "vector", _scaled(self.vector))


@dataclass(frozen=True, slots=True)
class Query:
    """What a turn asks the graph.

    Attributes:
        message: The user's message.
        scopes: The scopes that the turn reads, its own first; at most 4.
        today: The clock, for relative dates and the age of facts; by default the machine's.
        recalled: The host's recall, in prompt order.
        vector: The message's embedding, of shape (dimension,), with its English words
            (``embed_messages``); it is scaled to length 1. If it is late, the plugin takes the mean
            of the recalled documents' vectors. None if there are none either: then names and words
            are searched alone.
        mean: The mean of the scopes' document vectors, of shape (dimension,), not normalised; None
            takes the one that the graph holds.
        nearest: Keys of the documents nearest to ``vector``, best first, then to the vectors of
            ``asks``, if an index in this process has them.
        likeness: What the message resembles (``ExampleMessages``); None if it is not known.
        vector_scopes: The scopes to search in Neo4j's vector index with ``vector``; for a library
            user mostly the same as ``scopes``.
        asks: What the message asks, if these are several things, with vectors as long as
            ``vector``; else empty.

    Raises:
        SettingsError: ``message`` is no text, ``scopes``, ``recalled``, ``nearest``,
            ``vector_scopes`` or ``asks`` is no tuple or list, ``vector`` is not one row of finite
            numbers, or ``mean`` is not such a row of the same length.

    Example:
        ::

            Query("Who owns checkout-api?", scopes=("docs",))
            Query(
                question,
                scopes=("docs",),
                vector=embed_messages(embedder.embed, [question])[0],
                vector_scopes=("docs",),
            )
    """

    message: str
    scopes: tuple[str, ...]
    today: date = field(default_factory=date.today)
    recalled: tuple[RecalledDocument, ...] = ()
    vector: np.ndarray | None = None
    mean: np.ndarray | None = None
    nearest: tuple[str, ...] = ()
    likeness: Likeness | None = None
    vector_scopes: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()

    def __post_init__(self) -> None:
        """Check what is given, and scale the vector."""
        if not isinstance(self.message, str):
            raise SettingsError(f"the message is {self.message!r}", "give a text")
        for name, what in _SEQUENCES.items():
            given = getattr(self, name)
            if not isinstance(given, Sequence) or isinstance(given, str | bytes):
                raise SettingsError(f"{name} is {given!r}", f"give a tuple of {what}")
            object.__setattr__(self, name, tuple(given))
        if self.vector is not None:
            object.__setattr__(self, "vector", _scaled(self.vector))
        if self.mean is not None:
            object.__setattr__(self, "mean", _row("mean", self.mean)[0])
        if self.vector is not None and self.mean is not None:
            _check_lengths(self.vector, self.mean)


def _scaled(given: object) -> np.ndarray:
    """Return a vector of length 1; one of zeros stays as it is, and so does one of length 1."""
    vector, length = _row("vector", given)
    return vector if length == 0 or abs(length - 1) <= _ROUNDING else vector / length


def _row(name: str, given: object) -> tuple[np.ndarray, float]:
    """Return one row of finite numbers, and its length as a vector."""
    import numpy as np

    try:
        row = np.asarray(given)
        with np.errstate(over="ignore"):
            length = float(np.linalg.norm(row.astype(float)))
    except (TypeError, ValueError, OverflowError):
        row, length = np.empty(0), math.nan
    if row.ndim != 1:
        raise SettingsError(
            f"the query's {name} has the shape {row.shape}", "give one row: shape (dimension,)"
        )
    if not math.isfinite(length):
        raise SettingsError(
            f"the query's {name} is not made of finite numbers", "check the embedder"
        )
    return row, length


def _check_lengths(vector: np.ndarray, mean: np.ndarray) -> None:
    if len(vector) != len(mean):
        raise SettingsError(
            f"the query's vector has {len(vector)} numbers, and its mean {len(mean)}",
            "take both from one embedder",
        )


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What the tool ``graph_search`` and ``query`` may set; None is the setting.

    Attributes:
        use_graph: Whether links are followed.
        max_results: Maximum number of results, within the cap.
        min_graph_score: Minimum score of a graph result as a share of the best score, 0 to 1.
    """

    use_graph: bool = True
    max_results: int | None = None
    min_graph_score: float | None = None


@dataclass(frozen=True, slots=True)
class DayRange:
    """Days that a question names, as proleptic Gregorian ordinals, both ends included.

    Attributes:
        first: The first day.
        last: The last day; a single day has ``first == last``.
        month: Whether whole months were named, without a day: "in May", "last summer", "in 2024".
    """

    first: int
    last: int
    month: bool = False

    @classmethod
    def of_month(cls, year: int, month: int) -> DayRange:
        """Return a whole month.

        Args:
            year: The year.
            month: 1 to 12.
        """
        first = date(year, month, 1).toordinal()
        return cls(first, first + monthrange(year, month)[1] - 1, month=True)

    @classmethod
    def of_year(cls, year: int) -> DayRange:
        """Return a whole year.

        Args:
            year: The year.
        """
        return cls(date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal(), month=True)
