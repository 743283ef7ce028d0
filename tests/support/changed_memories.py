"""Short memories of several days, and which of them a newer one makes outdated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.embedding.minilm_embedder import MiniLMEmbedder
from graphrag.graph.build import build
from graphrag.graph.desired import DesiredGraph
from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import SourceDocument
from graphrag.graph.revisions.outdated import with_outdated
from graphrag.text.languages.english_vectors import embed_texts

MINILM = MiniLMEmbedder()
HASHED = HashedEmbedder()

JUNE, JULY, NOVEMBER = (date(2025, month, 3).toordinal() for month in (6, 7, 11))

# What else such a memory holds. Without other memories no word is rare or common.
AROUND = (
    ("The doorbell camera is called tin-owl. Clips are wiped after 21 days.", JUNE),
    ("Ottilie Brandreth teaches Livia the bassoon; a lesson is £26, invoiced monthly.", JULY),
    ("Bruno swims with the Otters on Thursdays at 17:00; his coach is called Desmond.", JULY),
    ("Cubs for Bruno: Fridays 18:00 to 19:15, scout hut on Weir Road.", JULY),
    ("Livia's form tutor is Mrs Nakamura-Bell.", JULY),
    ("Renata is registered with Dr Anand Pell at Millrace Surgery.", JULY),
    ("Dervla Keane is the architect and bills £95 an hour for site visits.", JUNE),
    ("spare keys hang in the blue cupboard next to the fridge", JUNE),
    ("gurgle, the leak sensor under the washing machine, takes one CR123A.", NOVEMBER),
    ("The cake was for Tom and Ben, the twins from next door, and for Livia.", JUNE),
    ("User asked who invented the windscreen wiper and in which year.", NOVEMBER),
)


def memory(key: str, text: str, day: int | None, **more: str) -> SourceDocument:
    return SourceDocument(key, text, day=day, **more)  # type: ignore[arg-type]


def around() -> list[SourceDocument]:
    return [memory(f"other-{n}", text, day) for n, (text, day) in enumerate(AROUND)]


def graph_of(documents: Sequence[SourceDocument]) -> DesiredGraph:
    return build("s", documents, RuleExtractor(), origin="memory", unit="memory")


def outdated(
    documents: Sequence[SourceDocument], embed: object = MINILM.embed
) -> Mapping[str, tuple[str, ...]]:
    """Return what each memory makes outdated, by its id."""
    graph = graph_of(documents)
    texts = [item.document.text for item in graph.documents.values()]
    vectors = dict(zip(graph.documents, embed_texts(embed, texts), strict=True))  # type: ignore[arg-type]
    found = (item.document for item in with_outdated(graph, vectors).documents.values())
    return {document.id: document.outdates for document in found if document.outdates}
