"""A local Neo4j whose jars are gone, as in a new container, comes back with its graph."""

from __future__ import annotations

import shutil
from pathlib import Path

from graphrag.agent_zero.service.background.local_starter import LocalStarter
from graphrag.local import LocalNeo4j, LocalPaths

from ..support.neo4j_server import local_neo4j


def test_jars_are_fetched_again_only_where_a_server_ran(tmp_path: Path) -> None:
    shared = local_neo4j(tmp_path / "data")
    shared.set_up()
    folder = shared.paths.jars_of(shared.settings.version).name
    jars_dir = tmp_path / "jars"
    shutil.copytree(shared.paths.jars_dir / folder, jars_dir / folder)
    mark = jars_dir / folder / "complete"
    local = LocalNeo4j(LocalPaths(tmp_path / "data", jars_dir), shared.settings)
    try:
        mark.unlink()  # what is left is checked, and only the rest is downloaded
        assert not LocalStarter(local).start_if_stopped()

        mark.touch()
        local.start()
        local.stop()
        mark.unlink()
        assert local.status().state == "not_set_up"
        starter = LocalStarter(local)
        assert starter.start_if_stopped()
        starter.wait()
        assert local.status().state == "running"

        local.stop(stay_stopped=True)
        mark.unlink()
        assert not LocalStarter(local).start_if_stopped()
        assert local.status().state == "stopped"
    finally:
        local.stop()
