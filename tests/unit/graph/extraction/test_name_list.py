"""The user's own list of names, and the file beside the memory that keeps it."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from graphrag.agent_zero.host.name_lists import change_names, names_file, read_names, stamp_of
from graphrag.errors import SettingsError
from graphrag.graph.build import build
from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import EntityRecord, Extraction, Mention, SourceDocument
from graphrag.text.names.name_list import EMPTY_LIST, MAX_LISTED, NameList
from graphrag.text.words import normalize_name

from ....support.least_cpu import least_cpu


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "usr/memory/default").mkdir(parents=True)
    (tmp_path / "usr/memory/team/alpha").mkdir(parents=True)
    (tmp_path / "usr/projects/atlas/.a0proj/memory").mkdir(parents=True)
    return tmp_path


def mentioned(listed: NameList, *texts: str, extractor: RuleExtractor | None = None) -> set[str]:
    documents = [SourceDocument(str(place), text) for place, text in enumerate(texts)]
    graph = build(
        "scope", documents, extractor or RuleExtractor(), origin="memory", unit="m", listed=listed
    )
    assert set(graph.entities) == {
        mention.entity_id for item in graph.documents.values() for mention in item.mentions
    }
    return set(graph.entities)


def test_half_a_character_is_in_no_name() -> None:
    for change in (NameList().rule_out, lambda name: NameList().join("Mara", name)):
        with pytest.raises(SettingsError, match="character"):
            change("Runa \ud800")


def test_names_are_compared_as_the_graph_compares_them() -> None:
    names = NameList().rule_out("  Weekly   Digest ")
    assert names.rule_out("weekly digest") is names
    assert names.undo("WEEKLY DIGEST") == EMPTY_LIST


def test_one_pair_of_a_name_can_be_undone() -> None:
    names = NameList().join("Mara Lindqvist", "Mara").join("Doctor Lindqvist", "Mara")
    assert names.separate("Mara Lindqvist", "Mara").joined == (("Doctor Lindqvist", "Mara"),)
    with pytest.raises(SettingsError):
        names.separate("Mara", "Doctor Lindqvist")


def test_joining_goes_on_over_names_that_are_joined_already() -> None:
    names = NameList().join("Kubernetes", "kube").join("kube", "k8s")
    assert names.joined_into({}) == {"kube": "kubernetes", "k8s": "kubernetes"}
    assert names.join("k8s", "Kubernetes") is names


def test_joining_counts_what_the_texts_say_already() -> None:
    said = {"mara": "mara lindqvist"}
    joined = NameList().join("M. L.", "Mara").joined_into(said)
    assert joined == {"mara": "m l", "mara lindqvist": "m l"}


def test_a_full_list_is_joined_in_about_the_time_that_reading_its_names_takes() -> None:
    said = {f"alias {number}": f"name {number}" for number in range(5000)}
    pairs = tuple((f"Stay {number}", f"Name {number}") for number in range(MAX_LISTED))
    listed = NameList(joined=pairs)
    joining = least_cpu(lambda: listed.joined_into(said))
    assert joining < 20 * least_cpu(lambda: [*map(normalize_name, listed.joined_names)])


@pytest.mark.parametrize(
    "change",
    [
        lambda names: names.rule_out(""),
        lambda names: names.rule_out(" -- "),
        lambda names: names.rule_out("x" * 400),
        lambda names: names.rule_out("Mara"),
        lambda names: names.join("Mara", "MARA"),
        lambda names: names.join("Mara", "Junk"),
        lambda names: names.undo("Nobody"),
    ],
)
def test_bad_input_is_one_clear_line(change) -> None:
    names = NameList().rule_out("Junk").join("Mara Lindqvist", "Mara")
    with pytest.raises(SettingsError) as failure:
        change(names)
    assert "\n" not in str(failure.value)


def test_the_list_has_an_end() -> None:
    names = NameList(tuple(f"Name {number}" for number in range(MAX_LISTED)))
    with pytest.raises(SettingsError, match=str(MAX_LISTED)):
        names.rule_out("One More")


@pytest.mark.parametrize("written", ["Mara's backup is done.", "Maras backup of Mara is done."])
def test_a_ruled_out_name_stays_out_in_the_genitive(written: str) -> None:
    texts = (written, "Mara likes tea.")
    assert any("mara" in identifier for identifier in mentioned(EMPTY_LIST, *texts))
    assert not any("mara" in found for found in mentioned(NameList(("Mara",)), *texts))


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("Kozioł", ("Kozioł naprawia dach.", "Klucze są u Kozła.")),
        ("Kozła", ("Kozioł naprawia dach.", "Klucze są u Kozła.")),
        ("Pavla", ("Pavla opravuje střechu.", "Klíče jsou u Pavly.")),
        ("Радек", ("Радек чинит крышу.", "Ключи у Радека.")),
    ],
)
def test_the_case_forms_of_a_name_ruled_out_stay_out(name: str, texts: tuple[str, str]) -> None:
    around = ("The boiler is new.",)
    assert mentioned(EMPTY_LIST, *texts, *around)
    assert not mentioned(NameList((name,)), *texts, *around)


def test_another_name_that_a_case_form_begins_with_stays() -> None:
    texts = ("Marek naprawia dach.", "Klucze są u Marka.", "We met Mark at noon.")
    assert "name:mark" in mentioned(NameList(("Marek",)), *texts)


def test_a_short_form_ruled_out_no_longer_stands_for_the_whole_name() -> None:
    texts = ("Mara Lindqvist owns ledger-db.", "Mara likes tea.")
    assert "name:mara lindqvist" in mentioned(NameList(("Mara",)), *texts)
    [item] = build(
        "scope",
        [SourceDocument("a", texts[1])],
        RuleExtractor(),
        origin="memory",
        unit="m",
        listed=NameList(("Mara",)),
    ).documents.values()
    assert item.mentions == ()


def test_a_short_form_stands_for_itself_once_the_whole_name_is_ruled_out() -> None:
    texts = ("Mara Lindqvist owns ledger-db.", "Mara likes tea.")
    found = mentioned(NameList(("Mara Lindqvist",)), *texts)
    assert "name:mara" in found
    assert "name:mara lindqvist" not in found


def test_the_words_of_a_name_ruled_out_do_not_link_in_its_place() -> None:
    texts = (
        "Ilse Vandermeer looks after the cold-storage alarm.",
        "The phone of Ilse Vandermeer is 0612 44 310.",
    )
    assert "name:ilse vandermeer" in mentioned(EMPTY_LIST, *texts)
    found = mentioned(NameList(("Ilse Vandermeer",)), *texts)
    assert not [entity for entity in found if "ilse" in entity or "vandermeer" in entity]


def test_a_change_of_the_list_gives_what_reading_everything_again_gives() -> None:
    texts = (
        "Mara Lindqvist owns ledger-db.",
        "Mara likes Weekly Digest (WD).",
        "kube runs ledger-db. Kubernetes is new.",
    )
    extractor = RuleExtractor()
    for listed in (
        EMPTY_LIST,
        NameList().rule_out("Mara"),
        NameList().rule_out("WD").join("Kubernetes", "kube"),
        NameList().rule_out("ledger-db"),
        EMPTY_LIST,
    ):
        assert mentioned(listed, *texts, extractor=extractor) == mentioned(listed, *texts)


def test_the_list_holds_for_what_a_model_found_too() -> None:
    found = Extraction((Mention("person:mara"), Mention("topic:status report")))
    records = {
        "person:mara": EntityRecord("person:mara", "Mara", "person"),
        "topic:status report": EntityRecord("topic:status report", "Status Report", "topic"),
    }
    graph = build(
        "scope",
        [SourceDocument("a", "Mara Lindqvist wrote.")],
        RuleExtractor(),
        origin="memory",
        unit="m",
        added={"a": (found, records)},
        listed=NameList().join("Mara Lindqvist", "Mara").rule_out("Status Report"),
    )
    assert set(graph.entities) == {"person:mara lindqvist"}
    assert graph.entities["person:mara lindqvist"].aliases == ("Mara",)


def test_the_list_lies_beside_the_memory_and_leaves_nothing_behind(root: Path) -> None:
    for subdir, folder in (
        ("default", "usr/memory/default"),
        ("team/alpha", "usr/memory/team/alpha"),
        ("projects/atlas", "usr/projects/atlas/.a0proj/memory"),
    ):
        change_names(root, subdir, lambda names: names.rule_out("Step One"))
        assert names_file(root, subdir).parent == root / folder
        assert read_names(root, subdir).ruled_out == ("Step One",)
        change_names(root, subdir, lambda names: names.undo("Step One"))
        assert list((root / folder).iterdir()) == []


def test_a_change_of_the_file_shows_in_its_stamp(root: Path) -> None:
    assert stamp_of(root, "default") is None
    change_names(root, "default", lambda names: names.rule_out("Step One"))
    first = stamp_of(root, "default")
    change_names(root, "default", lambda names: names.rule_out("Step Two"))
    assert None is not first != stamp_of(root, "default")


@pytest.mark.parametrize(
    "subdir", ["", "..", "../x", "a/../x", "/x", "projects/..", "projects/a/b", "elsewhere"]
)
def test_only_memory_folders_have_a_list(root: Path, subdir: str) -> None:
    with pytest.raises(SettingsError):
        change_names(root, subdir, lambda names: names.rule_out("Step One"))


@pytest.mark.parametrize(
    "content",
    [
        *("{", "[]", '{"joined": [["a"]]}', '{"ruled_out": [3]}', "\xff"),
        *('{"ruled_out": "Step One"}', '{"joined": ["Mo"]}', '{"joined": 3}'),
    ],
)
def test_a_broken_file_is_named_and_kept(root: Path, content: str) -> None:
    path = names_file(root, "default")
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(SettingsError, match=path.name):
        change_names(root, "default", lambda names: names.rule_out("Step One"))
    assert path.read_bytes() == content.encode("latin-1")


def test_changes_at_once_are_all_kept(root: Path) -> None:
    def rule_out(number: int) -> None:
        change_names(root, "default", lambda names: names.rule_out(f"Step {number}"))

    threads = [threading.Thread(target=rule_out, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = json.loads(names_file(root, "default").read_text(encoding="utf-8"))
    assert len(kept["ruled_out"]) == 12
