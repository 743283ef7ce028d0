"""``a0-graphrag names``: the user's own list of names, which are none and which are the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..agent_zero.host.projects import project_of
from ..errors import SettingsError
from ..scopes import OF_SHARED_FOLDER, SHARED
from .common.commands import Command, CommandGroup, Json, keeps
from .common.installation import Installation
from .common.output import emit, write

if TYPE_CHECKING:
    from ..text.names.name_list import NameList

app = typer.Typer(
    cls=CommandGroup,
    no_args_is_help=True,
    help="Rule out wrong names, and join names of the same thing.",
)

MemoryOption = Annotated[
    str | None,
    typer.Option("--scope", help="Memory: `default` or `projects/NAME`; by default `default`."),
]


@app.command("list", cls=Command)
@keeps("nothing was changed")
def list_names(scope: MemoryOption = None, as_json: Json = False) -> None:
    """Print the list of names of a memory."""
    from ..agent_zero.host.name_lists import read_names, require_memory

    root, memory = _memory(scope)
    if scope:
        require_memory(root, memory)
    _show(read_names(root, memory), memory, as_json=as_json)


@app.command("rule-out", cls=Command)
@keeps("the list is unchanged")
def rule_out(
    name: Annotated[str, typer.Argument(help="What is never a name.")],
    scope: MemoryOption = None,
    as_json: Json = False,
) -> None:
    """Rule out a name: it gives no entity and no link."""
    _change(lambda names: names.rule_out(name), scope, as_json=as_json)


@app.command("join", cls=Command)
@keeps("the list is unchanged")
def join(
    name: Annotated[str, typer.Argument(help="The name that stays.")],
    other: Annotated[str, typer.Argument(help="Another name of the same thing.")],
    scope: MemoryOption = None,
    as_json: Json = False,
) -> None:
    """Join two names of the same thing: they become one entity."""
    _change(lambda names: names.join(name, other), scope, as_json=as_json)


@app.command("undo", cls=Command)
@keeps("the list is unchanged")
def undo(
    name: Annotated[str, typer.Argument(help="A name on the list.")],
    scope: MemoryOption = None,
    as_json: Json = False,
) -> None:
    """Take a name off the list: neither ruled out nor joined."""
    _change(
        lambda names: names.undo(name), scope, said=f"taken off the list: {name}", as_json=as_json
    )


def _change(
    change: Callable[[NameList], NameList], scope: str | None, *, as_json: bool, said: str = ""
) -> None:
    from ..agent_zero.host.name_lists import change_names

    root, memory = _memory(scope)
    _show(change_names(root, memory, change), memory, as_json=as_json, said=said)


def _memory(scope: str | None) -> tuple[Path, str]:
    """Return the host's root folder, and the memory folder that a scope stands for."""
    installation = Installation.open()
    if installation.host is None:
        raise SettingsError(
            "names are listed beside Agent Zero's memory, and there is no Agent Zero here",
            "use the command of the plugin that is installed in it",
        )
    memory = scope or "default"
    if "/" in memory and not project_of(memory):
        memory = memory.removeprefix(f"{installation.install_id}/")
    return installation.host, SHARED if memory == OF_SHARED_FOLDER else memory


def _show(names: NameList, memory: str, *, as_json: bool, said: str = "") -> None:
    lines = [said] if said else []
    lines += [f"never a name: {name}" for name in names.ruled_out]
    lines += [f"the same: {name} = {other}" for name, other in names.joined]
    emit(
        {"memory": memory, "ruled_out": names.ruled_out, "joined": names.joined},
        as_json=as_json,
        words=lambda: write(*(lines or [f"no names are listed for {memory}"])),
    )
