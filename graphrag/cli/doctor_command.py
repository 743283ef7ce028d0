"""``a0-graphrag doctor``: what works, what does not, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from ..agent_zero.install.host_checks import Check
from ..command_line import command
from ..errors import DeadlineError, GraphragError
from ..scopes import SHARED
from ..wording import counted
from .checks import first_checks, local_check, machine_checks, packages_check
from .commands import Json, keeps
from .installation import PATIENT_MS, Installation
from .memory_checks import memory_checks
from .output import emit, write

if TYPE_CHECKING:
    from ..store import GraphStore

_WORDS = {"ok": ("ok", "green"), "warning": ("warn", "yellow"), "failed": ("fail", "red")}


@keeps("nothing was changed")
def doctor(as_json: Json = False) -> None:
    """Check Agent Zero, the settings, Neo4j and the graph. Exit code 1 if something is broken."""
    checks = list(_checks(Installation.open()))
    emit(
        [asdict(check) for check in checks],
        as_json=as_json,
        words=lambda: write(*map(_line, checks)),
    )
    if any(check.state == "failed" for check in checks):
        raise typer.Exit(1)


def _line(check: Check) -> Text:
    word, colour = _WORDS[check.state]
    return Text.assemble((word, colour), f"{' ' * (5 - len(word))}{check.name}: {check.detail}")


def _checks(installation: Installation) -> Iterator[Check]:
    host = installation.host
    yield from first_checks(host)
    for warning in installation.warnings:
        yield Check("settings", "warning", warning)
    if installation.foreign:
        names = ", ".join(installation.foreign)
        detail = f"only in the environment of this command, perhaps not in Agent Zero's: {names}"
        yield Check("settings", "warning", detail)
    switch = "on" if installation.settings.graphrag_enabled else "off: set GRAPHRAG_ENABLED=true"
    yield Check("switch", "ok", switch)
    packages = packages_check(host, installation.folders)
    yield packages
    yield from machine_checks(installation.folders, installation.local)
    if installation.local is not None:
        yield local_check(installation.local)
        if installation.local.status().state != "running":
            return
    if packages.state != "ok":
        return
    try:
        with installation.store() as store:
            # A list, so that an error comes before the first of these is shown as well.
            subdirs = [SHARED] if host is None else ["default", SHARED]
            scopes = [installation.scope(subdir) for subdir in subdirs]
            checks = list(_graph_checks(store, scopes, installation.short_name))
        if host is not None:
            checks += memory_checks(installation, host)
    except DeadlineError as error:
        yield Check(
            "neo4j", "failed", f"{error}: it is very busy, or frozen; {_restart(installation)}"
        )
        return
    except GraphragError as error:
        yield Check("neo4j", "failed", str(error))
        return
    yield from checks


def _restart(installation: Installation) -> str:
    if installation.local is None:
        return "restart it if that does not pass"
    stop, start = command("neo4j stop"), command("neo4j start")
    return f"to restart it: `{stop}`, then `{start}`"


def _graph_checks(
    store: GraphStore, scopes: Sequence[str], short_name: Callable[[str], str]
) -> Iterator[Check]:
    timeout_s = 1.5 * PATIENT_MS / 1000
    store.run(store.read("ping", {}, deadline_ms=PATIENT_MS), timeout_s=timeout_s)
    yield Check("neo4j", "ok", "answers")
    states = store.run(store.read("index_states", {}, deadline_ms=PATIENT_MS), timeout_s=timeout_s)
    waiting = [row["name"] for row in states if row["state"] != "ONLINE"]
    if waiting:
        yield Check("indexes", "warning", f"still being built: {', '.join(waiting)}")
    else:
        yield Check("indexes", "ok", f"{len(states)} online")
    found = store.run(
        store.read("scope_info", {"scopes": scopes}, deadline_ms=PATIENT_MS),
        timeout_s=timeout_s,
    )
    sizes = {row["scope"]: row["documents"] or 0 for row in found}
    first, *others = scopes
    words = [f"{counted(sizes.get(first, 0), 'document')} in {short_name(first)}"]
    words += [f"{sizes.get(scope, 0)} in {short_name(scope)}" for scope in others]
    yield Check("graph", "ok", ", ".join(words))
