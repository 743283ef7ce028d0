"""Folders of documents that Agent Zero has imported itself: what recall and the block show of them.

``python -m tests.support.imported_folders [NAME]`` prints a table of the folders below
``tests/folders``, on the server of ``GRAPHRAG_TEST_NEO4J_URI``: their files as they are, and as few
long ones.

Agent Zero imports a file in pieces of 4,000 characters, each of which becomes a memory. Its
splitter is langchain's ``RecursiveCharacterTextSplitter`` with its defaults; the one here cuts
between paragraphs, and repeats nothing.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from graphrag.bench.host_recall import DEFAULT_RECALL
from graphrag.bench.turn import TurnTaker
from graphrag.config import Settings
from graphrag.embedding.minilm_embedder import MiniLMEmbedder
from graphrag.graph.sync import MemorySnapshot, MemoryText
from graphrag.graph.sync.scope_sync import ScopeSync
from graphrag.model import Query, RecalledDocument, graph_key
from graphrag.packing.tokens import load_counter
from graphrag.ranking.similarity import CANDIDATES_EACH, centred_question
from graphrag.retriever.hybrid import HybridRetriever
from graphrag.store import GraphStore, StoreLimits
from graphrag.store.writer import GraphWriter
from graphrag.text.messages.likeness import ExampleMessages
from graphrag.text.messages.message_vectors import embed_in_english, embed_messages

from .asked_folders import FOLDERS, TODAY, FolderQuestion, questions_of, shows

PIECE = 4_000
"""Maximum number of characters of a piece."""

IN_ONE = 12
"""Number of files that make up a long one."""

_TAG = re.compile(r"<[^>]*>")


def pieces(text: str) -> Iterator[str]:
    """Yield a text in pieces, cut between paragraphs."""
    piece = ""
    for paragraph in re.split(r"\n\s*\n", text):
        if piece and len(piece) + len(paragraph) > PIECE:
            yield piece
            piece = ""
        piece = f"{piece}\n\n{paragraph}" if piece else paragraph[:PIECE]
    if piece:
        yield piece


def imported(folder: Path, *, long: bool) -> dict[str, MemoryText]:
    """Return the memories that a folder becomes.

    Args:
        folder: The folder, with ``files``.
        long: Whether some files make up one.
    """
    files = [path for path in sorted((folder / "files").rglob("*")) if path.is_file()]
    texts = {path.name: _TAG.sub("", path.read_text(encoding="utf-8")) for path in files}
    if long:
        every = list(texts.values())
        texts = {
            f"handbook {start}.md": "\n\n".join(every[start : start + IN_ONE])
            for start in range(0, len(every), IN_ONE)
        }
    found = [(name, piece) for name, text in texts.items() for piece in pieces(text)]
    return {
        f"k{number}": MemoryText(
            piece,
            {
                "area": "main",
                "timestamp": "2025-10-01 10:00:00",
                "knowledge_source": True,
                "source_file": name,
                "source_path": f"/a0/usr/knowledge/main/{name}",
            },
        )
        for number, (name, piece) in enumerate(found)
    }


def ask_imported(
    folder: Path, scope: str, store: GraphStore, writer: GraphWriter, *, long: bool
) -> Counter[str]:
    """Let the graph follow what was imported, ask the folder's questions, and count.

    Args:
        folder: The folder, with ``files`` and ``queries.jsonl``.
        scope: An empty scope.
        store: The store that is asked.
        writer: The writer of the same server.
        long: Whether some files make up one.

    Returns:
        ``asked``; of these ``recall`` and ``prompt``, how many the recall alone and the whole
        prompt answer; ``tokens`` of the blocks; ``none`` and of these ``silent``.
    """
    embedder = MiniLMEmbedder()
    memories = imported(folder, long=long)
    ids = tuple(memories)
    vectors = embedder.embed([memory.text for memory in memories.values()])

    def embed(text: str) -> np.ndarray:
        [vector] = embedder.embed([text])
        return vector

    snapshot = MemorySnapshot(scope, memories, ids, vectors, embedder.name, embed=embed)
    ScopeSync(scope).look(writer, snapshot)
    taker = TurnTaker(HybridRetriever(store, Settings()), load_counter())
    store.run(taker.learn(scope), timeout_s=60)
    examples = ExampleMessages.embed(embedder.embed)
    counts: Counter[str] = Counter()
    for question in questions_of(folder):
        [plain] = embedder.embed([question.text])
        [vector] = embed_messages(embedder.embed, [question.text])
        [in_english] = embed_in_english(embedder.embed, [question.text])
        order = np.argsort(-(vectors @ plain), kind="stable")[:CANDIDATES_EACH]
        places = DEFAULT_RECALL.places(
            [float(vectors[i] @ plain) for i in order], [""] * len(order)
        )
        recalled = [int(order[place]) for place in places]
        near = np.argsort(-(vectors @ centred_question(vector, vectors.mean(0))), kind="stable")
        query = Query(
            question.text,
            (scope,),
            TODAY,
            recalled=tuple(
                RecalledDocument(
                    graph_key(scope, ids[i]),
                    ids[i],
                    memories[ids[i]].text,
                    float(vectors[i] @ vector),
                )
                for i in recalled
            ),
            vector=vector,
            nearest=tuple(graph_key(scope, ids[i]) for i in near[:CANDIDATES_EACH]),
            likeness=examples.likeness(in_english),
        )
        block = store.run(taker.take(query), timeout_s=60).block
        if question.kind == "none":
            counts.update(none=1, silent=not block.text)
            continue
        in_recall = [memories[ids[i]].text for i in recalled]
        counts.update(
            asked=1,
            recall=_answered(question, in_recall),
            prompt=_answered(question, [*in_recall, *block.shown.values()]),
            tokens=block.tokens,
        )
    return counts


def _answered(question: FolderQuestion, texts: list[str]) -> bool:
    return all(any(shows(text, answer) for text in texts) for answer in question.answers)


def _main(names: list[str]) -> None:
    from graphrag.store import Connection

    from .graphs import fresh_scope, graph_writer
    from .neo4j_server import Neo4jServer

    uri, password = (os.environ[f"GRAPHRAG_TEST_NEO4J_{x}"] for x in ("URI", "PASSWORD"))
    server = Neo4jServer(uri, "neo4j", password, "neo4j")
    limits = StoreLimits(query_timeout_ms=30_000)
    print(f"{'folder':24} {'asked':>5} {'recall':>6} {'prompt':>6} {'tokens':>6} silent")
    with (
        GraphStore(Connection(uri, "neo4j", password), limits) as store,
        graph_writer(server) as writer,
    ):
        for folder in FOLDERS:
            for long in (False, True):
                if names and folder.name not in names:
                    continue
                with fresh_scope(writer) as scope:
                    n = ask_imported(folder, scope, store, writer, long=long)
                title = f"{folder.name}{', long files' if long else ''}"
                print(
                    f"{title:24} {n['asked']:5} {n['recall']:6} {n['prompt']:6}"
                    f" {n['tokens'] / n['asked']:6.0f} {n['silent']} of {n['none']}"
                )


if __name__ == "__main__":
    _main(sys.argv[1:])
