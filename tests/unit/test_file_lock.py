"""Locks between processes."""

from __future__ import annotations

import errno
import os

import pytest

from graphrag import file_lock


def test_a_file_system_without_locks_leaves_no_file_open(tmp_path, monkeypatch):
    opened = []

    def refuse(descriptor: int, kind: int) -> None:
        opened.append(descriptor)
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(file_lock.fcntl, "flock", refuse)
    with pytest.raises(OSError, match="No locks available"):
        file_lock.try_lock(tmp_path / "lock")
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(*opened)
