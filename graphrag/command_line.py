"""How the command line is called on this machine, for advice that can be typed as it stands."""

from __future__ import annotations

import functools
import shlex
import shutil
import sys
from pathlib import Path

_COMMAND = "a0-graphrag"


def command(arguments: str) -> str:
    """Return a command with its program: ``a0-graphrag neo4j start``.

    Inside Agent Zero that program is not on the path. There it is the host's own Python with the
    package's module, run from the folder that the module is found in.

    Args:
        arguments: The command and its options.
    """
    return f"{_program()} {arguments}"


def command_about(scope: str, arguments: str) -> str:
    """Return a command with the option that names a scope, as a shell takes it.

    Args:
        scope: The scope's name; it may hold spaces.
        arguments: The command and its other options.
    """
    return command(f"{arguments} --scope {shlex.quote(scope)}")


@functools.cache
def _program() -> str:
    if Path(sys.argv[0]).name == _COMMAND or shutil.which(_COMMAND):
        return _COMMAND
    package = __name__.rpartition(".")[0]
    above, depth = Path(__file__).absolute().parents, package.count(".") + 1
    if depth >= len(above):  # the package has another name than its folders
        return _COMMAND
    folder = above[depth]
    python = shlex.quote(sys.executable)
    return f"cd {shlex.quote(str(folder))} && {python} -m {package}"
