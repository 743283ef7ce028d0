"""Wrong usage: a call that is wrong as written, whatever the graph and the disk hold."""

from __future__ import annotations

import typer

from ...command_line import command
from ...errors import GraphragError

WRONG_USAGE = 2
"""Exit code of a call that is wrong as written; one that failed has 1."""

ParserError: type[Exception] = typer.BadParameter.__bases__[0]
"""What Typer raises for arguments that it cannot parse; it has no public name there."""


class WrongUsageError(GraphragError):
    """Arguments that no graph and no file could make right."""


def options_given(context: typer.Context) -> list[str]:
    """Return the options that are on the command line, such as ``--max-tokens``.

    Args:
        context: The context of the command.
    """
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.param_type_name == "option"
        and getattr(context.get_parameter_source(parameter.name or ""), "name", "") == "COMMANDLINE"
    ]


def usage_message(error: Exception) -> str:
    """Return what the parser says, in one line; empty if it has printed the help instead.

    Args:
        error: A ``ParserError``.
    """
    message = " ".join(str(error.format_message()).split())  # type: ignore[attr-defined]
    if not message:
        return ""
    context = getattr(error, "ctx", None)
    _, _, called = context.command_path.partition(" ") if context is not None else ("", "", "")
    return f"{message.rstrip('.')}; see `{command(f'{called} -h'.strip())}`"
