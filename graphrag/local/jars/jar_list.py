"""The jars of Neo4j: which files, how large, with which SHA-256.

The list of a Neo4j version is a text file in this folder, one jar a line: ``sha256 size
group:artifact:version``, with ``:classifier`` at the end if there is one. It does not say where the
jars come from: the resolver knows.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from ...errors import LocalServerError

_FOLDER = Path(__file__).parent
_READ_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Jar:
    """One listed jar.

    Attributes:
        sha256: Checksum in lower-case hexadecimal.
        size_bytes: Length of the file.
        group: Maven group id.
        artifact: Maven artifact id.
        version: Maven version.
        classifier: Maven classifier; empty for most.
    """

    sha256: str
    size_bytes: int
    group: str
    artifact: str
    version: str
    classifier: str = ""

    @property
    def file_name(self) -> str:
        """Name of the file, as Maven forms it."""
        suffix = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{suffix}.jar"

    def matches(self, path: Path) -> bool:
        """Whether the file is there and is exactly the listed one."""
        try:
            if path.stat().st_size != self.size_bytes:
                return False
            return sha256_of(path) == self.sha256
        except OSError:
            return False


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_READ_BYTES):
            digest.update(block)
    return digest.hexdigest()


def jar_list_file(version: str) -> Path:
    """Return the file that lists the jars of a Neo4j version."""
    return _FOLDER / f"neo4j-{version}.jars"


def listed_versions() -> tuple[str, ...]:
    """Return the Neo4j versions that can be set up."""
    names = (path.name for path in _FOLDER.glob("neo4j-*.jars"))
    return tuple(sorted(name.removeprefix("neo4j-").removesuffix(".jars") for name in names))


def parse(text: str) -> tuple[Jar, ...]:
    """Read the text of a list.

    Raises:
        ValueError: A line does not have the form above.
    """
    jars = []
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        sha256, size, coordinate = line.split()
        jars.append(Jar(sha256, int(size), *coordinate.split(":")))
    return tuple(jars)


def render(jars: tuple[Jar, ...]) -> str:
    """Return the text of a list, which :func:`parse` reads; in a stable order."""
    rows = []
    for jar in sorted(jars, key=lambda jar: (jar.group, jar.artifact, jar.version, jar.classifier)):
        parts = filter(None, (jar.group, jar.artifact, jar.version, jar.classifier))
        rows.append(f"{jar.sha256} {jar.size_bytes} {':'.join(parts)}\n")
    return "".join(rows)


def read_jar_list(version: str) -> tuple[Jar, ...]:
    """Read the list of the jars of a Neo4j version.

    Raises:
        LocalServerError: There is none of that version.
    """
    path = jar_list_file(version)
    if not path.is_file():
        raise LocalServerError(
            f"Neo4j {version} cannot be set up here",
            f"choose one of: {', '.join(listed_versions())}",
        )
    return parse(path.read_text(encoding="utf-8"))
