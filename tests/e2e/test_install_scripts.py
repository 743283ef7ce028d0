"""``scripts/install.sh`` and ``uninstall.sh``: in, in again, out, and the host is as it was."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from graphrag.agent_zero.install import requirements
from graphrag.file_lock import locked
from graphrag.local import controller
from scripts import host_files

ROOT = Path(__file__).parents[2]
HOOK_FOLDER = "extensions/message_loop_prompts_after"

HOSTS = {
    "0.9": (
        "agent.py",
        "python/helpers/extension.py",
        f"python/{HOOK_FOLDER}/_50_recall_memories.py",
        "prompts/agent.system.memories.md",
        "usr/.gitkeep",
        "tmp/.gitkeep",
    ),
    "1.x": (
        "agent.py",
        "helpers/extension.py",
        "extensions/python/message_loop_prompts_after/_60_include.py",
        "plugins/_memory/plugin.yaml",
        "usr/plugins/.gitkeep",
        "tmp/.gitkeep",
    ),
}
HOOK = {
    "0.9": f"python/{HOOK_FOLDER}/_80_graphrag.py",
    "1.x": "usr/plugins/graphrag/extensions/python/message_loop_prompts_after/_80_graphrag.py",
}
PACKAGE = {"0.9": "graphrag", "1.x": "usr/plugins/graphrag/graphrag"}


@pytest.fixture(params=sorted(HOSTS))
def layout(request):
    return request.param


@pytest.fixture
def host(tmp_path, layout):
    """A folder with the shape of an Agent Zero of that generation."""
    root = tmp_path / "a folder with spaces"
    for name in HOSTS[layout]:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"# the host's own {name}\n")
    return root


def run(
    script: str,
    *arguments: object,
    cwd: Path = Path("/"),
    repository: Path = ROOT,
    largest_file: int | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a script; no file may have more than ``largest_file`` bytes, as on a full disk."""
    environment = {**os.environ, "PYTHON": sys.executable}
    environment.pop("GRAPHRAG_HOME", None)
    limits = (largest_file, largest_file)
    return subprocess.run(
        [repository / "scripts" / script, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env=environment,
        preexec_fn=largest_file and partial(resource.setrlimit, resource.RLIMIT_FSIZE, limits),
    )


def install(host: Path) -> None:
    done = run("install.sh", host, "--no-requirements")
    assert done.returncode == 0, done.stderr


def uninstall(host: Path, *options: str) -> str:
    done = run("uninstall.sh", host, *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def tree(root: Path) -> dict[str, tuple[int, bytes | None]]:
    return {
        str(path.relative_to(root)): (
            path.stat().st_mode,
            path.read_bytes() if path.is_file() else None,
        )
        for path in sorted(root.rglob("*"))
    }


def test_installing_twice_and_uninstalling_twice_leaves_the_host_byte_for_byte(host, layout):
    before = tree(host)

    install(host)
    once = tree(host)
    install(host)

    assert tree(host) == once
    assert (host / HOOK[layout]).is_file()
    assert {name: once[name] for name in before} == before
    uninstall(host)
    assert tree(host) == before
    assert "nothing to do" in uninstall(host)
    assert tree(host) == before


def test_what_python_compiled_and_what_the_host_saved_for_the_plugin_goes_too(host, layout):
    before = tree(host)
    install(host)
    subprocess.run([sys.executable, "-m", "compileall", "-q", host / PACKAGE[layout]], check=True)
    subprocess.run([sys.executable, "-m", "compileall", "-q", host / HOOK[layout]], check=True)
    if layout == "1.x":
        (host / "usr/plugins/graphrag/config.json").write_text("{}")
        (host / "usr/plugins/graphrag/.toggle-1").touch()
    uninstall(host)
    assert tree(host) == before


@pytest.mark.parametrize("layout", ["1.x"])
@pytest.mark.parametrize(
    "place",
    ["usr/projects/shop/.a0proj", "usr/projects/shop/.a0proj/agents/buyer", "usr/agents/buyer"],
)
def test_what_was_saved_for_a_project_or_a_profile_goes_too(host, place):
    plugins = host / place / "plugins"
    plugins.mkdir(parents=True)
    before = tree(host)
    install(host)
    (plugins / "graphrag").mkdir()
    (plugins / "graphrag/config.json").write_text("{}")
    (plugins / "graphrag/.toggle-0").touch()
    uninstall(host)
    assert tree(host) == before


def test_what_the_plugin_made_goes_too_and_the_graph_stays_on_request(host):
    before = tree(host)
    install(host)
    for name in ("tmp/graphrag/site-packages/x.py", "usr/graphrag/neo4j/store/data"):
        (host / name).parent.mkdir(parents=True)
        (host / name).touch()
    uninstall(host, "--keep-data")
    assert (host / "usr/graphrag/neo4j/store/data").is_file()
    assert not (host / "tmp/graphrag").exists()
    install(host)
    uninstall(host)
    assert tree(host) == before


def test_what_stands_in_the_way_of_uninstalling_is_said_in_one_line(host, monkeypatch, capsys):
    install(host)
    installed = tree(host)
    (host / "usr/graphrag/neo4j").mkdir(parents=True)
    monkeypatch.delenv("GRAPHRAG_HOME", raising=False)
    monkeypatch.setattr(controller, "_LEFT_TIMEOUT_S", 0)
    monkeypatch.setattr(sys, "argv", ["host_files.py", "uninstall", str(host)])
    with locked(host / "usr/graphrag/neo4j/server.lock"):
        assert host_files.main() == 1
    [line] = capsys.readouterr().err.splitlines()
    assert "server.lock" in line
    assert installed.keys() <= tree(host).keys()


def test_the_hosts_python_fetches_the_packages_and_they_go_too(host, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")  # the Python of these tests has all of them
    before = tree(host)
    done = run("install.sh", host, "--python", sys.executable)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (host / "tmp/graphrag/site-packages/graphrag-installed.json").is_file()
    uninstall(host)
    assert tree(host) == before


def test_the_hosts_own_compiled_files_beside_ours_stay(host, layout):
    neighbour = host / HOSTS[layout][2]
    install(host)
    subprocess.run([sys.executable, "-m", "compileall", "-q", neighbour], check=True)
    compiled = list((neighbour.parent / "__pycache__").iterdir())
    uninstall(host)
    assert list((neighbour.parent / "__pycache__").iterdir()) == compiled


def test_a_file_that_is_not_ours_is_never_overwritten(host, layout):
    (host / HOOK[layout]).parent.mkdir(parents=True, exist_ok=True)
    (host / HOOK[layout]).write_text("# somebody else's\n")
    before = tree(host)

    done = run("install.sh", host, "--no-requirements")

    assert done.returncode == 1
    assert "_80_graphrag.py" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert tree(host) == before


@pytest.mark.parametrize(
    ("layout", "name"),
    [
        ("0.9", "graphrag/errors.py"),
        ("0.9", HOOK["0.9"]),
        ("1.x", HOOK["1.x"]),
        ("1.x", "usr/plugins/graphrag/plugin.yaml"),
    ],
)
def test_a_file_of_ours_that_was_changed_is_kept_and_in_nobodys_way(host, name):
    for content in ("# mine now\n", "# mine again\n"):
        install(host)
        (host / name).write_text(content)
        [told] = [line for line in uninstall(host).splitlines() if name in line]
        assert (host / told.split(": ")[-1]).read_text() == content
        assert not (host / name).exists()
    assert len([path for path in tree(host) if name in path]) == 2


@pytest.fixture
def older(tmp_path):
    """An older version of the repository: a file was different, and one is gone since."""
    folder = tmp_path / "older"
    shutil.copytree(
        ROOT, folder, ignore=shutil.ignore_patterns(".git", ".venv", "tests", "__pycache__", ".*")
    )
    (folder / "graphrag/left_over.py").write_text("")
    (folder / "graphrag/wording.py").write_text("# before\n")
    return folder


def test_an_update_takes_away_what_the_new_version_no_longer_has(host, layout, older):
    before = tree(host)
    assert run("install.sh", host, "--no-requirements", repository=older).returncode == 0
    assert (host / PACKAGE[layout] / "left_over.py").exists()

    install(host)

    assert not (host / PACKAGE[layout] / "left_over.py").exists()
    uninstall(host)
    assert tree(host) == before


@pytest.mark.parametrize("name", ["wording.py", "errors.py", "left_over.py"])
def test_an_update_keeps_a_file_of_ours_that_was_changed(host, layout, older, name):
    assert run("install.sh", host, "--no-requirements", repository=older).returncode == 0
    changed = host / PACKAGE[layout] / name
    changed.write_text("# mine now\n")

    done = run("install.sh", host, "--no-requirements")

    assert done.returncode == 0, done.stderr
    [told] = [line for line in done.stdout.splitlines() if name in line]
    assert (host / told.split(": ")[-1]).read_text() == "# mine now\n"
    is_new = (ROOT / "graphrag" / name).exists()
    assert changed.exists() == is_new
    assert not is_new or changed.read_text() == (ROOT / "graphrag" / name).read_text()


def test_an_update_sets_nothing_aside_that_nobody_changed(host, older):
    run("install.sh", host, "--no-requirements", repository=older)
    assert "kept" not in run("install.sh", host, "--no-requirements").stdout
    assert [path for path in tree(host) if ".kept" in path] == []


@pytest.mark.parametrize("largest_file", [4096, 100_000], ids=["at once", "half-way"])
@pytest.mark.parametrize("is_update", [True, False], ids=["an update", "the first installation"])
def test_an_installation_that_fills_the_disk_can_be_repeated_and_undone(
    host, older, largest_file, is_update
):
    before = tree(host)
    if is_update:
        assert run("install.sh", host, "--no-requirements", repository=older).returncode == 0

    full = run("install.sh", host, "--no-requirements", largest_file=largest_file)

    assert full.returncode == 1
    assert "None" not in full.stderr
    assert len(full.stderr.splitlines()) == 1
    uninstalled = uninstall(host)
    assert "kept" not in uninstalled
    install(host)
    uninstall(host)
    assert tree(host) == before


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_a_folder_that_is_no_host_is_refused_in_one_line(tmp_path, script):
    done = run(script, tmp_path)
    assert done.returncode == 1
    assert "Agent Zero folder" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_no_path_is_wrong_usage():
    assert run("install.sh").returncode == 2


@pytest.mark.parametrize(
    ("script", "option"), [("uninstall.sh", "--neo4j"), ("install.sh", "--keep-data")]
)
def test_an_option_of_the_other_script_is_wrong_usage_and_changes_nothing(host, script, option):
    install(host)
    before = tree(host)
    assert run(script, host, option).returncode == 2
    assert tree(host) == before


def test_a_python_that_is_not_there_is_named_before_anything_is_changed(host):
    before = tree(host)
    done = run("install.sh", host, "--python", "no-such-python")
    assert done.returncode == 1
    assert "no-such-python" in done.stderr
    assert tree(host) == before


def test_ctrl_c_while_packages_are_fetched_is_one_line(host, tmp_path):
    slow = tmp_path / "python"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    call = [ROOT / "scripts/install.sh", host, "--python", slow]
    environment = {**os.environ, "PYTHON": sys.executable}
    pipe = subprocess.PIPE
    # A shell without job control starts what runs in the background deaf to it.
    hears = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        call,
        stdout=pipe,
        stderr=pipe,
        text=True,
        env=environment,
        start_new_session=True,
        preexec_fn=hears,
    ) as script:
        while "Python packages" not in script.stdout.readline():
            assert script.poll() is None
        os.killpg(script.pid, signal.SIGINT)
        assert script.stderr.read() == "interrupted; run the script again to finish\n"
    assert script.returncode == 130


def test_ctrl_c_in_the_fetching_itself_is_no_traceback(tmp_path, monkeypatch):
    def interrupted(*_arguments, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr(requirements, "ensure", interrupted)
    assert requirements.main([str(tmp_path)]) == 130


def test_a_python_is_looked_for_from_the_folder_of_the_call(host, tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")  # the Python of these tests has all of them
    (tmp_path / "venv").symlink_to(sys.prefix)
    done = run("install.sh", host, "--python", "venv/bin/python", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("layout", ["1.x"])
def test_a_plugin_that_agent_zero_installed_is_left_to_agent_zero(host, layout):
    plugin = host / "usr/plugins/graphrag"
    plugin.mkdir()
    shutil.copy(ROOT / "plugin.yaml", plugin)
    before = tree(host)

    installing, uninstalling = (
        run("install.sh", host, "--no-requirements"),
        run("uninstall.sh", host),
    )

    assert installing.returncode == 1
    assert "Plugins" in installing.stderr
    assert "Plugins" in uninstalling.stdout
    assert tree(host) == before
