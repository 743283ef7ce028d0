"""The rules of a turn that a constant switches off: what a memory link adds, silence, length."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType

from ..packing import abstaining, outdated, worth_showing
from ..ranking.links import memory_links, strongest_link
from ..ranking.strategies import two_pass
from ..text import query_words


@dataclass(frozen=True, slots=True)
class Rule:
    """A constant, and the value that switches its rule off.

    Attributes:
        module: The module that reads it.
        constant: Its name there.
        off: The value.
    """

    module: ModuleType
    constant: str
    off: float | tuple[int, ...]


RULES: Mapping[str, Rule] = {
    "related words": Rule(query_words, "RELATED_WEIGHT", 0.0),
    "memory links": Rule(two_pass, "MEMORY_LINK_WEIGHT", 0.0),
    "memory pairs": Rule(two_pass, "MEMORY_PAIR_WEIGHT", 0.0),
    "memory links of two hops": Rule(memory_links, "SECOND_HOP_SHARE", 0.0),
    "titles of link entities": Rule(strongest_link, "TITLE_WEIGHT", 0.0),
    "titles that the question names": Rule(strongest_link, "NAMED_TITLE_WEIGHT", 0.0),
    "gain in the question's words": Rule(strongest_link, "WORD_WEIGHT", 0.0),
    "silence": Rule(abstaining, "MEMORY_RELEVANCE", -math.inf),
    "several": Rule(worth_showing, "SEVERAL_FACTOR", 1.0),
    "similarity for several": Rule(worth_showing, "SEVERAL_GRAPH_SHARE", 1.0),
    "length": Rule(worth_showing, "MEMORY_SHARE", -math.inf),
    "minimum of evidence": Rule(worth_showing, "MIN_EVIDENCE", -math.inf),
    "links from the best": Rule(worth_showing, "LINKED_SHOWN", ()),
    "notes of requests": Rule(worth_showing, "NOTES_SHOWN", math.inf),
    "newer of weak outdated": Rule(outdated, "NEWER_OF_BEST", math.inf),
}


@contextmanager
def without(name: str) -> Iterator[None]:
    """Switch a rule off for a while, in this process.

    The constant changes in its module. So no other module may import it by name, and only one
    variant can be measured at a time.

    Args:
        name: One of ``RULES``; empty for none.

    Raises:
        AttributeError: The module has no such constant any more.
    """
    if not name:
        yield
        return
    rule = RULES[name]
    usual = getattr(rule.module, rule.constant)
    setattr(rule.module, rule.constant, rule.off)
    try:
        yield
    finally:
        setattr(rule.module, rule.constant, usual)
