"""The data that flows through a turn: frozen, and without behaviour.

A turn goes from ``Query`` to ``GraphView`` (what the graph knows around it), ``Retrieval`` (the
ranked list with its reasons) and ``Block`` (the text for the prompt).
"""

from .graph import (
    CENTRING,
    FACT_TYPES,
    FILE_PREFIX,
    HEADINGS_JOINT,
    MAX_SESSION_MEMBERS,
    PHRASE_TYPE,
    SESSION_PREFIX,
    TOKEN_TYPE,
    UNFOLLOWED_TYPES,
    UNLINKED_TYPES,
    USER_ID,
    Entity,
    Fact,
    FactSource,
    FactStatus,
    FactType,
    Membership,
    Passage,
    graph_key,
)
from .query import (
    Ask,
    DayRange,
    Likeness,
    Query,
    RecalledDocument,
    SearchOptions,
)
from .result import (
    MEMORY_RELEVANCE,
    Block,
    RankedPassage,
    Retrieval,
)
from .view import GraphView, LinkStart

__all__ = [
    "CENTRING",
    "FACT_TYPES",
    "FILE_PREFIX",
    "HEADINGS_JOINT",
    "MAX_SESSION_MEMBERS",
    "MEMORY_RELEVANCE",
    "PHRASE_TYPE",
    "SESSION_PREFIX",
    "TOKEN_TYPE",
    "UNFOLLOWED_TYPES",
    "UNLINKED_TYPES",
    "USER_ID",
    "Ask",
    "Block",
    "DayRange",
    "Entity",
    "Fact",
    "FactSource",
    "FactStatus",
    "FactType",
    "GraphView",
    "Likeness",
    "LinkStart",
    "Membership",
    "Passage",
    "Query",
    "RankedPassage",
    "RecalledDocument",
    "Retrieval",
    "SearchOptions",
    "graph_key",
]
