"""Neo4j's jars are downloaded whole, checked, once, and never half."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from graphrag.errors import LocalServerError
from graphrag.local.jars import Jar, Progress, damaged, download

from ...support.maven_repository import MavenRepository, maven_repository

# The resolver leaves the answer to a failed request open until it is collected.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")


@pytest.fixture(autouse=True)
def collect() -> Iterator[None]:
    yield
    gc.collect()


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MavenRepository]:
    with maven_repository() as served:
        settings = tmp_path / "jgo.conf"
        settings.write_text(f"[repositories]\ncentral = {served.url}\n")
        monkeypatch.setenv("JGO_CONFIG_FILE", str(settings))
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield served


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "jars"


def ignore(_progress: Progress) -> None:
    pass


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_every_jar_arrives_and_the_progress_ends_at_the_whole(
    repository: MavenRepository, folder: Path
) -> None:
    jars = tuple(repository.add(f"part-{i}", bytes([i]) * 50_000 * i) for i in range(1, 12))
    native = repository.add("native", b"n" * 1000, classifier="linux-x86_64")
    seen: list[Progress] = []

    download((*jars, native), folder, seen.append)

    assert damaged((*jars, native), folder) == []
    assert names(folder) == {jar.file_name for jar in (*jars, native)}
    total = sum(jar.size_bytes for jar in (*jars, native))
    assert (seen[0].done, seen[0].total) == (0, total)
    assert (seen[-1].done, seen[-1].total) == (total, total)
    assert [step.done for step in seen] == sorted(step.done for step in seen)


def test_no_more_downloads_run_at_a_time_than_are_allowed(
    repository: MavenRepository, folder: Path
) -> None:
    jars = tuple(repository.add(f"part-{i}", bytes([i]) * 50_000) for i in range(1, 6))
    running: set[str] = set()

    def note(_progress: Progress) -> None:
        running.add(threading.current_thread().name)

    download(jars, folder, note, parallel=1)

    assert damaged(jars, folder) == []
    assert len(running - {threading.main_thread().name}) == 1


def test_a_second_time_nothing_is_asked_for(repository: MavenRepository, folder: Path) -> None:
    jar = repository.add("part", b"x" * 1000)
    download((jar,), folder, ignore)
    repository.asked.clear()
    download((jar,), folder, ignore)
    assert repository.asked == []


def test_an_interrupted_download_goes_on_where_it_was(
    repository: MavenRepository, folder: Path
) -> None:
    first, second = repository.add("first", b"1" * 1000), repository.add("second", b"2" * 1000)
    download((first,), folder, ignore)
    (folder / ".partial-left-by-a-killed-run").mkdir()
    repository.asked.clear()

    download((first, second), folder, ignore)

    assert repository.asked == [second.file_name]
    assert names(folder) == {first.file_name, second.file_name}


def test_a_damaged_jar_is_fetched_again(repository: MavenRepository, folder: Path) -> None:
    jar = repository.add("part", b"x" * 1000)
    download((jar,), folder, ignore)
    (folder / jar.file_name).write_bytes(b"y" * 1000)
    download((jar,), folder, ignore)
    assert damaged((jar,), folder) == []


def test_a_file_that_is_not_the_listed_one_is_not_used(
    repository: MavenRepository, folder: Path
) -> None:
    jar = repository.add("part", b"the listed one")
    repository.files[jar.file_name] = b"an evil one..."
    with pytest.raises(LocalServerError, match=r"part-1\.0\.jar"):
        download((jar,), folder, ignore)
    assert names(folder) == set()


def test_a_broken_connection_is_tried_again(repository: MavenRepository, folder: Path) -> None:
    jar = repository.add("part", b"x" * 100_000)
    repository.cut_off[jar.file_name] = 1
    download((jar,), folder, ignore)
    assert repository.asked == [jar.file_name] * 2
    assert damaged((jar,), folder) == []


def test_a_missing_jar_is_named(repository: MavenRepository, folder: Path) -> None:
    jar = repository.add("part", b"x")
    del repository.files[jar.file_name]
    with pytest.raises(LocalServerError, match=r"part-1\.0\.jar was not found"):
        download((jar,), folder, ignore)


def test_without_network_one_line_says_so(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "jgo.conf"
    settings.write_text("[repositories]\ncentral = http://127.0.0.1:1/maven\n")
    monkeypatch.setenv("JGO_CONFIG_FILE", str(settings))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with pytest.raises(LocalServerError, match=r"no connection to 127\.0\.0\.1") as caught:
        download((Jar("0" * 64, 10, "org.example", "part", "1.0"),), folder, ignore)
    assert "\n" not in str(caught.value)
    assert "check the network" in caught.value.hint


def test_too_little_room_is_noticed_before_anything_is_fetched(
    repository: MavenRepository, folder: Path
) -> None:
    jar = Jar("0" * 64, 1 << 60, "org.example", "huge", "1.0")
    with pytest.raises(LocalServerError, match="are free"):
        download((jar,), folder, ignore)
    assert repository.asked == []


# A host that ends while its plugin checks and downloads jars in the background.
_ENDING_HOST = """
import sys, threading, time
from pathlib import Path
from graphrag.local.jars import Jar, downloading
from graphrag.threads import start_thread

class SlowJar(Jar):
    def matches(self, path):
        if sys.argv[1] == "checking":
            begun.set()
            time.sleep(60)
        return False

def fetch(*_):
    begun.set()
    time.sleep(60)

begun = threading.Event()
downloading._fetch = fetch
listed = tuple(SlowJar("0" * 64, 1, "org.example", f"part-{i}", "1") for i in range(4))
start_thread("set-up", downloading.download, listed, Path(sys.argv[2]), print)
sys.exit(0 if begun.wait(30) else "nothing began")
"""


@pytest.mark.parametrize("step", ["checking", "downloading"])
def test_a_host_that_ends_waits_for_no_jar(step: str, folder: Path) -> None:
    subprocess.run([sys.executable, "-c", _ENDING_HOST, step, folder], check=True, timeout=40)
