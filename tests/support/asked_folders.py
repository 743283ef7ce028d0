"""Folders of documents with questions: whether the block of a turn has the lines that answer.

``python -m tests.support.asked_folders [--show] [NAME]`` prints a table of the folders below
``tests/folders``, on the server of ``GRAPHRAG_TEST_NEO4J_URI``.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from graphrag.bench.turn import TurnTaker
from graphrag.config import Settings
from graphrag.embedding import Embedder
from graphrag.embedding.minilm_embedder import MiniLMEmbedder
from graphrag.graph.ingest import ingest_paths
from graphrag.model import Block, Query
from graphrag.packing.tokens import load_counter
from graphrag.retriever.hybrid import HybridRetriever
from graphrag.store import Connection, GraphStore, StoreLimits
from graphrag.store.writer import GraphWriter
from graphrag.text.messages.likeness import ExampleMessages
from graphrag.text.messages.message_vectors import embed_asks, embed_in_english, embed_messages

FOLDERS = sorted(path.parent for path in Path(__file__).parents[1].glob("folders/*/queries.jsonl"))
TODAY = date(2025, 10, 20)
"""The clock of the questions: "in May" is May of this year."""

EARLY = 3
"""Passages at the top of a block that are looked at for ``early``."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class FolderQuestion:
    """A question about a folder.

    Attributes:
        text: The message.
        kind: What kind it is; ``none`` wants no block.
        answers: What answers it: each a list of parts that one passage must show together.
    """

    text: str
    kind: str
    answers: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Answered:
    """A question with the block that it got."""

    question: FolderQuestion
    block: Block

    @property
    def found(self) -> int:
        """Number of its answers that the block shows."""
        return sum(any(shows(text, a) for text in self._shown) for a in self.question.answers)

    @property
    def gold(self) -> int:
        """Number of shown passages that show an answer."""
        return sum(any(shows(text, a) for a in self.question.answers) for text in self._shown)

    @property
    def is_early(self) -> bool:
        """Whether one of the first three passages shows an answer."""
        shown = self._shown[:EARLY]
        return any(shows(text, a) for text in shown for a in self.question.answers)

    @property
    def _shown(self) -> tuple[str, ...]:
        return tuple(self.block.shown.values())


def shows(text: str, answer: Iterable[str]) -> bool:
    """Whether a text has all parts of an answer, word by word."""
    words = f" {_words(text)} "
    return all(f" {_words(part)} " in words for part in answer)


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def questions_of(folder: Path) -> list[FolderQuestion]:
    """Read the questions of a folder."""
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        FolderQuestion(
            line["text"],
            line["metadata"]["kind"],
            tuple(map(tuple, line["metadata"]["answers"])),
        )
        for line in map(json.loads, lines)
    ]


def ask_folder(
    folder: Path, scope: str, store: GraphStore, writer: GraphWriter, *, vectors: bool
) -> Iterator[Answered]:
    """Ingest a folder and ask its questions, as turns of somebody who has no memories.

    The host always embeds the message.

    Args:
        folder: The folder, with ``files`` and ``queries.jsonl``.
        scope: An empty scope.
        store: The store that is asked.
        writer: The writer of the same server.
        vectors: Whether the files are ingested with an embedder.

    Yields:
        The questions in their order, each with its block.
    """
    embedder: Embedder = MiniLMEmbedder()
    ingest_paths(writer, [folder / "files"], scope, embedder if vectors else None)
    questions = questions_of(folder)
    texts = [question.text for question in questions]
    asked = embed_messages(embedder.embed, texts)
    examples = ExampleMessages.embed(embedder.embed)
    likeness = list(map(examples.likeness, embed_in_english(embedder.embed, texts)))
    taker = TurnTaker(HybridRetriever(store, Settings()), load_counter())
    store.run(taker.learn(scope), timeout_s=60)
    for question, vector, like in zip(questions, asked, likeness, strict=True):
        query = Query(
            question.text,
            (scope,),
            TODAY,
            vector=vector,
            likeness=like,
            vector_scopes=(scope,),
            asks=embed_asks(embedder.embed, question.text, examples),
        )
        yield Answered(question, store.run(taker.take(query), timeout_s=60).block)


def counted(answered: Iterable[Answered]) -> dict[str, Counter[str]]:
    """Count, by the kind of the question, and for all that want an answer as ``all``."""
    counts: dict[str, Counter[str]] = {}
    for one in answered:
        kind = one.question.kind
        for name in (kind,) if kind == "none" else (kind, "all"):
            counts.setdefault(name, Counter()).update(
                asked=1,
                whole=bool(one.found) and one.found == len(one.question.answers),
                early=one.is_early,
                wanted=len(one.question.answers),
                found=one.found,
                gold=one.gold,
                shown=len(one.block.shown),
                tokens=one.block.tokens,
                silent=not one.block.text,
            )
    return counts


def _main(arguments: list[str]) -> None:
    from .graphs import fresh_scope, graph_writer
    from .neo4j_server import Neo4jServer

    show = "--show" in arguments
    names = [name for name in arguments if not name.startswith("--")]
    uri, password = (os.environ[f"GRAPHRAG_TEST_NEO4J_{x}"] for x in ("URI", "PASSWORD"))
    connection = Connection(uri, "neo4j", password)
    limits = StoreLimits(query_timeout_ms=30_000)
    server = Neo4jServer(uri, "neo4j", password, "neo4j")
    with GraphStore(connection, limits) as store, graph_writer(server) as writer:
        for folder in FOLDERS:
            for vectors in (True, False):
                if names and folder.name not in names:
                    continue
                with fresh_scope(writer) as scope:
                    answered = list(ask_folder(folder, scope, store, writer, vectors=vectors))
                title = f"{folder.name}, {'MiniLM' if vectors else 'no embedder'}"
                print(f"{title:25} asked whole early found right tokens silent")
                for kind, n in counted(answered).items():
                    right = n["gold"] / max(1, n["shown"])
                    found = f"{n['found']:2}/{n['wanted']:2}"
                    print(
                        f"  {kind:23} {n['asked']:5} {n['whole']:5} {n['early']:5} {found}"
                        f" {right:5.0%} {n['tokens'] / n['asked']:6.0f} {n['silent']:6}"
                    )
                if show:
                    for one in answered:
                        print(f"\n== {one.question.kind}: {one.question.text}")
                        print(f"   {one.found}/{len(one.question.answers)} {one.question.answers}")
                        print(one.block.text)


if __name__ == "__main__":
    _main(sys.argv[1:])
