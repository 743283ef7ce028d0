"""The command line: what it prints, and its exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from secrets import token_hex

import pytest

from graphrag.graph.sync import ScopeSync
from graphrag.graph.writing import forget
from graphrag.packing.block_text import DEFAULT_PREAMBLE

from ..support.command_line import run_command
from ..support.documented_json import documented_keys, printed_keys
from ..support.memories import Memory

CORPUS = [
    ("d1", "Harbour Books", "Harbour Books sells novels and maps in Malmö."),
    ("d2", "Paylane", "Paylane takes the card payments of Harbour Books."),
    ("d3", "Osprey Gateway", "The Osprey Gateway carries all traffic to Paylane."),
    ("d4", "Tove Brandt", "Tove Brandt looks after the Osprey Gateway at night."),
    ("d5", "Norrsken Hosting", "Norrsken Hosting rents racks to many shops."),
    ("d6", "Gardening", "Tomatoes want sun and little water."),
]


TABLE_AND_NOTES = Path(__file__).parents[1] / "tables_and_notes/joinery"


@pytest.fixture(scope="module")
def install_id():
    return f"test-{token_hex(4)}"


@pytest.fixture
def environment(neo4j_server, install_id, tmp_path):
    return {
        **{k: v for k, v in os.environ.items() if not k.startswith(("GRAPH", "NEO4J_"))},
        "NEO4J_URI": neo4j_server.uri,
        "NEO4J_USER": neo4j_server.user,
        "NEO4J_PASSWORD": neo4j_server.password,
        "NEO4J_DATABASE": neo4j_server.database,
        "GRAPHRAG_HOME": str(tmp_path / "home"),
        "GRAPHRAG_INSTALL_ID": install_id,
    }


@pytest.fixture
def run(environment, tmp_path):
    def running(*arguments, **changes):
        return run_command(*map(str, arguments), folder=tmp_path, environment=environment | changes)

    return running


def beir_folder(path: Path) -> Path:
    (path / "qrels").mkdir(parents=True)
    lines = [json.dumps({"_id": i, "title": t, "text": x}) for i, t, x in CORPUS]
    (path / "corpus.jsonl").write_text("\n".join(lines))
    question = {"_id": "q1", "text": "Who looks after the way to Paylane at night?"}
    answers = {"metadata": {"answers": ["Tove Brandt"]}}
    (path / "queries.jsonl").write_text(json.dumps(question | answers))
    (path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td3\t1\nq1\td4\t1\n")
    return path


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["stats", "--json"], 0),
        (["stats", "--scope", "typo"], 1),
        (["stats", "--nosuch"], 2),
    ],
)
def test_a_process_of_its_own_ends_as_a_command_does_here(
    run, environment, tmp_path, arguments, code
):
    process = subprocess.run(
        [sys.executable, "-m", "graphrag", *arguments],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    here = run(*arguments)
    assert process.returncode == here.returncode == code
    assert (process.stdout, process.stderr) == (here.stdout, here.stderr)


def test_a_dry_run_refuses_a_scope_of_no_install_as_the_ingest_does(run, tmp_path):
    (tmp_path / "a.md").write_text("Tove Brandt owns checkout-api.")
    asked = ("ingest", "a.md", "--scope", "nobody/notes")
    dry, wet = run(*asked, "--dry-run"), run(*asked)
    assert dry.returncode == wet.returncode == 1
    assert "nobody/notes" in dry.stderr
    assert dry.stdout == ""


def test_a_dry_run_lists_what_would_be_read_and_writes_nothing(run, tmp_path):
    notes = tmp_path / "notes"
    (notes / ".drafts").mkdir(parents=True)
    for name in ("a.md", "b.txt", ".drafts/c.md"):
        (notes / name).write_text("Tove Brandt owns checkout-api.")
    (notes / "elsewhere").symlink_to(tmp_path)
    asked = ("ingest", notes, "--exclude", "*.txt", "--scope", "dry", "--dry-run")
    assert json.loads(run(*asked, "--json").stdout) == {str(notes / "a.md"): "text"}
    told = run(*asked).stdout
    assert ".drafts" in told
    assert "elsewhere" in told
    assert "there is no scope" in run("stats", "--scope", "dry").stderr


def test_ingest_query_stats_and_forget(run, tmp_path):
    folder = beir_folder(tmp_path / "books")
    first = json.loads(run("ingest", folder, "--embedder", "hashed", "--json").stdout)
    assert first["documents_added"] == len(CORPUS)
    again = json.loads(run("ingest", folder, "--embedder", "hashed", "--json").stdout)
    assert (again["documents_added"], again["relations"]) == (0, 0)

    asked = run("query", "Who looks after the Osprey Gateway?", "--explain")
    assert asked.returncode == 0
    assert "Tove Brandt looks after the Osprey Gateway" in asked.stdout

    assert run("view", "osprey gateway", "--html", "picture.html").returncode == 0
    assert "Tove Brandt" in (tmp_path / "picture.html").read_text(encoding="utf-8")
    for step in ("seed", "vector: hashed-ngrams", "pin", "full text", "expand", "pack"):
        assert step in asked.stdout

    [stats] = json.loads(run("stats", "--scope", "shared", "--json").stdout)
    assert stats["documents"] == len(CORPUS)

    gone = json.loads(run("forget", "--scope", "shared", "--json").stdout)
    assert gone["removed_nodes"] >= len(CORPUS)
    assert "/shared" in run("query", "Who looks after the Osprey Gateway?").stdout


def test_a_query_reads_the_agents_memory_and_the_shared_scope(run, tmp_path):
    note = tmp_path / "note.md"
    note.write_text("The spare key of the boathouse hangs behind Milo's aquarium.")
    run("ingest", note, "--embedder", "hashed", "--scope", "default")
    run("ingest", beir_folder(tmp_path / "books"), "--embedder", "hashed")

    def found(*asked):
        return run("query", *asked).stdout

    assert "Milo's aquarium" in found("Where does the spare key of the boathouse hang?")
    assert "Tove Brandt" in found("Who looks after the Osprey Gateway?")
    assert "Tove Brandt" not in found("Who looks after the Osprey Gateway?", "--scope", "default")
    assert "Tove Brandt" not in found("Who looks after the Osprey Gateway?", "--seed", "d4")
    unknown = run("query", "Who looks after the Osprey Gateway?", "--seed", "d444")
    assert unknown.returncode == 1
    assert "d444" in unknown.stderr
    for scope in ("default", "shared"):
        run("forget", "--scope", scope)


def test_a_query_asks_as_a_turn_does_unless_it_is_told_otherwise(run, tmp_path):
    run("ingest", beir_folder(tmp_path / "asked"), "--embedder", "hashed", "--scope", "asked")

    def ask(*options):
        asked = run("query", "Who looks after the Osprey Gateway?", "--scope", "asked", *options)
        assert asked.returncode == 0, asked.stderr
        return asked.stdout

    plain = json.loads(ask("--json"))
    assert plain["embedder"] == "hashed-ngrams"
    assert plain["retrieval"]["passages"][0]["vector_score"] is not None
    unlinked = json.loads(ask("--json", "--no-graph", "--max-results", "2"))
    assert [e["origin"] for e in unlinked["retrieval"]["passages"]] == ["vector", "vector"]
    assert json.loads(ask("--json", "--max-tokens", "120"))["block"]["tokens"] <= 120
    exact = ask("--block").rstrip("\n")
    assert exact == f"{DEFAULT_PREAMBLE}\n{plain['block']['text']}"


def test_a_query_says_that_only_the_user_knows_what_made_the_vectors_of_an_input(run, tmp_path):
    record = {"doc_id": "d", "text": "Tove Brandt is on call.", "entities": ["Tove Brandt"]}
    (tmp_path / "docs.jsonl").write_text(json.dumps(record | {"embedding": [1.0, 0.5]}))
    run("ingest", "docs.jsonl", "--scope", "vectors")
    told = run("query", "Who is on call?", "--scope", "vectors")
    assert "[1] Tove Brandt is on call." in told.stdout
    assert "name with --embedder what made them" in told.stderr
    assert "install" not in told.stderr


def test_the_json_of_each_command_has_the_keys_that_are_documented(run, tmp_path):
    folder = beir_folder(tmp_path / "documented")

    def check(command, *arguments, leaving_out=(), part=0):
        ended = run(command, *arguments, "--json")
        assert ended.returncode == 0, ended.stderr
        documented = documented_keys(command, part)
        printed = set(printed_keys(json.loads(ended.stdout), documented))
        assert printed == documented - set(leaving_out), command

    scope = ("--scope", "documented")
    check("init", *scope)
    check("ingest", folder, "--embedder", "hashed", *scope)
    check("query", "Who looks after the Osprey Gateway?", *scope)
    check("view", "Osprey Gateway", *scope)
    check("stats", *scope)
    check("doctor")
    check("sync")
    check("forget", "--document", "d6", *scope, leaving_out=["removed_nodes"])
    check("forget", *scope, leaving_out=["removed_documents", "kept_documents"])
    check("bench", folder, "--embedder", "hashed", leaving_out=["[].facts"])
    check("bench", TABLE_AND_NOTES, "--embedder", "hashed")
    check("bench", folder, "--links", part=1, leaving_out=["[].agreement"])
    check("perf", "--relations", "1000", "--turns", "10")


def test_a_perf_on_a_graph_that_was_kept_measures_no_ingest(run):
    def printed(*options):
        measured = run("perf", "--relations", "1010", "--turns", "10", "--recall-ms", "1", *options)
        assert measured.returncode == 0, measured.stderr
        return measured.stdout

    run("forget", "--scope", "perf/1010")
    assert "ingested in" in printed("--keep")
    assert json.loads(printed("--json"))["ingest_s"] is None


def test_a_perf_ends_well_though_another_one_has_removed_the_file(run, tmp_path, monkeypatch):
    forget_scope = forget.forget_scope

    def after_another_run(writer, scope):
        [generated] = (tmp_path / "home").rglob("*.jsonl")
        generated.unlink()
        return forget_scope(writer, scope)

    monkeypatch.setattr(forget, "forget_scope", after_another_run)
    assert run("perf", "--relations", "1000", "--turns", "10").returncode == 0


def test_a_file_is_forgotten_by_the_end_of_its_path(run, tmp_path):
    scope = ("--scope", "ends")
    for name in ("guide/usage.md", "guide/setup.md", "old/usage.md"):
        (tmp_path / "notes" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "notes" / name).write_text(f"# Page\n\nAda Two wrote {name} in May.")
    (tmp_path / "alone.txt").write_text("Ada Two wrote this alone.")
    run("ingest", "notes", "alone.txt", *scope)

    several = run("forget", *scope, "--document", "usage.md")
    one = json.loads(run("forget", *scope, "--document", "guide/usage.md", "--json").stdout)
    the_rest = run("forget", *scope, "--document", "usage.md")
    alone = run("forget", *scope, "--document", "notes/../alone.txt")
    none = run("forget", *scope, "--document", "age.md")

    assert several.returncode == 1
    for path in ("notes/guide/usage.md", "notes/old/usage.md", "name more of the path"):
        assert path in "".join(several.stderr.split("\n"))
    assert one["removed_documents"] == 1
    assert (the_rest.returncode, alone.returncode, none.returncode) == (0, 0, 1)
    [left] = json.loads(run("stats", *scope, "--json").stdout)
    assert left["documents"] == 1
    run("forget", *scope)


def test_one_of_a_thing_is_told_in_the_singular(run, tmp_path):
    lines = ['{"doc_id": "x", "text": "Ada Two wrote it.", "entities": ["Ada Two"]}', "{}"]
    (tmp_path / "one.jsonl").write_text("\n".join(lines))
    told = " ".join(run("ingest", "one.jsonl", "--scope", "one").stdout.split())
    for words in (
        "1 file,",
        "1 passage added",
        "1 mention or relation written",
        "of 1 input ",
        "1 line skipped:",
    ):
        assert words in told
    assert "1 document removed" in run("forget", "--scope", "one", "--document", "x").stdout
    run("forget", "--scope", "one")


def test_a_document_that_is_not_there_cannot_be_forgotten(run):
    run("init", "--scope", "empty")
    failed = run("forget", "--scope", "empty", "--document", "x")
    assert failed.returncode == 1
    assert "there is no document x in" in failed.stderr
    assert run("forget", "--scope", "empty").returncode == 0


def test_stats_stay_with_this_install_unless_told_otherwise(run, install_id):
    def scopes(*arguments):
        return [one["scope"] for one in json.loads(run("stats", "--json", *arguments).stdout)]

    other = f"{install_id}-other"
    own, foreign = f"{install_id}/own", f"{other}/shared"
    run("init", "--scope", "own")
    run("init", "--scope", "shared", GRAPHRAG_INSTALL_ID=other)
    try:
        assert own in scopes()
        assert foreign not in scopes()
        assert scopes("--scope", foreign) == [foreign]
        assert {own, foreign} <= set(scopes("--all"))
    finally:
        for scope in (own, foreign):
            run("forget", "--scope", scope)


def test_sync_asks_for_another_installs_scope_only_by_its_name(run, writer, scope):
    memory = Memory(scope)
    memory.insert("m1", "The checkout-api depends on ledger-db.")
    ScopeSync(scope).look(writer, memory.snapshot())
    assert json.loads(run("sync", "--json").stdout) == {"requested": []}
    assert json.loads(run("sync", "--scope", scope, "--json").stdout) == {"requested": [scope]}


def test_bench_reports_the_product_against_vectors(run, tmp_path):
    folder = beir_folder(tmp_path / "bench-set")
    plot = tmp_path / "recall.svg"
    measured = run("bench", folder, "--embedder", "hashed", "--json", "--plot", plot)
    assert measured.returncode == 0, measured.stderr
    [report] = json.loads(measured.stdout)
    assert report["queries"] == 1
    assert report["documents"] == len(CORPUS)
    assert report["product"]["recall@10"] == 1.0
    assert set(report["lift"]["recall@5"]) == {"mean", "low", "high"}
    assert report["block_tokens"] <= 500
    assert report["token_counter"] in ("cl100k_base", "estimate")
    assert report["questions_that_lost_gold"] == 0
    assert report["questions_below_further_vectors"] == 0
    assert plot.read_text().startswith("<svg")


def test_bench_measures_with_the_budget_of_a_turn_unless_told_otherwise(run, tmp_path):
    folder = beir_folder(tmp_path / "bench-set")

    def tokens(*options):
        arguments = ("--embedder", "hashed", "--recall-limit", "0", "--json", *options)
        measured = run("bench", folder, *arguments, GRAPHRAG_MAX_TOKENS="150")
        [report] = json.loads(measured.stdout)
        return report["block_tokens"]

    assert 0 < tokens() <= 150 < tokens("--max-tokens", "500")


@pytest.mark.parametrize(
    ("arguments", "changes", "words"),
    [
        (["ingest", "missing.jsonl"], {}, "missing.jsonl does not exist"),
        (["ingest", "garbage.jsonl"], {}, "garbage.jsonl holds no line that can be used"),
        (["bench", "missing"], {}, "BEIR"),
        (["stats"], {"NEO4J_PASSWORD": "wrong"}, "NEO4J_PASSWORD"),
        (["stats"], {"NEO4J_URI": "bolt://127.0.0.1:1"}, "127.0.0.1"),
        (["stats"], {"NEO4J_DATABASE": "nowhere"}, "nowhere"),
        (["stats"], {"NEO4J_URI": "localhost:7687"}, "such as bolt://localhost:7687)"),
        (["neo4j", "status"], {"NEO4J_URI": "http://x"}, "NEO4J_URI='http://x' cannot be used"),
        (["query", "x"], {"NEO4J_URI": "local"}, "neo4j start"),
        (["forget", "--scope", "typo"], {}, "there is no scope"),
        (["stats", "--scope", "typo"], {}, "there is no scope"),
        (["query", "x", "--scope", "typo"], {}, "there is no scope"),
        (["sync", "--scope", "typo"], {}, "there is no scope"),
        (["forget", "--document", "x", "--scope", "typo"], {}, "stats` lists"),
        (["view", "Nobody", "--html", "x.html"], {}, "stats` lists other scopes"),
        (["view", "Nobody", "--json", "--scope", "typo"], {}, "there is no scope"),
        (["view", "--query", "Who?", "--json", "--scope", "typo"], {}, "there is no scope"),
        (["--env-file", "missing.env", "stats"], {}, "missing.env does not exist"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(run, tmp_path, arguments, changes, words):
    (tmp_path / "garbage.jsonl").write_text("garbage\n[1]\n")
    failed = run(*arguments, **changes)
    assert failed.returncode == 1
    lines = [line for line in failed.stderr.splitlines() if line.strip()]
    assert len(lines) == 1, failed.stderr
    assert words in lines[0]
    assert "Traceback" not in failed.stderr


def test_a_picture_of_nothing_says_what_was_not_found(run, tmp_path):
    (tmp_path / "facts.csv").write_text("subject,predicate,object\nMara,owns,boat\n")
    run("ingest", "facts.csv", "--scope", "facts")
    for asked, words in (
        (["Nobody"], "'Nobody'"),
        (["--memory", "m404"], "m404"),
        (["--query", "zebra crossing"], "zebra crossing"),
        ([], "name"),
    ):
        failed = run("view", *asked, "--json", "--scope", "facts")
        assert failed.returncode == 1
        [line] = failed.stderr.splitlines()
        assert words in line
        assert "scope" not in line, "it was not looked for in a wrong one"
    run("forget", "--scope", "facts")


def test_settings_come_from_the_env_file_that_is_named(run, tmp_path):
    (tmp_path / "my.env").write_text("NEO4J_USER=somebody\n")
    refused = run("--env-file", "my.env", "stats", NEO4J_USER="")
    assert refused.returncode == 1
    assert "somebody" in refused.stderr


WRONG = (
    ["frobnicate"],
    ["query"],
    ["query", "x", "--max-results", "many"],
    ["ingest", "--nosuch"],
    ["ingest", "notes", "--format", "nosuch"],
    ["ingest", "notes", "--scope", ""],
    ["init", "--scope", "a//b"],
    ["forget"],
    ["view"],
    ["view", "Mara", "--query", "who", "--json"],
    ["bench", "folder", "--method", "nosuch"],
)


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_a_call_that_is_wrong_as_written_is_exit_code_two_in_one_line(run, arguments):
    failed = run(*arguments, NEO4J_URI="bolt://127.0.0.1:1")
    assert (failed.returncode, failed.stderr.count("\n")) == (2, 1), failed.stderr


def test_a_call_without_a_command_prints_the_help(run):
    helped = run()
    assert helped.returncode == 2
    assert "ingest" in helped.stdout + helped.stderr


def test_doctor_fails_when_neo4j_cannot_be_reached(run):
    assert run("doctor").returncode == 0
    broken = run("doctor", "--json", NEO4J_URI="bolt://127.0.0.1:1")
    assert broken.returncode == 1
    states = {check["name"]: check["state"] for check in json.loads(broken.stdout)}
    assert states["neo4j"] == "failed"


def test_a_scope_goes_into_a_file_and_back(run, tmp_path):
    run("ingest", beir_folder(tmp_path / "books"), "--scope", "first")
    file = tmp_path / "first.jsonl"
    written = json.loads(run("export", "--scope", "first", file, "--json").stdout)
    assert set(written) == documented_keys("export")
    assert written["documents"] == len(CORPUS)

    refused = run("import", file)
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert "--replace" in refused.stderr
    again = json.loads(run("import", file, "--replace", "--json").stdout)
    assert set(again) == documented_keys("import")
    assert again["scope"] == written["scope"]
    assert "second: 6 documents" in run("import", file, "--scope", "second").stdout
    asked = run("query", "Who looks after the Osprey Gateway?", "--scope", "second")
    assert "Tove Brandt looks after the Osprey Gateway" in asked.stdout

    unknown = run("export", "--scope", "third", tmp_path / "third.jsonl")
    assert (unknown.returncode, unknown.stderr.count("\n")) == (1, 1)
    for command in (["import", file], ["init"], ["ingest", file]):
        foreign = run(*command, "--scope", "nobodys/third")
        assert (foreign.returncode, foreign.stderr.count("\n")) == (1, 1)
        assert "belong" in foreign.stderr
    for scope in ("first", "second"):
        run("forget", "--scope", scope)
