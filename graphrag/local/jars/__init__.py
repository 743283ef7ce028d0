"""The jars of Neo4j: which they are, downloading and checking them."""

from .downloading import MB, PARALLEL, Progress, ProgressCallback, damaged, download
from .jar_list import Jar, read_jar_list

__all__ = [
    "MB",
    "PARALLEL",
    "Jar",
    "Progress",
    "ProgressCallback",
    "damaged",
    "download",
    "read_jar_list",
]
