"""What `doctor` compares: Agent Zero's memory with the graph of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...agent_zero.install.host_checks import Check, deleted_projects, memory_dimension
from ...command_line import command_about
from ...graph.stats import ScopeStats, scope_names, scope_stats
from ...wording import ago
from ..common.installation import Installation


def memory_checks(installation: Installation, host: Path, subdir: str) -> Iterator[Check]:
    """Compare the graph of a memory folder with that memory.

    Args:
        installation: The installation.
        host: Agent Zero's root folder.
        subdir: The memory folder.

    Raises:
        StoreError: Neo4j cannot be used.
    """
    scope = installation.memory_scope(subdir)
    with installation.writer() as writer:
        found = scope_stats(writer, scope)
    if found:
        yield _sync(found[0])
        yield from _vectors(found[0], memory_dimension(host, subdir))
        name = installation.short_name(scope)
        yield _analyzer(found[0], installation.settings.graphrag_text_analyzer, name)
    else:
        yield Check("sync", "warning", "no memory is in the graph yet; talk to the agent once")


def project_checks(installation: Installation, host: Path) -> Iterator[Check]:
    """Look for graphs of projects that the host does not list.

    Args:
        installation: The installation.
        host: Agent Zero's root folder.

    Raises:
        StoreError: Neo4j cannot be used.
    """
    with installation.writer() as writer:
        scopes = scope_names(writer, installation.install_id)
    subdirs = [scope.removeprefix(f"{installation.install_id}/") for scope in scopes]
    for subdir in deleted_projects(host, subdirs):
        detail = f"the graph still has {subdir}, which Agent Zero does not list; to remove it: "
        detail += f"`{command_about(subdir, 'forget')}`"
        yield Check("projects", "warning", detail)


def _sync(memory: ScopeStats) -> Check:
    waiting = f"; {', '.join(memory.waiting)}" if memory.waiting else ""
    if memory.sync_age_s is None:
        return Check("sync", "warning", f"never wrote{waiting}")
    detail = f"last wrote {ago(memory.sync_age_s)}{waiting}"
    return Check("sync", "warning" if memory.waiting else "ok", detail)


def _vectors(memory: ScopeStats, in_the_host: int | None) -> Iterator[Check]:
    if in_the_host is None:
        return
    if memory.dimension in (None, in_the_host):
        yield Check("vectors", "ok", f"of length {in_the_host} in Agent Zero's memory")
        return
    detail = (
        f"{memory.dimension} in the graph, {in_the_host} in Agent Zero's memory: its embedding "
    )
    detail += "model has changed, and the next sync writes the vectors again"
    yield Check("vectors", "warning", detail)


def _analyzer(memory: ScopeStats, chosen: str, subdir: str) -> Check:
    if memory.analyzer == chosen:
        return Check("full-text analyzer", "ok", chosen)
    detail = f"{memory.analyzer} in the graph, {chosen} in the settings: run "
    detail += f"`{command_about(subdir, 'forget')}`, and the next sync uses the new one"
    return Check("full-text analyzer", "warning", detail)
