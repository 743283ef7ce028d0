"""The projects and the memory folders that the host has, read from its files."""

from __future__ import annotations

import os
from pathlib import Path

from .layouts import DEFAULT_MEMORY, MEMORY_OF_PROJECTS, memory_of_project

INDEX = "index.faiss"
"""The file of the vectors in a memory folder."""

_PROJECTS = Path("usr", "projects")
_META = ".a0proj"

_LEFT_OVER = ["knowledge"]
"""What alone is in the meta folder of a deleted project after a chat was in it: the host then makes
the folders for the project's knowledge again. One that exists has its ``project.json`` as well."""


def project_of(subdir: str) -> str:
    """Return the project that a memory folder belongs to; empty if there is none.

    Args:
        subdir: The memory folder: ``default``, ``projects/<name>``, or what the user chose.
    """
    return subdir.removeprefix(MEMORY_OF_PROJECTS) if subdir.startswith(MEMORY_OF_PROJECTS) else ""


def project_names(root: Path) -> frozenset[str] | None:
    """Return the names of the host's projects, also of those that cannot be read just now.

    A project counts as deleted although the host has made its folders for knowledge again.

    Args:
        root: The host's root folder.

    Returns:
        The names; None if the folder of projects is not there or cannot be read.
    """
    try:
        names = os.listdir(root / _PROJECTS)
    except OSError:
        return None
    return frozenset(
        name for name in names if not (name.startswith(".") or _is_left_over(root, name))
    )


def _is_left_over(root: Path, name: str) -> bool:
    try:
        return os.listdir(root / _PROJECTS / name / _META) == _LEFT_OVER
    except OSError:
        return False


def memory_folder(root: Path, subdir: str) -> Path:
    """Return where the host keeps a memory folder.

    Args:
        root: The host's root folder.
        subdir: The memory folder: ``default`` or ``projects/<name>``.
    """
    if project := project_of(subdir):
        return root / _PROJECTS / project / _META / "memory"
    return root / "usr" / "memory" / subdir


def memory_folders(root: Path) -> list[str]:
    """Return the memory folders that the host has, also before it has loaded a memory.

    Args:
        root: The host's root folder.
    """
    found = {path.name for path in (root / "usr" / "memory").glob("[!.]*") if path.is_dir()}
    of_projects = map(memory_of_project, project_names(root) or ())
    found.update(one for one in of_projects if (memory_folder(root, one) / INDEX).is_file())
    return sorted({DEFAULT_MEMORY, *found})


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
