"""What inputs hold: files, formats, passages, tables, lines that nobody vouches for."""

from __future__ import annotations

import json
import os
import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.errors import IngestError
from graphrag.graph.ingest.beir import read_corpus
from graphrag.graph.ingest.files import Selection, find_files
from graphrag.graph.ingest.inputs import find_inputs, recognise
from graphrag.graph.ingest.record_files.batches import ENTITIES_PER_BATCH, batches
from graphrag.graph.ingest.record_files.lines import (
    MAX_LINE_BYTES,
    START,
    parse_object,
    read_lines,
)
from graphrag.graph.ingest.record_files.record_lines import csv_delimiter, record_lines
from graphrag.graph.ingest.record_files.triples import BadRecordError, read_record
from graphrag.graph.ingest.report import BadLines, IngestReport
from graphrag.graph.ingest.text_files.passages import read_passages, split_file

from ....support.text_files import split_text

DAY = date(2023, 5, 8).toordinal()
TRIPLE = {"subject": "Ada", "predicate": "wrote", "object": "Notes"}


def read(path):
    complaints = []
    lines = list(read_lines(path, lambda number, reason: complaints.append((number, reason))))
    return [line.text for line in lines], complaints


def test_lines_that_cannot_be_read_are_told_by_number(tmp_path):
    path = tmp_path / "x.jsonl"
    long = b"x" * (MAX_LINE_BYTES + 5)
    path.write_bytes(b"one\n\xff\xfe\n\nfour\n" + long + b"\nsix")
    texts, complaints = read(path)
    assert texts == ["one", "four", "six"]
    assert [number for number, _ in complaints] == [2, 5]


def test_reading_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes("ett\ntvå\ntre\n".encode())
    first = next(iter(read_lines(path, lambda *_: None)))
    rest = list(read_lines(path, lambda *_: None, first.after))
    assert [(line.number, line.text) for line in rest] == [(2, "två"), (3, "tre")]


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 100_000, "{", "[1]", "nul"])
def test_json_that_is_no_object_is_refused(text):
    value, reason = parse_object(text)
    assert value is None
    assert reason


def test_what_is_wrong_in_a_line_of_json_is_told_with_its_place():
    _, reason = parse_object('{"id": "a", "text": "never ended')
    assert reason == "not JSON (Unterminated string starting at column 21)"


def test_a_second_text_under_an_id_is_a_bad_line_and_more_triples_of_a_text_are_not(tmp_path):
    file = tmp_path / "a.jsonl"
    rows = [("m1", "Mara", "A1"), ("m1", "Mara", "B1"), ("m1", "Jonas", "C1"), ("m2", "Ilse", "D1")]
    lines = [{"doc_id": one, "text": text, "entities": [name]} for one, text, name in rows]
    file.write_text("\n".join(map(json.dumps, lines)))
    complaints = []
    found = [
        record
        for _, record in record_lines(file, "", lambda *bad: complaints.append(bad))
        if record is not None
    ]
    assert [record.document.text for record in found] == ["Mara", "Mara", "Ilse"]
    assert complaints == [(3, "the id 'm1' occurs twice, with different texts")]


def test_a_markdown_file_is_split_at_headings_and_sentences():
    body = "This is a sentence of some length, as they come. " * 60
    passages = split_text("guide.md", f"Intro.\n\n# Setup\n\n{body}\n\n## Network\n\nUse Alpha.\n")
    assert {passage.source for passage in passages} == {"guide.md"}
    assert passages[-1].title == "Setup > Network"
    assert passages[-1].text == "Use Alpha."
    assert all(len(passage.text) <= 1800 for passage in passages)
    assert all(passage.text.endswith(".") for passage in passages)
    assert "".join(p.text for p in passages).count("sentence") == 60


def test_a_heading_inside_code_is_no_heading():
    [passage] = split_text("a.md", "```\n# not a heading\n```\n")
    assert passage.title == ""


def test_a_passage_keeps_its_id_when_another_changes():
    before = {p.id for p in split_text("a.md", "# One\nAlpha.\n# Two\nBeta.\n")}
    after = {p.id for p in split_text("a.md", "# One\nAlpha, changed.\n# Two\nBeta.\n")}
    assert len(before & after) == 1


@given(st.text(max_size=400))
def test_no_text_is_lost_in_passages(text):
    text = "First.\n" + text.replace("#", "")  # what is no title is in the text of a passage
    passages = split_text("a.txt", text)
    kept = "".join("".join(p.text.split()) for p in passages)
    assert kept == "".join(re.sub("[\0\u00ad\u2060\ufeff]", "", text).split())


def test_a_file_that_is_not_utf8_is_counted_and_left_out(tmp_path):
    (tmp_path / "good.md").write_text("Fine.")
    (tmp_path / "bad.md").write_bytes(b"line\n\xff\xff\n")
    report = IngestReport()
    assert len(read_passages(find_files(tmp_path).texts, BadLines(report, strict=False))) == 1
    assert report.bad_lines == 1
    assert report.bad_line_examples[0].line == 2


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_a_word_has_no_signs_that_nobody_sees(name):
    found = split_file(
        f"/{name}", name, "# Kes\u00adsel\n\nDer Heiz\u00adkes\u00adsel\ufeff.".encode()
    )
    assert [(one.title, one.text) for one in found] == [("Kessel", "Der Heizkessel.")]


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_a_text_in_utf_16_is_read(tmp_path, name):
    (tmp_path / name).write_text("Der Schlüssel hängt am Tor.", encoding="utf-16")
    report = IngestReport()
    [found] = read_passages(find_files(tmp_path).texts, BadLines(report, strict=True))
    assert found.text == "Der Schlüssel hängt am Tor."


def test_strict_stops_at_the_first_bad_line():
    with pytest.raises(IngestError, match=r"a\.csv:3: no object"):
        BadLines(IngestReport(), strict=True).add("a.csv", 3, "no object")


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("a.jsonl", {"subject": "a", "predicate": "b", "object": "c"}, "jsonl"),
        ("a.jsonl", ["a", "b", "c"], "jsonl"),
        ("a.jsonl", {"doc_id": "1", "triples": []}, "openie"),
        ("a.jsonl", {"doc_id": "1", "entities": []}, "openie"),
        ("a.jsonl", {"_id": "1", "text": "t"}, "beir"),
        ("a.jsonl", {"_id": "1", "text": "t", "entity": None}, "beir"),
        ("a.csv", "x", "csv"),
        ("a.md", "x", "text"),
        ("a.exe", "x", None),
    ],
)
def test_a_format_is_recognised(tmp_path, name, line, expected):
    path = tmp_path / name
    path.write_text("not json\n" + json.dumps(line) + "\n")
    assert recognise(path, find_files(path)) == expected


@pytest.mark.parametrize("other", [{"entity": "Ada"}, ["Ada", "wrote", "Notes"], TRIPLE])
def test_a_file_that_holds_more_than_documents_is_no_corpus(tmp_path, other):
    path = tmp_path / "a.jsonl"
    path.write_text(f"{json.dumps({'id': '1', 'text': 't'})}\n{json.dumps(other)}\n")
    assert recognise(path, find_files(path)) == "jsonl"


def test_folders_are_recognised_by_what_they_hold(tmp_path):
    assert recognise(tmp_path, find_files(tmp_path)) is None
    (tmp_path / "notes.md").write_text("x")
    assert recognise(tmp_path, find_files(tmp_path)) == "text"
    (tmp_path / "corpus.jsonl").write_text("{}")
    assert recognise(tmp_path, find_files(tmp_path)) == "beir"


def text_paths(path, *selection):
    """Return the paths of the text files of a folder."""
    return [file.path for file in find_files(path, *selection).texts]


def test_patterns_say_which_files_are_read(tmp_path):
    for name in ("a.md", "b.txt", "drafts/c.md", "guides/d.md", ".git/e.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")

    def names(include=(), exclude=()):
        files = find_files(tmp_path, Selection(tuple(include), tuple(exclude))).texts
        return [file.shown for file in files]

    assert names() == ["a.md", "b.txt", "drafts/c.md", "guides/d.md"]
    assert names(include=["*.md"], exclude=["drafts"]) == ["a.md", "guides/d.md"]
    assert names(include=["guides/*"]) == ["guides/d.md"]
    assert names(exclude=["?.txt", "*/c.md"]) == ["a.md", "guides/d.md"]
    assert find_files(tmp_path).hidden == (".git",)


def test_links_to_folders_are_not_followed_but_named(tmp_path):
    notes, other = tmp_path / "notes", tmp_path / "other"
    for folder in (notes / "sub", other):
        folder.mkdir(parents=True)
        (folder / "a.md").write_text("x")
    for link in ("sub/other", ".hidden", "loop", "unwanted"):
        (notes / link).symlink_to(other if link == "sub/other" else notes)
    found = find_files(notes, Selection(exclude=("unwanted",)))
    assert [file.shown for file in found.texts] == ["sub/a.md"]
    assert (found.hidden, found.linked) == ((".hidden",), ("loop", "sub/other"))


def test_a_file_that_a_link_names_too_is_read_once(tmp_path):
    (tmp_path / "real.md").write_text("x")
    (tmp_path / "again.md").symlink_to(tmp_path / "real.md")
    (tmp_path / "zoo.md").symlink_to(tmp_path / "again.md")
    assert text_paths(tmp_path) == [tmp_path / "real.md"]


@pytest.mark.parametrize("field", ["_id", "id", "doc_id"])
def test_documents_as_jsonl_need_an_id_and_a_text(tmp_path, field):
    path = tmp_path / "notes.jsonl"
    fields = {"_id": None, "id": None, "doc_id": None, "title": None, field: "n1"}
    path.write_text(json.dumps({**fields, "text": "Two feeds.", "timestamp": "2023-05-08"}))
    assert recognise(path, find_files(path)) == "beir"
    [document] = read_corpus(path, BadLines(IngestReport(), strict=True))
    assert (document.id, document.text, document.day) == ("n1", "Two feeds.", DAY)


@pytest.mark.parametrize("entities", [{}, {"entities": ["Ada"]}])
def test_a_document_has_its_time_and_area_with_and_without_entities(tmp_path, entities):
    metadata = {"timestamp": "2023-05-08", "area": "fragments"}
    fields = {"doc_id": "n1", "text": "Two feeds.", "title": " Feeds ", "metadata": metadata}
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps(fields | entities))
    if entities:
        document = read_record(json.loads(path.read_text())).document
    else:
        [document] = read_corpus(path, BadLines(IngestReport(), strict=True))
    assert document is not None
    assert (document.title, document.day, document.area) == ("Feeds", DAY, "fragments")


@pytest.mark.parametrize("header", ["subject,predicate,object", "Head,Relation,Tail", "s,p,o"])
def test_the_header_of_a_table_may_have_any_of_the_usual_names(tmp_path, header):
    path = tmp_path / "t.csv"
    path.write_text(f"{header}\nAda,wrote,Notes\n")
    records = [record for _, record in record_lines(path, ",", lambda *_: None) if record]
    assert [record.facts[0].predicate for record in records] == ["wrote"]


@pytest.mark.parametrize("header", ["subject,relation,team", "who,does,what,when"])
def test_a_header_that_names_no_object_is_an_error_and_no_triple(tmp_path, header):
    path = tmp_path / "t.csv"
    path.write_text(f"{header}\nAda,wrote,Notes\n")
    with pytest.raises(IngestError, match="the header of"):
        list(record_lines(path, ",", lambda *_: None))


def test_a_folder_that_cannot_be_listed_does_not_count_as_empty(tmp_path, monkeypatch):
    (tmp_path / "notes").mkdir()
    (tmp_path / "a.md").write_text("Ada.")
    list_folder = os.scandir

    def refuse(path):
        if str(path).endswith("notes"):
            raise PermissionError(13, "Permission denied", str(path))
        return list_folder(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(IngestError, match=r"notes"):
        find_files(tmp_path)
    assert text_paths(tmp_path, Selection(exclude=("notes",))) == [tmp_path / "a.md"]
    (tmp_path / "notes").rename(tmp_path / "sub-notes")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub-notes").rename(tmp_path / "sub/notes")
    assert text_paths(tmp_path, Selection(exclude=("sub/notes",))) == [tmp_path / "a.md"]


@pytest.mark.parametrize(("name", "excluded"), [("long.bin", ()), ("long.csv", ("long.*",))])
def test_a_file_that_is_not_meant_may_lie_where_nobody_can_look(tmp_path, name, excluded):
    (tmp_path / "a.csv").write_text("Falcon,depends on,Gateway\n")
    (tmp_path / name).symlink_to("x" * 300)
    [found] = find_inputs([tmp_path], selection=Selection(exclude=excluded))
    assert found.path == tmp_path / "a.csv"


def test_a_file_that_is_gone_since_the_folder_was_walked_is_named(tmp_path):
    (tmp_path / "a.md").write_text("Ada.")
    found = find_files(tmp_path)
    (tmp_path / "a.md").unlink()
    with pytest.raises(IngestError, match=r"a\.md cannot be read"):
        read_passages(found.texts, BadLines(IngestReport(), strict=False))


def test_an_input_that_is_named_twice_is_read_once(tmp_path):
    note, table = tmp_path / "a.md", tmp_path / "tables" / "b.csv"
    (tmp_path / "tables" / ".old").mkdir(parents=True)
    note.write_text("Anna Lund owns ledger-db.")
    table.write_text("Anna Lund,owns,ledger-db\n")
    link = tmp_path / "link.md"
    link.symlink_to(note)
    found = find_inputs(
        [note, table, note, tmp_path / "tables" / ".." / "a.md", link, table.parent]
    )
    assert [one.path for one in found] == [note, table]
    assert [one.files.hidden for one in found] == [(), (".old",)]


@pytest.mark.parametrize("field", ["id", "_id", "doc_id"])
def test_a_truth_value_is_no_id(field):
    with pytest.raises(BadRecordError, match="id"):
        read_record({field: True, "text": "Anna Lund owns ledger-db."})


def test_a_folder_is_walked_once_however_much_is_in_it(tmp_path, monkeypatch):
    for name in ("a.md", "sub/b.md", "sub/t.csv", ".git/c.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("Ada.")
    list_folder, listed = os.scandir, []

    def count(path):
        listed.append(str(path))
        return list_folder(path)

    monkeypatch.setattr(os, "scandir", count)
    [found] = find_inputs([tmp_path])
    read_passages(found.files.texts, BadLines(IngestReport(), strict=False))
    assert sorted(listed) == [str(tmp_path), str(tmp_path / "sub")]


def test_files_of_records_in_a_folder_of_texts_are_named(tmp_path):
    for name in ("a.md", "sub/t.csv", "sub/.hidden.csv", "r.jsonl", "package.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("Ada.")
    assert find_files(tmp_path).records == ("r.jsonl", "sub/t.csv")
    assert find_files(tmp_path, Selection(exclude=("sub",))).records == ("r.jsonl",)


def test_files_of_records_below_a_folder_of_records_are_named(tmp_path):
    for name in ("a.jsonl", "b.csv", ".b.jsonl", "sub/c.jsonl", ".old/d.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('["Ada","wrote","Notes"]' if "j" in name else "Ada,wrote,x")
    found = find_inputs([tmp_path])
    assert [one.path.name for one in found] == ["a.jsonl", "b.csv"]
    assert [name for one in found for name in one.files.records] == ["sub/c.jsonl"]
    assert [name for one in found for name in one.files.hidden] == [".old"]


def test_the_files_of_a_corpus_are_not_named_as_left_out(tmp_path):
    (tmp_path / "corpus.jsonl").write_text('{"_id": "1", "text": "Ada."}')
    (tmp_path / "queries.jsonl").write_text('{"_id": "1", "text": "Who?"}')
    [found] = find_inputs([tmp_path])
    assert (found.format, found.files.records) == ("beir", ())


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_first_line_shows_what_parts_the_cells_of_a_table(sign, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(sign.join(["subject", "predicate", "object"]) + "\n")
    assert csv_delimiter(path) == sign


@pytest.mark.parametrize(
    ("sign", "lines"),
    [
        (";", "Lund, Anna;owns,keeps;boat\nMara;owns;ledger-db\n"),
        (";", "Lund, Anna;owns;boat, red\n"),
        (";", "subject;predicate;object;description\nMara;owns;boat;It is red, old, and slow.\n"),
        (",", "Mara,keeps,boats; bikes; skis\nAnna,keeps,bikes\n"),
        (",", "Mara,keeps,boats; bikes; skis\n"),
        (",", "Mara, owns, a boat\n"),
        ("|", "Lund; Anna; Berit|own|boats, bikes, skis\nMara|owns|ledger-db\n"),
    ],
)
def test_a_sign_within_cells_does_not_part_them(sign, lines, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(lines)
    assert csv_delimiter(path) == sign


@pytest.mark.parametrize("above", ["\n", "sep=;\n", "\ufeffsep=;\r\n \r\n", '"sep=;"\n'])
def test_the_header_of_a_table_may_have_an_empty_line_or_excels_own_above_it(above, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(f"{above}subject;predicate;object\nAda;wrote;Notes\n", encoding="utf-8")
    complaints: list[tuple[int, str]] = []
    lines = record_lines(path, csv_delimiter(path), lambda *bad: complaints.append(bad))
    [record] = [record for _, record in lines if record]
    assert record.facts[0].predicate == "wrote"
    assert complaints == []


def test_an_empty_first_cell_of_a_row_is_a_cell(tmp_path):
    table = tmp_path / "t.tsv"
    table.write_text("subject\tpredicate\tobject\tdescription\n\towns\tledger-db\tMara does.\n")
    complaints = []
    records = list(record_lines(table, "\t", lambda *bad: complaints.append(bad)))
    assert [record for _, record in records] == [None, None]
    assert complaints == [(2, "the subject has no letter or digit")]


def test_a_table_may_begin_with_a_column_without_a_name(tmp_path):
    table = tmp_path / "index.tsv"
    table.write_text("\tsubject\tpredicate\tobject\n0\tMara\towns\tledger-db\n")
    [_, (_, record)] = record_lines(table, "\t", lambda *bad: None)
    assert record.facts[0].subject == "name:mara"


def test_a_file_of_entities_alone_is_written_in_several_batches(tmp_path):
    path = tmp_path / "names.jsonl"
    path.write_text("".join(f'{{"entity": "Relay {n}"}}\n' for n in range(2 * ENTITIES_PER_BATCH)))
    found = list(batches(path, "", lambda *bad: None, START))
    assert [len(batch.records) for batch in found] == [ENTITIES_PER_BATCH] * 2


def test_a_row_of_empty_cells_is_told_and_the_others_are_read(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("Ada,wrote,Notes\n,,\nBen,read,Notes\n")
    told = []
    lines = record_lines(path, ",", lambda number, _: told.append(number))
    assert [line.number for line, record in lines if record] == [1, 3]
    assert told == [2]


def test_a_quoted_cell_of_a_table_may_hold_line_breaks(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(
        'subject,predicate,object,"description\n(optional)"\r\n'
        'Ada,wrote,Notes,"On the engine,\n\nwith ""numbers""."\r\n'
        ",,\r\n"
        "Ben,read,Notes\r\n"
    )
    told = []
    lines = list(record_lines(path, csv_delimiter(path), lambda number, _: told.append(number)))
    records = [record for _, record in lines if record]
    assert [record.facts[0].subject for record in records] == ["name:ada", "name:ben"]
    assert told == [6]
    [first, second] = [line for line, record in lines if record]
    assert (first.number, first.lines, second.number) == (3, 3, 7)
    rest = record_lines(path, ",", lambda *bad: None, first.after)
    assert [line.number for line, record in rest if record] == [7]


@pytest.mark.parametrize("cell", ['"5 foot', '"5 foot" and more'])
def test_a_quotation_mark_that_stands_alone_costs_its_own_line(cell, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(f"Ada,wrote,Notes\nAda,measures,{cell}\n" + "Ben,read,Notes\n" * 3)
    told = []
    lines = record_lines(path, ",", lambda number, _: told.append(number))
    assert [line.number for line, record in lines if record] == [1, 3, 4, 5]
    assert told == [2]


def test_empty_cells_at_the_end_of_a_row_are_none(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("subject,predicate,object,\nMara,owns,Boat,,\n")
    complaints: list[str] = []
    _, (_, record) = record_lines(path, ",", lambda _line, reason: complaints.append(reason))
    assert complaints == []
    assert record.facts[0].predicate == "owns"


def test_a_bad_line_does_not_make_a_corpus_something_else(tmp_path):
    path = tmp_path / "c.jsonl"
    path.write_text('{"text": "No id."}\n{"_id": "1", "text": "Mara owns a boat."}\n')
    assert recognise(path, find_files(path)) == "beir"


def test_a_document_among_triples_is_read_with_them(tmp_path):
    path = tmp_path / "m.jsonl"
    lines = ['{"doc_id": "1", "text": "Mara owns a boat."}', '["Mara", "owns", "Boat"]']
    path.write_text("\n".join(lines))
    assert recognise(path, find_files(path)) == "jsonl"
    complaints: list[str] = []
    read = record_lines(path, "", lambda _line, reason: complaints.append(reason))
    document, triple = [record for _, record in read]
    assert complaints == []
    assert document.document.text == "Mara owns a boat."
    assert len(triple.facts) == 1
