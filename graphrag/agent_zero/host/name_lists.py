"""The user's own list of names, in a file beside the host's memory that it is about.

There it is backed up, moved and deleted with that memory. Whatever becomes of the graph, of the
plugin's own folders or of the plugin, the list stays.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ...errors import SettingsError
from ...file_lock import locked
from ...scopes import MAX_SCOPE
from ...text.names.name_list import EMPTY_LIST, NameList
from ...whole_file import write_whole
from .projects import memory_folder, project_of

FILE = "graphrag-names.json"

_MAX_FOLDER_NAME = 255
"""Maximum number of bytes of a folder's name on the usual file systems."""

Stamp = tuple[int, int] | None
"""What changes when the file does."""


def names_file(root: Path, subdir: str) -> Path:
    """Return the file of the list of one memory folder.

    Args:
        root: The host's root folder.
        subdir: The host's memory folder: ``default`` or ``projects/<name>``.

    Raises:
        SettingsError: There is no such memory folder.
    """
    require_folder_name(subdir)
    return memory_folder(root, subdir) / FILE


def require_folder_name(subdir: str) -> None:
    """Check that the host could have a memory folder of this name.

    Args:
        subdir: What was named.

    Raises:
        SettingsError: It could not.
    """
    project = project_of(subdir)
    parts = [project] if project else subdir.split("/")
    if len(subdir) > MAX_SCOPE or not all(map(_is_folder_name, parts)):
        raise SettingsError(f"{subdir[:60]!r} is no memory folder", "use default or projects/NAME")


def _is_folder_name(name: str) -> bool:
    try:
        length = len(os.fsencode(name))
    except UnicodeEncodeError:
        return False
    is_plain = not name.startswith(".") and not any(sign in name for sign in "/\\\0")
    return 0 < length <= _MAX_FOLDER_NAME and is_plain


def stamp_of(root: Path, subdir: str) -> Stamp:
    """Return what changes when the list does; None if there is none. It costs one look at a file.

    Args:
        root: The host's root folder.
        subdir: The host's memory folder.
    """
    try:
        status = names_file(root, subdir).stat()
    except (OSError, SettingsError):
        return None
    return status.st_mtime_ns, status.st_ino


def require_memory(root: Path, subdir: str) -> None:
    """Check that the host has a memory folder.

    Args:
        root: The host's root folder.
        subdir: The memory folder.

    Raises:
        SettingsError: It has no such folder.
    """
    if not names_file(root, subdir).parent.is_dir():
        raise SettingsError(f"Agent Zero has no memory {subdir!r}", "use default or projects/NAME")


def read_names(root: Path, subdir: str) -> NameList:
    """Return the list of one memory folder; an empty one if there is no file.

    Args:
        root: The host's root folder.
        subdir: The host's memory folder.

    Raises:
        SettingsError: There is no such memory folder, or the file cannot be read.
    """
    path = names_file(root, subdir)
    try:
        return NameList.from_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return EMPTY_LIST
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, SettingsError) as error:
        why = error.message if isinstance(error, SettingsError) else "it is not UTF-8 text"
        raise SettingsError(f"{path} cannot be read: {why}", "fix it or delete it") from None


def change_names(root: Path, subdir: str, change: Callable[[NameList], NameList]) -> NameList:
    """Change the list of one memory folder, and return it.

    Args:
        root: The host's root folder.
        subdir: The host's memory folder.
        change: Returns the new list for the old one.

    Raises:
        SettingsError: There is no such memory folder, the file cannot be read or written, or
            ``change`` raises it.
    """
    require_memory(root, subdir)
    path = names_file(root, subdir)
    try:
        with locked(path.parent):
            names = change(read_names(root, subdir))
            _write(path, names)
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}") from None
    return names


def _write(path: Path, names: NameList) -> None:
    if names == EMPTY_LIST:
        path.unlink(missing_ok=True)
        return
    write_whole(path, names.to_json() + "\n")
