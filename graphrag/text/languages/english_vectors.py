"""The vectors of texts in other languages than English.

Small embedding models know English best: with all-MiniLM-L6-v2 a German question finds German
texts, whatever they are about. So the graph's vector of such a text, and of such a question, is the
mean of its own and of that of its English words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .english_words import english_message, english_text

if TYPE_CHECKING:
    import numpy as np

Embed = Callable[[Sequence[str]], "np.ndarray"]
"""Returns the vectors of texts: shape (texts, dimension), rows of length 1."""


def embed_texts(embed: Embed, texts: Sequence[str]) -> np.ndarray:
    """Return the vectors of texts, with their English words.

    Args:
        embed: The embedding model.
        texts: Texts in any language.

    Returns:
        Shape (texts, dimension), rows of length 1.
    """
    return _mixed(embed, texts, english_text)


def embed_messages(embed: Embed, messages: Sequence[str]) -> np.ndarray:
    """Return the vectors of messages, with their English words, function words among them.

    "how", "when" and "have I" are much of a question, and little of what answers it.

    Args:
        embed: The embedding model.
        messages: Messages in any language.

    Returns:
        Shape (messages, dimension), rows of length 1.
    """
    return _mixed(embed, messages, english_message)


def _mixed(embed: Embed, texts: Sequence[str], in_english: Callable[[str], str]) -> np.ndarray:
    vectors = embed(texts)
    said = {place: english for place, text in enumerate(texts) if (english := in_english(text))}
    if said:
        vectors = vectors.copy()
        places = list(said)
        vectors[places] = mean_of_both(vectors[places], embed(list(said.values())))
    return vectors


def embed_in_english(embed: Embed, messages: Sequence[str]) -> np.ndarray:
    """Return the vectors of messages, in other languages those of their English words alone.

    With these a message is compared with others whose content is another, such as examples.

    Args:
        embed: The embedding model.
        messages: Messages in any language.

    Returns:
        Shape (messages, dimension), rows of length 1.
    """
    return embed([english_message(message) or message for message in messages])


def mean_of_both(own: np.ndarray, english: np.ndarray) -> np.ndarray:
    """Return the mean of two vectors, or of the rows of two arrays, of length 1.

    Args:
        own: Vectors of texts, shape (..., dimension), of length 1.
        english: Those of their English words, of the same shape.
    """
    import numpy as np

    both = own + english
    lengths = np.linalg.norm(both, axis=-1, keepdims=True)
    return np.where(lengths > 0, both / np.where(lengths > 0, lengths, 1), own).astype(own.dtype)
