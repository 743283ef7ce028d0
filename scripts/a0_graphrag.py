"""The installed command ``a0-graphrag``.

The wheel has this file as a module of its own, beside the package. Microsoft's distribution
``graphrag`` puts its files under the same import name; with both in one environment neither works,
and this says so instead of a traceback.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, distribution


def main() -> None:
    """Run the command line."""
    try:
        other = distribution("graphrag")
    except PackageNotFoundError:
        from graphrag.cli import main as run

        run()
    else:
        sys.exit(
            f"a0-graphrag: Microsoft's package graphrag {other.version} is installed here and has "
            "the same import name; install agent-zero-graphrag into an environment of its own"
        )
