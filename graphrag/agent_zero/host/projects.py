"""The projects that the host has, read from its folder of projects."""

from __future__ import annotations

import os
from pathlib import Path

from .layouts import MEMORY_OF_PROJECTS

_PROJECTS = Path("usr", "projects")


def project_of(subdir: str) -> str:
    """Return the project that a memory folder belongs to; empty if there is none.

    Args:
        subdir: The memory folder: ``default``, ``projects/<name>``, or what the user chose.
    """
    return subdir.removeprefix(MEMORY_OF_PROJECTS) if subdir.startswith(MEMORY_OF_PROJECTS) else ""


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
    if project := project_of(subdir):
        return root / _PROJECTS / project / ".a0proj" / "memory"
    return root / "usr" / "memory" / subdir


def is_deleted(root: Path, subdir: str) -> bool:
    """Whether a memory folder belongs to a project that the host does not list.

    Args:
        root: The host's root folder.
        subdir: The memory folder: ``default`` or ``projects/<name>``.
    """
    project = project_of(subdir)
    if not project:
        return False
    names = project_names(root)
    return names is not None and project not in names
