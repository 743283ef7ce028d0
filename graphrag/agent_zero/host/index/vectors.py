"""The vectors of a FAISS index that other threads of the host change at any time.

FAISS works outside the interpreter's lock, and has no lock of its own. While a vector is added, the
index may move to other memory; who reads the old one then crashes the process. So the vectors are
read as a debugger does, through a file of the kernel's: memory that is gone is an error there.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

_OWN_MEMORY = "/proc/self/mem"


class ChangingError(Exception):
    """The index was changed while it was read."""


def read_vectors(index: Any, total: int) -> np.ndarray:
    """Return all vectors of an index as they are, one in each row (float32).

    Args:
        index: The index.
        total: The number of its vectors.

    Raises:
        ChangingError: It was changed meanwhile.
        Exception: Whatever the index raises, if it does not give its vectors.
    """
    import numpy as np

    memory = _own_memory() if hasattr(index, "get_xb") else None
    if memory is None:
        return np.asarray(index.reconstruct_n(0, total), dtype=np.float32)
    try:
        first, second = _peek(memory, index, total), _peek(memory, index, total)
    finally:
        os.close(memory)
    if not np.array_equal(first.view(np.uint32), second.view(np.uint32)):
        raise ChangingError
    return first


def _own_memory() -> int | None:
    """Open the memory of this process; return None where it cannot be read so: outside Linux."""
    import numpy as np

    known, shown = np.arange(1, 5, dtype=np.uint32), bytearray(16)
    try:
        memory = os.open(_OWN_MEMORY, os.O_RDONLY)
    except OSError:
        return None
    try:
        os.preadv(memory, [shown], known.ctypes.data)
    except OSError:  # a sandbox that has the file, and does not let it be read
        shown.clear()
    if shown == known.tobytes():
        return memory
    os.close(memory)
    return None


def _peek(memory: int, index: Any, total: int) -> np.ndarray:
    import numpy as np

    found = np.empty((total, index.d), dtype=np.float32)
    room = memoryview(found).cast("B")
    address, done = int(index.get_xb()), 0
    while done < len(room):
        try:
            count = os.preadv(memory, [room[done:]], address + done)
        except OSError as error:
            raise ChangingError from error
        if not count:
            raise ChangingError
        done += count
    return found
