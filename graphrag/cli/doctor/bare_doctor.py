"""``doctor`` where the Python packages are missing: it needs the standard library alone."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ...agent_zero.install.host_checks import Check
from ...agent_zero.install.own_settings import settings_of_places
from ...agent_zero.install.surrounding_host import environment_of, host_and_folders
from ...local import LocalNeo4j
from ...switch import is_switched_on
from ..common.standard_output import print_json
from .checks import (
    first_checks,
    in_words,
    local_check,
    machine_checks,
    packages_check,
    switch_check,
)

_LOCAL = "local"


def run(arguments: Sequence[str]) -> int:
    """Print the checks that can be made.

    Args:
        arguments: The command line.

    Returns:
        The exit code: 1, as packages are missing.
    """
    checks = list(_checks())
    if "--json" in arguments:
        print_json([asdict(check) for check in checks])
    else:
        for check in checks:
            print("".join(in_words(check)))
    return 1


def _checks() -> Iterator[Check]:
    host, found = host_and_folders()
    yield from first_checks(host)
    saved: Mapping[str, Any] = {}
    in_places = {}
    if host is not None:
        os.environ.update(environment_of(host))
        everywhere, *places = settings_of_places(host)
        saved = everywhere.saved
        in_places = {place.name: _is_on(place.saved) for place in places}
    yield switch_check(_is_on(saved), in_places)
    yield packages_check(host, found)
    local = LocalNeo4j(found.local_paths)
    is_local = (os.environ.get("NEO4J_URI") or saved.get("neo4j_uri") or _LOCAL) == _LOCAL
    yield from machine_checks(found, local if is_local else None)
    if is_local:
        yield local_check(local)


def _is_on(saved: Mapping[str, Any]) -> bool:
    return is_switched_on(saved.get("graphrag_enabled", False))
