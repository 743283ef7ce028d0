"""The vectors of a turn's message, embedded side by side, as far as they are there in time."""

from __future__ import annotations

import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ....model import Ask
from ....text.languages.english_vectors import mean_of_both
from ....text.languages.english_words import english_message
from ....text.messages.asking_part import asking_part
from ....text.messages.asks import asks
from ....text.messages.message_vectors import ASKING_SHARE

if TYPE_CHECKING:
    import numpy as np

    from ....text.messages.likeness import ExampleMessages
    from ...host.question_embedder import Policy, QuestionEmbedder

    Vector = np.ndarray | None


class Compared(NamedTuple):
    """The vectors of a text.

    Attributes:
        vector: The one to search with, as ``embed_messages`` makes it; None if it is late.
        compared: The one to compare with the example messages, as ``embed_in_english`` makes it;
            None if all are late.
    """

    vector: Vector
    compared: Vector


@dataclass(frozen=True, slots=True)
class _Embedding:
    """A text and its English words, being embedded."""

    own: Future[Vector]
    english: Future[Vector]

    def wait(self, ends: float) -> Compared:
        own, english = _wait_for(self.own, ends), _wait_for(self.english, ends)
        return Compared(_mean(own, english, 0.5), own if english is None else english)


class MessageVectors:
    """Embeds a message, what of it asks, each of several asks, and the English words of all.

    Args:
        message: The user's message.
        embedder: Embeds texts within a time limit.
        of_host: The host's embedder.
        policy: Whether it may be asked.
    """

    def __init__(
        self, message: str, embedder: QuestionEmbedder, of_host: Any, policy: Policy
    ) -> None:
        def begin(text: str) -> _Embedding:
            return _Embedding(
                embedder.start(of_host, text, policy),
                embedder.start(of_host, english_message(text), policy),
            )

        part = asking_part(message).text
        self._whole = begin(message)
        self._part = None if part == message else begin(part)
        self._parts = asks(message)
        self._asks = [begin(part.text) for part in self._parts]

    def wait(self, timeout_s: float) -> Compared:
        """Return the vectors of the message.

        Args:
            timeout_s: Longest wait for all, in seconds. What is late is left out.

        Returns:
            Both of length 1.
        """
        ends = time.monotonic() + timeout_s
        whole = self._whole.wait(ends)
        if self._part is None:
            return whole
        part = self._part.wait(ends)
        vector = _mean(whole.vector, part.vector, ASKING_SHARE)
        return Compared(vector, whole.compared if part.compared is None else part.compared)

    def wait_for_asks(
        self, timeout_s: float, examples: ExampleMessages | None = None
    ) -> tuple[Ask, ...]:
        """Return the several things that the message asks; none if it asks one, or if one is late.

        Args:
            timeout_s: Longest wait for all, in seconds.
            examples: What they are compared with.
        """
        ends = time.monotonic() + timeout_s
        found = []
        for part, embedding in zip(self._parts, self._asks, strict=True):
            vector, compared = embedding.wait(ends)
            if vector is None or compared is None:
                return ()
            likeness = None if examples is None else examples.likeness(compared)
            found.append(Ask(part.text, part.spans, vector, likeness))
        return tuple(found)


def _mean(own: Vector, other: Vector, share: float) -> Vector:
    """Return the mean of two vectors; of one that is missing or has another length, the first."""
    if own is None or other is None or other.shape != own.shape:
        return own
    return mean_of_both(own, other, share)


def _wait_for(embedding: Future[Vector], ends: float) -> Vector:
    try:
        return embedding.result(max(0.0, ends - time.monotonic()))
    except FutureTimeoutError:
        return None
