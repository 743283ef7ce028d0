"""Retrievals written by hand, and the blocks that are packed from them."""

from __future__ import annotations

from graphrag.model import Fact, Passage, RankedPassage, Retrieval
from graphrag.packing.pack import pack


def count_words(text: str) -> int:
    return len(text.split())


def entry(key: str, text: str, score: float = 1.0, **more) -> RankedPassage:
    passage = Passage(key=key, id=f"id-{key}", scope="s", text=text, **more)
    return RankedPassage(passage, score, "graph", None, 0.0, score, 1)


def found(*entries: RankedPassage, **more) -> Retrieval:
    return Retrieval(passages=entries, **more)


def block_of(retrieval: Retrieval, max_tokens: int = 500, **more):
    return pack(retrieval, max_tokens=max_tokens, counter=more.pop("counter", count_words), **more)


def fact(id_: str, subject: str = "a", **more) -> Fact:
    return Fact(
        id_,
        subject,
        "b",
        "Atlas" if subject == "atlas" else "You",
        "Billing",
        "DEPENDS_ON",
        "depends on",
        **{"source": "file"} | more,
    )
