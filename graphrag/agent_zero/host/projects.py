"""The projects that the host has, read from its folder of projects."""

from __future__ import annotations

import os
from pathlib import Path

_PROJECTS = Path("usr", "projects")

SUBDIR = "projects/"
"""What the memory folder of a project begins with."""


def project_names(root: Path) -> frozenset[str] | None:
    """Return the names of the host's projects, also of those that cannot be read just now.

    Args:
        root: The host's root folder.

    Returns:
        The names; None if the folder of projects is not there or cannot be read.
    """
    try:
        names = os.listdir(root / _PROJECTS)
    except OSError:
        return None
    return frozenset(name for name in names if not name.startswith("."))


def memory_folder(root: Path, subdir: str) -> Path:
    """Return where the host keeps a memory folder.

    Args:
        root: The host's root folder.
        subdir: The memory folder: ``default`` or ``projects/<name>``.
    """
    if subdir.startswith(SUBDIR):
        return root / _PROJECTS / subdir.removeprefix(SUBDIR) / ".a0proj" / "memory"
    return root / "usr" / "memory" / subdir


def is_deleted(root: Path, subdir: str) -> bool:
    """Whether a memory folder belongs to a project that the host does not list.

    Args:
        root: The host's root folder.
        subdir: The memory folder: ``default`` or ``projects/<name>``.
    """
    if not subdir.startswith(SUBDIR):
        return False
    names = project_names(root)
    return names is not None and subdir.removeprefix(SUBDIR) not in names
