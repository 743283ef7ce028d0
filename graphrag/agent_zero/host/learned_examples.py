"""The example messages as the host's embedders see them, embedded once in the background."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...threads import run_in_thread
from .. import markers
from .example_file import example_file, read_vectors, write_vectors
from .question_embedder import address_of, may_embed

if TYPE_CHECKING:
    import numpy as np

    from ...text.messages.likeness import ExampleMessages
    from .question_embedder import Policy

ASK_AGAIN_S = 600.0
"""How long an embedder that failed is left alone."""

_BATCH = 32
"""Texts in one call; some endpoints take no more than 64."""

_KEPT = 8


class LearnedExamples:
    """Keeps the vectors of the example messages, by the model that made them.

    They are kept in a file, too, so that the first message after a start is compared with them.

    Args:
        clock: Returns monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._learned: OrderedDict[str, ExampleMessages] = OrderedDict()
        self._ask_again_at: dict[str, float] = {}
        self._asked: dict[str, Future[None]] = {}
        self._looked_for: set[str] = set()

    def of(
        self, embedder: Any, folder: Path, dimension: int | None = None
    ) -> ExampleMessages | None:
        """Return the example messages for an embedder, if its model has embedded them.

        Args:
            embedder: The host's embedder.
            folder: Where the file with their vectors is; it is read once.
            dimension: That of the memory's vectors, if it is known: a model may change its own, and
                a file of another one is of no use.
        """
        model = _model_of(embedder)
        if model not in self._learned and model not in self._looked_for and _has_name(embedder):
            self._looked_for.add(model)
            self._read(model, folder, dimension)
        return self._learned.get(model)

    def learn_soon(self, embedder: Any, policy: Policy, folder: Path) -> None:
        """Embed the example messages in the background, unless that was done; returns at once.

        Where the embedder fails, it is asked again after ten minutes; where it hangs, once it has
        answered.

        Args:
            embedder: The host's embedder, or None.
            policy: Whether it may be asked.
            folder: Where to keep the file with their vectors.
        """
        model = _model_of(embedder)
        if model in self._learned or not may_embed(embedder, policy):
            return
        with self._lock:
            asked = self._asked.get(model)
            hangs = asked is not None and not asked.done()
            if hangs or self._clock() < self._ask_again_at.get(model, 0.0):
                return
            self._ask_again_at[model] = self._clock() + ASK_AGAIN_S
            with contextlib.suppress(RuntimeError):  # no thread can start; the turn has its block
                learning = run_in_thread("graphrag-examples", self._learn, model, embedder, folder)
                self._asked[model] = learning

    def _read(self, model: str, folder: Path, dimension: int | None) -> None:
        from ...text.messages.likeness import ExampleMessages

        def read(texts: Sequence[str]) -> np.ndarray:
            vectors = read_vectors(example_file(folder, model, texts), len(texts))
            if vectors is None or dimension not in (None, vectors.shape[1]):
                raise FileNotFoundError
            return vectors

        with contextlib.suppress(FileNotFoundError):
            self._keep(model, ExampleMessages.embed(read))

    def _learn(self, model: str, embedder: Any, folder: Path) -> None:
        from ...text.messages.likeness import ExampleMessages

        def embed(texts: Sequence[str]) -> np.ndarray:
            import numpy as np

            rows: list[Sequence[float]] = []
            for start in range(0, len(texts), _BATCH):
                rows += embedder.embed_documents(list(texts[start : start + _BATCH]))
            vectors = np.asarray(rows, dtype=np.float32)
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
            if len(vectors) != len(texts) or not (np.isfinite(lengths) & (lengths > 0)).all():
                raise ValueError("not one vector for each text")
            unit: np.ndarray = vectors / lengths
            if _has_name(embedder):
                write_vectors(example_file(folder, model, texts), unit)
            return unit

        try:
            examples = ExampleMessages.embed(embed)
        except Exception as error:  # without them the length of a message decides about silence
            markers.note(f"could not embed the example messages: {type(error).__name__}")
            return
        self._keep(model, examples)

    def _keep(self, model: str, examples: ExampleMessages) -> None:
        with self._lock:
            self._learned[model] = examples
            if len(self._learned) > _KEPT:
                forgotten, _ = self._learned.popitem(last=False)
                self._ask_again_at.pop(forgotten, None)
                self._asked.pop(forgotten, None)
                self._looked_for.discard(forgotten)


def _has_name(embedder: Any) -> bool:
    """Whether an embedder says which model it is; its vectors are of use in another process."""
    return bool(getattr(embedder, "model_name", ""))


def _model_of(embedder: Any) -> str:
    """Return what tells the vectors of one model from those of another."""
    name = getattr(embedder, "model_name", "") or id(embedder)
    return f"{type(embedder).__name__} {name} {address_of(embedder)}"
