"""What all commands have in common: flags in the help, shared options, and Ctrl-C."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from ...text.storable import is_storable
from .usage import WrongUsageError

INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 plus the number of SIGINT, as in every shell."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ScopeOption = Annotated[str | None, typer.Option(help="Scope; by default `shared`.")]
ReadScopesOption = Annotated[
    str | None, typer.Option(help="Scope; by default `default` and `shared`.")
]
EveryScopeOption = Annotated[
    str | None, typer.Option(help="Scope; by default every scope of this install.")
]

_EMPTY = re.compile(r"--[^=]+=")

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def keeps(kept: str) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Decorate a command: on Ctrl-C, print what is kept and exit 130; refuse what is no text.

    Args:
        kept: What is kept, and how to continue.

    Returns:
        A decorator for the command's function.
    """

    def decorate(command: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        @functools.wraps(command)
        def run(*arguments: Parameters.args, **options: Parameters.kwargs) -> Result:
            for name, given in options.items():
                # A path may be any bytes; a text goes into the graph, or is looked for there.
                if _has_odd_bytes(given):
                    option = name.replace("_", "-")
                    raise WrongUsageError(f"{option} is not UTF-8 text", "check how it is typed")
            try:
                return command(*arguments, **options)
            except KeyboardInterrupt:
                print(f"a0-graphrag: interrupted; {kept}", file=sys.stderr)
                raise typer.Exit(INTERRUPTED) from None

        return run

    return decorate


class Command(TyperCommand):
    """A command whose help shows flags without a type, and that takes no empty argument."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; an unset variable of a script must not mean a default."""
        if any(not arg or _EMPTY.fullmatch(arg) for arg in args):
            ctx.fail("an argument is empty; leave it out, or give a value")
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, ``--help`` included."""
        return _plain_flags(super().get_params(ctx))


class CommandGroup(TyperGroup):
    """A group of commands whose help shows flags without a type."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, ``--help`` included."""
        return _plain_flags(super().get_params(ctx))


def _has_odd_bytes(given: object) -> bool:
    """Whether an argument is no text in UTF-8."""
    if isinstance(given, (list, tuple)):
        return any(map(_has_odd_bytes, given))
    return isinstance(given, str) and not is_storable(given)


def _plain_flags(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""  # otherwise newer versions of Typer show `<bool>`
    return parameters
