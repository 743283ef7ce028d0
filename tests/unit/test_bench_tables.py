"""The benchmark's tables fit a usual terminal, and nothing of them is cut."""

from rich.console import Console

from graphrag.bench.report import COMPARED
from graphrag.cli.bench_tables import retrieval_tables


def report(folder, strategy, **product):
    return {
        "folder": folder,
        "strategy": strategy,
        "product": product,
        "lift": {name: {"mean": -0.123} for name in product},
        "block_tokens": 487.6,
        "turn_ms": {"p50": 1234.5},
        "token_counter": "cl100k_base",
        "questions_that_lost_gold": 1,
        "questions_below_further_vectors": 7,
    }


def shown(*reports):
    console = Console(width=80)
    with console.capture() as capture:
        console.print(retrieval_tables(reports))
    return capture.get()


def test_eighty_columns_are_enough_for_every_figure_and_name():
    shares = {name: 0.501 + place / 100 for place, name in enumerate(COMPARED)}
    text = shown(report("locomo-dev-pooled", "without names in the question", **shares))
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    for share in shares.values():
        assert f" {100 * share:.1f}" in text
    assert text.count("-12.3") == len(COMPARED)
    for figure in ("488", "1234.5"):
        assert f" {figure}" in text
    assert text.count("locomo-dev-pooled ") == 2
    assert "cl100k_base" in text
    assert " 7\n" in text


def test_a_share_that_was_not_measured_is_left_empty():
    text = shown(report("x", "vector", **{"recall@5": 0.5}))
    assert text.count("50.0") == 1


def test_narrow_tables_leave_their_titles_on_one_line():
    text = shown(report("x", "vector", **{"recall@5": 0.5}))
    assert text.count("; below it the difference to vectors only") == 2
