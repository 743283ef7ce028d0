"""Files that are written as a whole: a reader sees the older one, or the complete new one."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from io import BufferedWriter
from pathlib import Path

_ABANDONED_S = 3600.0
"""After how many seconds without a change a draft belongs to nobody who still writes."""

_LONGEST = 200
"""Maximum number of bytes of a file's name with which its drafts' names still fit into 255."""


@contextlib.contextmanager
def whole_file(path: Path, *, private: bool = False) -> Iterator[BufferedWriter]:
    """Open a draft beside a file; it takes the file's place at the end, unless something is raised.

    Drafts that killed processes left beside the file are removed.

    Args:
        path: The file, also behind a symbolic link; its folder exists. A new one keeps the mode
            of the older one.
        private: Whether only the owner may read it (0600), from its first byte on.

    Raises:
        OSError: It cannot be written.

    Example:
        >>> with whole_file(Path("list.txt")) as file:
        ...     file.write(b"Anna")
        4
    """
    target = Path(os.path.realpath(path))
    _remove_abandoned(target)
    draft = target.with_name(f".{_draft_name(target)}.{secrets.token_hex(4)}.part")
    try:
        descriptor = os.open(
            draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666
        )
        with open(descriptor, "wb") as file:
            yield file
        if not private and target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def write_whole(path: Path, text: str, *, private: bool = False) -> None:
    """Write a text file as a whole.

    Args:
        path: The file, also behind a symbolic link; its folder exists.
        text: What goes into it, as UTF-8.
        private: Whether only the owner may read it (0600), from its first byte on.

    Raises:
        OSError: It cannot be written.
    """
    with whole_file(path, private=private) as file:
        file.write(text.encode("utf-8"))


def _draft_name(path: Path) -> str:
    """Return what the names of a file's drafts begin with; they must fit the file system, too."""
    name = os.fsencode(path.name)
    return path.name if len(name) <= _LONGEST else hashlib.blake2b(name, digest_size=16).hexdigest()


def _remove_abandoned(path: Path) -> None:
    for draft in path.parent.glob(f".{glob.escape(_draft_name(path))}.*.part"):
        with contextlib.suppress(OSError):
            if time.time() - draft.stat().st_mtime > _ABANDONED_S:
                draft.unlink()
