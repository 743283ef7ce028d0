"""Who may import whom: every import of the package, checked against one table."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "graphrag"

# One entry for each room, from the top floor to the bottom: the room, and the rooms that it may
# import. Arrows point down only. Every room may import the GROUND, so it is not repeated. A room is
# a folder or a module; `graph` is all of graph/ that has no entry of its own. `text.*` is text with
# all rooms in it.
TABLE = """
__main__              cli  agent_zero.install
cli                   cli.benchmarks  cli.doctor  cli.common  agent_zero.install  agent_zero.host
                      graph.ingest  graph.ingest.files  graph.transfer  graph.writing  graph
                      embedding  view  retrieve_and_pack  retriever  packing  text.*
cli.benchmarks        cli.common  bench.perf  bench.extraction  bench.judging  bench
                      graph.ingest  graph.writing  retriever  packing
cli.doctor            cli.common  agent_zero.install  graph  connect  local
cli.common            agent_zero.install  agent_zero.host  graph.writing  embedding  connect
                      text.*  store
bench.perf            bench.judging  bench  ranking
bench.extraction      bench  sample  graph.ingest  graph.ingest.report  graph  graph.extraction
                      graph.records  ranking.links  text.*
bench.judging         bench  graph
bench                 graph.ingest  graph.ingest.record_files  graph.ingest.files
                      graph.ingest.report  graph  embedding  retrieve_and_pack  retriever
                      ranking.strategies  ranking.links  ranking  packing  text.*  store

agent_zero.tool       agent_zero.search_graph  agent_zero.search_answer  agent_zero.host
                      agent_zero.markers  agent_zero.host.layouts
agent_zero.search_graph  agent_zero.insert_block  agent_zero.search_answer
                      agent_zero.search_arguments  agent_zero.service  agent_zero.host
                      agent_zero.turn_data  agent_zero.markers  agent_zero.host.places
                      agent_zero.host.layouts
agent_zero.search_answer  agent_zero.host.layouts
agent_zero.search_arguments  agent_zero.host  packing
agent_zero.turn       agent_zero.insert_block  agent_zero.service  agent_zero.host
                      agent_zero.turn_data  agent_zero.markers  agent_zero.host.layouts
agent_zero.insert_block  agent_zero.service  agent_zero.service.turn_steps  agent_zero.host
                      agent_zero.turn_data  agent_zero.turn_record  agent_zero.markers
                      agent_zero.host.places  agent_zero.host.layouts  packing
agent_zero.hook_calls  agent_zero.page  agent_zero.service  agent_zero.install  agent_zero.host
                      agent_zero.host.places
agent_zero.page       agent_zero.service  agent_zero.install  agent_zero.host  agent_zero.markers
                      agent_zero.host.places  agent_zero.host.layouts  connect  local  view  text.*
                      store
agent_zero.service    agent_zero.service.turn_steps  agent_zero.service.background
                      agent_zero.install  agent_zero.host  agent_zero.host.index
                      agent_zero.turn_data  agent_zero.turn_record  agent_zero.markers
                      agent_zero.host.places  agent_zero.host.layouts  graph.extraction
                      connect  local  retrieve_and_pack  retriever  packing  text.*  store
agent_zero.service.turn_steps  agent_zero.host  agent_zero.host.index  agent_zero.turn_data
                      agent_zero.turn_record  agent_zero.markers  retrieve_and_pack  ranking
                      packing  text.*
agent_zero.service.background  agent_zero.host  agent_zero.markers  graph.sync  graph  connect
                      local  retriever  store
agent_zero.install    agent_zero.host  agent_zero.host.places  agent_zero.host.layouts  local
agent_zero.host       agent_zero.turn_data  agent_zero.markers  agent_zero.host.places
                      agent_zero.host.layouts  text.*
agent_zero.host.index  agent_zero.markers  agent_zero.host.layouts
agent_zero.turn_data  agent_zero.turn_record  agent_zero.markers  agent_zero.host.places
agent_zero.turn_record
agent_zero.markers    agent_zero.host.layouts
agent_zero.host.places  agent_zero.host.layouts
agent_zero.host.layouts

sample                graph  graph.records
graph.sync            graph.writing  graph.revisions  graph  graph.extraction  graph.records
                      graph.cypher  text.*  store
graph.ingest          graph.ingest.text_files  graph.ingest.record_files  graph.ingest.files
                      graph.ingest.report  graph.writing  graph.revisions  graph
                      graph.extraction  graph.records  graph.cypher  embedding  text.*  store
graph.ingest.text_files  graph.ingest.files  graph.ingest.report  graph.records  text.*
graph.ingest.record_files  graph.ingest.files  graph.ingest.report  graph
                      graph.extraction.facts  graph.extraction.names  graph.records  text.*
graph.ingest.files
graph.ingest.report
graph.transfer        graph.writing  graph  graph.records  graph.cypher  text.*  store
embedding             text.*
graph.writing         graph  graph.records  graph.cypher  text.*  store
graph.revisions       graph  graph.records  text.*
graph                 graph.extraction  graph.records  graph.cypher  text.*  store
graph.extraction      graph.extraction.facts  graph.extraction.names  graph.records  text.*
graph.extraction.facts  text.*
graph.extraction.names  text.*
graph.records         text.*
graph.cypher          store  read_templates

connect               local  store
local
view                  retriever  text.*
retrieve_and_pack     retriever  packing
retriever             ranking.strategies  ranking.links  ranking  text.*  store  read_templates
ranking.strategies    ranking.links  ranking  text.*
ranking.links         ranking  text.*
ranking               text.*
packing               text.*
text.messages         text.names.single_words  text.names  text.languages  text.word_lists  text
text.spelling         text.languages  text.word_lists  text
text.changes          text.word_lists  text
text.dates            text.names.single_words  text.names  text.languages  text.word_lists  text
text.names            text.names.runs  text.names.single_words  text.languages  text.word_lists
                      text
text.names.runs       text.names.single_words  text.languages  text.word_lists  text
text.names.single_words  text.languages  text.word_lists  text
text.languages        text.word_lists  text
text                  text.word_lists
text.word_lists
store                 safe_cypher
safe_cypher           read_templates
read_templates
"""
GROUND = [
    *("model", "config", "setting_checks", "caps", "errors", "reasons", "scopes", "switch"),
    *("threads", "failures", "file_lock", "whole_file", "home", "wording", "command_line"),
    "_version",
]

ENTRIES = [entry.split() for entry in re.findall(r"^\S.*(?:\n +.*)*", TABLE, re.MULTILINE)]
IN_TEXT = [room for room, *_ in ENTRIES if f"{room}.".startswith("text.")]
ARROWS = {
    room: [a for name in allowed for a in (IN_TEXT if name == "text.*" else [name])]
    for room, *allowed in ENTRIES
}
ROOMS = [*ARROWS, *GROUND]

TURN = (
    "graphrag.agent_zero.turn, graphrag.agent_zero.insert_block, "
    "graphrag.agent_zero.service.runtime, graphrag.agent_zero.service.engine, "
    "graphrag.retriever.hybrid, graphrag.packing.pack"
)


def room_of(module: str) -> str:
    """The most specific room of a module, named from the package: ``graph.sync.scope_sync``."""
    rooms = [room for room in ROOMS if f"{module}.".startswith(f"{room}.")]
    return max(rooms, key=len, default=f"{module} (in no room)")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Each import of the package in a file, lazy ones too, but not those for type checkers only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test).endswith("TYPE_CHECKING")
        for statement in block.body
        for node in ast.walk(statement)
    }
    folder = path.relative_to(PACKAGE).parts[:-1]
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
            found = [name[1:] for name in names if name[0] == PACKAGE.name]
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").split(".") if node.module else []
            if node.level:
                base = [*folder[: len(folder) - node.level + 1], *module]
            elif module[0] == PACKAGE.name:
                base = module[1:]
            else:
                continue
            found = [_module(base, alias.name) for alias in node.names]
        else:
            continue
        yield from ((node.lineno, ".".join(name)) for name in found)


def _module(base: list[str], name: str) -> list[str]:
    """What ``from base import name`` imports: a module of that name, or something in ``base``."""
    path = PACKAGE.joinpath(*base, name)
    return [*base, name] if path.is_dir() or path.with_suffix(".py").is_file() else base


def wrong_imports() -> Iterator[str]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        room = room_of(".".join(part for part in parts if part != "__init__"))
        if path == PACKAGE / "__init__.py":
            continue  # its public names may come from anywhere
        for line, target in imports(path):
            if room_of(target) not in (room, *ARROWS.get(room, ()), *GROUND):
                yield f"graphrag/{'/'.join(parts)}.py:{line}: {room} -> {room_of(target)}"


def test_every_import_is_in_the_table() -> None:
    wrong = list(wrong_imports())
    assert not wrong, "\n".join(wrong)


def test_the_table_has_no_arrow_that_points_up() -> None:
    order = {room: place for place, room in enumerate(ROOMS)}
    assert [(a, b) for a in ARROWS for b in ARROWS[a] if order[a] >= order[b]] == []


@pytest.mark.parametrize("part", ["graph", "sample", "bench", "cli", "embedding", "local.server"])
def test_a_turn_does_not_import(part: str) -> None:
    code = f"import sys, {TURN}; print(*sys.modules)"
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "graphrag.retriever.hybrid" in printed
    assert f"graphrag.{part}" not in printed
