"""The compose file opens ports on loopback only, holds no secret, and pins its images."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from graphrag.local import DEFAULT_VERSION, LocalSettings

from ...support.neo4j_server import CONTAINER_START_S, docker_image

COMPOSE = Path(__file__).parents[3] / "docker" / "compose.yml"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))


def test_only_neo4j_starts_by_default(compose: dict[str, Any]) -> None:
    plain = [name for name, service in compose["services"].items() if "profiles" not in service]
    assert plain == ["neo4j"]


def test_the_profile_e2e_starts_all_three_services(compose: dict[str, Any]) -> None:
    e2e = {n for n, s in compose["services"].items() if s.get("profiles", ["e2e"]) == ["e2e"]}
    assert e2e == {"neo4j", "llm-stub", "agent-zero"}


def test_every_port_is_open_on_loopback_only(compose: dict[str, Any]) -> None:
    ports = [port for service in compose["services"].values() for port in service["ports"]]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_the_password_comes_from_the_environment_and_has_no_default(
    compose: dict[str, Any],
) -> None:
    values = [
        str(value)
        for service in compose["services"].values()
        for name, value in service.get("environment", {}).items()
        if "AUTH" in name or "PASSWORD" in name
    ]
    assert len(values) == 2
    assert all("${NEO4J_PASSWORD:?" in value for value in values)


def test_images_are_pinned_and_neo4j_has_the_version_of_the_local_one(
    compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GRAPHRAG_TEST_NEO4J_VERSION", raising=False)
    images = {name: service["image"] for name, service in compose["services"].items()}
    assert images["neo4j"] == f"neo4j:{DEFAULT_VERSION}-community"
    assert images["neo4j"] == docker_image()
    assert all(":" in image and not image.endswith(":latest") for image in images.values())


def test_each_service_says_when_it_works(compose: dict[str, Any]) -> None:
    assert all("healthcheck" in service for service in compose["services"].values())


def test_the_first_failed_check_of_neo4j_ends_the_wait(compose: dict[str, Any]) -> None:
    assert compose["services"]["neo4j"]["healthcheck"]["retries"] == 1


def test_a_container_of_the_tests_has_no_less_time_to_start(compose: dict[str, Any]) -> None:
    *_, at_most_s = compose["services"]["neo4j"]["healthcheck"]["test"]
    assert int(at_most_s) <= CONTAINER_START_S


def test_what_neo4j_writes_is_in_volumes_that_are_removed_by_name(
    compose: dict[str, Any],
) -> None:
    mounted = dict(
        volume.split(":")[:2][::-1] for volume in compose["services"]["neo4j"]["volumes"]
    )
    assert {mounted["/data"], mounted["/logs"]} < set(compose["volumes"])


def test_a_process_without_a_handler_for_sigterm_has_an_init(compose: dict[str, Any]) -> None:
    assert compose["services"]["llm-stub"]["init"] is True


def test_agent_zero_starts_without_a_change_in_the_folders_that_it_watches(
    compose: dict[str, Any],
) -> None:
    assert compose["services"]["agent-zero"]["environment"]["PYTHONDONTWRITEBYTECODE"] == "1"


def test_neo4j_has_the_time_for_a_clean_stop(compose: dict[str, Any]) -> None:
    assert compose["services"]["neo4j"]["stop_grace_period"] == "2m"


def test_neo4j_has_the_memory_of_the_local_one(compose: dict[str, Any]) -> None:
    environment = compose["services"]["neo4j"]["environment"]
    local = LocalSettings()
    assert environment["NEO4J_server_memory_heap_max__size"] == f"{local.heap_mb}m"
    assert environment["NEO4J_server_memory_pagecache_size"] == f"{local.page_cache_mb}m"
