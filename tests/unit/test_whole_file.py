"""A file is replaced as a whole, or it stays as it was."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from graphrag.whole_file import whole_file, write_whole


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def write_half(path: Path) -> None:
    with whole_file(path) as file:
        file.write(b"half")
        raise ZeroDivisionError


def test_the_older_file_stays_until_the_new_one_is_complete(tmp_path):
    path = tmp_path / "list.txt"
    write_whole(path, "old")
    with whole_file(path) as file:
        file.write("né".encode())
        file.flush()
        assert path.read_text(encoding="utf-8") == "old"
    assert path.read_text(encoding="utf-8") == "né"
    assert [*tmp_path.iterdir()] == [path]


def test_the_older_file_stays_if_writing_fails_and_no_draft_is_left(tmp_path):
    path = tmp_path / "list.txt"
    write_whole(path, "old")
    with pytest.raises(ZeroDivisionError):
        write_half(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_two_that_write_one_file_at_once_both_leave_a_complete_one(tmp_path):
    path = tmp_path / "list.txt"
    with whole_file(path) as one, whole_file(path) as other:
        one.write(b"one")
        other.write(b"other")
    assert path.read_bytes() == b"one"


def test_a_private_file_is_its_owners_from_the_first_byte_on(tmp_path):
    path = tmp_path / "run.json"
    path.write_text("readable")
    path.chmod(0o644)
    with whole_file(path, private=True) as file:
        assert stat.S_IMODE(os.fstat(file.fileno()).st_mode) == 0o600
    assert mode_of(path) == 0o600


def test_a_file_keeps_its_mode_and_its_symbolic_link(tmp_path):
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "list.txt", tmp_path / "list.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert (target.read_text(), mode_of(target)) == ("new", 0o640)


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path):
    write_whole(tmp_path / "ours", "")
    (tmp_path / "any").touch()
    assert mode_of(tmp_path / "ours") == mode_of(tmp_path / "any")


def test_drafts_of_killed_processes_are_removed_and_those_of_running_ones_stay(tmp_path):
    left, recent, of_another = (
        tmp_path / name for name in (".a[1].txt.7.part", ".a[1].txt.8.part", ".b.txt.7.part")
    )
    for draft in (left, recent, of_another):
        draft.touch()
    for draft in (left, of_another):
        os.utime(draft, (0, 0))
    write_whole(tmp_path / "a[1].txt", "")
    assert {*tmp_path.iterdir()} == {recent, of_another, tmp_path / "a[1].txt"}


def test_a_file_may_have_the_longest_name_that_there_is(tmp_path):
    path = tmp_path / ("x" * 255)
    write_whole(path, "new")
    assert [*tmp_path.iterdir()] == [path]
