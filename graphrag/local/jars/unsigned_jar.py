"""A copy of a jar without its signature, with which Java starts with less CPU.

Eclipse Collections finds its own classes by Java's ``ServiceLoader``, which opens the jar again for
each of some thirty at a start. Each time, Java verifies the signature over its 4,300 files. The jar
has been checked before that, by its listed SHA-256.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

from ...whole_file import whole_file
from ..machine import free_disk_mb
from .jar_list import Jar

_COPIED = "eclipse-collections"
"""The Maven artifact whose jar is copied."""

_SPARE_MB = 200
"""Free disk with which the copy, of 34 MB, takes nothing that the graph may need."""

_SIGNATURE = re.compile(r"META-INF/[^/]+\.(?:SF|RSA|DSA|EC)")
_MANIFEST = "META-INF/MANIFEST.MF"
_SECTION_END = re.compile(rb"\r?\n\r?\n")


def jar_to_run(listed: Jar, folder: Path) -> Path:
    """Return the file that Java is to load for a listed jar.

    Args:
        listed: The jar.
        folder: Where it is, checked.
    """
    jar = folder / listed.file_name
    return unsigned_copy(jar) if listed.artifact == _COPIED else jar


def unsigned_copy(jar: Path) -> Path:
    """Return a copy of a jar without its signature, beside it; the jar if there is no room for one.

    A copy that is there is used again only if it is exactly what the jar gives.

    Args:
        jar: A signed jar that has been checked.
    """
    content = _without_signature(jar)
    copy = jar.with_name(f"{jar.stem}-unsigned.jar")
    try:
        if copy.is_file() and copy.read_bytes() == content:
            return copy
        if free_disk_mb(jar.parent) < _SPARE_MB:
            return jar
        with whole_file(copy) as file:
            file.write(content)
    except OSError:  # a folder that only another user can write to
        return jar
    return copy


def _without_signature(jar: Path) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(jar) as signed, zipfile.ZipFile(content, "w") as unsigned:
        for entry in signed.infolist():
            if _SIGNATURE.fullmatch(entry.filename):
                continue
            data = signed.read(entry)
            if entry.filename == _MANIFEST:  # what follows are the checksums of single files
                data = _SECTION_END.split(data, maxsplit=1)[0] + b"\r\n\r\n"
            unsigned.writestr(zipfile.ZipInfo(entry.filename, entry.date_time), data)
    return content.getvalue()
