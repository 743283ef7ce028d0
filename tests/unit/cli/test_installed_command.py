"""The installed command ``a0-graphrag``, beside another package of the same import name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def run_command(*first_on_the_path: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, [*first_on_the_path, ROOT / "scripts", ROOT]))
    code = "import sys, a0_graphrag; sys.argv = ['a0-graphrag', '--version']; a0_graphrag.main()"
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT / "tests",
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_runs_the_command_line() -> None:
    assert run_command().returncode == 0


def test_another_package_in_the_place_of_ours_is_one_clear_line(tmp_path: Path) -> None:
    # As Microsoft's: graphrag.cli.main is a module there, not a function.
    (tmp_path / "graphrag" / "cli").mkdir(parents=True)
    for name in ("__init__.py", "cli/__init__.py", "cli/main.py"):
        (tmp_path / "graphrag" / name).touch()
    done = run_command(tmp_path)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert str(tmp_path) in done.stderr
