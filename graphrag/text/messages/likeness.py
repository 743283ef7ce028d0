"""What a message resembles: messages about memory or others, questions for several memories or one.

Thanks, orders about the last answer and general questions are alike whatever a memory holds, and
so are questions about one's own appointments, keys and contracts. Only the example messages decide
here, not the memory; ``relevance`` joins both. The nearest examples tell both apart, and where no
example is near, what all of them have in common (``DividingPlane``), if that is clearly against
memory. Questions for a list are told from others by the means of their groups (AUC 0.87 on eight
sets); ``packing.worth_showing`` shows more for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...model import Likeness
from ..languages.english_vectors import Embed
from .dividing_plane import DividingPlane
from .example_messages import example_messages

if TYPE_CHECKING:
    import numpy as np

NEAREST = 5
"""Number of examples of each group that a message is compared with."""

CLEARLY = 0.3
"""How far on the side of other messages a message must be to count as less about memory."""

SIDE_WEIGHT = 0.1
"""What each further step to that side takes off; the others are at about -0.6."""


@dataclass(frozen=True, slots=True)
class ExampleMessages:
    """The vectors of the example messages, made by the embedder that embeds the questions.

    Attributes:
        about_memory: Shape (messages, dimension), rows of length 1.
        about_anything_else: The same for all other messages.
        plane: What divides both groups.
        towards_several: The mean of the questions for several memories less that of the questions
            for one, shape (dimension,).

    Example:
        ::

            examples = ExampleMessages.embed(embedder.embed)
            vector = embedder.embed(["who has our spare key?"])[0]
            examples.likeness(vector).memory  # about 0.3
    """

    about_memory: np.ndarray
    about_anything_else: np.ndarray
    plane: DividingPlane
    towards_several: np.ndarray

    @classmethod
    def embed(cls, embed: Embed) -> ExampleMessages:
        """Return the vectors of the example messages; this takes some seconds.

        Args:
            embed: The embedding model.
        """
        import numpy as np

        groups = [
            example_messages("about_memory"),
            example_messages("about_anything_else"),
            example_messages("for_several"),
            example_messages("for_one"),
        ]
        vectors = embed([message for group in groups for message in group])
        ends = np.cumsum([len(group) for group in groups])[:-1]
        memory, anything_else, several, one = np.split(vectors, ends)
        plane = DividingPlane.between(memory, anything_else)
        return cls(memory, anything_else, plane, several.mean(axis=0) - one.mean(axis=0))

    def likeness(self, vector: np.ndarray) -> Likeness | None:
        """Return what a message resembles.

        Args:
            vector: The message's vector, shape (dimension,), of length 1.

        Returns:
            ``memory`` is the difference of the mean cosines with the nearest examples of each
            group, or less where all examples speak against it; with all-MiniLM-L6-v2 -0.6 for "make
            it shorter", 0.3 for "who has our spare key?". ``several`` is the difference of the mean
            cosines with all of each group; 0.03 for "which invoices are still open?". None for a
            vector of another model.
        """
        if vector.shape != self.about_memory.shape[1:]:
            return None
        near = _nearest(self.about_memory, vector) - _nearest(self.about_anything_else, vector)
        beyond = min(0.0, self.plane.side(vector) + CLEARLY)
        return Likeness(near + SIDE_WEIGHT * beyond, float(self.towards_several @ vector))


def _nearest(examples: np.ndarray, vector: np.ndarray) -> float:
    import numpy as np

    return float(np.sort(examples @ vector)[-NEAREST:].mean())
