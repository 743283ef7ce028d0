"""The command line in the process of the test: starting another one takes most of a second."""

from __future__ import annotations

import contextvars
import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from unittest.mock import patch

import graphrag
from graphrag.cli import main

PACKAGE = Path(graphrag.__file__).parent


def run_command(
    *arguments: str | bytes, folder: Path, environment: Mapping[str, str]
) -> CompletedProcess[str]:
    """Run a command as ``python -m graphrag`` does, and return its exit code and its output.

    Args:
        arguments: The command and its options.
        folder: The working folder.
        environment: All variables.
    """
    call = [str(PACKAGE / "__main__.py"), *map(os.fsdecode, arguments)]
    with ExitStack() as stack:
        # Real files: a command writes to the descriptor of its output.
        out, err = (
            stack.enter_context(TemporaryFile("w+", encoding="utf-8", errors=errors))
            for errors in ("strict", "backslashreplace")
        )
        stack.enter_context(chdir(folder))
        stack.enter_context(patch.dict(os.environ, environment, clear=True))
        stack.enter_context(patch.object(sys, "argv", call))
        with redirect_stdout(out), redirect_stderr(err):
            code = contextvars.copy_context().run(_exit_code)
        for file in (out, err):
            file.seek(0)
        return CompletedProcess(call, code, out.read(), err.read())


def _exit_code() -> int:
    try:
        main()
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0
