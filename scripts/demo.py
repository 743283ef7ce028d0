"""What ``scripts/demo`` shows: one question, the prompt's extras without the plugin and with it.

The turn is a real one: a double of Agent Zero 1.x, which loads and runs extensions as the host
does, in a process of its own, with the plugin installed into it as a user would. Only the model is
a stub.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console, Group
from rich.padding import Padding
from rich.panel import Panel
from rich.progress import BarColumn, DownloadColumn, Progress, TransferSpeedColumn
from rich.text import Text

from graphrag.cli.installation import Installation
from graphrag.config import Settings
from graphrag.connect import connection_provider
from graphrag.embedding.hashed import HashedEmbedder
from graphrag.errors import GraphragError
from graphrag.local import LocalNeo4j
from graphrag.local import Progress as DownloadProgress
from graphrag.sample.loader import SAMPLE_ANSWER, SAMPLE_QUESTION, load_sample, sample_documents
from tests.e2e.host import HostError, TurnTrace
from tests.e2e.host_double import HostDouble
from tests.e2e.llm_stub import LlmStub

REPOSITORY = Path(__file__).resolve().parent.parent
INSTALL_ID = "demo"
SCOPE = f"{INSTALL_ID}/default"
GREETING = "Good morning!"
INJECTED = "GRAPHRAG_CONTEXT_INJECTED"
LATE = {f"GRAPHRAG_NOOP_NEO4J_DOWN reason={word}" for word in ("timeout", "breaker", "starting")}

PATIENCE_S = 60.0
POLL_S = 0.2
PAUSE_S = 2.0

IS_READY = """
def probe(host):
    import sys
    home = sys.modules.get("_graphrag_home")
    return home is not None and home.runtime is not None and home.runtime.is_ready
"""

REMEMBER = """
async def probe(host):
    import json
    from plugins._memory.helpers.memory import Document
    memory = await host.memory_class.get(host.agent)
    records = json.loads({records!r})
    documents = [Document(record.pop("text"), record) for record in records]
    await memory.db.aadd_documents(documents, [record["id"] for record in records])
    memory._save_db()
"""
"""Puts the sample into the host's memory as it was saved over the months: with ids and times."""


class DemoError(Exception):
    """The demo failed."""


def main() -> int:
    """Run the demo; if it fails, print one line and return 1."""
    console = Console(width=None if sys.stdout.isatty() else 100, highlight=False)
    try:
        installation = Installation.open()
        if installation.local is not None:
            _start_neo4j(console, installation.local)
        with installation.writer() as writer:
            load_sample(writer, SCOPE, HashedEmbedder())
        console.print(
            f"Loaded the sample memory (six months at an online bookshop) into scope {SCOPE}."
        )
        without, with_graph = _two_turns(console, installation)
        _show(console, without, with_graph)
        _check(without, with_graph)
    except (DemoError, GraphragError, HostError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    _say_goodbye(console, installation)
    return 0


def _start_neo4j(console: Console, neo4j: LocalNeo4j) -> None:
    if not neo4j.is_set_up:
        console.print("Downloading Neo4j Community Edition (GPLv3) from Maven Central, once.")
        _download(console, neo4j)
    with console.status("Starting Neo4j (about 12 seconds)"):
        server = neo4j.start()
    console.print(f"Neo4j {server.version} answers at {server.uri}.")


def _download(console: Console, neo4j: LocalNeo4j) -> None:
    if not console.is_terminal:
        shown_at = time.monotonic()

        def print_now_and_then(step: DownloadProgress) -> None:
            nonlocal shown_at
            if time.monotonic() - shown_at >= 5:
                shown_at = time.monotonic()
                console.print(f"  {step.done >> 20} of {step.total >> 20} MB")

        neo4j.set_up(print_now_and_then)
        return
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=None)
        neo4j.set_up(lambda step: progress.update(bar, completed=step.done, total=step.total))


def _two_turns(console: Console, installation: Installation) -> tuple[TurnTrace, TurnTrace]:
    connection = connection_provider(installation.settings, installation.local)()
    of_the_user = {name.upper() for name in Settings.model_fields} & os.environ.keys()
    environment = {name: os.environ[name] for name in of_the_user} | {
        "GRAPHRAG_ENABLED": "true",
        "GRAPHRAG_INSTALL_ID": INSTALL_ID,
        "GRAPHRAG_SYNC": "false",  # the sample is in the graph already, with relations of its own
        "NEO4J_URI": connection.uri,
        "NEO4J_USER": connection.user,
        "NEO4J_PASSWORD": connection.password,
        "NEO4J_DATABASE": connection.database,
    }
    with (
        console.status("Asking Agent Zero, without the plugin and with it"),
        tempfile.TemporaryDirectory(prefix="a0-graphrag-demo-") as folder,
        LlmStub() as stub,
        HostDouble("1.x", Path(folder) / "agent-zero", stub, environment=environment) as host,
    ):
        host.evaluate(REMEMBER.format(records=json.dumps(_memories())))
        without = host.run_turn(SAMPLE_QUESTION)
        host.stop()
        host.install(REPOSITORY)
        host.run_turn(GREETING)
        ends = time.monotonic() + PATIENCE_S
        while not host.evaluate(IS_READY) and time.monotonic() < ends:
            time.sleep(POLL_S)  # woken by the greeting, it connects in the background
        while True:
            host.new_chat()
            with_graph = host.run_turn(SAMPLE_QUESTION)
            if LATE.isdisjoint(with_graph.markers) or time.monotonic() > ends:
                return without, with_graph
            console.print("The graph missed the time limit (machine busy). Retrying.")
            time.sleep(PAUSE_S)


def _memories() -> list[dict[str, str]]:
    return [
        {"id": memory.id, "timestamp": memory.timestamp, "area": memory.area, "text": memory.text}
        for memory in sample_documents()
    ]


def _show(console: Console, without: TurnTrace, with_graph: TurnTrace) -> None:
    console.print()
    console.print(Text(f"  {SAMPLE_QUESTION}", style="bold"))
    console.print()
    console.print(_extras_panel("the prompt's extras WITHOUT the plugin", without))
    console.print(_extras_panel("the prompt's extras WITH the plugin", with_graph))
    for marker in with_graph.markers:
        console.print(Text(f"  {marker}", style="cyan"))
    console.print(
        f"  the whole turn: {without.elapsed_ms:.0f} ms without the plugin, "
        f"{with_graph.elapsed_ms:.0f} ms with it"
    )


def _extras_panel(title: str, trace: TurnTrace) -> Panel:
    parts = []
    for name, value in (trace.extras or [{}])[0].items():
        is_block = name == "graphrag"
        parts.append(Text(name, style="bold green" if is_block else "bold"))
        text = Text(str(value).strip(), style="green" if is_block else "")
        text.highlight_words([SAMPLE_ANSWER], style="bold reverse")
        parts.append(Padding(text, (0, 0, 1, 2)))
    return Panel(Group(*parts), title=title, title_align="left", border_style="cyan")


def _check(without: TurnTrace, with_graph: TurnTrace) -> None:
    if failure := without.failure or with_graph.failure:
        raise DemoError(f"the turn failed: {failure.strip().splitlines()[-1]}")
    if SAMPLE_ANSWER in without.prompt:
        raise DemoError("the prompt already contains the answer without the plugin")
    if not with_graph.has_marker(INJECTED):
        raise DemoError(f"no block was injected ({'; '.join(with_graph.markers) or 'no marker'})")
    if SAMPLE_ANSWER not in with_graph.extras[0]["graphrag"]:
        raise DemoError(f"the block does not contain the fact two hops away, {SAMPLE_ANSWER!r}")


def _say_goodbye(console: Console, installation: Installation) -> None:
    console.print(
        f"\nThe answer, {SAMPLE_ANSWER}, is in a memory that shares no words with the question, "
        "two hops away. Recall cannot find it; the graph can.",
        style="green",
    )
    if installation.local is not None:
        minutes = installation.settings.neo4j_local_idle_minutes
        console.print(
            "\nNeo4j keeps running"
            + (f" and stops by itself after {minutes} minutes without use" if minutes else "")
            + ". Ask it more:\n"
            f"  .venv/bin/a0-graphrag query --scope {SCOPE} --explain 'Who owns price-api?'\n"
            "  .venv/bin/a0-graphrag neo4j stop"
        )


if __name__ == "__main__":
    sys.exit(main())
