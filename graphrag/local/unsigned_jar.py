"""A copy of a jar without its signature, with which Java starts in three quarters of the time.

Eclipse Collections finds its own classes by Java's ``ServiceLoader``, which opens the jar again for
each of some thirty at a start. Each time, Java verifies the signature over its 4,300 files. The jar
has been checked before that, by its listed SHA-256.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from pathlib import Path

from ..whole_file import whole_file
from .jar_list import Jar, sha256_of
from .machine import free_disk_mb

_COPIED = "eclipse-collections"
"""The Maven artifact whose jar is copied."""

_SPARE_MB = 200
"""Free disk with which the copy, of 34 MB, takes nothing that the graph may need."""

_SIGNATURE = re.compile(r"META-INF/[^/]+\.(?:SF|RSA|DSA|EC)")
_MANIFEST = "META-INF/MANIFEST.MF"
_SECTION_END = re.compile(rb"\r?\n\r?\n")
_DIGITS = 16


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

    The name of a copy ends with the beginning of its SHA-256. So one that is there is used again
    only if it is whole.

    Args:
        jar: A signed jar.
    """
    try:
        for copy in jar.parent.glob(f"{jar.stem}-unsigned-*.jar"):
            if copy.stem.endswith(f"-{sha256_of(copy)[:_DIGITS]}"):
                return copy
            copy.unlink()
        return _write_copy(jar) if free_disk_mb(jar.parent) >= _SPARE_MB else jar
    except OSError:  # a folder that only another user can write to
        return jar


def _write_copy(jar: Path) -> Path:
    content = io.BytesIO()
    with zipfile.ZipFile(jar) as signed, zipfile.ZipFile(content, "w") as unsigned:
        for entry in signed.infolist():
            if _SIGNATURE.fullmatch(entry.filename):
                continue
            data = signed.read(entry)
            if entry.filename == _MANIFEST:  # what follows are the checksums of single files
                data = _SECTION_END.split(data, maxsplit=1)[0] + b"\r\n\r\n"
            unsigned.writestr(zipfile.ZipInfo(entry.filename, entry.date_time), data)
    digest = hashlib.sha256(content.getbuffer()).hexdigest()
    copy = jar.with_name(f"{jar.stem}-unsigned-{digest[:_DIGITS]}.jar")
    with whole_file(copy) as file:
        file.write(content.getbuffer())
    return copy
