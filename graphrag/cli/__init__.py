"""The command ``a0-graphrag``: exit code 0, 1 (failed, with one clear line) or 2 (wrong usage).

Exit code 130 means interrupted (Ctrl-C); one line says what is kept.
"""

from __future__ import annotations

import importlib.util
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

_PACKAGES = ("typer", "rich", "platformdirs")


def main() -> None:
    """Run the command line."""
    from ..agent_zero.install.surrounding_host import activate_packages
    from ..errors import GraphragError

    activate_packages()
    if obstacle := _name_conflict() or _missing_packages():
        _fail(obstacle)
    from .app import app
    from .output import checked_output

    sys.stdout = checked_output()
    try:
        try:
            app(prog_name="a0-graphrag")
        finally:
            sys.stdout.flush()
    except GraphragError as error:
        _fail(str(error))


def _name_conflict() -> str:
    """Return what is wrong if Microsoft's ``graphrag`` was installed into the same folder."""
    try:
        other = distribution("graphrag")
    except PackageNotFoundError:
        return ""
    own = Path(__file__).resolve().parents[1]
    if Path(str(other.locate_file("graphrag"))).resolve() != own:
        return ""
    return (
        f"Microsoft's package graphrag {other.version} is installed here and has the same import "
        "name; install agent-zero-graphrag in its own environment"
    )


def _missing_packages() -> str:
    """Return what to install if a package of the command line is missing."""
    missing = [name for name in _PACKAGES if importlib.util.find_spec(name) is None]
    if not missing:
        return ""
    return (
        f"the command line needs {', '.join(missing)}; run: pip install 'agent-zero-graphrag[cli]'"
    )


def _fail(line: str) -> None:
    print(f"a0-graphrag: {line}", file=sys.stderr)
    raise SystemExit(1)
