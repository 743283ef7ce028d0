"""The command ``a0-graphrag``: a module for each group of commands, which ``app`` names.

The exit code is 0, 1 (failed) or 2 (the call is wrong as written); 130 means interrupted (Ctrl-C,
SIGTERM). One line says why, or what is kept.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn


def main() -> None:
    """Run the command line."""
    try:
        from ..errors import GraphragError
        from .common.standard_error import lenient_errors

        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, signal.default_int_handler)  # it removes its drafts, too
        sys.stderr = lenient_errors()
        _run()
    except KeyboardInterrupt:  # before or after the command itself
        _fail("interrupted", 130)
    except GraphragError as error:
        _fail(str(error))
    except FileNotFoundError:
        try:
            os.getcwd()
        except FileNotFoundError:
            _fail("the working folder does not exist any more; change to another one")
        raise


def _run() -> None:
    import logging

    from ..agent_zero.install.surrounding_host import activate_packages
    from .common.standard_output import checked_output

    logging.getLogger("dotenv").setLevel(logging.ERROR)  # a command names the file, too
    activate_packages()
    if obstacle := _name_conflict():
        _fail(obstacle)
    sys.stdout = checked_output()
    try:
        _require_packages(sys.argv[1:])
        _run_app()
    finally:
        sys.stdout.flush()


def _run_app() -> NoReturn:
    from .app import app
    from .common.usage import WRONG_USAGE, ParserError, WrongUsageError, usage_message

    try:
        code = app(prog_name="a0-graphrag", standalone_mode=False)
    except WrongUsageError as error:
        _fail(str(error), WRONG_USAGE)
    except ParserError as error:
        _fail(usage_message(error), WRONG_USAGE)
    except (OSError, RuntimeError) as error:  # Typer writes it into the home folder
        if not any(given.startswith("--install-completion") for given in sys.argv[1:]):
            raise
        _fail(f"completion cannot be installed: {error}; set HOME to a folder of your own")
    raise SystemExit(code)


def _name_conflict() -> str:
    """Return what is wrong if Microsoft's ``graphrag`` was installed into the same folder."""
    from importlib.metadata import PackageNotFoundError, distribution
    from pathlib import Path

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


def _require_packages(arguments: list[str]) -> None:
    """Go on only if the packages are there; inside Agent Zero, install again what was lost."""
    from ..agent_zero.install import set_up, surrounding_host
    from .doctor import checks

    if not checks.missing_modules():
        return
    if "doctor" in arguments:
        from .doctor.bare_doctor import run

        raise SystemExit(run(arguments))
    host, found = surrounding_host.host_and_folders()
    starts = arguments[:2] == ["neo4j", "start"]
    if host is not None and (starts or set_up.has_lost_packages(found)):
        set_up.install_packages(found, local=starts, on_progress=_tell)
    if checks.missing_modules():
        _fail(checks.packages_check(host, found).detail)


def _tell(line: str) -> None:
    print(f"  {line}", file=sys.stderr)


def _fail(line: str, code: int = 1) -> NoReturn:
    from ..wording import visible

    if line:  # the name of a file, or an id in one, may hold anything
        print(f"a0-graphrag: {visible(line)}".replace("\n", " "), file=sys.stderr)
    raise SystemExit(code)
