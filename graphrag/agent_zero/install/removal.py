"""Taking everything away again that the plugin made outside its own folder."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ...local import LocalNeo4j, LocalPaths
from . import folders, requirements


def remove_everything(root: Path | None = None, *, keep_data: bool = False) -> None:
    """Stop the local Neo4j, and delete packages, jars and the graph store.

    The graph of the memories is made anew by sync, that of ingested files by ingesting them again.
    A folder that the user chose (``GRAPHRAG_HOME``) may serve others too: only what can be
    downloaded again is removed there.

    Args:
        root: The host's folder; None takes the running host's.
        keep_data: Whether the graph store and the install id stay.
    """
    found = folders.homes(root)
    LocalNeo4j(LocalPaths(**found.local_paths_args)).stop()
    requirements.remove(found.cache)
    if not keep_data and not os.environ.get("GRAPHRAG_HOME"):
        shutil.rmtree(found.data, ignore_errors=True)
