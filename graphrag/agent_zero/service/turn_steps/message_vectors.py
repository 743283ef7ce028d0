"""The vectors of a turn's message, embedded side by side, as far as they are there in time."""

from __future__ import annotations

import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import TYPE_CHECKING, Any

from ....text.languages.english_vectors import mean_of_both
from ....text.languages.english_words import english_message
from ....text.messages.asking_part import asking_part
from ....text.messages.message_vectors import ASKING_SHARE

if TYPE_CHECKING:
    import numpy as np

    from ...host.question_embedder import Policy, QuestionEmbedder

    Vector = np.ndarray | None


class MessageVectors:
    """Embeds a message, what of it asks, and the English words of both.

    Args:
        message: The user's message.
        embedder: Embeds texts within a time limit.
        of_host: The host's embedder.
        policy: Whether it may be asked.
    """

    def __init__(
        self, message: str, embedder: QuestionEmbedder, of_host: Any, policy: Policy
    ) -> None:
        part = asking_part(message).text
        texts = [message] if part == message else [message, part]
        self._asked = [
            (embedder.start(of_host, text, policy), embedder.start(of_host, said, policy))
            for text, said in zip(texts, map(english_message, texts), strict=True)
        ]

    def wait(self, timeout_s: float) -> tuple[Vector, Vector]:
        """Return the vector to search with, and the one to compare with the example messages.

        Args:
            timeout_s: Longest wait for all, in seconds. What is late is left out.

        Returns:
            Both of length 1, as ``embed_messages`` and ``embed_in_english`` make them. The first is
            None if the message's own vector is late, the second if all are.
        """
        ends = time.monotonic() + timeout_s
        found = [[_wait_for(future, ends) for future in pair] for pair in self._asked]
        whole, *part = [_mean(own, english, 0.5) for own, english in found]
        vector = _mean(whole, part[0], ASKING_SHARE) if part else whole
        compared = next(
            (v for own, said in reversed(found) for v in (said, own) if v is not None), None
        )
        return vector, compared


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
