"""The plugin's folders in the host, the install id, and the packages of its own."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphrag.agent_zero.host.layouts import root_around
from graphrag.agent_zero.install import site_packages
from graphrag.agent_zero.install.folders import PluginFolders, install_id, plugin_folders


def test_folders_lie_where_backups_take_data_and_leave_downloads(tmp_path, monkeypatch):
    monkeypatch.delenv("GRAPHRAG_HOME", raising=False)
    found = plugin_folders(tmp_path)
    assert found.install_id_file == tmp_path / "usr" / "graphrag" / "install-id"
    assert found.site_packages == tmp_path / "tmp" / "graphrag" / "site-packages"
    assert found.local_paths_args["data_dir"].is_relative_to(tmp_path / "usr")
    assert found.local_paths_args["jars_dir"].is_relative_to(tmp_path / "tmp")


@pytest.mark.parametrize("package", ["/host/usr/plugins/graphrag/graphrag", "/host/graphrag"])
def test_the_root_is_found_around_an_installed_plugin(package):
    assert root_around(Path(package)) == Path("/host")


def test_the_install_id_is_made_once_also_by_many_at_once(tmp_path):
    where = PluginFolders(tmp_path / "data", tmp_path / "cache")
    with ThreadPoolExecutor(16) as pool:
        found = set(pool.map(lambda _: install_id(where), range(64)))
    assert len(found) == 1
    assert where.install_id_file.read_text().strip() in found
    assert [path.name for path in where.data.iterdir()] == ["install-id"]


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
