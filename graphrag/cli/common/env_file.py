"""The env file of a command: which one it is, and which of its lines cannot be read."""

from __future__ import annotations

import os
from contextvars import ContextVar
from pathlib import Path

from dotenv.parser import parse_stream

from ...errors import SettingsError

named_env_file: ContextVar[Path | None] = ContextVar("named_env_file", default=None)
"""The file that ``--env-file`` names."""


def env_file_of(host: Path | None) -> Path | None:
    """Return the env file: that of ``--env-file``, the host's own, or ``.env``; None without one.

    Args:
        host: Agent Zero's root folder if the package is installed in it.

    Raises:
        SettingsError: The named file does not exist, or the file is no text.
    """
    named = named_env_file.get()
    if named is not None and not os.path.isfile(named):
        wrong = "is not a file" if os.path.exists(named) else "does not exist"
        raise SettingsError(f"{named} {wrong}", "check the path given to --env-file")
    found = named or (Path(".env") if host is None else host / "usr" / ".env")
    if not found.is_file():
        return None
    try:
        found.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror or "") if isinstance(error, OSError) else "it is not UTF-8 text"
        raise SettingsError(
            f"{found} cannot be read: {reason}", "use a file of NAME=value lines"
        ) from None
    return found


def bad_lines(env_file: Path) -> list[str]:
    """Return a warning for each line that is left out, without what stands there.

    Args:
        env_file: A file of UTF-8 text.
    """
    warnings = []
    with env_file.open(encoding="utf-8") as file:
        for statement in parse_stream(file):
            if statement.error:
                text, number = statement.original
                number += text[: len(text) - len(text.lstrip())].count("\n")
                warnings.append(f"{env_file}:{number} is left out; write NAME=value")
    return warnings
