"""The installed command ``a0-graphrag``.

The wheel has this file as a module of its own, beside the package. Microsoft's distribution
``graphrag`` has the same import name. Where that one is found instead of ours, this says so in one
line.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    import graphrag

    if "GraphStore" not in getattr(graphrag, "__all__", ()):
        sys.exit(
            f"a0-graphrag: {graphrag.__file__} is a different package named graphrag, such as "
            "Microsoft's; install agent-zero-graphrag in its own environment"
        )
    from graphrag.cli import main as run

    run()
