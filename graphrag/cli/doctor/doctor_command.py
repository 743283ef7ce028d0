"""``a0-graphrag doctor``: what works, what does not, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import typer
from rich.text import Text

from ...agent_zero.install.host_checks import Check
from ...agent_zero.install.own_settings import settings_of_places
from ...command_line import command
from ...connect import database_of
from ...errors import DeadlineError, GraphragError
from ...graph.index_ddl import GLOBAL, of_earlier_version, scope_indexes, to_create
from ...graph.stats import scope_names
from ...scopes import SHARED, index_names
from ...wording import counted
from ..common.commands import Json, keeps
from ..common.installation import PATIENT_MS, Installation
from ..common.output import emit, write
from .checks import (
    first_checks,
    in_words,
    local_check,
    machine_checks,
    packages_check,
    switch_check,
)
from .memory_checks import memory_checks, project_checks

if TYPE_CHECKING:
    from ...store import GraphStore

FIRST_ANSWER_MS = 10_000
"""Maximum time for the first answer: a server that takes longer is busy, or frozen."""

_ANY_ANALYZER = "english"
"""Which indexes a scope lacks does not depend on it."""

_COLOURS = {"ok": "green", "warning": "yellow", "failed": "red"}


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
    state, found = in_words(check)
    return Text.assemble((state, _COLOURS[check.state]), found)


def _checks(installation: Installation) -> Iterator[Check]:
    host = installation.host
    yield from first_checks(host)
    for warning in installation.warnings:
        yield Check("settings", "warning", warning)
    if installation.foreign:
        names = ", ".join(installation.foreign)
        detail = f"only in the environment of this command, perhaps not in Agent Zero's: {names}"
        yield Check("settings", "warning", detail)
    everywhere, *others = _views(installation)
    for view in others:
        for warning in view.installation.warnings:
            if warning not in installation.warnings:
                yield Check("settings", "warning", f"{view.name}: {warning}")
    yield switch_check(everywhere.is_on, {view.name: view.is_on for view in others})
    packages = packages_check(host, installation.folders)
    yield packages
    views = _views_to_check(everywhere, others)
    local = next((view.installation.local for view in views if view.installation.local), None)
    yield from machine_checks(installation.folders, local)
    for view in views:
        checks = _neo4j_checks(
            view,
            has_packages=packages.state == "ok",
            lists_projects=view.database == everywhere.database,
        )
        for check in checks:
            yield replace(check, detail=f"{view.name}: {check.detail}") if view.name else check


@dataclass(frozen=True, slots=True)
class _View:
    """The installation as the whole host, or a project or profile of it, sees it."""

    name: str
    subdir: str
    is_enabled: bool
    installation: Installation

    @property
    def is_on(self) -> bool:
        return self.installation.settings.graphrag_enabled

    @property
    def database(self) -> tuple[str, ...]:
        return database_of(self.installation.settings)


def _views(installation: Installation) -> list[_View]:
    if installation.host is None:
        return [_View("", SHARED, True, installation)]
    everywhere, *others = settings_of_places(installation.host)
    return [
        _View("", everywhere.subdir, everywhere.is_enabled, installation),
        *(
            _View(
                place.name, place.subdir, place.is_enabled, installation.with_settings(place.saved)
            )
            for place in others
        ),
    ]


def _views_to_check(everywhere: _View, others: Sequence[_View]) -> list[_View]:
    """Return a view for each database in use; if none is, that of the whole host."""
    views: list[_View] = []
    for view in (everywhere, *others):
        is_used = view.is_on and view.is_enabled
        if is_used and view.database not in [other.database for other in views]:
            views.append(view)
    return views or [everywhere]


def _neo4j_checks(view: _View, *, has_packages: bool, lists_projects: bool) -> Iterator[Check]:
    installation, host = view.installation, view.installation.host
    if installation.local is not None:
        yield local_check(installation.local)
        if installation.local.status().state != "running":
            return
    if not has_packages:
        return
    try:
        with installation.store() as store:
            # A list, so that an error comes before the first of these is shown as well.
            shared = installation.scope(SHARED)
            own = shared if host is None else installation.memory_scope(view.subdir)
            scopes = list(dict.fromkeys((own, shared)))
            checks = list(_graph_checks(store, scopes, installation))
        if host is not None:
            checks += memory_checks(installation, host, view.subdir)
            if lists_projects:
                checks += project_checks(installation, host)
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
    store: GraphStore, scopes: Sequence[str], installation: Installation
) -> Iterator[Check]:
    short_name = installation.short_name
    timeout_s = 1.5 * PATIENT_MS / 1000
    store.run(store.read("ping", {}, deadline_ms=FIRST_ANSWER_MS), timeout_s=timeout_s)
    yield Check("neo4j", "ok", "answers")
    states = store.run(store.read("index_states", {}, deadline_ms=PATIENT_MS), timeout_s=timeout_s)
    with installation.writer() as writer:
        every = {*scopes, *scope_names(writer, installation.install_id)}
    ours = {*GLOBAL, *(name for scope in every for name in index_names(scope))}
    indexes = [row for row in states if row["name"] in ours]
    found = store.run(
        store.read("scope_info", {"scopes": scopes}, deadline_ms=PATIENT_MS),
        timeout_s=timeout_s,
    )
    yield from _index_checks(indexes, found, short_name)
    sizes = {row["scope"]: row["documents"] or 0 for row in found}
    first, *others = scopes
    words = [f"{counted(sizes.get(first, 0), 'document')} in {short_name(first)}"]
    words += [f"{sizes.get(scope, 0)} in {short_name(scope)}" for scope in others]
    yield Check("graph", "ok", ", ".join(words))


def _index_checks(
    indexes: Sequence[Mapping[str, Any]],
    found: Sequence[Mapping[str, Any]],
    short_name: Callable[[str], str],
) -> Iterator[Check]:
    """Check that each scope with documents has its indexes, and that all can be used."""
    states = {row["name"]: row["state"] for row in indexes}
    named: set[str] = set()
    for row in found:
        wanted = scope_indexes(row["scope"], _ANY_ANALYZER, row["dimension"])
        lost = [index.name for index in to_create(wanted, indexes)]
        if not (row["documents"] and lost):
            continue
        named.update(lost)
        name = short_name(row["scope"])
        if earlier := [index.name for index in of_earlier_version(wanted, indexes)]:
            yield Check(
                "indexes",
                "warning",
                f"{name} has {', '.join(earlier)} of an earlier version; the next sync renews"
                f" them, or run `{command(f'init --scope {name}')}`",
            )
        if missing := [each for each in lost if each not in earlier]:
            yield Check(
                "indexes",
                "failed",
                f"{name} lacks {', '.join(missing)}; unless an ingest into it is under way, run"
                f" `{command(f'init --scope {name}')}`",
            )
    broken = [name for name, state in states.items() if state == "FAILED" and name not in named]
    if broken:
        detail = f"Neo4j could not build {', '.join(broken)}; its log says why"
        yield Check("indexes", "failed", detail)
    waiting = [name for name, state in states.items() if state not in ("ONLINE", "FAILED")]
    if waiting:
        yield Check("indexes", "warning", f"still being built: {', '.join(waiting)}")
    elif not (named or broken):
        yield Check("indexes", "ok", f"{len(states)} online")
