"""How much a message resembles examples of messages about memory, more than examples of others.

Thanks, orders about the last answer and general questions are alike whatever a memory holds, and
so are questions about one's own appointments, keys and contracts. Only the example messages decide
here, not the memory; ``relevance`` joins both. On six sets of an agent's memories, two banks of
examples whose authors had seen none of them give the same figures (AUC 0.93 alone).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .english_vectors import Embed
from .example_messages import ABOUT_ANYTHING_ELSE, ABOUT_MEMORY

if TYPE_CHECKING:
    import numpy as np

NEAREST = 5
"""Number of examples of each group that a message is compared with."""


@dataclass(frozen=True, slots=True)
class ExampleMessages:
    """The vectors of the example messages, made by the embedder that embeds the questions.

    Attributes:
        about_memory: Shape (messages, dimension), rows of length 1.
        about_anything_else: Likewise.

    Example:
        ::

            examples = ExampleMessages.embed(embedder.embed)
            examples.likeness(embedder.embed(["who has our spare key?"])[0])  # about 0.2
    """

    about_memory: np.ndarray
    about_anything_else: np.ndarray

    @classmethod
    def embed(cls, embed: Embed) -> ExampleMessages:
        """Return the vectors of the example messages; this takes about a second.

        Args:
            embed: The embedding model.
        """
        vectors = embed((*ABOUT_MEMORY, *ABOUT_ANYTHING_ELSE))
        return cls(vectors[: len(ABOUT_MEMORY)], vectors[len(ABOUT_MEMORY) :])

    def likeness(self, vector: np.ndarray) -> float | None:
        """Return how much more a message resembles those about memory than the others.

        Args:
            vector: The message's vector, shape (dimension,), of length 1.

        Returns:
            The difference of the mean cosines with the nearest examples of each group; with
            all-MiniLM-L6-v2 -0.2 for "make it shorter", 0.2 for "who has our spare key?". None for
            a vector of another model.
        """
        if vector.shape != self.about_memory.shape[1:]:
            return None
        return _nearest(self.about_memory, vector) - _nearest(self.about_anything_else, vector)


def _nearest(examples: np.ndarray, vector: np.ndarray) -> float:
    import numpy as np

    return float(np.sort(examples @ vector)[-NEAREST:].mean())
