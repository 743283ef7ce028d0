"""The example messages as the host's embedder sees them; they are embedded once, off the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .question_embedder import may_embed

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from ...text.likeness import ExampleMessages
    from .question_embedder import Policy


class LearnedExamples:
    """Keeps the vectors of the example messages for the embedder that was used last."""

    def __init__(self) -> None:
        self._learned: tuple[Any, ExampleMessages] | None = None

    def of(self, embedder: Any) -> ExampleMessages | None:
        """Return the example messages for an embedder, if it has embedded them.

        Args:
            embedder: The host's embedder.
        """
        learned = self._learned
        return learned[1] if learned is not None and learned[0] is embedder else None

    def learn(self, embedder: Any, policy: Policy) -> None:
        """Embed the example messages unless that was done; blocking, about a second.

        Nothing is raised: where the embedder fails, the next call tries again.

        Args:
            embedder: The host's embedder, or None.
            policy: Whether it may be asked.
        """
        if self.of(embedder) is not None or not may_embed(embedder, policy):
            return
        from ...text.likeness import ExampleMessages

        def embed(texts: Sequence[str]) -> np.ndarray:
            import numpy as np

            vectors = np.asarray(embedder.embed_documents(list(texts)), dtype=np.float32)
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
            if len(vectors) != len(texts) or not (np.isfinite(lengths) & (lengths > 0)).all():
                raise ValueError("not one vector for each text")
            unit: np.ndarray = vectors / lengths
            return unit

        try:
            self._learned = (embedder, ExampleMessages.embed(embed))
        except Exception:  # without them silence is decided by the length of the message
            return
