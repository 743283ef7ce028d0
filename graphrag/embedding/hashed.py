"""A deterministic embedder that needs nothing: hashed word n-grams.

Feature hashing (Weinberger et al. 2009, https://arxiv.org/abs/0902.2206): each word, pair of
neighbouring words and character trigram of a word adds to one of the vector's places with a sign;
its BLAKE2b hash chooses both. Texts that share words point the same way. That is enough for a
demonstration and for tests, but it knows no meaning.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ..text.nfkc import nfkc
from ..text.word_lists.stop_words import STOP_WORDS

if TYPE_CHECKING:
    import numpy as np

DIMENSION = 384
WORD_WEIGHT = 1.0
PAIR_WEIGHT = 0.5
TRIGRAM_WEIGHT = 0.8

_WORD = re.compile(r"\w+")


class HashedEmbedder:
    """Unit vectors of hashed word n-grams.

    Args:
        dimension: Length of the vectors.

    Example:
        >>> HashedEmbedder().embed(["Mara owns ledger-db."]).shape
        (1, 384)
    """

    name = "hashed-ngrams"

    def __init__(self, dimension: int = DIMENSION) -> None:
        self.dimension = dimension

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Embed texts.

        Args:
            texts: Any strings; a text without a word has the zero vector.

        Returns:
            Shape (len(texts), dimension), float32.
        """
        import numpy as np

        rows = [hashed_vector(text, self.dimension) for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(rows), self.dimension)


def hashed_vector(text: str, dimension: int = DIMENSION) -> list[float]:
    """Embed one text without numpy.

    Args:
        text: Any string.
        dimension: Length of the vector.

    Returns:
        A vector of length 1, or of zeros if the text holds no word.
    """
    vector = [0.0] * dimension
    for feature, weight in _features(text):
        digest = hashlib.blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        number = int.from_bytes(digest, "little")
        vector[(number >> 1) % dimension] += weight if number & 1 else -weight
    norm = math.sqrt(sum(value * value for value in vector))
    return [value / norm for value in vector] if norm else vector


def _features(text: str) -> Iterator[tuple[str, float]]:
    words = _WORD.findall(nfkc(text).casefold())
    kept = [word for word in words if word not in STOP_WORDS] or words
    for word, count in Counter(kept).items():
        yield f"w:{word}", count * WORD_WEIGHT
        padded = f"<{word}>"
        trigrams = [padded[i : i + 3] for i in range(len(padded) - 2)]
        for trigram, times in Counter(trigrams).items():
            yield f"c:{trigram}", count * times * TRIGRAM_WEIGHT / math.sqrt(len(trigrams))
    for (first, second), count in Counter(pairwise(kept)).items():
        yield f"p:{first} {second}", count * PAIR_WEIGHT
