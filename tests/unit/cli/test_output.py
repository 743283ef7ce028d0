"""What commands print for people: unchanged, and not wrapped where it is piped."""

import json
import os
import resource
from pathlib import Path

import pytest
from rich.table import Table

from graphrag.cli.common.output import emit, write, write_file
from graphrag.errors import SettingsError

LONG = "one sentence that goes on " * 20


def test_nothing_is_wrapped_where_it_is_piped(capsys):
    table = Table("name")
    table.add_row(LONG)
    write(LONG, table)
    printed = capsys.readouterr().out
    assert printed.count(LONG.strip()) == 2


def test_text_is_printed_as_it_is(capsys):
    text = "[red]x[/] :warning: 12 [bold"
    write(text)
    assert capsys.readouterr().out == text + "\n"


def test_json_with_the_name_of_a_file_that_is_not_utf_8_is_utf_8(capfdbinary):
    value = {"file": b"caf\xe9-\xc3\xa9.md".decode("utf-8", "surrogateescape")}
    emit(value, as_json=True, words=lambda: None)
    printed = capfdbinary.readouterr().out.decode("utf-8")
    assert json.loads(printed) == value
    assert "é" in printed


@pytest.fixture
def full_disk():
    """No file may have more than 1,000 bytes, as on a disk that gets full."""
    usual, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (usual, most))


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("older", [[], ["older"]])
def test_a_file_that_does_not_fit_leaves_what_was_there(tmp_path, older):
    file = tmp_path / "picture.html"
    for text in older:
        file.write_text(text)
    with pytest.raises(SettingsError, match=r"picture\.html cannot be written"):
        write_file(file, "x" * 2000)
    assert [left.read_text() for left in tmp_path.iterdir()] == older


def test_a_file_is_written_behind_its_link_with_the_rights_that_it_had(tmp_path):
    file, link = tmp_path / "picture.html", tmp_path / "link.html"
    file.write_text("older")
    file.chmod(0o640)
    link.symlink_to(file)
    write_file(link, "newer")
    assert (link.is_symlink(), file.read_text(), file.stat().st_mode & 0o777) == (
        True,
        "newer",
        0o640,
    )


def test_what_is_no_file_is_written_to_as_it_is():
    reader, writer = os.pipe()
    write_file(Path(f"/dev/fd/{writer}"), "text")
    assert os.read(reader, 10) == b"text"
    os.close(reader)
    os.close(writer)
