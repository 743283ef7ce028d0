"""List the jars of a Neo4j version: ``python -m graphrag.local.jars.make_jar_list 5.26.12``.

For maintainers, when a new version is added. It resolves ``org.neo4j:neo4j`` with all its
dependencies, downloads each jar once, and writes sizes and checksums beside this file.
"""

from __future__ import annotations

import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .jar_list import Jar, jar_list_file, render, sha256_of


def resolve_jars(version: str, cache_dir: Path) -> tuple[Jar, ...]:
    """Resolve a Neo4j version and compute the checksums of its jars.

    Args:
        version: Version of ``org.neo4j:neo4j``.
        cache_dir: Folder in which jars are kept while they are read.
    """
    from jgo.maven import MavenContext

    context = MavenContext(repo_cache=cache_dir, timeout=60)
    inputs, transitive = context.resolver.resolve(
        [context.create_dependency(f"org.neo4j:neo4j:{version}")]
    )

    def checksum(dependency: Any) -> Jar:
        path = dependency.artifact.resolve()
        return Jar(
            sha256_of(path),
            path.stat().st_size,
            dependency.groupId,
            dependency.artifactId,
            dependency.version,
            dependency.classifier or "",
        )

    with ThreadPoolExecutor(8) as pool:
        return tuple(pool.map(checksum, [*inputs, *transitive]))


def main() -> None:
    """Write the list of the version given as the only argument."""
    version = sys.argv[1]
    with tempfile.TemporaryDirectory() as cache:
        jars = resolve_jars(version, Path(cache))
    header = (
        f"# Jars of Neo4j Community {version} (GPLv3), downloaded by the user's own command.\n"
        "# sha256 size group:artifact:version[:classifier]; made by make_jar_list.py.\n"
    )
    jar_list_file(version).write_text(header + render(jars), encoding="utf-8")
    print(f"{len(jars)} jars, {sum(jar.size_bytes for jar in jars) / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
