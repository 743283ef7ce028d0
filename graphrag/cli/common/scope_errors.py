"""What is said of scopes that do not exist, hold nothing, or belong to no install."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...command_line import command
from ...errors import SettingsError

if TYPE_CHECKING:
    from ...store.writer import GraphWriter
    from .installation import Installation


def require_own(installation: Installation, writer: GraphWriter, scope: str) -> None:
    """Check that a scope belongs to this install, or that it exists.

    Args:
        installation: The installation.
        writer: The writer of the database.
        scope: Its full name.

    Raises:
        SettingsError: It is new, and would belong to no install.
    """
    from ...graph.writing.forget import is_known

    if not installation.owns(scope) and not is_known(writer, scope):
        raise SettingsError(
            f"there is no scope {scope}, and it would not belong to this install",
            "leave out the slash, or use projects/NAME for the memory of a project",
        )


def unknown_scope(scope: str) -> SettingsError:
    """Return the error for a scope that does not exist.

    Args:
        scope: Its full name.
    """
    return SettingsError(
        f"there is no scope {scope}, or its import is unfinished",
        f"`{command('stats')}` lists them",
    )


def nothing_in(scopes: Sequence[str]) -> str:
    """Return the line for scopes without a document, with what to do.

    Args:
        scopes: Their full names.
    """
    found = f"nothing is in {' and '.join(scopes)}"
    return f"{found}; `{command('stats')}` lists other scopes, --scope names one"
