"""The vectors of the example messages in a file: an embedder takes seconds or minutes for them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from ...whole_file import whole_file

if TYPE_CHECKING:
    import numpy as np


def example_file(folder: Path, model: str, texts: Sequence[str]) -> Path:
    """Return the path of the vectors that a model made of some texts.

    Args:
        folder: The plugin's folder of what can be made again.
        model: What tells the vectors of this model from those of another.
        texts: The texts, in order.
    """
    digest = blake2b("\0".join([model, *texts]).encode("utf-8", "replace"), digest_size=8)
    return folder / f"examples-{digest.hexdigest()}.npy"


def read_vectors(path: Path, count: int) -> np.ndarray | None:
    """Return the vectors of a file, shape (count, dimension); None if it holds none such.

    Args:
        path: The file; it need not exist.
        count: How many vectors there must be.
    """
    import numpy as np

    try:
        vectors = np.load(path, allow_pickle=False)
        is_whole = vectors.shape[:1] == (count,) and vectors.ndim == 2
        return vectors if is_whole and bool(np.isfinite(vectors).all()) else None
    except Exception:  # not there, or not what was written: numpy raises whatever its parser does
        return None


def write_vectors(path: Path, vectors: np.ndarray) -> None:
    """Write vectors to a file, or leave it: it only saves time.

    Args:
        path: The file; its folder is made.
        vectors: Shape (count, dimension).
    """
    import numpy as np

    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            np.save(file, vectors, allow_pickle=False)
