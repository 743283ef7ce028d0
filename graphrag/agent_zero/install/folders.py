"""The plugin's folders inside the host, and the install id.

User data (the graph store, the install id) is in ``usr/``, which the host's backups take. What can
be downloaded again (Python packages, jars) is in ``tmp/``, which they leave out. A new container
may have no more than ``usr/``; ``set_up`` then fetches the rest again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import SettingsError
from ...file_lock import locked
from ...home import folders_at
from ...whole_file import whole_file
from ..host import layouts
from .site_packages import folder_in

if TYPE_CHECKING:
    from ...local import LocalPaths

_KEPT_HOME = Path("usr", "graphrag", "home")
_INSTALL_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
_last_read: dict[Path, str] = {}


@dataclass(frozen=True, slots=True)
class PluginFolders:
    """The plugin's two folders.

    Attributes:
        data: User data.
        cache: What can be downloaded again.

    Example:
        >>> folders = PluginFolders(Path("/a0/usr/graphrag"), Path("/a0/tmp/graphrag"))
        >>> str(folders.site_packages)
        '/a0/tmp/graphrag/site-packages'
    """

    data: Path
    cache: Path

    @property
    def site_packages(self) -> Path:
        """The plugin's own Python packages."""
        return folder_in(self.cache)

    @property
    def local_paths(self) -> LocalPaths:
        """The folders of the local Neo4j."""
        from ...local import LocalPaths  # on first use: a turn may need none of it

        return LocalPaths.inside(self.data, self.cache)

    @property
    def install_id_file(self) -> Path:
        """The file of the install id."""
        return self.data / "install-id"

    @property
    def seen_projects(self) -> Path:
        """The names of the host's projects that were seen, one a line."""
        return self.data / "projects"

    @property
    def packages_mark(self) -> Path:
        """Exists once the Python packages were installed: they may be fetched again."""
        return self.data / "packages-installed"


def plugin_folders(root: Path | None = None, configured: Path | str | None = None) -> PluginFolders:
    """Return the plugin's folders; none is made.

    Args:
        root: The host's root folder. None takes that of the running host, or else the folder
            around the plugin.
        configured: ``GRAPHRAG_HOME``, if it is set: a folder that then holds both. If it is not,
            the one that the installer was given.
    """
    configured = configured or os.environ.get("GRAPHRAG_HOME")
    root = root or layouts.root() or layouts.root_around()
    configured = configured or _home_of_installer(root)
    if configured:
        return PluginFolders(*folders_at(Path(configured)))
    return usual_folders(root)


def homes() -> PluginFolders:
    """Return the plugin's folders; ``hooks.py`` of 0.1.0 calls this after an update."""
    return plugin_folders()


def usual_folders(root: Path) -> PluginFolders:
    """Return the plugin's folders where ``GRAPHRAG_HOME`` is not set.

    Args:
        root: The host's root folder.
    """
    return PluginFolders(root / "usr" / "graphrag", root / "tmp" / "graphrag")


def keep_home(root: Path) -> None:
    """Keep the ``GRAPHRAG_HOME`` of the installer's shell for the host, which may not know it.

    A shell that names none changes nothing: the graph would be left behind.

    Args:
        root: The host's root folder.
    """
    if home := os.environ.get("GRAPHRAG_HOME"):
        kept = root / _KEPT_HOME
        kept.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(kept) as file:  # half a path would be another folder
            file.write(os.fsencode(Path(home).expanduser().absolute()) + b"\n")


def forget_home(root: Path) -> None:
    """Forget what ``keep_home`` has kept."""
    kept = root / _KEPT_HOME
    kept.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # not empty, or not there
        kept.parent.rmdir()


def _home_of_installer(root: Path) -> str:
    try:
        return os.fsdecode((root / _KEPT_HOME).read_bytes()).strip()
    except OSError:
        return ""


def install_id(folders: PluginFolders, configured: str | None = None) -> str:
    """Return the id that keeps two installs on one server apart; it is made once.

    Args:
        folders: The plugin's folders.
        configured: ``GRAPHRAG_INSTALL_ID``, if it is set.

    Returns:
        The id. If there is none and no file can be written, it is a hash of the machine's name and
        of the folder's path, so that it is at least the same at the next start.

    Raises:
        SettingsError: There is a file, but it cannot be read, and could not be read before.
    """
    if configured:
        return configured
    path = folders.install_id_file
    try:
        found = _read_install_id(path) or _made_install_id(path)
    except OSError as error:
        # Another id would be another graph. Too many open files, say, are soon closed again.
        if known := _last_read.get(path):
            return known
        reason = error.strerror or type(error).__name__
        raise SettingsError(
            f"the install id in {path} cannot be read ({reason})",
            "make the file readable for Agent Zero",
        ) from error
    if found is not None and _INSTALL_ID.fullmatch(found):
        _last_read[path] = found
        return found
    # In containers the path is often the same.
    whose = f"{platform.node()}:{path}"
    return hashlib.blake2b(whose.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()


def _read_install_id(path: Path) -> str | None:
    """Return what the file holds; None if there is none, or an empty one, as a full disk leaves.

    Raises:
        OSError: There is one, but it cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip() or None
    except (FileNotFoundError, NotADirectoryError):
        return None


def _made_install_id(path: Path) -> str | None:
    """Return the id of a file that is made now, by this or another process; None without one."""
    with contextlib.suppress(OSError):
        _make_install_id(path)
    return _read_install_id(path)


def _make_install_id(path: Path) -> None:
    """Write a new id, unless another process was faster."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = secrets.token_hex(6) + "\n"
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        draft.write_text(line, encoding="ascii")
        try:
            # The finished file is linked into place, so that nobody reads a half-written one.
            os.link(draft, path)
        except FileExistsError:
            _replace_if_empty(path, draft)
        except OSError:  # a file system without links
            try:
                with path.open("x", encoding="ascii") as file:
                    file.write(line)
            except FileExistsError:
                _replace_if_empty(path, draft)
    finally:
        draft.unlink(missing_ok=True)


def _replace_if_empty(path: Path, draft: Path) -> None:
    """Put the draft in place of a file that a full disk left empty; one with an id stays."""
    if _read_install_id(path) is None:
        with locked(path.parent):
            if _read_install_id(path) is None:
                os.replace(draft, path)
