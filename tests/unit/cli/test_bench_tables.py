"""The benchmark's tables fit a usual terminal, and nothing of them is cut."""

from pathlib import Path

from rich.console import Console

from graphrag.bench.judging.report import COMPARED
from graphrag.cli.benchmarks.bench_command import MAX_RECALLED, row_names
from graphrag.cli.benchmarks.retrieval_tables import retrieval_tables
from graphrag.ranking.similarity import CANDIDATES_EACH


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
        "kinds": [],
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


KINDS = ("plain", "two_hop", "list", "update", "time", "answerable", "none")


def kind(name):
    shares = {} if name == "none" else {"gold_in_prompt": 0.871, "all_gold_in_prompt": 0.862}
    if name == "update":
        shares |= {"newest": 0.853, "outdated_in_block": 0.254, "outdated_in_prompt": 0.955}
    return {
        "kind": name,
        "queries": 116,
        "product": shares,
        "lift": {name: {"mean": -0.123, "low": -0.25, "high": 0.125} for name in shares},
        "precision": None if name == "none" else 0.088,
        "silent": 19,
        "block_tokens": 437.2,
    }


def with_kinds(folder, strategy):
    shares = dict.fromkeys(COMPARED, 0.5)
    return report(folder, strategy, **shares) | {"kinds": [kind(name) for name in KINDS]}


def test_eighty_columns_are_enough_for_the_kinds_of_one_strategy():
    text = shown(with_kinds("household", "two_pass"))
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    for figure in ("87.1", "86.2", "85.3", "25.4", "(95.5)", "8.8", "-25 +12", "19", "437"):
        assert f" {figure}" in text
    assert [line.split()[0] for line in text.splitlines() if " 116 " in line] == list(KINDS)


def test_eighty_columns_are_enough_for_the_kinds_of_several_strategies():
    text = shown(
        with_kinds("household", "two_pass"), with_kinds("household", "without names in it")
    )
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert "without names in it " in text
    assert text.count(" 86.2") == 2 * (len(KINDS) - 2)


FACTS = {"questions": 9, "wanted": 9, "found": 0.761, "all_found": 0.702, "told": 12.3}


def with_facts(folder, strategy):
    def row(name):
        asks = name not in ("note", "none")
        right = None if name == "none" else 0.643
        facts = FACTS | {"right": right} | ({} if asks else {"found": None, "all_found": None})
        passages = kind("plain") if name in ("note", "answerable") else kind("none")
        return passages | {"kind": name, "facts": facts}

    kinds = ("direct", "via_note", "note", "answerable", "none")
    return with_kinds(folder, strategy) | {"facts": FACTS, "kinds": list(map(row, kinds))}


def test_eighty_columns_are_enough_for_the_facts_of_a_table_too():
    text = shown(with_facts("services", "two_pass"))
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    for figure in ("76.1", "70.2", "64.3", "of 12.3", "87.1"):
        assert f" {figure}" in text
    assert "dated" not in text.split("by kind")[1]


def test_facts_and_outdated_memories_of_one_set_have_a_table_each():
    text = shown(
        with_facts("services", "x")
        | {"kinds": [kind("update") | {"facts": FACTS | {"right": 0.643}}]}
    )
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert [text.count(f" {figure}") for figure in ("25.4", "64.3", "437")] == [1, 1, 2]


def test_several_strategies_are_compared_on_a_table():
    text = shown(with_facts("services", "two_pass"), with_facts("services", "without words"))
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert [text.count(f" {figure}") for figure in ("76.1", "64.3")] == [2, 2]


def test_sets_without_kinds_have_no_table_of_kinds():
    assert "by kind" not in shown(report("x", "two_pass", **{"recall@5": 0.5}))


def test_each_folder_has_a_row_of_its_own_with_a_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    named = row_names([Path("a/set"), Path("b/set"), Path("./a/set"), Path("."), Path("c")])
    assert named == {
        tmp_path / "a/set": f"{tmp_path}/a/set",
        tmp_path / "b/set": f"{tmp_path}/b/set",
        tmp_path: tmp_path.name,
        tmp_path / "c": "c",
    }


def test_no_more_can_be_recalled_than_are_looked_at():
    assert MAX_RECALLED == CANDIDATES_EACH
