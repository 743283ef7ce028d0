"""An Agent Zero that remembers the sample, and is asked without the plugin and with it.

It is a double of Agent Zero 1.x in a process of its own, which loads and runs extensions as the
host does; the plugin is installed into it as a user would. Only the model is a stub. The graph is
made by the plugin's sync, from the host's memory and nothing else.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from graphrag.embedding import HashedEmbedder, make_embedder
from graphrag.errors import SettingsError
from graphrag.sample.loader import SAMPLE_QUESTION, sample_documents
from tests.e2e.host import DOWN, HostError, TurnTrace
from tests.e2e.host_double import HostDouble
from tests.e2e.llm_stub import LlmStub

REPOSITORY = Path(__file__).resolve().parent.parent
GREETING = "Good morning!"

_PATIENCE_S = 60

REMEMBER = """
async def probe(host):
    import json
    from plugins._memory.helpers.memory import Document
    memory = await host.memory_class.get(host.agent)
    records = json.loads({records!r})
    documents = [Document(page_content=record.pop("text"), metadata=record) for record in records]
    await memory.db.aadd_documents(documents, ids=[record["id"] for record in records])
    memory._save_db()
"""
"""Puts the sample into the host's memory as it was saved over the months: with ids and times."""

_WAIT_SYNCED = f"""
def probe(host):
    import sys
    return sys.modules["_graphrag_home"].runtime.wait_synced({_PATIENCE_S})
"""


@dataclass(frozen=True, slots=True)
class Recall:
    """What the host's recall works with.

    Attributes:
        embedder: Name of the embedder.
        embed: Makes the vectors of texts.
        threshold: Least similarity of a recalled memory, (1 + cosine) / 2.
        is_real: Whether the embedder knows what words mean.
    """

    embedder: str
    embed: Callable[[Sequence[str]], Sequence[Sequence[float]]]
    threshold: float
    is_real: bool


def minilm_recall() -> Recall:
    """Return recall by all-MiniLM-L6-v2, with the host's own threshold.

    Raises:
        SettingsError: The model is not installed.
        ImportError: A package that it needs is not installed.
    """
    embedder = make_embedder("minilm")
    embedder.embed([SAMPLE_QUESTION])  # loads what it needs, unless the vector is cached
    return Recall(embedder.name, lambda texts: embedder.embed(texts).tolist(), 0.7, is_real=True)


def hashed_recall() -> Recall:
    """Return recall by hashed words.

    Their cosines are lower than a model's, so the threshold is too; at 0.7 nothing is recalled.
    """
    embedder = HashedEmbedder()
    return Recall(embedder.name, lambda texts: embedder.embed(texts).tolist(), 0.6, is_real=False)


def best_recall() -> Recall:
    """Return recall by a real embedder if one is installed, otherwise by hashed words."""
    try:
        return minilm_recall()
    except (SettingsError, ImportError):
        return hashed_recall()


@contextmanager
def remembering_host(
    folder: Path, environment: Mapping[str, str], recall: Recall
) -> Iterator[HostDouble]:
    """Run a host that remembers the sample, without the plugin.

    Args:
        folder: The host is built in it.
        environment: What stands in the host's ``usr/.env``.
        recall: What its recall works with.
    """
    memories = [
        {"id": memory.id, "timestamp": memory.timestamp, "area": memory.area, "text": memory.text}
        for memory in sample_documents()
    ]
    settings = {"memory_recall_similarity_threshold": recall.threshold}
    with (
        LlmStub(embed=recall.embed) as stub,
        HostDouble(
            "1.x",
            folder / "agent-zero",
            stub,
            environment=environment,
            memory_settings=settings,
        ) as host,
    ):
        host.evaluate(REMEMBER.format(records=json.dumps(memories)))
        yield host


def install_and_sync(host: HostDouble) -> None:
    """Install the plugin, and wait until its sync has put the host's memory into the graph.

    Raises:
        HostError: The sync did not end in time.
    """
    host.stop()
    host.install(REPOSITORY)
    wait_synced(host)


def wait_synced(host: HostDouble) -> None:
    """Wake the plugin with a greeting, and wait until the graph follows the host's memory.

    Raises:
        HostError: The sync did not end in time.
    """
    host.wait_until_ready(GREETING)
    if not host.evaluate(_WAIT_SYNCED):
        raise HostError(f"the memory did not reach the graph\n{host.output()[-2000:]}")


def ask(host: HostDouble, message: str) -> TurnTrace:
    """Send a message in a chat of its own; again if Neo4j, on a busy machine, was late."""
    ends = time.monotonic() + _PATIENCE_S
    while True:
        host.new_chat()
        trace = host.run_turn(message)
        if not trace.has_marker(DOWN) or time.monotonic() > ends:
            return trace
        host.wait_until_ready(GREETING)
