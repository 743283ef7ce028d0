"""Whether a prompt shows a memory as if it still held. What a reader sees decides."""

from __future__ import annotations

import re

from ..runner import Asked
from .metrics import begins_with, normalize

_LABELLED = re.compile(r"\[(\d+)\] (.*)")
_NEWER_THAN = re.compile(r'newer than "([^"]+)"')
"""What the block says of a newer memory; the quotation is the beginning of the older one."""


def shown_as_current(passage: str, text: str, entry: Asked) -> bool:
    """Whether a memory stands in the prompt, and the block does not say that it is outdated.

    The block says so if the memory's own line holds words that the memory lacks, such as "older
    than [1]" or "until 3 March", or if another memory is called newer than this one.

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
    if not lines and passage not in entry.recalled:
        return False
    words = set(normalize(text).split())
    says_more = any(
        set(normalize(_NEWER_THAN.sub("", line)).split()) - words - {"above"} for line in lines
    )
    quoted = (match[1] for match in _NEWER_THAN.finditer(entry.block.text))
    return not says_more and not any(begins_with(text, start) for start in quoted)
