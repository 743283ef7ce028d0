"""Folders of the plugin inside the host, and the install id.

User data (the graph's store, the install id) lies in ``usr/``, which the host's backups take; what
can be downloaded again (Python packages, jars) lies in ``tmp/``, which they do not take. Both
outlive the container's image.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from ..host import layouts

_INSTALL_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class Homes:
    """The plugin's two folders.

    Attributes:
        data: User data.
        cache: What can be downloaded again.
    """

    data: Path
    cache: Path

    @property
    def site_packages(self) -> Path:
        """Python packages of the plugin's own."""
        return self.cache / "site-packages"

    @property
    def local_paths_args(self) -> dict[str, Path]:
        """The folders of the local Neo4j, as arguments of ``LocalPaths``."""
        return {"data_dir": self.data / "neo4j", "jars_dir": self.cache / "neo4j-jars"}

    @property
    def install_id_file(self) -> Path:
        """The install id."""
        return self.data / "install-id"


def homes(root: Path | None = None, configured: Path | str | None = None) -> Homes:
    """Give the plugin's folders; nothing is made.

    Args:
        root: The host's root folder; None takes the running host's, else that around the plugin.
        configured: ``GRAPHRAG_HOME``, where it is set; it then holds both.
    """
    configured = configured or os.environ.get("GRAPHRAG_HOME")
    if configured:
        home = Path(configured).expanduser()
        return Homes(home / "data", home / "cache")
    root = root or layouts.root() or _root_around(Path(__file__).absolute())
    return Homes(root / "usr" / "graphrag", root / "tmp" / "graphrag")


def _root_around(module: Path) -> Path:
    """Tell the host's root from where this file lies: in ``usr/plugins/<name>``, or beside it."""
    plugin = module.parents[3]
    return plugin.parents[2] if plugin.parts[-3:-1] == ("usr", "plugins") else plugin


def install_id(where: Homes, configured: str | None = None) -> str:
    """Give the id that keeps two installs on one server apart; it is made once.

    Args:
        where: The plugin's folders.
        configured: ``GRAPHRAG_INSTALL_ID``, where it is set.

    Returns:
        The id. Where no file can be written it follows from the folder's path, so that it is at
        least the same at the next start.
    """
    if configured:
        return configured
    path = where.install_id_file
    fallback = hashlib.blake2b(str(path).encode("utf-8", "surrogateescape"), digest_size=6)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            # Linked into place, so that nobody ever reads a file that is not yet written.
            draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
            draft.write_text(secrets.token_hex(6) + "\n", encoding="ascii")
            try:
                os.link(draft, path)
            finally:
                draft.unlink()
        found = path.read_text(encoding="utf-8", errors="replace").strip()
        if _INSTALL_ID.fullmatch(found):
            return found
    return fallback.hexdigest()
