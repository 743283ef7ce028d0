"""Reads the sample memory: plain memories, as an agent keeps them, and nothing else.

Whoever uses it has the graph made from these texts alone, by the same extraction as any memory.
"""

from __future__ import annotations

import json
from importlib import resources

from ..graph.records import SourceDocument
from ..graph.timestamps import dated, parse_timestamp

SAMPLE_QUESTION = "Who do I call when the card payments fail?"
"""A question that recall answers with an incident, and with nobody to call."""

SAMPLE_ANSWER = "0700-553 118"
"""The answer. Its memory shares no word with the question."""

SAMPLE_LINK = "gw-osprey"
"""The name that the incident and the answer's memory share."""

_FILE = resources.files(__package__) / "memories.jsonl"


def sample_documents() -> list[SourceDocument]:
    """Read the memories of the sample."""
    records = map(json.loads, _FILE.read_text(encoding="utf-8").splitlines())
    return [
        dated(
            SourceDocument(record["id"], record["text"], area=record["area"]),
            parse_timestamp(record["timestamp"]),
        )
        for record in records
    ]
