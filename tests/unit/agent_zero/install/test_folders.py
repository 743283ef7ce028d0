"""The plugin's folders in the host, the install id, and the packages of its own."""

from __future__ import annotations

import os
import platform
import resource
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphrag.agent_zero.host import layouts
from graphrag.agent_zero.install import site_packages
from graphrag.agent_zero.install.folders import (
    PluginFolders,
    install_id,
    keep_home,
    plugin_folders,
)
from graphrag.agent_zero.install.removal import remove_everything
from graphrag.errors import SettingsError


def test_folders_lie_where_backups_take_data_and_leave_downloads(tmp_path, monkeypatch):
    monkeypatch.delenv("GRAPHRAG_HOME", raising=False)
    found = plugin_folders(tmp_path)
    assert found.install_id_file == tmp_path / "usr" / "graphrag" / "install-id"
    assert found.site_packages == tmp_path / "tmp" / "graphrag" / "site-packages"
    assert found.local_paths.data_dir.is_relative_to(tmp_path / "usr")
    assert found.local_paths.jars_dir.is_relative_to(tmp_path / "tmp")


def test_the_host_finds_the_folder_that_only_the_installers_shell_named(tmp_path, monkeypatch):
    host, elsewhere = tmp_path / "host", tmp_path / "elsewhere"
    monkeypatch.setenv("GRAPHRAG_HOME", str(elsewhere))
    keep_home(host)
    of_the_installer = plugin_folders(host)
    monkeypatch.delenv("GRAPHRAG_HOME")
    assert plugin_folders(host) == of_the_installer
    assert of_the_installer.cache.is_relative_to(elsewhere)
    assert plugin_folders(host, tmp_path / "set").data.is_relative_to(tmp_path / "set")
    keep_home(host)  # installed again, from a shell that names none
    assert plugin_folders(host) == of_the_installer


def test_a_folder_of_the_installers_shell_may_have_any_name(tmp_path, monkeypatch):
    host, elsewhere = tmp_path / "host", tmp_path / os.fsdecode(b"M\xfcller")
    monkeypatch.setenv("GRAPHRAG_HOME", str(elsewhere))
    keep_home(host)
    monkeypatch.delenv("GRAPHRAG_HOME")
    assert plugin_folders(host).cache.is_relative_to(elsewhere)


def test_a_full_disk_leaves_the_folder_that_an_earlier_installation_named(tmp_path, monkeypatch):
    def keep(name: str) -> None:
        monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path / name))
        keep_home(tmp_path)

    keep("first")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            keep("second")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    monkeypatch.delenv("GRAPHRAG_HOME")
    assert plugin_folders(tmp_path).cache.is_relative_to(tmp_path / "first")


@pytest.mark.parametrize("keep_data", [False, True])
def test_uninstalling_leaves_what_is_kept_in_a_folder_of_the_users_choice(
    keep_data, tmp_path, monkeypatch
):
    host, elsewhere = tmp_path / "host", tmp_path / "elsewhere"
    monkeypatch.setenv("GRAPHRAG_HOME", str(elsewhere))
    keep_home(host)
    monkeypatch.delenv("GRAPHRAG_HOME")
    kept = plugin_folders(host).data / "install-id"
    kept.parent.mkdir(parents=True)
    kept.touch()
    remove_everything(host, keep_data=keep_data)
    assert kept.exists()
    assert (host / "usr" / "graphrag").exists() == keep_data


def test_a_home_in_the_hosts_env_file_is_cleared_of_downloads_alone(tmp_path, monkeypatch):
    monkeypatch.delenv("GRAPHRAG_HOME", raising=False)
    host, home = tmp_path / "host", tmp_path / "home"
    downloads = [home / "cache" / name for name in ("site-packages", "neo4j-jars")]
    for folder in (host / "usr", *downloads, home / "cache" / "photos", home / "data"):
        folder.mkdir(parents=True)
    (host / "usr" / ".env").write_text(f"GRAPHRAG_HOME={home}\n")
    remove_everything(host)
    assert {path.name for path in home.iterdir()} == {"cache", "data"}
    assert [path.name for path in (home / "cache").iterdir()] == ["photos"], "another's"


@pytest.mark.parametrize("folder", ["/host/usr/plugins/graphrag", "/host"])
def test_the_root_is_found_around_an_installed_plugin(folder, monkeypatch):
    monkeypatch.setattr(layouts, "PLUGIN_FOLDER", Path(folder))
    assert layouts.root_around() == Path("/host")


@pytest.mark.parametrize("is_empty_file", [False, True])
def test_the_install_id_is_made_once_also_by_many_at_once(is_empty_file, tmp_path):
    where = PluginFolders(tmp_path / "data", tmp_path / "cache")
    if is_empty_file:
        where.data.mkdir()
        where.install_id_file.touch()
    with ThreadPoolExecutor(16) as pool:
        found = set(pool.map(lambda _: install_id(where), range(64)))
    assert len(found) == 1
    assert where.install_id_file.read_text().strip() in found
    assert [path.name for path in where.data.iterdir()] == ["install-id"]


def test_the_install_id_stays_while_nothing_can_be_written(tmp_path, monkeypatch):
    where = PluginFolders(tmp_path / "data", tmp_path / "cache")
    made = install_id(where)

    def refuse(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", refuse)
    assert install_id(where) == made
    assert [path.name for path in where.data.iterdir()] == ["install-id"]


def test_a_full_disk_leaves_no_id_behind_and_an_empty_file_is_none(tmp_path, monkeypatch):
    where = PluginFolders(tmp_path / "data", tmp_path / "cache")

    def fill_up(path, *_args, **_options):
        path.touch()
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(Path, "write_text", fill_up)
        meanwhile = install_id(where)
    assert list(where.data.iterdir()) == []
    where.install_id_file.touch()
    made = install_id(where)
    assert made == install_id(where) == where.install_id_file.read_text().strip() != meanwhile
    assert [path.name for path in where.data.iterdir()] == ["install-id"]


def test_an_install_id_that_cannot_be_read_for_a_moment_is_the_one_that_was_read_before(
    tmp_path, monkeypatch
):
    where, unknown = (PluginFolders(tmp_path / name, tmp_path / "cache") for name in ("a", "b"))
    made = install_id(where)
    unknown.data.mkdir()
    unknown.install_id_file.write_text("team-b\n")

    def refuse(*_args, **_options):
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as starved:
        starved.setattr(Path, "read_text", refuse)
        assert install_id(where) == made
        with pytest.raises(SettingsError, match="Too many open files"):
            install_id(unknown)
    assert install_id(unknown) == "team-b"


def test_two_machines_without_a_file_have_two_ids(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.touch()
    where = PluginFolders(blocked / "data", blocked / "cache")
    found = set()
    for machine in ("one", "two"):
        monkeypatch.setattr(platform, "node", lambda name=machine: name)
        found.add(install_id(where))
    assert len(found) == 2


def test_two_installs_have_two_ids_also_where_files_cannot_be_linked(tmp_path, monkeypatch):
    def refuse(*_args, **_options):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    one, two = (PluginFolders(tmp_path / name, tmp_path / "cache") for name in ("one", "two"))
    assert install_id(one) == install_id(one) != install_id(two)
    assert [path.name for path in one.data.iterdir()] == ["install-id"]
    assert one.install_id_file.read_text().strip() == install_id(one)


def test_a_configured_install_id_wins(tmp_path):
    assert install_id(PluginFolders(tmp_path, tmp_path), "team-a") == "team-a"


def test_without_a_writable_folder_the_install_id_is_at_least_stable(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    where = PluginFolders(blocked / "data", blocked / "cache")
    assert install_id(where) == install_id(where) != ""


def test_own_packages_come_behind_those_of_the_host(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = [*sys.path]
    site_packages.activate(tmp_path / "missing")
    assert sys.path == before
    site_packages.activate(tmp_path)
    site_packages.activate(tmp_path)
    assert sys.path == [*before, str(tmp_path)]
