"""Whether a prompt shows a memory as if it still held."""

from __future__ import annotations

import re

from .metrics import normalize
from .runner import Asked

_LABELLED = re.compile(r"\[(\d+)\] (.*)")


def shown_as_current(passage: str, text: str, entry: Asked) -> bool:
    """Whether a memory stands in the prompt, and the block says nothing besides it.

    A line of the block that holds words which the memory lacks, such as "until 3 March", says
    something about it. That counts for a recalled memory as well.

    Args:
        passage: Its id.
        text: Its text with its title.
        entry: What came back.
    """
    lines = [
        match[2]
        for match in map(_LABELLED.fullmatch, entry.block.text.splitlines())
        if match and entry.block.labels.get(match[1]) == passage
    ]
    own = set(normalize(text).split())
    is_marked = any(set(normalize(line).split()) - own for line in lines)
    return (bool(lines) or passage in entry.recalled) and not is_marked
