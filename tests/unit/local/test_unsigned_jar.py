"""The jar that Java would verify again and again runs as a copy without its signature."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from graphrag.local.jars import Jar, unsigned_jar
from graphrag.local.jars.unsigned_jar import jar_to_run, unsigned_copy

FILES = {
    "META-INF/MANIFEST.MF": "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n"
    "Name: a/B.class\r\nSHA-256-Digest: abc=\r\n\r\n",
    "META-INF/SIGNER.SF": "Signature-Version: 1.0\r\n\r\n",
    "META-INF/SIGNER.RSA": "signature",
    "META-INF/services/a.Factory": "a.B\n",
    "a/B.class": "code " * 100,
}


@pytest.fixture
def signed(tmp_path: Path) -> Path:
    path = tmp_path / "eclipse-collections-1.0.jar"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as jar:
        for name, text in FILES.items():
            jar.writestr(name, text)
    return path


def content(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as jar:
        return {name: jar.read(name).decode() for name in jar.namelist()}


def test_the_copy_holds_all_but_the_signature_and_the_checksums_of_single_files(signed):
    found = content(unsigned_copy(signed))
    assert (
        found.pop("META-INF/MANIFEST.MF") == "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n"
    )
    assert found == {name: FILES[name] for name in ("META-INF/services/a.Factory", "a/B.class")}


def test_the_copy_is_made_once(signed):
    first = unsigned_copy(signed)
    made = first.stat().st_mtime_ns
    assert unsigned_copy(signed) == first
    assert first.stat().st_mtime_ns == made


def test_a_copy_that_is_not_what_the_jar_gives_is_made_again(signed, tmp_path):
    copy = unsigned_copy(signed)
    whole = copy.read_bytes()
    with zipfile.ZipFile(copy, "a") as planted:
        planted.writestr("a/C.class", "another")
    assert unsigned_copy(signed).read_bytes() == whole
    assert len([*tmp_path.iterdir()]) == 2


def test_where_nothing_can_be_written_the_signed_jar_runs(signed, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(unsigned_jar, "whole_file", full)
    assert unsigned_copy(signed) == signed


def test_on_a_disk_that_is_nearly_full_the_signed_jar_runs(signed, monkeypatch):
    monkeypatch.setattr(unsigned_jar, "free_disk_mb", lambda _: 40)
    assert unsigned_copy(signed) == signed
    assert [*signed.parent.iterdir()] == [signed]


def test_other_jars_run_as_they_are(signed, tmp_path):
    size = signed.stat().st_size
    listed = Jar("", size, "org.eclipse.collections", "eclipse-collections", "1.0")
    assert jar_to_run(listed, tmp_path) == unsigned_copy(signed)
    other = Jar("", size, "org.example", "other", "1.0")
    assert jar_to_run(other, tmp_path) == tmp_path / "other-1.0.jar"
