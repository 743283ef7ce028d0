"""What extraction finds in German, Spanish, Chinese and Japanese, as docs/BENCHMARKS.md states it.

Each language has eight memories and two passages of a file, with the names and facts that a careful
reader finds in them.
"""

import json
from pathlib import Path

import pytest

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import SourceDocument
from graphrag.text.words import normalize_name

ROOT = Path(__file__).parents[4]
FOLDER = Path(__file__).parents[2] / "data" / "languages"
LANGUAGES = ("de", "es", "ja", "zh")
STATED = {
    "de": "| German | 15 of 16 | 15 of 18 | 1 of 1 | 1 of 4 |",
    "es": "| Spanish | 16 of 16 | 16 of 18 | 0 of 0 | 0 of 4 |",
    "zh": "| Chinese | 13 of 13 | 13 of 19 | 0 of 0 | 0 of 6 |",
    "ja": "| Japanese | 14 of 14 | 14 of 19 | 0 of 0 | 0 of 6 |",
}


def read(language):
    lines = (FOLDER / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def extracted(rows):
    """Return the names and the pairs that facts relate, document by document."""
    documents = [
        SourceDocument(str(place), row["text"], file=row.get("file", ""))
        for place, row in enumerate(rows)
    ]
    extractions, _ = RuleExtractor().update(documents)
    for document in documents:
        found = extractions[document.id]
        ids = [mention.entity_id for mention in found.mentions]
        names = {norm(id) for id in ids if id.startswith(("name:", "code:"))}
        yield names, {frozenset((norm(f.subject), norm(f.object))) for f in found.facts}


def norm(entity_id):
    return entity_id.partition(":")[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_documentation_states_what_is_found(language):
    rows = read(language)
    right = extra = facts_right = facts_extra = 0
    for row, (names, facts) in zip(rows, extracted(rows), strict=True):
        gold = set(map(normalize_name, row["names"]))
        gold_facts = {frozenset(map(normalize_name, pair)) for pair in row["facts"]}
        right, extra = right + len(names & gold), extra + len(names - gold)
        facts_right += len(facts & gold_facts)
        facts_extra += len(facts - gold_facts)
    wanted = sum(len(row["names"]) for row in rows)
    wanted_facts = sum(len(row["facts"]) for row in rows)
    line = (
        f"| {STATED[language].split()[1]} | {right} of {right + extra} | {right} of {wanted} | "
        f"{facts_right} of {facts_right + facts_extra} | {facts_right} of {wanted_facts} |"
    )
    assert line == STATED[language]
    assert line in (ROOT / "docs" / "BENCHMARKS.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_written_like_code_are_found_and_latin_ones_between_other_scripts(language):
    rows = read(language)
    for row, (names, _) in zip(rows, extracted(rows), strict=True):
        marked = {
            name
            for name in row["names"]
            if "_" in name or "-" in name or (name.isascii() and language in ("ja", "zh"))
        }
        assert {normalize_name(name) for name in marked} <= names


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_a_name_in_brackets_is_found_without_them_elsewhere(language):
    names = {"zh": "《晨星》延期了。 谁负责晨星？", "ja": "『明星』は延期です。 明星の担当は誰?"}[
        language
    ]
    first, second = names.split(" ")
    [(_, _), (found, _)] = extracted([{"text": first}, {"text": second}])
    assert found == {"zh": {"晨星"}, "ja": {"明星"}}[language]
