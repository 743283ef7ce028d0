"""Which projects the user has deleted, as opposed to those whose folder is only away.

A volume may not be mounted, and another Agent Zero may have the same install id. So a project
counts as deleted only if this installation has seen its folder before, and can list its projects
now.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from ....whole_file import write_whole
from ...host.projects import project_names, project_of


class DeletedProjects:
    """The scopes of the host's deleted projects.

    Args:
        root: The host's root folder.
        seen_file: Where the names of projects are kept that were seen; beside the user's data.
        followed: Returns the memory folders that this process follows: they were seen as well.
    """

    def __init__(
        self,
        root: Path,
        seen_file: Path,
        followed: Callable[[], Collection[str]] = lambda: (),
    ) -> None:
        self._root = root
        self._seen_file = seen_file
        self._followed = followed

    def among(self, scopes: Sequence[str]) -> frozenset[str]:
        """Return those of these scopes that belong to a deleted project.

        If the host has no project left, the result is one scope or none: if several are gone at
        once, it is more likely that their folder is not mounted.

        Args:
            scopes: Scopes of this install.
        """
        names = project_names(self._root)
        if names is None:
            return frozenset()
        known = {project_of(scope.partition("/")[2]): scope for scope in scopes}
        known.pop("", None)
        seen = self._seen()
        followed = {project_of(subdir) for subdir in self._followed()}
        if new := known.keys() & (names | followed) - seen:
            seen |= new
            self._remember(seen)
        deleted = frozenset(known[name] for name in (known.keys() & seen) - names)
        return deleted if names or len(deleted) == 1 else frozenset()

    def _seen(self) -> frozenset[str]:
        try:
            return frozenset(self._seen_file.read_text(encoding="utf-8").splitlines())
        except (OSError, UnicodeDecodeError):
            return frozenset()

    def _remember(self, names: frozenset[str]) -> None:
        with contextlib.suppress(OSError):  # then none of them counts as deleted
            self._seen_file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._seen_file, "\n".join(sorted(names)) + "\n")
