"""Locks between processes: a file that one process holds. It is freed however that process ends."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no flock; there every lock counts as free
    fcntl = None  # type: ignore[assignment]


def try_lock(path: Path) -> int | None:
    """Take an exclusive lock, without waiting.

    Args:
        path: The lock file; it is made if it does not exist.

    Returns:
        The open descriptor that holds the lock, or None if another process holds it.

    Raises:
        OSError: The file cannot be made, or its file system has no locks.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    if fcntl is None:
        return descriptor
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            return None
        raise  # the file system has no locks
    return descriptor


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock, and wait for it first.

    Args:
        path: A folder, or a lock file, which is made if it does not exist.
    """
    if fcntl is None and path.is_dir():  # Windows cannot open a folder
        yield
        return
    flags = os.O_RDONLY if path.is_dir() else os.O_RDWR | os.O_CREAT
    descriptor = os.open(path, flags, 0o600)
    try:
        if fcntl is not None:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def is_locked(path: Path) -> bool:
    """Whether a process holds a lock; a missing file is free.

    Args:
        path: The lock file.
    """
    if not path.exists():
        return False
    descriptor = try_lock(path)
    if descriptor is None:
        return True
    os.close(descriptor)
    return False
