"""What lies beside a turn's path, and who may import it."""

import ast
from importlib.util import resolve_name
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def imported_by(path: Path) -> set[str]:
    """The parts of the package that a file imports, also where it does so late."""
    package = ".".join(path.relative_to(ROOT).parent.parts)
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            name = resolve_name("." * node.level + (node.module or ""), package)
            found |= {f"{name}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in found if name.startswith("graphrag.")}


@pytest.mark.parametrize(
    ("part", "importers"),
    [
        ("bench", {"bench", "cli/bench_command.py", "cli/perf_command.py"}),
        ("embedding", {"embedding", "bench", "cli/graph_commands.py"}),
    ],
)
def test_what_no_turn_needs_is_imported_by_the_command_line_only(part, importers):
    package = ROOT / "graphrag"
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if part in imported_by(path)
    }
    assert {name if name in importers else name.split("/")[0] for name in found} <= importers
    assert found
