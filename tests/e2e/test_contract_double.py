"""The three cases of the contract, in both layouts and with every way of recall."""

from __future__ import annotations

import pytest

from ..support.neo4j_server import Neo4jServer
from .conftest import MakeHost, every_kind
from .contract import CASES, REPOSITORY, Case, environment, run_case


@every_kind
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_prompt_holds_what_the_state_of_the_plugin_promises(
    case: Case, make_host: MakeHost, neo4j_server: Neo4jServer, install_id: str
) -> None:
    host = make_host(environment=environment(case, neo4j_server, install_id))
    host.install(REPOSITORY, "--no-requirements")

    verdict = run_case(case, host)

    assert verdict.passed, f"{verdict.faults}; seen: {verdict.seen}"
