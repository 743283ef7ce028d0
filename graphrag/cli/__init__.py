"""The command ``a0-graphrag``: exit code 0, 1 (failed, with one clear line) or 2 (wrong usage)."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    from ..errors import GraphragError
    from .app import app

    try:
        app(prog_name="a0-graphrag")
    except GraphragError as error:
        print(f"a0-graphrag: {error}", file=sys.stderr)
        raise SystemExit(1) from None
