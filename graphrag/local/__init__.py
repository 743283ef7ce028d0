"""A Neo4j Community Edition that needs nothing but Python.

::

    neo4j = LocalNeo4j(LocalPaths(data_dir=Path("graph"), jars_dir=Path("jars")))
    neo4j.set_up()                  # downloads once, if the user asked for it
    status = neo4j.start()          # status.uri, status.user, status.password
    neo4j.stop()

Importing this loads neither Java nor the driver; the server is a process of its own.
"""

from .controller import LocalNeo4j
from .jars import Progress, ProgressCallback
from .machine import existing_part, free_disk_mb, free_memory_mb
from .paths import DEFAULT_VERSION, LocalPaths, LocalSettings
from .status import LocalStatus, how_to_set_up

__all__ = [
    "DEFAULT_VERSION",
    "LocalNeo4j",
    "LocalPaths",
    "LocalSettings",
    "LocalStatus",
    "Progress",
    "ProgressCallback",
    "existing_part",
    "free_disk_mb",
    "free_memory_mb",
    "how_to_set_up",
]
