"""The local Neo4j as its users meet it: real jars, a real server, real signals."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import neo4j
import pytest

from graphrag.command_line import command
from graphrag.config import Settings
from graphrag.connect import connection_provider
from graphrag.errors import AuthError, LocalServerError, QueryError
from graphrag.home import folders_at
from graphrag.local import LocalNeo4j, LocalPaths, LocalStatus
from graphrag.local.jars import read_jar_list
from graphrag.local.machine import process_birth
from graphrag.local.runfile import read_run
from graphrag.store import Connection, GraphWriter, WriteTemplate

from ..support.maven_repository import maven_repository
from ..support.neo4j_server import held_neo4j, local_neo4j

ROOT = Path(__file__).parents[2]

KEPT = 1800
"""Nodes of the small graph that most tests begin with."""


@pytest.fixture(scope="session", autouse=True)
def jars() -> Path:
    """The shared folder of jars, filled."""
    with_jars = local_neo4j(Path("unused"))
    with_jars.set_up()
    return with_jars.paths.jars_dir


@pytest.fixture
def servers() -> Iterator[Callable[..., LocalNeo4j]]:
    """Makes local Neo4js, and stops them at the end."""
    made: list[LocalNeo4j] = []

    def make(folder: Path, **settings: object) -> LocalNeo4j:
        made.append(local_neo4j(folder, **settings))
        return made[-1]

    yield make
    for one in made:
        one.stop()


def ask(status: LocalStatus, query: str, **parameters: object) -> list[dict]:
    with neo4j.GraphDatabase.driver(status.uri, auth=(status.user, status.password)) as driver:
        return [record.data() for record in driver.execute_query(query, parameters).records]


def count(status: LocalStatus) -> int:
    return ask(status, "MATCH (n:Kept) RETURN count(n) AS n")[0]["n"]


def eventually(condition: Callable[[], bool], timeout_s: float = 30) -> bool:
    deadline = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture(scope="session")
def stopped(tmp_path_factory: pytest.TempPathFactory, jars: Path) -> Path:
    """The data folder of a server that was stopped, with a small graph, to be copied."""
    local = local_neo4j(tmp_path_factory.mktemp("stopped") / "data")
    ask(
        local.start(),
        f"UNWIND range(1, {KEPT // 2}) AS i CREATE (:Kept {{i: i}})-[:NEXT]->(:Kept {{i: -i}})",
    )
    local.stop()
    return local.paths.data_dir


@pytest.fixture
def graph(tmp_path: Path, stopped: Path) -> Path:
    """A copy of that folder: a server starts on it in half the time of a first start."""
    return Path(shutil.copytree(stopped, tmp_path / "data"))


def own_address() -> str:
    """An address of this machine that is not loopback, or nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only picks a route
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def test_it_starts_without_java_whatever_is_set_for_another_and_apart_from_its_starter(
    tmp_path: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(tmp_path / "Jürgen")
    starter = (
        "import sys; from pathlib import Path\n"
        "from graphrag.local import LocalNeo4j, LocalPaths\n"
        "LocalNeo4j(LocalPaths(Path(sys.argv[1]), Path(sys.argv[2]))).start()\n"
    )
    bare = {name: text for name, text in os.environ.items() if name != "JAVA_HOME"}
    for_another_java = {"JAVA_TOOL_OPTIONS": "-XX:NoSuchOption", "_JAVA_OPTIONS": "-Xmx16m"}
    subprocess.run(
        [sys.executable, "-c", starter, str(local.paths.data_dir), str(local.paths.jars_dir)],
        cwd=ROOT,
        env={**bare, **for_another_java, "PATH": str(tmp_path), "LC_ALL": "C"},
        check=True,
    )

    status = local.status()
    assert status.state == "running"
    assert status.pid is not None
    assert ask(status, "RETURN 1 AS one") == [{"one": 1}]
    assert os.getsid(status.pid) != os.getsid(0)
    assert status.password not in Path(f"/proc/{status.pid}/cmdline").read_text()
    if (address := own_address()) and not address.startswith("127."):
        port = int(status.uri.rpartition(":")[2])
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((address, port), timeout=5)

    began = time.monotonic()
    assert local.stop().state == "stopped"
    assert time.monotonic() - began < 20
    assert local.status().password == ""


def test_two_who_start_at_once_get_the_same_server(
    tmp_path: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(tmp_path / "data")
    found: list[LocalStatus] = []
    starters = [
        threading.Thread(target=lambda: found.append(local_neo4j(tmp_path / "data").start()))
        for _ in range(3)
    ]
    for starter in starters:
        starter.start()
    for starter in starters:
        starter.join()
    assert len(found) == 3
    assert len({(status.pid, status.uri, status.password) for status in found}) == 1
    assert local.start().pid == found[0].pid


def test_after_a_kill_nothing_committed_is_lost(
    graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(graph)
    first = local.start()
    ask(first, "UNWIND range(1001, 1500) AS i CREATE (:Kept {i: i})")
    assert first.pid is not None
    os.kill(first.pid, signal.SIGKILL)
    assert eventually(lambda: local.status().state == "stopped")

    local.start_in_background()
    assert eventually(lambda: local.status().state == "running", 120)
    again = local.require_running()
    assert again.pid != first.pid
    assert again.password == first.password
    assert count(again) == KEPT + 500


def test_after_a_write_that_a_full_disk_cut_off_nothing_committed_is_lost(
    graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(graph)
    first = local.start()
    ask(first, "UNWIND range(1001, 1500) AS i CREATE (:Kept {i: i})")
    assert first.pid is not None
    os.kill(first.pid, signal.SIGKILL)
    assert eventually(lambda: local.status().state == "stopped")
    log = local.paths.store_dir / "data/transactions/neo4j/neostore.transaction.db.0"
    with log.open("ab") as file:
        file.write(bytes([20, 3]) + b"\xff" * 64)  # the beginning of a command

    assert count(local.start()) == KEPT + 500


def test_a_server_that_could_not_write_ends_and_the_next_one_goes_on(
    graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(graph)
    first = local.start()
    ask(first, "UNWIND range(1001, 1500) AS i CREATE (:Kept {i: i})")
    assert first.pid is not None
    log = local.paths.store_dir / "data/transactions/neo4j/neostore.transaction.db.0"
    most = log.stat().st_size + 100_000  # as if the disk were full
    resource.prlimit(first.pid, resource.RLIMIT_FSIZE, (most, most))
    connection = Connection(first.uri, first.user, first.password)
    lost = WriteTemplate("lost", "UNWIND range(1, 50000) AS i CREATE (:Lost {i: i})")
    with GraphWriter(connection) as writer, pytest.raises(QueryError) as raised:
        writer.write(lost, {})
    assert "disk" in raised.value.hint
    assert eventually(lambda: local.status().state in ("stopped", "failed"))

    again = local.start()

    assert again.pid != first.pid
    assert count(again) == KEPT + 500


def test_it_takes_the_port_that_was_chosen_and_ends_cleanly_on_a_signal(
    graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    local = servers(graph, port=port)
    status = local.start()
    assert status.uri == f"bolt://127.0.0.1:{port}"
    assert status.pid is not None
    os.kill(status.pid, signal.SIGTERM)
    assert eventually(lambda: local.status().state == "stopped", 20)
    assert local.status().detail == "Neo4j was stopped"


def test_a_start_during_a_stop_waits_for_the_end_and_starts_another_server(
    graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(graph)
    first = local.start()
    assert first.pid is not None
    os.kill(first.pid, signal.SIGTERM)
    assert eventually(lambda: not is_listening(first))

    again = local.start()

    assert again.pid != first.pid
    assert count(again) == KEPT
    assert local.stop().state == "stopped"


def is_listening(status: LocalStatus) -> bool:
    try:
        socket.create_connection(("127.0.0.1", int(status.uri.rpartition(":")[2])), 5).close()
    except OSError:
        return False
    return True


def test_a_stop_that_came_too_early_to_see_the_server_still_stops_it(
    tmp_path: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(tmp_path / "data")
    local.start(wait=False)
    local.paths.stopped_mark.touch()  # all that such a stop leaves
    assert eventually(lambda: local.status().state == "stopped")
    assert local.stays_stopped


def test_it_stops_by_itself_only_when_nobody_is_connected(
    graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(graph, idle_stop_s=3.0)
    status = local.start()
    with neo4j.GraphDatabase.driver(status.uri, auth=(status.user, status.password)) as driver:
        driver.verify_connectivity()
        assert not eventually(lambda: local.status().state != "running", 7)
    assert eventually(lambda: local.status().state == "stopped", 20)
    assert "idle" in local.status().detail


def test_the_server_of_a_test_run_stays_however_long_no_test_uses_it(tmp_path: Path) -> None:
    with held_neo4j(tmp_path / "data", idle_stop_s=1.0):
        local = local_neo4j(tmp_path / "data")
        assert not eventually(lambda: local.status().state != "running", 6)


def test_a_copy_of_a_running_graph_is_checked_and_then_runs(
    tmp_path: Path, graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    original = servers(graph)
    status = original.start()
    ask(status, "CREATE CONSTRAINT FOR (k:Kept) REQUIRE k.i IS UNIQUE")
    ask(status, "UNWIND range(1001, 1500) AS i CREATE (:Kept {i: i})-[:NEXT]->(:Kept {i: -i})")
    shutil.copytree(original.paths.data_dir, tmp_path / "copy")
    ask(status, "MATCH (n:Kept) DETACH DELETE n")

    copy = servers(tmp_path / "copy")
    assert copy.status().state == "stopped"  # and not the original's server
    said: list[str] = []
    restored = copy.start(progress=lambda progress: said.append(progress.step))
    assert restored.pid != status.pid
    assert count(restored) == KEPT + 1000
    assert "Neo4j is checking the restored graph" in said
    assert original.status().state == "running"


def test_a_copy_that_hangs_together_no_more_is_refused_and_kept(
    graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(graph)
    run = json.loads(local.paths.run_file.read_text())
    local.paths.run_file.write_text(json.dumps({**run, "state": "running"}))
    # As a copy made file by file may be: one file as it was before the last writes.
    relations = local.paths.store_dir / "data/databases/neo4j/neostore.relationshipstore.db"
    content = relations.read_bytes()
    relations.write_bytes(content[: len(content) // 2] + bytes(len(content) - len(content) // 2))
    before = relations.read_bytes()

    with pytest.raises(LocalServerError, match=r"damaged.*nothing was deleted.*message"):
        local.start()
    assert local.status().state == "failed"
    assert relations.read_bytes() == before


def restore(backup: Path, folder: Path, *, clean: bool) -> None:
    """Put a backup back as Agent Zero does: each file in place, the folder's own files first."""
    if clean:
        for path in folder.rglob("*"):
            if path.is_file():
                path.unlink()
    for source in sorted(backup.rglob("*"), key=lambda path: (len(path.parts), path)):
        if source.is_file():
            target = folder / source.relative_to(backup)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    later = time.time() + 60  # no restore comes as soon after the last write as that of a test
    os.utime(folder / "run.json", (later, later))


def test_a_server_under_which_a_backup_is_restored_ends_and_the_next_one_has_the_backup(
    tmp_path: Path, graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(graph)
    first = local.start()
    ask(first, "UNWIND range(1001, 1500) AS i CREATE (:Kept {i: i})-[:NEXT]->(:Kept {i: -i})")
    backup = Path(shutil.copytree(graph, tmp_path / "backup"))
    ask(first, "MATCH (n:Kept) WHERE n.i > 1000 DETACH DELETE n")
    ask(first, "UNWIND range(1, 20000) AS i CREATE (:Kept {i: i})-[:NEXT]->(:Later {i: -i})")

    restore(backup, graph, clean=False)

    assert eventually(lambda: local.status().state == "stopped")
    assert "a backup that was restored" in local.status().detail
    said: list[str] = []
    again = local.start(progress=lambda progress: said.append(progress.step))
    assert "Neo4j is checking the restored graph" in said
    assert again.pid != first.pid
    assert count(again) == KEPT + 1000
    assert ask(again, "MATCH (n:Later) RETURN count(n) AS n") == [{"n": 0}]


def test_a_stop_and_a_start_right_after_a_restore_leave_one_server_with_the_backup(
    graph: Path, stopped: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(graph)
    first = local.start()
    assert first.pid is not None
    ask(first, "MATCH (n:Kept) DETACH DELETE n")

    restore(stopped, graph, clean=True)

    # It looks every two seconds whether the folder is still its own, and may have ended already.
    assert local.status().state in {"stopping", "stopped"}
    assert local.stop(stay_stopped=True).state == "stopped"
    assert process_birth(first.pid) is None
    again = local.start()
    assert count(again) == KEPT
    assert local.stop().detail == "Neo4j was stopped"


def test_a_damaged_folder_gets_one_line_and_is_left_as_it_is(
    tmp_path: Path, graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(graph)
    store = local.paths.store_dir / "data/databases/neo4j/neostore"
    store.write_bytes(b"not a store" * 1000)
    with pytest.raises(LocalServerError, match=r"damaged.*nothing was deleted.*message") as caught:
        local.start()
    assert "\n" not in str(caught.value)
    assert store.read_bytes() == b"not a store" * 1000

    # What the line says to do helps.
    local.paths.store_dir.rename(tmp_path / "moved away")
    assert count(local.start()) == 0


def test_a_password_that_the_store_does_not_know_is_made_anew_as_the_line_says(
    graph: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    local = servers(graph)
    local.paths.password_file.write_text("another\n")
    local.start()
    one = WriteTemplate("one", "RETURN 1 AS one")
    provider = connection_provider(Settings(neo4j_uri="local"), local)
    with GraphWriter(provider) as writer:
        with pytest.raises(AuthError) as refused:
            writer.read(one, {})
        assert str(local.paths.password_file) in str(refused.value)
        assert f"`{command('neo4j start')}`" in str(refused.value)
        assert "NEO4J_PASSWORD" not in str(refused.value)

        local.paths.password_file.unlink()
        local.stop()
        assert count(local.start()) == KEPT
        assert writer.read(one, {}) == [{"one": 1}]


def test_a_port_in_use_is_named(tmp_path: Path, servers: Callable[..., LocalNeo4j]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(LocalServerError, match=f"port {port} cannot be used.*0 for any"):
            servers(tmp_path / "data", port=port).start()


def test_a_heap_that_is_too_small_is_named(
    tmp_path: Path, servers: Callable[..., LocalNeo4j]
) -> None:
    with pytest.raises(LocalServerError, match="heap is too small; raise NEO4J_LOCAL_HEAP_MB"):
        servers(tmp_path / "data", heap_mb=16).start()


def test_a_changed_jar_never_runs(
    tmp_path: Path, jars: Path, request: pytest.FixtureRequest
) -> None:
    local = LocalNeo4j(LocalPaths(tmp_path / "data", copy_of(jars, tmp_path / "jars")))
    request.addfinalizer(local.stop)
    victim, _ = damage_one(local)
    with pytest.raises(LocalServerError, match=r"neo4j start"):
        local.start()
    assert local.status().state == "not_set_up"
    run = read_run(local.paths.run_file)
    assert run is not None
    assert victim.name in run.detail


def test_one_start_on_the_command_line_replaces_a_changed_jar(
    tmp_path: Path, jars: Path, request: pytest.FixtureRequest
) -> None:
    paths = LocalPaths.inside(*folders_at(tmp_path))
    paths.jars_dir.parent.mkdir(parents=True)
    copy_of(jars, paths.jars_dir)
    local = LocalNeo4j(paths)
    request.addfinalizer(local.stop)
    victim, content = damage_one(local)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPH", "NEO4J_"))}
    with maven_repository() as repository:
        repository.files[victim.name] = content
        settings = tmp_path / "jgo.conf"
        settings.write_text(f"[repositories]\ncentral = {repository.url}\n")
        own = {"JGO_CONFIG_FILE": str(settings), "NO_PROXY": "127.0.0.1"}
        started = subprocess.run(
            [sys.executable, "-m", "graphrag", "neo4j", "start"],
            cwd=tmp_path,
            env={**kept, **own, "GRAPHRAG_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert started.returncode == 0, started.stderr
    assert local.status().state == "running"
    assert victim.read_bytes() == content


def copy_of(jars: Path, folder: Path) -> Path:
    """A copy of the shared folder of jars, one of which can be damaged."""
    shutil.copytree(jars, folder, copy_function=os.link)
    return folder


def damage_one(local: LocalNeo4j) -> tuple[Path, bytes]:
    """Change the smallest jar; gives its path, and what was in it."""
    version = local.settings.version
    smallest = min(read_jar_list(version), key=lambda jar: jar.size_bytes)
    victim = local.paths.jars_of(version) / smallest.file_name
    content = victim.read_bytes()
    victim.unlink()
    victim.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    return victim, content


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, jars: Path) -> None:
    (tmp_path / "file").touch()
    local = LocalNeo4j(LocalPaths(tmp_path / "file" / "data", jars))
    with pytest.raises(LocalServerError, match=r"data is writable"):
        local.start()


_START_WITHOUT_ROOM = """
import resource, sys
from pathlib import Path
from graphrag.errors import LocalServerError
from graphrag.local import LocalNeo4j, LocalPaths

_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, most))
try:
    LocalNeo4j(LocalPaths(Path(sys.argv[1]), Path(sys.argv[2]))).start()
except LocalServerError as error:
    print(error)
"""


def test_what_keeps_the_process_from_writing_its_first_file_is_named(
    tmp_path: Path, jars: Path
) -> None:
    arguments = [sys.executable, "-c", _START_WITHOUT_ROOM, str(tmp_path / "data"), str(jars)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    assert "File too large" in done.stdout
