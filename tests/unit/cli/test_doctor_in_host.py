"""`doctor` inside Agent Zero has the settings of the running host, and looks at the host too."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from ...support.plugin_in_host import ROOT, answer_of, make_host

_HOOK = "extensions/python/message_loop_prompts_after/_80_graphrag.py"


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A folder with the shape of Agent Zero 1.x, with the plugin in it."""
    make_host(tmp_path)
    (tmp_path / "usr/plugins/graphrag/extensions").symlink_to(ROOT / "extensions")
    (tmp_path / "requirements.txt").write_text("no-such-package==1.0\ntyper==0.0.1  # old\n")
    return tmp_path


def run(host: Path, *arguments: str, **environment: str) -> list[dict[str, Any]]:
    checks: list[dict[str, Any]] = answer_of(host, *arguments, "doctor", **environment)
    return checks


def details(checks: list[dict[str, Any]], name: str) -> str:
    return " ".join(check["detail"] for check in checks if check["name"] == name)


def states(checks: list[dict[str, Any]], name: str) -> set[str]:
    return {check["state"] for check in checks if check["name"] == name}


def test_the_hosts_env_file_wins_over_the_environment(host: Path) -> None:
    (host / "usr/.env").write_text("NEO4J_URI=bolt://127.0.0.1:9\nGRAPHRAG_ENABLED=true\n")
    checks = run(host, NEO4J_URI="bolt://127.0.0.1:10", GRAPHRAG_ENABLED="false")
    assert details(checks, "switch") == "on"
    assert "127.0.0.1:9" in details(checks, "neo4j")


def test_an_env_file_that_is_named_takes_the_place_of_the_hosts(host: Path, tmp_path: Path) -> None:
    (host / "usr/.env").write_text("NEO4J_URI=bolt://127.0.0.1:9\n")
    named = tmp_path / "named.env"
    named.write_text("NEO4J_URI=bolt://127.0.0.1:11\n")
    assert "127.0.0.1:11" in details(run(host, "--env-file", str(named)), "neo4j")


def test_defaults_of_the_environment_count_until_something_is_saved(host: Path) -> None:
    default = {"A0_SET_graphrag__graphrag_enabled": "true", "NEO4J_URI": "bolt://127.0.0.1:9"}
    assert details(run(host, **default), "switch") == "on"
    (host / "usr/plugins/graphrag/config.json").write_text("{}")
    assert details(run(host, **default), "switch").startswith("off")


def test_defaults_of_the_environment_may_stand_in_capitals_as_in_the_host(host: Path) -> None:
    given = {"A0_SET_GRAPHRAG__GRAPHRAG_ENABLED": "true", "NEO4J_URI": "bolt://127.0.0.1:9"}
    assert details(run(host, **given), "switch") == "on"
    own = {"A0_SET_graphrag__graphrag_enabled": "false"}
    assert details(run(host, **given, **own), "switch").startswith("off")


def test_a_server_that_accepts_and_is_silent_is_said_to_be_busy_or_frozen(host: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        checks = run(host, NEO4J_URI=f"bolt://127.0.0.1:{silent.getsockname()[1]}")
    assert "restart" in details(checks, "neo4j")


def test_the_layout_is_named_after_each_generation_that_has_it(host: Path) -> None:
    shown = details(run(host, NEO4J_URI="bolt://127.0.0.1:9"), "agent zero")
    assert "1.x" in shown
    assert "2.x" in shown


def test_what_only_this_shell_sets_is_named(host: Path) -> None:
    checks = run(host, NEO4J_URI="bolt://127.0.0.1:9")
    assert "NEO4J_URI" in details(checks, "settings")


def test_hooks_that_are_hidden_missing_or_disabled_are_a_failure(host: Path) -> None:
    given = {"NEO4J_URI": "bolt://127.0.0.1:9"}
    assert states(run(host, **given), "hooks") == {"ok"}

    other = host / "usr/plugins/a_plugin" / _HOOK
    other.parent.mkdir(parents=True)
    other.touch()
    checks = run(host, **given)
    assert states(checks, "hooks") == {"failed"}
    assert str(other) in details(checks, "hooks")

    other.unlink()
    (host / "usr/plugins/graphrag/.toggle-0").touch()
    assert "disabled" in details(run(host, **given), "hooks")


@pytest.mark.parametrize(
    "where",
    ["usr/projects/garden/.a0proj", "usr/agents/garden", "usr/projects/garden/.a0proj/agents/x"],
)
def test_the_plugin_may_be_enabled_only_in_a_project_or_a_profile(host: Path, where: str) -> None:
    (host / "usr/plugins/graphrag/.toggle-0").touch()
    folder = host / where / "plugins/graphrag"
    folder.mkdir(parents=True)
    (folder / ".toggle-1").touch()
    checks = run(host, NEO4J_URI="bolt://127.0.0.1:9")
    assert states(checks, "hooks") == {"ok"}
    assert "garden" in details(checks, "hooks")


def save(host: Path, project: str, **settings: Any) -> None:
    folder = host / f"usr/projects/{project}/.a0proj/plugins/graphrag"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(settings))


def test_the_server_of_the_only_project_that_is_on_is_the_one_that_is_checked(host: Path) -> None:
    save(host, "garden", graphrag_enabled=True, neo4j_uri="bolt://127.0.0.1:9")
    save(host, "shed", graphrag_enabled=False, neo4j_uri="bolt://127.0.0.1:10")
    checks = run(host)
    assert "garden" in details(checks, "switch")
    assert "shed" not in details(checks, "switch")
    assert not states(checks, "local neo4j")
    assert "garden" in details(checks, "neo4j")
    assert "127.0.0.1:9" in details(checks, "neo4j")
    assert "127.0.0.1:10" not in details(checks, "neo4j")


def test_a_projects_own_server_is_checked_beside_the_general_one(host: Path) -> None:
    general = {"graphrag_enabled": True, "neo4j_uri": "bolt://127.0.0.1:9"}
    (host / "usr/plugins/graphrag/config.json").write_text(json.dumps(general))
    save(host, "same", **general)
    save(host, "other", **{**general, "neo4j_uri": "bolt://127.0.0.1:10"})
    found = [check["detail"] for check in run(host) if check["name"] == "neo4j"]
    assert len(found) == 2
    assert "127.0.0.1:9" in found[0]
    assert "project other" in found[1]
    assert "127.0.0.1:10" in found[1]


def test_the_environment_wins_over_the_settings_of_a_project(host: Path) -> None:
    save(host, "garden", graphrag_enabled=True, neo4j_uri="bolt://127.0.0.1:9")
    checks = run(host, NEO4J_URI="bolt://127.0.0.1:11", GRAPHRAG_ENABLED="false")
    assert details(checks, "switch").startswith("off")
    assert "127.0.0.1:11" in details(checks, "neo4j")


def test_a_package_in_another_version_than_the_hosts_pin_is_named(host: Path) -> None:
    checks = run(host, NEO4J_URI="bolt://127.0.0.1:9")
    assert states(checks, "host packages") == {"warning"}
    assert "typer" in details(checks, "host packages")
    assert "no-such-package" not in details(checks, "host packages")


def test_a_requirement_list_is_read_in_any_locale_and_with_any_bytes(host: Path) -> None:
    pins = "# für Café\n".encode() + "# Café\n".encode("latin-1") + b"typer==0.0.1\n"
    (host / "requirements.txt").write_bytes(pins)
    checks = run(host, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert "instead of 0.0.1" in details(checks, "host packages")
