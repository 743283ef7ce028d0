"""What commands print for people: unchanged, and not wrapped where it is piped."""

from rich.table import Table

from graphrag.cli.output import write

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
