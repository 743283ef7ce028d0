"""Removing everything that the plugin made outside its own folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from ...local import LocalNeo4j
from ..host import layouts
from . import folders, requirements
from .surrounding_host import environment_of


def remove_everything(root: Path | None = None, *, keep_data: bool = False) -> None:
    """Stop the local Neo4j, and delete the packages, the jars and the graph store.

    Sync makes the graph of the memories again. Ingested files have to be ingested again.
    A folder that the user chose (``GRAPHRAG_HOME``) may serve others too: there, only the packages
    and the jars are removed.

    Args:
        root: The host's root folder; None takes that of the running host.
        keep_data: Whether the graph store and the install id stay.
    """
    root = root or layouts.root() or layouts.root_around()
    found = folders.plugin_folders(root, environment_of(root).get("GRAPHRAG_HOME"))
    LocalNeo4j(found.local_paths).stop()
    requirements.remove(found.cache)
    shutil.rmtree(found.local_paths.jars_dir, ignore_errors=True)
    is_ours = found == folders.usual_folders(root)
    if is_ours:
        shutil.rmtree(found.cache, ignore_errors=True)
    found.packages_mark.unlink(missing_ok=True)
    if not keep_data:
        folders.forget_home(root)
        if is_ours:
            shutil.rmtree(found.data, ignore_errors=True)
