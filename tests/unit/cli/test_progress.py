"""Progress has words and units, and is a line now and then where no bar can be drawn."""

import io
import sys

import pytest

from graphrag.cli.common import progress as progress_module
from graphrag.cli.common.progress import figures, progress


@pytest.mark.parametrize(
    ("done", "total", "unit", "words"),
    [
        (1200, 5000, "documents", "1,200 of 5,000 documents"),
        (12_400_000, 131_000_000, "bytes", "12 of 131 MB"),
        (40, 0, "names", "40 names"),
        (0, 0, "Java is starting", "Java is starting"),
        (0, 400, "bytes", "0 of 1 MB"),
    ],
)
def test_progress_is_told_with_its_unit(done, total, unit, words):
    assert figures(done, total, unit) == words


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self):
        return True


def test_a_terminal_shows_what_is_done_from_the_first_moment(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with progress("ingest into shared"):
        assert "ingest into shared" in sys.stderr.getvalue()


def test_a_terminal_shows_figures_with_their_unit(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with progress("ingest into shared") as show:
        show(5, 20, "documents")
        show(1_000_000, 4_000_000, "bytes")
    assert "1 of 4 MB" in sys.stderr.getvalue()


def test_without_a_terminal_there_is_a_line_every_few_seconds(capsys, monkeypatch):
    now = 0.0
    monkeypatch.setattr(progress_module.time, "monotonic", lambda: now)
    with progress("ingest into shared") as show:
        for now in (0.1, 2.0, 3.0, 4.0, 8.0):
            show(round(100 * now), 1000, "documents")
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "ingest into shared: 200 of 1,000 documents",
        "ingest into shared: 800 of 1,000 documents",
    ]
