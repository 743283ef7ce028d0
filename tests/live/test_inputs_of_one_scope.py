"""Several inputs in one scope: none takes from another, and each can be changed by itself."""

from __future__ import annotations

import pytest

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import IngestError, UnreachableError
from graphrag.graph.cypher.documents import DELETE_DOCUMENTS
from graphrag.graph.ingest import Document, ingest_documents, ingest_paths
from graphrag.graph.transfer import ExportFile, export_scope, import_scope
from graphrag.graph.writing.forget import Forgotten, forget_document, paths_ending_in

from ..support.graphs import ask, counted, entities, facts, write_lines

SOURCES = "MATCH (d:Document {scope: $scope, area: 'passage'}) RETURN d.source AS source"
TEXTS = "MATCH (d:Document {scope: $scope}) WHERE d.text IS NOT NULL RETURN d.text AS text"


def sources(writer, scope) -> list[str]:
    """Return the files of all passages of a scope, sorted."""
    return sorted(row["source"] for row in ask(writer, SOURCES, scope=scope))


def texts(writer, scope) -> list[str]:
    """Return all texts of a scope, sorted."""
    return sorted(row["text"] for row in ask(writer, TEXTS, scope=scope))


@pytest.mark.parametrize(
    "parts", [["docs", "docs/sub/a.md"], ["docs/sub", "docs"], ["docs/sub/a.md", "docs/sub"]]
)
def test_a_file_is_there_once_by_itself_and_with_its_folder(writer, scope, tmp_path, parts):
    (tmp_path / "docs/sub").mkdir(parents=True)
    (tmp_path / "docs/sub/a.md").write_text("Ada Two wrote Notes One.")
    outer, inner = sorted(tmp_path / part for part in parts)
    ingest_paths(writer, [tmp_path / part for part in parts], scope)
    assert sources(writer, scope) in (["sub/a.md"], ["a.md"])
    forget_document(writer, scope, str(inner))
    ingest_paths(writer, [outer], scope)
    assert len(sources(writer, scope)) == 1


def test_files_of_one_name_in_two_folders_are_two(writer, scope, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "LICENSE.md").write_text("Ada Two wrote Notes One.")
    ingest_paths(writer, [tmp_path / "one", tmp_path / "two"], scope)
    assert sources(writer, scope) == ["LICENSE.md", "LICENSE.md"]
    assert paths_ending_in(writer, scope, "LICENSE.md") == [
        str(tmp_path / folder / "LICENSE.md") for folder in ("one", "two")
    ]
    forget_document(writer, scope, str(tmp_path / "two/LICENSE.md"))
    assert sources(writer, scope) == ["LICENSE.md"]
    report = ingest_paths(writer, [tmp_path / "one", tmp_path / "two"], scope)
    assert (report.unchanged_inputs, report.documents_added) == (1, 1)


def test_a_folder_that_was_moved_is_there_once(writer, scope, tmp_path):
    docs, notes = tmp_path / "docs", tmp_path / "notes"
    docs.mkdir()
    (docs / "a.md").write_text("Ada Two wrote Notes One.")
    ingest_paths(writer, [docs], scope)
    docs.rename(notes)
    report = ingest_paths(writer, [notes], scope)
    assert texts(writer, scope) == ["Ada Two wrote Notes One."]
    assert report.gone_inputs == []


def test_of_a_folder_that_is_gone_stays_what_no_other_says(writer, scope, tmp_path):
    docs, notes = tmp_path / "docs", tmp_path / "notes"
    docs.mkdir()
    (docs / "a.md").write_text("Ada Two wrote Notes One.")
    (docs / "b.md").write_text("Ben Two wrote Notes Two.")
    ingest_paths(writer, [docs], scope)
    docs.rename(notes)
    (notes / "b.md").write_text("Ben Two wrote Notes Three.")
    report = ingest_paths(writer, [notes], scope)
    both = ["Ada Two wrote Notes One.", "Ben Two wrote Notes Three.", "Ben Two wrote Notes Two."]
    assert texts(writer, scope) == both
    assert report.gone_inputs == [str(docs)]
    notes.rename(docs)  # it was only away
    ingest_paths(writer, [docs], scope)
    assert texts(writer, scope) == [both[0], both[1]]


def test_an_input_that_is_gone_with_all_it_brought_is_not_named(writer, scope, tmp_path):
    for name, text in (("a.md", "Ada Two wrote Notes One."), ("b.md", "Ben Two wrote Notes Two.")):
        (tmp_path / name).write_text(text)
    ingest_paths(writer, [tmp_path / "a.md"], scope)
    ingest_paths(writer, [tmp_path], scope)  # now it is the folder's
    (tmp_path / "a.md").unlink()
    assert ingest_paths(writer, [tmp_path], scope).gone_inputs == []
    assert texts(writer, scope) == ["Ben Two wrote Notes Two."]


def test_a_table_of_triples_that_is_gone_is_named_too(writer, scope, tmp_path):
    first = write_lines(tmp_path / "first.jsonl", ["Ada Two", "wrote", "Notes One"])
    second = write_lines(tmp_path / "second.jsonl", ["Ben Two", "wrote", "Notes Two"])
    ingest_paths(writer, [first], scope)
    first.unlink()
    assert ingest_paths(writer, [second], scope).gone_inputs == [str(first)]


@pytest.mark.parametrize("parts", [["docs", "docs/a.md"], ["docs/a.md", "docs"]])
def test_the_last_reading_of_a_file_counts_whichever_input_read_it(writer, scope, tmp_path, parts):
    first, last = (tmp_path / part for part in parts)
    (tmp_path / "docs").mkdir()
    path, other = tmp_path / "docs/a.md", tmp_path / "docs/b.md"
    path.write_text("Ada Two wrote Notes One.")
    other.write_text("Ben Two wrote Notes Two.")
    ingest_paths(writer, [first, last], scope)
    path.write_text("Ada Two wrote Notes Three.")
    ingest_paths(writer, [last], scope)
    now = texts(writer, scope)
    assert "Ada Two wrote Notes Three." in now
    assert "Ada Two wrote Notes One." not in now
    forget_document(writer, scope, str(last))
    ingest_paths(writer, [tmp_path / "docs"], scope)
    assert texts(writer, scope) == ["Ada Two wrote Notes Three.", "Ben Two wrote Notes Two."]
    path.unlink()
    other.write_text("Ben Two wrote Notes Four.")
    ingest_paths(writer, [tmp_path / "docs"], scope)
    assert texts(writer, scope) == ["Ben Two wrote Notes Four."]


def test_another_folder_leaves_one_that_is_gone_as_it_is(writer, scope, tmp_path):
    docs, notes = tmp_path / "docs", tmp_path / "notes"
    for folder, text in ((docs, "Ada Two wrote Notes One."), (notes, "Ben Two wrote Notes Two.")):
        folder.mkdir()
        (folder / "a.md").write_text(text)
    ingest_paths(writer, [docs], scope)
    docs.rename(tmp_path / "away")
    ingest_paths(writer, [notes], scope)
    assert sources(writer, scope) == ["a.md", "a.md"]


@pytest.mark.parametrize("kind", ["beir", "openie"])
def test_two_files_with_other_texts_of_the_same_id_are_not_written_over_each_other(
    writer, scope, tmp_path, kind
):
    def record(text: str) -> dict[str, object]:
        fields = {"_id": "1"} if kind == "beir" else {"doc_id": "1", "entities": ["Milo"]}
        return {**fields, "text": text}

    first = write_lines(tmp_path / "first.jsonl", record("The green sofa is in Milo's studio."))
    second = write_lines(tmp_path / "second.jsonl", record("The white desk is at Tessa's."))
    ingest_paths(writer, [first], scope)
    with pytest.raises(IngestError, match=r"first\.jsonl"):
        ingest_paths(writer, [second], scope)
    [text] = texts(writer, scope)
    assert "sofa" in text
    first.unlink()  # it was moved
    ingest_paths(writer, [second], scope)
    [text] = texts(writer, scope)
    assert "desk" in text


def test_a_changed_file_that_is_refused_keeps_what_it_brought(writer, scope, tmp_path):
    def record(name: str, text: str) -> dict[str, object]:
        return {"doc_id": name, "text": text, "entities": ["Milo"]}

    first = write_lines(
        tmp_path / "first.jsonl", record("1", "The green sofa is in Milo's studio.")
    )
    second = write_lines(tmp_path / "second.jsonl", record("2", "The white desk is at Tessa's."))
    ingest_paths(writer, [first, second], scope)
    write_lines(second, record("3", "The lamp is at Otto's."), record("1", "Milo has no sofa."))
    with pytest.raises(IngestError, match=r"first\.jsonl"):
        ingest_paths(writer, [second], scope)
    both = ["The green sofa is in Milo's studio.", "The white desk is at Tessa's."]
    assert texts(writer, scope) == both


class FailingToDelete:
    """A writer that cannot delete documents."""

    def __init__(self, writer):
        self._writer = writer

    def __getattr__(self, name):
        return getattr(self._writer, name)

    def transact(self, statements, **options):
        if any(template is DELETE_DOCUMENTS for template, _ in statements):
            raise UnreachableError("gone")
        return self._writer.transact(statements, **options)


def test_a_file_that_goes_back_after_an_interrupted_change_is_read_again(writer, scope, tmp_path):
    first = {"doc_id": "1", "text": "The sofa is at Milo's.", "entities": ["Milo"]}
    path = write_lines(tmp_path / "records.jsonl", first)
    ingest_paths(writer, [path], scope)
    write_lines(path, {**first, "text": "The desk is at Milo's."})
    with pytest.raises(UnreachableError):
        ingest_paths(FailingToDelete(writer), [path], scope)
    write_lines(path, first)
    report = ingest_paths(writer, [path], scope)
    assert report.unchanged_inputs == 0
    assert texts(writer, scope) == ["The sofa is at Milo's."]


def test_what_one_input_says_of_an_entity_outlives_another_that_names_it(writer, scope, tmp_path):
    said = {"entity": "Ada Two", "aliases": ["The Countess"], "description": "wrote the notes"}
    records = write_lines(tmp_path / "names.jsonl", said)
    notes = tmp_path / "notes.md"
    notes.write_text("We met Ada Two in Turin.")
    ingest_paths(writer, [records, notes], scope)
    query = (
        "MATCH (e:Entity {scope: $scope, id: 'name:ada two'}) "
        "MATCH (a:EntityAlias {scope: $scope, entity_id: e.id}) "
        "RETURN e.aliases AS aliases, e.description AS description, a.norm AS norm"
    )
    [row] = ask(writer, query, scope=scope)
    assert (row["aliases"], row["norm"]) == (["The Countess"], "the countess")
    assert row["description"] == "wrote the notes"


def test_a_changed_text_does_not_keep_the_vector_of_the_old_one(writer, scope):
    embedder = HashedEmbedder(16)
    query = "MATCH (d:Document {scope: $scope, id: 'a'}) RETURN d.embedding AS vector"

    def vector_of(text, embedder):
        ingest_documents(writer, [Document("a", text)], scope, embedder)
        [row] = ask(writer, query, scope=scope)
        return row["vector"]

    old = vector_of("Mara owns the house.", embedder)
    assert vector_of("Ruben owns the boat.", None) is None
    new = vector_of("Ruben owns the boat.", embedder)
    assert new is not None
    assert new != old


def test_a_record_that_two_files_hold_leaves_with_the_last_of_them(writer, scope, tmp_path):
    def record(name):
        return {"doc_id": name, "text": f"Text of {name}.", "entities": ["Milo"]}

    paths = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    write_lines(paths[0], record("1"), record("2"))
    write_lines(paths[1], record("1"), record("3"))
    ingest_paths(writer, paths, scope)
    write_lines(paths[1], record("3"))
    ingest_paths(writer, paths, scope)
    assert texts(writer, scope) == ["Text of 1.", "Text of 2.", "Text of 3."]
    assert entities(writer, scope) == counted(writer, scope)
    write_lines(paths[0], record("2"))
    ingest_paths(writer, paths, scope)
    assert texts(writer, scope) == ["Text of 2.", "Text of 3."]


def test_a_file_that_was_ingested_by_itself_stays_when_its_folder_is_forgotten(
    writer, scope, tmp_path
):
    docs = folder_of_one_file(tmp_path)
    ingest_paths(writer, [docs / "a.md", docs], scope)
    assert forget_document(writer, scope, str(docs)) == Forgotten(removed=0, kept=1)
    assert sources(writer, scope) == ["a.md"]
    assert paths_ending_in(writer, scope, "a.md") == [str(docs / "a.md")]
    assert forget_document(writer, scope, str(docs / "a.md")).removed == 1
    assert sources(writer, scope) == []
    assert paths_ending_in(writer, scope, "a.md") == []


@pytest.mark.parametrize("last", ["the file", "the folder"])
def test_a_file_that_is_forgotten_leaves_every_input_that_holds_it(writer, scope, tmp_path, last):
    docs = folder_of_one_file(tmp_path)
    inputs = [docs, docs / "a.md"] if last == "the file" else [docs / "a.md", docs]
    ingest_paths(writer, inputs, scope)
    assert forget_document(writer, scope, str(docs / "a.md")).removed == 1
    assert sources(writer, scope) == []
    assert forget_document(writer, scope, str(docs / "a.md")) is None
    ingest_paths(writer, [docs], scope)
    assert sources(writer, scope) == ["a.md"]


def folder_of_one_file(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("Ada Two wrote Notes One.")
    return docs


@pytest.mark.parametrize("place", ["two/r.jsonl", "one/renamed.jsonl"])
@pytest.mark.parametrize(
    "line", [["Mara", "owns", "Boat"], {"_id": "1", "text": "Mara owns a boat."}]
)
def test_a_file_of_records_that_was_moved_is_one_input(writer, scope, tmp_path, line, place):
    first = write_lines(tmp_path / "one/r.jsonl", line)
    ingest_paths(writer, [first], scope)
    (tmp_path / "two").mkdir()
    second = first.rename(tmp_path / place)
    report = ingest_paths(writer, [second], scope)
    assert report.gone_inputs == []
    assert paths_ending_in(writer, scope, second.name) == [str(second)]
    forget_document(writer, scope, str(second))
    assert (texts(writer, scope), facts(writer, scope)) == ([], {})


@pytest.mark.parametrize("changed", [0, 1])
def test_no_input_changes_a_document_that_another_one_holds(writer, scope, tmp_path, changed):
    green = {"_id": "1", "text": "The sofa is green."}
    paths = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    for path in paths:
        write_lines(path, green)
    ingest_paths(writer, paths, scope)
    write_lines(paths[changed], {"_id": "1", "text": "The desk is white."})
    with pytest.raises(IngestError, match=paths[1 - changed].name):
        ingest_paths(writer, [paths[changed]], scope)
    assert texts(writer, scope) == ["The sofa is green."]


@pytest.mark.parametrize("fields", [{}, {"entities": ["Milo"]}], ids=["beir", "openie"])
@pytest.mark.parametrize("runs", [[[0, 1]], [[1, 0]], [[0], [1]]], ids=str)
def test_a_document_of_two_files_changes_once_both_files_say_so(
    writer, scope, tmp_path, fields, runs
):
    def write(text):
        for number, path in enumerate(paths):
            own = {"_id": f"own {number}", "text": f"The lamp {number} is on.", **fields}
            write_lines(path, {"_id": "1", "text": text, **fields}, own)

    paths = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    lamps = ["The lamp 0 is on.", "The lamp 1 is on."]
    write("The sofa is green.")
    ingest_paths(writer, paths, scope)
    write("The desk is white.")
    for run in runs:
        ingest_paths(writer, [paths[number] for number in run], scope)
        assert texts(writer, scope) == ["The desk is white.", *lamps]
    assert ingest_paths(writer, paths, scope).unchanged_inputs == 2
    for path, left in ((paths[0], ["The desk is white.", lamps[1]]), (paths[1], [])):
        forget_document(writer, scope, str(path))
        assert texts(writer, scope) == left


def test_a_file_that_went_back_on_a_change_is_read_again(writer, scope, tmp_path):
    green, white = ({"_id": "1", "text": f"The sofa is {word}."} for word in ("green", "white"))
    paths = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    for path in paths:
        write_lines(path, green)
    ingest_paths(writer, paths, scope)
    for path in paths:
        write_lines(path, white)
    ingest_paths(writer, [paths[0]], scope)
    write_lines(paths[1], green)
    with pytest.raises(IngestError, match=r"first\.jsonl"):
        ingest_paths(writer, [paths[1]], scope)


def test_a_document_that_goes_from_one_file_to_another_may_change_on_its_way(
    writer, scope, tmp_path
):
    paths = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    lamp = {"_id": "2", "text": "The lamp is on."}
    write_lines(paths[0], lamp)
    write_lines(paths[1], {"_id": "1", "text": "The sofa is green."}, {**lamp, "_id": "3"})
    ingest_paths(writer, paths, scope)
    write_lines(paths[0], lamp, {"_id": "1", "text": "The sofa is white."})
    write_lines(paths[1], {**lamp, "_id": "3"})
    ingest_paths(writer, paths, scope)
    assert texts(writer, scope) == ["The lamp is on.", "The lamp is on.", "The sofa is white."]


def test_no_collection_changes_a_document_of_another_one(writer, scope, tmp_path, monkeypatch):
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)  # a folder of the same name is another thing
    ingest_documents(writer, [Document("1", "The sofa is green.")], scope, collection="docs")
    with pytest.raises(IngestError, match="docs"):
        ingest_documents(writer, [Document("1", "The desk is white.")], scope, collection="other")
    assert texts(writer, scope) == ["The sofa is green."]


def test_what_was_forgotten_comes_back_with_each_input_that_holds_it(writer, scope, tmp_path):
    record = {"doc_id": "1", "text": "The sofa is green.", "entities": ["Milo"]}
    paths = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    for path in paths:
        write_lines(path, record)
    ingest_paths(writer, paths, scope)
    forget_document(writer, scope, "1")
    assert texts(writer, scope) == []
    ingest_paths(writer, [paths[0]], scope)
    assert texts(writer, scope) == ["The sofa is green."]


def test_who_inherits_a_document_is_read_anew(writer, scope, tmp_path):
    def record(**more):
        return {"doc_id": "1", "text": "The sofa is green.", **more}

    first = write_lines(tmp_path / "first.jsonl", record(entities=["Milo"]))
    second = write_lines(
        tmp_path / "second.jsonl", record(entities=["Otto"], triples=[["Otto", "owns", "Boat"]])
    )
    ingest_paths(writer, [first, second], scope)
    forget_document(writer, scope, str(second))
    ingest_paths(writer, [first], scope)
    assert entities(writer, scope) == {"name:milo": (1, 1)}
    assert facts(writer, scope) == {}


def test_who_holds_a_document_is_kept_in_an_export(writer, scope, tmp_path):
    def record(name):
        return {"doc_id": name, "text": f"Text of {name}.", "entities": ["Milo"]}

    paths = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    write_lines(paths[0], record("1"))
    write_lines(paths[1], record("1"), record("2"))
    ingest_paths(writer, paths, scope)
    export_scope(writer, scope, tmp_path / "export.jsonl")
    import_scope(writer, ExportFile(tmp_path / "export.jsonl"), scope, replace=True)
    write_lines(paths[1], record("2"))
    ingest_paths(writer, paths, scope)
    assert texts(writer, scope) == ["Text of 1.", "Text of 2."]
