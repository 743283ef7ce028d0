"""The vectors of texts in other languages than English.

Small embedding models know English best: with all-MiniLM-L6-v2 a German question finds German
texts, whatever they are about. So the graph's vector of such a text, and of such a question, is the
mean of its own and of that of its English words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .english_words import english_text

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
    return mixed_with_english(embed, texts, english_text)


def mixed_with_english(
    embed: Embed, texts: Sequence[str], in_english: Callable[[str], str]
) -> np.ndarray:
    """Return the vectors of texts, mixed with those of what they say in English.

    Args:
        embed: The embedding model.
        texts: Texts in any language.
        in_english: Returns what a text says in English; empty for English text.

    Returns:
        Shape (texts, dimension), rows of length 1.
    """
    vectors = embed(texts)
    said = {place: english for place, text in enumerate(texts) if (english := in_english(text))}
    if said:
        vectors = vectors.copy()
        places = list(said)
        vectors[places] = mean_of_both(vectors[places], embed(list(said.values())))
    return vectors


def mean_of_both(own: np.ndarray, other: np.ndarray, share: float = 0.5) -> np.ndarray:
    """Return the mean of two vectors, or of the rows of two arrays, of length 1.

    Args:
        own: Vectors of texts, shape (..., dimension), of length 1.
        other: Those of their English words, or of a part of them, of the same shape.
        share: Share of ``other``, 0 to 1.
    """
    import numpy as np

    both = (1 - share) * own + share * other
    lengths = np.linalg.norm(both, axis=-1, keepdims=True)
    return np.where(lengths > 0, both / np.where(lengths > 0, lengths, 1), own).astype(own.dtype)
