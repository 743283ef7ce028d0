"""What ``stats`` shows fits a usual terminal, and nothing of it is cut."""

import re
from dataclasses import replace

import pytest
from rich.console import Console

from graphrag.cli.stats_view import stats_view
from graphrag.graph.stats import ScopeStats
from graphrag.wording import ago

SCOPE = ScopeStats(
    scope="0123456789ab/projects/a-project-with-a-long-name",
    documents=123456,
    areas={},
    entities=234567,
    mentions=3456789,
    relations=456789,
    top_entities=(("Osprey Gateway", "name", 1234),),
    first_day=None,
    last_day=None,
    dimension=None,
    embedder="",
    analyzer="english",
    synced_at=None,
    sync_age_s=None,
    waiting=("the next ingest of notes completes it",),
)


def shown(*scopes):
    console = Console(width=80)
    with console.capture() as capture:
        console.print(stats_view(scopes))
    return capture.get()


def test_eighty_columns_are_enough_for_every_figure():
    text = shown(SCOPE, replace(SCOPE, scope="0123456789ab/shared", sync_age_s=59 * 60.0))
    assert "…" not in text
    for figure in ("123456", "234567", "3456789", "456789", "59 min ago", "never"):
        assert figure in text
    assert re.search(r"^0123456789ab/shared +123456 ", text, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= 80


def test_what_waits_is_said_in_full():
    assert "waiting: the next ingest of notes completes it" in shown(SCOPE)
    assert "waiting" not in shown(replace(SCOPE, waiting=()))


def test_a_name_is_shown_as_it_is_and_not_read_as_markup():
    assert "[red]x[/] (3)" in shown(replace(SCOPE, top_entities=(("[red]x[/]", "name", 3),)))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0 s ago"),
        (61, "1 min ago"),
        (7300, "2 h ago"),
        (86_400, "1 day ago"),
        (2e5, "2 days ago"),
    ],
)
def test_an_age_is_told_in_its_largest_unit(seconds, words):
    assert ago(seconds) == words


def test_a_memory_without_extraction_is_named():
    assert "took too long: m7, m9" in shown(replace(SCOPE, without_extraction=("m7", "m9")))
    assert "took too long" not in shown(SCOPE)
