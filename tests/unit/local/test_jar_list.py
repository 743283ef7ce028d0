"""The list of Neo4j's jars: exact files, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag.errors import LocalServerError
from graphrag.local.jars.jar_list import (
    Jar,
    listed_versions,
    parse,
    read_jar_list,
    render,
    sha256_of,
)
from graphrag.local.paths import DEFAULT_VERSION

words = st.from_regex(r"[a-z][a-z0-9.-]{0,20}", fullmatch=True)
jars = st.builds(
    Jar,
    sha256=st.from_regex(r"[0-9a-f]{64}", fullmatch=True),
    size_bytes=st.integers(min_value=0),
    group=words,
    artifact=words,
    version=words,
    classifier=st.one_of(st.just(""), words),
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # on a busy machine
@given(st.lists(jars, max_size=8))
def test_what_is_written_is_read_back(found: list[Jar]) -> None:
    assert sorted(parse(render(tuple(found))), key=repr) == sorted(found, key=repr)


@pytest.mark.parametrize("version", listed_versions())
def test_each_version_lists_one_neo4j_and_no_two_files_alike(version: str) -> None:
    listed = read_jar_list(version)
    assert [
        jar.version for jar in listed if (jar.group, jar.artifact) == ("org.neo4j", "neo4j")
    ] == [version]
    assert len({jar.file_name for jar in listed}) == len(listed)
    assert all(len(jar.sha256) == 64 and jar.size_bytes > 0 for jar in listed)


def test_the_default_version_is_listed() -> None:
    assert DEFAULT_VERSION in listed_versions()


def test_an_unknown_version_is_refused_with_the_known_ones_named() -> None:
    with pytest.raises(LocalServerError, match=DEFAULT_VERSION):
        read_jar_list("1.0")


def test_a_jar_matches_only_its_own_bytes(tmp_path: Path) -> None:
    path = tmp_path / "some.jar"
    path.write_bytes(b"right bytes")
    jar = Jar(sha256_of(path), path.stat().st_size, "g", "some", "1")
    assert jar.matches(path)
    path.write_bytes(b"wrong bytes")
    assert not jar.matches(path)
    path.write_bytes(b"right bytes and more")
    assert not jar.matches(path)
    assert not jar.matches(tmp_path / "missing.jar")
