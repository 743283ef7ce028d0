"""The verbs that state a relation, with the relation type that each stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way in which a sentence states a relation.

    Attributes:
        words: Regular expression of the verb.
        relation: One of ``FACT_TYPES``.
        predicate: The words of the fact; the verb as written if empty.
        weight: Its strength, 1 to 10.
        reverse: Whether the subject stands after the verb.
        value: Whether the object may be words that are not a name.
        user_only: Whether only the user can be the subject.
    """

    words: str
    relation: str
    predicate: str
    weight: float = 5.0
    reverse: bool = False
    value: bool = False
    user_only: bool = False


PATTERNS = (
    Pattern(r"depends? (?:up)?on|relies on|rely on|is dependent on", "DEPENDS_ON", "depends on", 8),
    Pattern(
        r"(?:runs?|is running) on|is (?:hosted|deployed) (?:on|to|in)", "DEPENDS_ON", "runs on", 7
    ),
    Pattern(
        r"is (?:built|based|written) (?:on|with|in|upon)|is backed by|is powered by",
        "DEPENDS_ON",
        "is built on",
        7,
    ),
    Pattern(
        r"(?:calls|talks to|connects to|reads from|writes to|queries|fetches from|authenticates"
        r" (?:against|with)|needs|requires)",
        "DEPENDS_ON",
        "needs",
        7,
    ),
    Pattern(
        r"(?:is|was|were|are|has been|got) (?:replaced|superseded) by",
        "SUPERSEDES",
        "replaces",
        8,
        reverse=True,
    ),
    Pattern(
        r"replace[sd]?|supersede[sd]?|took over from|takes over from", "SUPERSEDES", "replaces", 8
    ),
    Pattern(r"(?:migrated|moved|switched) (?:away )?from", "RELATED_TO", "moved away from", 6),
    Pattern(r"(?:migrated|moved|switched|relocated) to", "RELATED_TO", "moved to", 6),
    Pattern(r"amends?|amended|extends|revises|revised", "AMENDS", "amends", 6),
    Pattern(
        r"references|refers to|links to|is (?:documented|described|specified) in|cites|points to",
        "REFERENCES",
        "refers to",
        5,
    ),
    Pattern(
        r"(?:is|are|was) (?:owned|maintained|managed|led|run) by|belongs to",
        "RELATED_TO",
        "owns",
        7,
        reverse=True,
    ),
    Pattern(
        r"owns?|owned|maintains?|manages?|leads?|is (?:responsible|on call) for|is the (?:owner|"
        r"maintainer|lead|manager) of|looks after|took over",
        "RELATED_TO",
        "owns",
        7,
    ),
    Pattern(r"reports to", "RELATED_TO", "reports to", 6),
    Pattern(r"(?:works?|worked|is working|working) on", "RELATED_TO", "works on", 6),
    Pattern(r"(?:works?|worked|is working|working) (?:at|for|in)", "RELATED_TO", "works at", 6),
    Pattern(r"(?:works?|worked|is working|working) with", "RELATED_TO", "works with", 6),
    Pattern(
        r"(?:met|visited|joined|founded|created|wrote|built|designed|bought|adopted)",
        "RELATED_TO",
        "",
        5,
    ),
    Pattern(r"(?:is|are|was) part of|belong to", "RELATED_TO", "is part of", 5),
    Pattern(r"lives? in|is located in|is based in|is from", "RELATED_TO", "is in", 5),
    Pattern(r"uses?|is using|used|using", "RELATED_TO", "uses", 5),
    Pattern(r"prefers?|would rather have", "RELATED_TO", "prefers", 6, value=True),
    Pattern(r"(?:likes?|loves?|enjoys?)", "RELATED_TO", "likes", 5, value=True, user_only=True),
    Pattern(
        r"(?:dislikes?|hates?|does not (?:like|want)|doesn't (?:like|want)|avoids?)",
        "RELATED_TO",
        "dislikes",
        6,
        value=True,
        user_only=True,
    ),
    Pattern(r"(?:name is|is named|is called)", "RELATED_TO", "is named", 7, user_only=True),
    Pattern(
        r"(?:'s |’s )?status(?: is|:)|(?:is|are) in status", "RELATED_TO", "status", 5, value=True
    ),
)

COMPILED = tuple(
    (re.compile(rf"(?<![\w-])(?:{pattern.words})(?![\w-])", re.IGNORECASE), pattern)
    for pattern in PATTERNS
)
"""Each pattern with its compiled verb."""

PLAIN_NAME_PREDICATES = (
    "depends on",
    "runs on",
    "is built on",
    "replaces",
    "moved away from",
    "moved to",
    "uses",
)
"""Predicates whose object may be a plain lower-case word: "uses redis"."""
