"""Bad input on the command line: one clear line and exit code 1, and no wait."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import graphrag
from graphrag.config import load_settings

from ...support.command_line import run_command

PACKAGE = Path(graphrag.__file__).parent
QUESTION_SET = Path(__file__).parents[2] / "agent_memory/dentists"
NOWHERE = "bolt://127.0.0.1:9"
"""An address where nothing listens: bad input is noticed before anything is asked there."""

NO_SHELL_AROUND = "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"
"""Makes Typer take the shell that is named."""

TIMEOUT_S = 30
"""A command that waits for its bad input waits forever; starting Python takes its time."""


def variables(folder: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPH", "NEO4J"))}
    own = {"PYTHONPATH": str(PACKAGE.parent), "GRAPHRAG_HOME": str(folder), "NEO4J_URI": NOWHERE}
    return kept | own


def run(folder: Path, *arguments: str | bytes, **environment: str):
    return run_command(*arguments, folder=folder, environment=variables(folder) | environment)


def run_apart(folder: Path, *arguments: str, stdout=subprocess.PIPE, **environment: str):
    """Run a command that may wait forever, or with an output of its own, as a process."""
    return subprocess.run(
        [sys.executable, "-m", "graphrag", *arguments],
        cwd=folder,
        env=variables(folder) | environment,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        errors="backslashreplace",
        check=False,
        timeout=TIMEOUT_S,
    )


def the_line(failed: subprocess.CompletedProcess, code: int = 1) -> str:
    """The one line of a command that failed."""
    assert failed.returncode == code
    [line] = failed.stderr.splitlines()
    return line


@pytest.fixture
def latin_name(tmp_path) -> bytes:
    name = b"caf\xe9.md"
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text("Mara owns ledger-db.")
    return name


def test_a_file_name_that_is_not_utf8_is_named(latin_name, tmp_path):
    assert "caf\\xe9.md" in the_line(run(tmp_path, "ingest", latin_name))


def test_a_file_name_cannot_steer_the_terminal_nor_begin_another_line(tmp_path):
    name = "empty\x1b[31m\nname.md"
    (tmp_path / name).touch()
    line = the_line(run(tmp_path, "ingest", name))
    assert "\x1b" not in line
    assert "name.md" in line


def test_a_folder_with_such_a_name_alone_holds_nothing(latin_name, tmp_path):
    assert "caf\\xe9.md" in the_line(run(tmp_path, "ingest", "."))


@pytest.mark.parametrize("name", ["pipe.jsonl", "pipe.md", "pipe.csv", "pipe"])
def test_a_named_pipe_is_not_waited_for(name, tmp_path):
    os.mkfifo(tmp_path / name)
    assert name in the_line(run_apart(tmp_path, "ingest", name))


def test_a_folder_without_a_usable_file_is_named(tmp_path):
    (tmp_path / "notes").mkdir()
    os.mkfifo(tmp_path / "notes" / "pipe.md")
    assert "notes" in the_line(run_apart(tmp_path, "ingest", "notes"))


def test_an_env_file_that_is_not_text_is_named(tmp_path):
    (tmp_path / "binary.env").write_bytes(b"\xf7\x00\xff" * 99)
    assert "binary.env" in the_line(run_apart(tmp_path, "--env-file", "binary.env", "stats"))
    os.mkfifo(tmp_path / "pipe.env")
    assert "pipe.env" in the_line(run_apart(tmp_path, "--env-file", "pipe.env", "stats"))


@pytest.mark.parametrize("named", [True, False], ids=["named", "in the folder"])
def test_a_line_of_an_env_file_that_cannot_be_read_is_named_without_its_secret(named, tmp_path):
    name = "own.env" if named else ".env"
    lines = ["GRAPHRAG_MAX_TOKENS=300", "", "NEO4J_USER: me", 'NEO4J_PASSWORD="hush', "# end"]
    (tmp_path / name).write_text("\n".join(lines))
    options = ["--env-file", name] if named else []
    *told, _no_connection = run(tmp_path, *options, "stats").stderr.splitlines()
    assert [line.split()[1] for line in told] == [f"{name}:3", f"{name}:4"]
    assert "hush" not in "".join(told)


@pytest.mark.parametrize("port", ["99999", "0", "abc", "-1"])
def test_a_port_that_cannot_be_is_no_other_port(port, tmp_path):
    uri = f"bolt://localhost:{port}"
    assert uri in the_line(run(tmp_path, "stats", NEO4J_URI=uri))


@pytest.mark.parametrize(("option", "most"), [("--relations", "10000000"), ("--turns", "100000")])
def test_a_measurement_that_would_never_end_is_not_begun(option, most, tmp_path):
    assert most in the_line(run(tmp_path, "perf", option, str(10**18)), code=2)


@pytest.mark.parametrize("name", ["system", "System"])
def test_neo4js_own_database_holds_no_graph(name, tmp_path):
    assert f"NEO4J_DATABASE='{name}'" in the_line(run(tmp_path, "init", NEO4J_DATABASE=name))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["forget", "--document", b"\xff"], "document"),
        (["query", b"caf\xe9"], "text"),
        (["query", "x", "--seed", "a", "--seed", b"\xe9"], "seed"),
        (["names", "rule-out", b"caf\xe9"], "name"),
    ],
)
def test_a_text_that_is_not_utf8_is_named(arguments, named, tmp_path):
    line = the_line(run(tmp_path, *arguments), code=2)
    assert named in line
    assert "UTF-8" in line


def test_only_an_address_with_credentials_is_hidden(monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "htp://localhost:7687")
    assert "htp://localhost:7687" in load_settings().warnings[0]
    credentials = "me:hush"
    for secret in (
        f"bolt://{credentials}@localhost:7687",
        f"//{credentials}@localhost",
        "bolt://hush@host:99999",
    ):
        monkeypatch.setenv("NEO4J_URI", secret)
        assert "hush" not in load_settings().warnings[0]


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["query", "--help"]])
def test_an_output_that_is_full_or_closed_is_said(arguments, tmp_path):
    with Path("/dev/full").open("w") as full:
        assert "output" in the_line(run_apart(tmp_path, *arguments, stdout=full))
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert "output" in the_line(run_apart(tmp_path, *arguments, stdout=writer))
    finally:
        os.close(writer)


@pytest.mark.parametrize("to", ["2>/dev/full", "2>&-"])
def test_progress_and_warnings_that_cannot_be_written_end_no_command(to, tmp_path):
    script = f"exec {sys.executable} -m graphrag ingest --dry-run notes {to}"
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("Tove Brandt owns checkout-api.")
    own = {"GRAPHRAG_MAX_TOKENS": "many"}
    done = subprocess.run(
        ["sh", "-c", script],
        cwd=tmp_path,
        env=variables(tmp_path) | own,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    assert (done.returncode, done.stdout) == (0, "notes/a.md (text)\n")


@pytest.mark.parametrize("command", ["ingest .", "export x.jsonl", "--env-file x.env stats"])
def test_a_working_folder_that_is_gone_is_named(command, tmp_path):
    (tmp_path / "gone").mkdir()
    script = f"cd gone && rmdir ../gone && exec {sys.executable} -m graphrag {command}"
    own = {"PYTHONPATH": str(PACKAGE.parent), "GRAPHRAG_HOME": str(tmp_path), "NEO4J_URI": NOWHERE}
    failed = subprocess.run(
        ["sh", "-c", script],
        cwd=tmp_path,
        env=os.environ | own,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    the_line(failed)


def test_a_closed_output_is_said(tmp_path):
    command = f"exec {sys.executable} -m graphrag --version >&-"
    environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    failed = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    assert "output" in the_line(failed)


@pytest.mark.parametrize(
    "arguments",
    [
        ["forget", "--scope", ""],
        ["forget", "--scope="],
        ["ingest", ""],
        ["export", ""],
        ["view", ""],
    ],
)
def test_an_empty_argument_is_no_default(arguments, tmp_path):
    assert "empty" in the_line(run(tmp_path, *arguments), code=2)


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (["bench", "set", "--show"], "--show"),
        (["bench", "set", "--method", "rrf", "--ablate"], "--method"),
        (["bench", "set", "--links", "--extraction"], "--extraction"),
        (["bench", "set", "--links", "--max-tokens", "500"], "--max-tokens"),
        (["bench", "set", "--extraction", "--plot", "recall.svg"], "--plot"),
        (["stats", "--all", "--scope", "docs"], "--all"),
    ],
)
def test_an_option_that_would_have_no_effect_is_named(arguments, option, tmp_path):
    assert option in the_line(run(tmp_path, *arguments), code=2)


def test_a_recall_that_would_be_cut_short_is_refused(tmp_path):
    assert "--recall-limit" in the_line(run(tmp_path, "bench", "set", "--recall-limit", "51"), 2)


@pytest.mark.parametrize("command", [["bench", "set"], ["perf"]])
def test_a_plot_that_cannot_be_written_is_named_before_anything_is_measured(command, tmp_path):
    assert str(tmp_path) in the_line(run(tmp_path, *command, "--plot", str(tmp_path)))
    missing = str(tmp_path / "missing" / "plot.svg")
    assert "missing" in the_line(run(tmp_path, *command, "--plot", missing))


def test_no_graph_is_generated_for_a_database_that_does_not_answer(tmp_path):
    assert NOWHERE in the_line(run(tmp_path, "perf"))
    assert not list(tmp_path.rglob("*.jsonl*"))


def test_a_bad_folder_is_named_before_the_first_folder_is_asked(tmp_path):
    shutil.copytree(QUESTION_SET, tmp_path / "good")
    shutil.copytree(QUESTION_SET, tmp_path / "bad")
    (tmp_path / "bad/qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\nq001\tmoth\t1\n")
    assert "moth" in the_line(run(tmp_path, "bench", "good", "bad", "--embedder", "hashed"))


@pytest.mark.parametrize("scope", [" ", "docs ", "projects/", "a\nb", "a\x1b[31mb", "x" * 5000])
def test_a_scope_has_a_name_that_can_be_told_from_others(scope, tmp_path):
    assert "scope" in the_line(run(tmp_path, "stats", "--scope", scope), code=2)


def test_a_dry_run_refuses_the_same_names(tmp_path):
    (tmp_path / "a.md").write_text("Mara owns ledger-db.")
    refused = run(tmp_path, "ingest", "a.md", "--dry-run", "--scope", "a//b")
    assert "scope" in the_line(refused, code=2)


@pytest.mark.parametrize("line", ["subj,pred,obj,since", "a,b,c,d"])
def test_columns_without_names_are_no_triple(line, tmp_path):
    (tmp_path / "t.csv").write_text(f"{line}\nMara,owns,boat,2020\n")
    assert line in the_line(run(tmp_path, "ingest", "t.csv"))


def test_a_table_whose_lines_end_with_cr_alone_is_named(tmp_path):
    (tmp_path / "mac.csv").write_bytes(b"subject,predicate,object\rMara,owns,boat\r")
    assert "mac.csv end with CR alone" in the_line(run(tmp_path, "ingest", "mac.csv"))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_table_in_utf_16_is_named_as_such(end, tmp_path):
    table = f"subject,predicate,object,since{end}Mara,owns,boat,2020{end}"
    (tmp_path / "excel.csv").write_bytes(table.encode("utf-16"))
    assert "excel.csv is not UTF-8" in the_line(run(tmp_path, "ingest", "excel.csv"))


def test_a_character_that_the_output_lacks_is_escaped(tmp_path):
    (tmp_path / "Łodz.md").write_text("Mara owns ledger-db.")
    planned = ("ingest", ".", "--dry-run")
    listed = run_apart(tmp_path, *planned, PYTHONIOENCODING="ascii")
    assert listed.stdout == "\\u0141odz.md (text)\n"
    listed = run_apart(tmp_path, *planned, "--json", PYTHONIOENCODING="latin-1")
    assert json.loads(listed.stdout) == {"Łodz.md": "text"}


def test_an_export_is_read_from_a_regular_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "pipe" in the_line(run_apart(tmp_path, "import", "pipe"))


@pytest.mark.parametrize(
    "arguments",
    [
        "export NAME",
        "import NAME",
        "view --html NAME",
        "bench folder --plot NAME",
        "--env-file NAME stats",
    ],
)
def test_a_name_that_the_file_system_refuses_is_named(arguments, tmp_path):
    name = "x" * 300
    assert name in the_line(run(tmp_path, *arguments.replace("NAME", name).split()))


@pytest.mark.parametrize("home", ["~", "file"], ids=["no home folder", "no folder"])
def test_completion_needs_a_home_folder(home, tmp_path):
    (tmp_path / "file").touch()
    named = {"HOME": home.replace("file", str(tmp_path / "file")), NO_SHELL_AROUND: "1"}
    assert "HOME" in the_line(run_apart(tmp_path, "--install-completion", "bash", **named))


def test_a_home_that_cannot_be_is_named(tmp_path):
    nobody = "~no-such-user/graph"
    assert nobody in the_line(run(tmp_path, "neo4j", "status", GRAPHRAG_HOME=nobody))
    (tmp_path / "file").touch()
    assert "file" in the_line(run(tmp_path, "perf", GRAPHRAG_HOME=str(tmp_path / "file")))


def test_doctor_goes_on_where_the_folder_of_the_graph_cannot_be_looked_at(tmp_path):
    told = run(tmp_path, "doctor", "--json", GRAPHRAG_HOME=str(tmp_path / ("x" * 300)))
    assert told.stderr == ""
    states = {check["name"]: check["state"] for check in json.loads(told.stdout)}
    assert "free disk space" in states
    assert states["neo4j"] == "failed"
