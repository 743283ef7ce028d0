"""Generates a large graph as an input file: documents with their entities, triples and vectors.

Entities and words are drawn from a Zipf distribution, as in real texts, and every document mentions
one hub. The same arguments always give the same file.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path

from ...whole_file import whole_file

RELATIONS_PER_DOCUMENT = 10
ENTITIES_PER_DOCUMENT = 2
"""Different entities in the whole file, per document."""

ZIPF_EXPONENT = 0.8
HUB = "Hub Zero"
DIGITS = 4
_SEED = 1

_PREDICATES = ("depends on", "uses", "owns", "replaces", "works with", "is part of")

_BEGINNINGS = ("", "re", "de", "in", "con", "ex", "trans", "pre", "sub", "dis", "over", "inter")
_MIDDLES = (
    *("port", "form", "serve", "act", "scribe", "tend", "sist", "fer", "pose", "press", "struct"),
    *("tract", "vent", "spect", "mit", "cede", "duct", "ject", "lect", "mand", "plan", "grade"),
    *("garden", "travel", "budget", "recipe", "note", "call", "list", "test", "name", "date"),
)
_ENDINGS = ("", "s", "ed", "ing", "ion", "er", "able", "ment")
VOCABULARY = tuple(
    beginning + middle + ending
    for ending in _ENDINGS
    for beginning in _BEGINNINGS
    for middle in _MIDDLES
)
"""3,072 words, the more frequent ones first. Like names, they have a Zipf distribution."""

VERSION = 2
"""Files of other versions have other texts."""


def generate(
    path: Path,
    *,
    relations: int = 1_000_000,
    dimension: int = 384,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write a JSONL file with about this many relations.

    Args:
        path: The file to write; it appears when it is complete.
        relations: Mentions and facts together.
        dimension: Length of the documents' vectors; 0 for none.
        progress: Called with (documents written, documents to write).

    Returns:
        Number of relations in the file.
    """
    import numpy as np

    chance = random.Random(_SEED)
    numbers = np.random.default_rng(_SEED)
    documents = max(1, relations // RELATIONS_PER_DOCUMENT)
    words = Draw(VOCABULARY, chance)
    names = [f"Entity {number:06d}" for number in range(documents * ENTITIES_PER_DOCUMENT)]
    drawn_names = Draw(names, chance)
    centre = numbers.standard_normal(dimension)
    written = 0
    with whole_file(path) as file:
        for number in range(documents):
            drawn = drawn_names(RELATIONS_PER_DOCUMENT - 2)
            entities = [HUB, *dict.fromkeys(drawn)]
            subject, thing = entities[-1], entities[1]
            triples = []
            if subject != thing:
                triples.append([subject, chance.choice(_PREDICATES), thing])
            record = {
                "doc_id": f"generated-{number:07d}",
                "text": _text(words, entities, number),
                "timestamp": f"20{chance.randrange(20, 26)}-{chance.randrange(1, 13):02d}-"
                f"{chance.randrange(1, 29):02d}",
                "entities": entities,
                "triples": triples,
            }
            if dimension:
                vector = 0.6 * centre + numbers.standard_normal(dimension)
                vector /= np.linalg.norm(vector)
                record["embedding"] = [round(value, DIGITS) for value in vector.tolist()]
            file.write(json.dumps(record).encode() + b"\n")
            written += len(entities) + len(triples)
            if progress is not None and number % 1000 == 0:
                progress(number, documents)
    return written


class Draw:
    """Draws from a list, its first items most often, as words and names occur in real texts.

    Args:
        items: What is drawn from.
        chance: The random numbers.
    """

    def __init__(self, items: Sequence[str], chance: random.Random) -> None:
        self._items = items
        self._chance = chance
        self._weights = list(
            accumulate((rank + 10) ** -ZIPF_EXPONENT for rank in range(len(items)))
        )

    def __call__(self, count: int) -> list[str]:
        """Return so many items; one may come twice."""
        return self._chance.choices(self._items, cum_weights=self._weights, k=count)


def _text(draw: Draw, entities: list[str], number: int) -> str:
    words = draw(2 * len(entities))
    parts = [
        f"{words[2 * place]} {entity} {words[2 * place + 1]}"
        for place, entity in enumerate(entities)
    ]
    return f"Record {number}: " + ", ".join(parts) + "."
