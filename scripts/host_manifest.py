"""What the plugin has put into an Agent Zero folder, and how its files get there and go again.

Everything is written beside its place and renamed. So a full disk, or an interruption, leaves each
file as it was before or as it should be.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

_DRAFT = ".new"


@dataclass
class Manifest:
    """What was put into the host; paths are relative to it.

    Attributes:
        files: The SHA-256 of each file. While an update is under way, a file has its old or its new
            one.
        folders: The folders that were made.
    """

    files: dict[str, set[str]] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> Manifest:
        """Read a manifest; a missing file counts as an empty one."""
        found = cls()
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            checksum, name = line.split("  ", 1)
            if checksum == "folder":
                found.folders.append(name)
            else:
                found.add(name, checksum)
        return found

    def add(self, name: str, *checksums: str) -> None:
        """Add what a file may hold."""
        self.files.setdefault(name, set()).update(checksums)

    def set_aside_changed(self, host: Path) -> list[Path]:
        """Set aside the files that hold something else now.

        Returns:
            Where these are now.
        """
        return [
            set_aside(host / name)
            for name, checksums in self.files.items()
            if (host / name).is_file() and checksum(host / name) not in checksums
        ]

    def write(self, path: Path) -> None:
        """Write it in the format of `sha256sum`, and a line for each folder: all or nothing."""
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"folder  {name}" for name in self.folders]
        files = sorted(self.files.items())
        lines += [f"{each}  {name}" for name, checksums in files for each in sorted(checksums)]
        draft = _draft_of(path)
        try:
            draft.write_text("\n".join(lines) + "\n", encoding="utf-8")
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
            remove_if_empty(path.parent)


def copy_file(source: Path, target: Path) -> None:
    """Put a file in place, with its folders."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = _draft_of(target)
    shutil.copyfile(source, draft)
    draft.chmod(0o644)
    draft.replace(target)


def set_aside(path: Path) -> Path:
    """Rename a file so that neither the host nor an installation takes it for one of the plugin.

    Returns:
        Its new path, at which there was nothing.
    """
    numbers = itertools.count(1)
    kept = path.with_name(f"{path.name}.kept")
    while kept.exists():
        kept = path.with_name(f"{path.name}.kept{next(numbers)}")
    return path.rename(kept)


def remove_file(path: Path) -> None:
    """Remove a file, what Python compiled of it, and what an interruption left of it."""
    path.unlink(missing_ok=True)
    _draft_of(path).unlink(missing_ok=True)
    compiled = path.parent / "__pycache__"
    for cached in compiled.glob(f"{path.stem}.*.pyc") if path.suffix == ".py" else ():
        cached.unlink()
    remove_if_empty(compiled)


def remove_if_empty(folder: Path) -> None:
    """Remove a folder that holds nothing."""
    if folder.is_dir() and not os.listdir(folder):
        folder.rmdir()


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _draft_of(path: Path) -> Path:
    return path.with_name(path.name + _DRAFT)
