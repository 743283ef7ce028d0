"""The plugin's Python packages: into a folder of its own, beside the host's, never instead."""

import base64
import hashlib
import importlib.metadata
import json
import socket
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from graphrag.agent_zero.install import requirements as installer
from graphrag.threads import run_in_thread

from ....support.certificates import Authority
from ....support.fault_proxy import FaultProxy

ROOT = Path(__file__).parents[4]
HOST_HAS = "pluggy"  # installed wherever these tests run: pytest needs it


def make_wheel(folder: Path, name: str, version: str, requires: str = "") -> None:
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": f"VERSION = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        + (f"Requires-Dist: {requires}\n" if requires else ""),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\n"
        "Tag: py3-none-any\n",
    }
    record = "".join(
        f"{path},sha256={_digest(content)},{len(content)}\n" for path, content in files.items()
    )
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, content in files.items():
            wheel.writestr(path, content)
        wheel.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")


def _digest(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A folder of wheels that stands for the package index."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    make_wheel(folder, "graphprobe", "1.0", requires=HOST_HAS)
    make_wheel(folder, "javaprobe", "3.0")
    make_wheel(folder, HOST_HAS, "99.0")
    monkeypatch.setattr(installer, "REQUIREMENTS", ("graphprobe>=1",))
    monkeypatch.setattr(installer, "CLI_REQUIREMENTS", (HOST_HAS,))
    monkeypatch.setattr(installer, "LOCAL_REQUIREMENTS", ("javaprobe==3.0", HOST_HAS))
    return folder


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache"


def import_from(cache: Path, module: str) -> str:
    code = f"import sys; sys.path.append({str(cache / 'site-packages')!r}); import {module}; "
    done = subprocess.run(
        [sys.executable, "-c", f"{code}print({module}.VERSION)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_only_what_the_host_lacks_is_installed_and_the_host_stays_as_it_was(index, cache):
    before = {item.name: item.version for item in importlib.metadata.distributions()}

    state = installer.ensure(cache)

    assert state == installer.InstallState("installed", "", ("graphprobe==1.0",))
    assert import_from(cache, "graphprobe") == "1.0"
    assert not (cache / "site-packages" / HOST_HAS).exists()
    assert {item.name: item.version for item in importlib.metadata.distributions()} == before


def test_a_second_call_needs_no_index_and_touches_nothing(index, cache):
    installer.ensure(cache)
    made = (cache / "site-packages").stat().st_ino
    for wheel in index.iterdir():
        wheel.unlink()

    assert installer.ensure(cache).state == "installed"
    assert (cache / "site-packages").stat().st_ino == made


def test_the_java_parts_come_on_request_and_stay_when_asked_without(index, cache):
    installer.ensure(cache)
    assert installer.status(cache, local=True).state == "missing"
    assert installer.ensure(cache, local=True).packages == ("graphprobe==1.0", "javaprobe==3.0")
    assert installer.ensure(cache).packages == ("graphprobe==1.0", "javaprobe==3.0")


def test_a_changed_list_of_requirements_is_installed_over_the_old_one(index, cache, monkeypatch):
    installer.ensure(cache, local=True)
    make_wheel(index, "graphprobe", "2.0")
    monkeypatch.setattr(installer, "REQUIREMENTS", ("graphprobe>=2",))

    assert installer.status(cache).state == "missing"
    assert installer.ensure(cache).packages == ("graphprobe==2.0", "javaprobe==3.0")
    assert import_from(cache, "graphprobe") == "2.0"


def test_nothing_of_the_host_can_be_moved(index, cache, monkeypatch):
    make_wheel(index, "greedyprobe", "1.0", requires=f"{HOST_HAS}>=99")
    monkeypatch.setattr(installer, "REQUIREMENTS", ("greedyprobe>=1",))

    state = installer.ensure(cache)

    assert state.state == "failed"
    assert "\n" not in state.detail
    assert not (cache / "site-packages").exists()


def test_a_failure_is_told_in_one_line_and_leaves_the_last_good_folder(index, cache, monkeypatch):
    installer.ensure(cache)
    monkeypatch.setattr(installer, "REQUIREMENTS", ("graphprobe>=1", "nowhereprobe>=1"))

    state = installer.ensure(cache)

    assert state.state == "failed"
    assert "nowhereprobe" in state.detail
    assert installer.status(cache) == state
    assert import_from(cache, "graphprobe") == "1.0"
    assert [path.name for path in cache.glob("site-packages.*/")] == []


def test_a_folder_that_cannot_be_made_is_a_failure_and_no_exception(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert installer.ensure(tmp_path / "file/cache").state == "failed"


def test_the_steps_can_be_followed_from_another_process(index, cache):
    seen = []
    installer.ensure(cache, on_progress=lambda line: seen.append((line, installer.status(cache))))

    assert seen[0][0] == "Looking up what is missing"
    assert {state.state for _, state in seen} == {"installing"}
    assert all(state.detail == line for line, state in seen)


def test_an_installation_that_was_killed_counts_as_failed_and_is_taken_up_again(index, cache):
    cache.mkdir()
    (cache / "site-packages.json").write_text('{"state": "installing", "detail": "Unpacking"}')
    (cache / "site-packages.abandoned").mkdir()

    assert installer.status(cache).state == "failed"
    assert installer.ensure(cache).state == "installed"
    assert not (cache / "site-packages.abandoned").exists()


def test_packages_of_another_python_count_as_missing(index, cache):
    installer.ensure(cache)
    manifest = cache / "site-packages/graphrag-installed.json"
    content = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**content, "python": "cpython-399-elsewhere"}))

    assert installer.status(cache).state == "missing"
    assert installer.ensure(cache).state == "installed"


def test_a_pip_for_this_python_is_found_even_where_the_environment_has_none(index, cache, tmp_path):
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", bare], check=True)

    done = subprocess.run(
        [
            bare / "bin/python",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r});"
            "from graphrag.agent_zero.install import requirements as installer;"
            "installer.REQUIREMENTS = ('javaprobe==3.0',); installer.CLI_REQUIREMENTS = ();"
            f"sys.exit(installer.main([{str(cache)!r}]))",
        ],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert import_from(cache, "javaprobe") == "3.0"


def test_removing_takes_the_packages_and_leaves_what_others_keep_there(index, cache):
    installer.ensure(cache)
    (cache / "photos").mkdir()
    installer.remove(cache)
    assert [path.name for path in cache.iterdir()] == ["photos"]
    installer.remove(cache)


def test_removing_ends_an_installation_that_is_under_way(cache, monkeypatch):
    monkeypatch.delenv("PIP_NO_INDEX", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # an index that never answers
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{silent.getsockname()[1]}/simple")
        monkeypatch.setattr(installer, "REQUIREMENTS", ("graphprobe>=1",))
        outcome = run_in_thread("installing", installer.ensure, cache)
        silent.settimeout(60)
        with silent.accept()[0]:
            installer.remove(cache)
            assert outcome.result(10).state == "failed"
    assert list(cache.iterdir()) == []


def test_an_index_behind_a_proxy_with_its_own_ca_is_named_as_such(index, cache, monkeypatch):
    with FaultProxy("https://127.0.0.1", tls=Authority().certificate("localhost")) as proxy:
        address = f"https://localhost:{proxy.port}"
        monkeypatch.setenv("PIP_INDEX_URL", address)
        monkeypatch.setenv("PIP_RETRIES", "0")
        monkeypatch.delenv("PIP_NO_INDEX")
        monkeypatch.setattr(installer, "REQUIREMENTS", ("onlyinindex>=1",))
        state = installer.ensure(cache)
    assert state.state == "failed"
    assert "PIP_CERT" in state.detail


def test_a_password_in_an_index_address_is_not_shown(cache, monkeypatch):
    address = "https://me:" + "hush" + "@index.example" + "/simple"
    shown = installer._one_line(RuntimeError(f"no answer from {address}"))
    assert "hush" not in shown


def test_the_lists_are_those_of_the_project_file():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert list(installer.REQUIREMENTS) == project["dependencies"]
    for extra, listed in (
        ("cli", installer.CLI_REQUIREMENTS),
        ("local", installer.LOCAL_REQUIREMENTS),
    ):
        assert list(listed) == project["optional-dependencies"][extra]


def test_a_package_that_the_folder_or_the_host_has_lost_is_installed_again(
    index, cache, monkeypatch
):
    hosts = index.parent / "hosts-own"
    hosts.mkdir()
    monkeypatch.syspath_prepend(str(hosts))
    assert installer.ensure(cache).state == "installed"
    (info,) = (cache / "site-packages").glob("graphprobe-*.dist-info")
    info.rename(hosts / info.name)
    assert installer.status(cache).state == "installed"
    (hosts / info.name).rename(index.parent / "gone")
    assert installer.status(cache).state == "missing"
    assert installer.ensure(cache).state == "installed"
    assert import_from(cache, "graphprobe") == "1.0"
