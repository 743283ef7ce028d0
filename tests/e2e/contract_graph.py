"""What the contract's cases are judged by: one fact of the memory, one of the graph.

The chain from the message to the graph's fact: Project Falcon -> Harbor House -> Marta Quintela,
two steps over passages that mention both. The passage with the fact shares no word with the
message, and sixty other passages stand beside it, so neither similarity nor full text leads to it.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import neo4j

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.graph.ingest import ingest_beir
from graphrag.graph.writing.forget import forget_scope
from graphrag.store import Connection, GraphWriter

from ..support.neo4j_server import Neo4jServer

MESSAGE = "Where does Project Falcon ship its checkout service from?"
MEMORY = "Project Falcon ships its checkout service from the Lisbon office on the third floor."
MEMORY_FACT = "Lisbon office on the third floor"
SOLUTION = "To ship the checkout service of Project Falcon, run deploy job nineteen."
SOLUTION_FACT = "deploy job nineteen"
GRAPH_FACT = "safe 7731"

_CHAIN = (
    ("Project Falcon", "Project Falcon is steered from Harbor House."),
    ("Harbor House", "Harbor House is managed by Marta Quintela."),
    ("Marta Quintela", f"Marta Quintela keeps the spare key in {GRAPH_FACT}."),
)
_FIRST_NAMES = ("Ines", "Otto", "Runa", "Milo", "Tessa")
_LAST_NAMES = ("Abrantes", "Bellweather", "Castorp", "Duval", "Eklund", "Farrow")


def documents() -> list[dict[str, str]]:
    """Gives the passages of the graph, as lines of a BEIR corpus."""
    passages = list(_CHAIN)
    for first in _FIRST_NAMES:
        for last in _LAST_NAMES:
            house, person = f"{last} {first}ford", f"{first} {last}"
            passages.append((house, f"{house} is looked after by {person}."))
            passages.append((person, f"{person} plays chess on Sundays."))
    return [
        {"_id": f"passage-{number}", "title": title, "text": text}
        for number, (title, text) in enumerate(passages)
    ]


@contextmanager
def loaded(
    server: Neo4jServer, install_id: str, passages: Sequence[Mapping[str, str]] | None = None
) -> Iterator[None]:
    """Has passages in the shared scope of an installation, and takes everything out after.

    Args:
        server: Where to load them.
        install_id: The installation.
        passages: Lines of a BEIR corpus; by default those of the contract.
    """
    connection = Connection(server.uri, server.user, server.password, server.database)
    writer = GraphWriter(connection)
    scope = f"{install_id}/shared"
    try:
        with tempfile.TemporaryDirectory() as folder:
            lines = "".join(json.dumps(document) + "\n" for document in passages or documents())
            (Path(folder) / "corpus.jsonl").write_text(lines)
            ingest_beir(writer, Path(folder), scope, HashedEmbedder())
        yield
    finally:
        writer.close()
        forget_installation(server, install_id)


def forget_installation(server: Neo4jServer, install_id: str) -> None:
    """Takes everything out that the hosts of an installation have written."""
    writer = GraphWriter(Connection(server.uri, server.user, server.password, server.database))
    try:
        for scope in _scopes_of(server, install_id):
            forget_scope(writer, scope)
    finally:
        writer.close()


def _scopes_of(server: Neo4jServer, install_id: str) -> list[str]:
    """Lists what the hosts of an installation, and those named after it, have written to."""
    with neo4j.GraphDatabase.driver(server.uri, auth=server.auth) as driver:
        records, _, _ = driver.execute_query(
            "MATCH (s:GraphScope) WHERE s.scope STARTS WITH $prefix RETURN s.scope AS scope",
            prefix=install_id,
            database_=server.database,
        )
    return [record["scope"] for record in records]
