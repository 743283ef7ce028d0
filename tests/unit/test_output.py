"""What commands print for people: unchanged, and not wrapped where it is piped."""

import json

from rich.table import Table

from graphrag.cli.output import emit, write

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
