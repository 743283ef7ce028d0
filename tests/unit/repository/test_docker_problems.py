"""What keeps Docker from working is one line that says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from ...e2e.docker_host import DockerStack
from ...e2e.host import HostError
from ...support.docker_problems import explained, missing_part, no_daemon

TRUST = """neo4j Pulling
Error response from daemon: Get "https://hub.example/v2/": tls: failed to verify certificate:
x509: certificate signed by unknown authority"""


def fake_docker(folder: Path, monkeypatch: pytest.MonkeyPatch, works: str, says: str = "") -> None:
    """A ``docker`` that knows some commands, and says something of the others."""
    command = folder / "docker"
    command.write_text(
        f'#!/bin/sh\ncase "$1" in {works}) exit 0 ;; esac\necho "{says}" >&2\nexit 1\n'
    )
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_an_unknown_problem_is_the_last_line_that_docker_wrote() -> None:
    assert explained("one\n\x1b[2K  two \n\n") == "two"


def test_more_of_the_last_lines_are_joined_to_one() -> None:
    assert explained("one\n\ntwo: why\nthree\n", lines_shown=2) == "two: why; three"


def test_a_command_in_a_container_that_fails_says_why(tmp_path, monkeypatch) -> None:
    said = "no package index answers\nerror: the packages are not installed"
    fake_docker(tmp_path, monkeypatch, works="none", says=said)
    with pytest.raises(HostError, match="no package index answers; error: the packages"):
        DockerStack(tmp_path).run("exec", "agent-zero", "install")


def test_a_proxy_with_its_own_ca_is_named_as_such() -> None:
    assert "CA" in explained(TRUST)
    assert "\n" not in explained(TRUST)


def test_a_missing_image_without_a_registry_to_fetch_it_from_is_named_as_such() -> None:
    said = explained(
        '500 Server Error for http+docker://localhost/images/create: Internal Server Error ("Get '
        '"https://hub.example/v2/": dial tcp: lookup hub.example on 192.0.2.53:53: no such host")'
    )
    assert "lacks an image" in said
    assert "reaches no registry" in said


def test_the_image_that_was_asked_for_is_named() -> None:
    said = explained(
        "500 Server Error for http+docker://localhost/v1.41/images/create?tag=0.8.1&fromImage="
        'example%2Freaper: Internal Server Error ("Get "https://hub.example/v2/": dial tcp: lookup '
        'hub.example: network is unreachable")'
    )
    assert "lacks example/reaper:0.8.1," in said


@pytest.mark.parametrize(
    ("step", "named"),
    [
        ("agent-zero", "the image of agent-zero"),
        ("Image example/agent:v1.7", "example/agent:v1.7"),  # later versions of compose
    ],
)
def test_the_image_that_compose_could_not_fetch_is_named(step: str, named: str) -> None:
    why = 'Get "https://hub.example/v2/": dial tcp: lookup hub.example: no such host'
    said = explained(f" {step} Pulling \n {step} Error {why}\nError response from daemon: {why}\n")
    assert f"lacks {named}, and reaches" in said


def test_a_docker_without_compose_is_named_as_such(tmp_path, monkeypatch) -> None:
    fake_docker(tmp_path, monkeypatch, works="version")
    assert "compose" in str(missing_part())


def test_an_address_where_no_daemon_answers_is_named(tmp_path, monkeypatch) -> None:
    fake_docker(tmp_path, monkeypatch, works="compose")
    monkeypatch.setenv("DOCKER_HOST", "tcp://192.0.2.1:2375")
    assert "tcp://192.0.2.1:2375" in str(missing_part())


def test_a_user_who_may_not_use_the_daemon_is_told_so(tmp_path, monkeypatch) -> None:
    said = (
        "permission denied while trying to connect to the Docker daemon socket at "
        "unix:///var/run/docker.sock"
    )
    fake_docker(tmp_path, monkeypatch, works="compose", says=said)
    assert "group docker" in str(missing_part())


def test_a_socket_that_this_user_may_not_use_is_not_called_silent(tmp_path, monkeypatch) -> None:
    closed = tmp_path / "docker.sock"
    closed.touch()
    monkeypatch.setenv("DOCKER_HOST", f"unix://{closed}")
    monkeypatch.setattr("os.access", lambda *_: False)  # root may use every file
    assert "group docker" in no_daemon()


def test_a_docker_that_works_lacks_nothing(tmp_path, monkeypatch) -> None:
    fake_docker(tmp_path, monkeypatch, works="compose|version")
    assert missing_part() is None


def test_a_machine_without_docker_is_named_as_such(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "not installed" in str(missing_part())
