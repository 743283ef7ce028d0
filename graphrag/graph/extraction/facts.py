"""Simple relations, where a sentence states them: "X depends on Y", "status: active" ...

A pattern is a verb; its subject is the last name before it in the sentence, its objects are the
names right after it. Only a few small words may stand in between, so that nothing is related over
a clause. Precision goes before recall: a wrong fact costs more than a missing one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...text.stop_words import STOP_WORDS

MAX_VALUE_WORDS = 8
MAX_FACTS = 40

ADJACENT_CONFIDENCE = 0.8
NEARBY_CONFIDENCE = 0.6
VALUE_CONFIDENCE = 0.6


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way in which a sentence states a relation.

    Attributes:
        words: Regular expression of the verb.
        relation: The relation type.
        predicate: The words of the fact.
        weight: Its strength, 1 to 10.
        reverse: Whether the subject stands after the verb.
        value: Whether words that are no name may be the object.
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

_COMPILED = tuple(
    (re.compile(rf"(?<![\w-])(?:{pattern.words})(?![\w-])", re.IGNORECASE), pattern)
    for pattern in PATTERNS
)
_SENTENCE = re.compile(r"[^.!?\n;]+(?:\.(?=\w)[^.!?\n;]*)*")
_USER = re.compile(
    r"(?<![\w-])(?:the user(?:['’]s)?|user(?:['’]s)?(?= (?:\w+ly )?(?:is|has|wants?|likes?|loves?|"
    r"prefers?|enjoys?|uses?|works?|owns?|lives?|dislikes?|hates?|avoids?|needs?|name|asked|said|"
    r"does|doesn['’]t|mentioned))|I(?= (?:\w+ly )?(?:am|prefer|like|love|enjoy|use|work|own|live|"
    r"dislike|hate|avoid)))(?![\w-])",
)
_START_OF_USER = re.compile(r"^(?:User|user)(?:['’]s)?(?![\w-])")
# What may stand between a subject and its verb, and between a verb and its object.
_BEFORE_VERB = re.compile(
    r"(?:['’]s)?[\s\"'`”)]*(?:\([^()]{0,60}\)\s*)?(?:(?:service|team|system|database|project|app|"
    r"application|tool|job|library|server|cluster|module|component|now|currently|still|also|then|"
    r"again|always|usually|often|mostly|only|strongly|really|has|have|had|is|was|who|which|that|"
    r"will|since|,)\s*){0,3}$",
    re.IGNORECASE,
)
_BEFORE_OBJECT = re.compile(
    r"^[\s\"'`“(:]*(?:(?:the|a|an|our|its|their|his|her|my|old|new|former|legacy|internal|shared|"
    r"own|both|service|team|system|database|project|library|tool|on|to|using|version|via|user|"
    r"called|named|city|of)\s+){0,4}[\"'`“]*$",
    re.IGNORECASE,
)
_BETWEEN_OBJECTS = re.compile(
    r"^[\s\"'`”]*(?:,\s*(?:and\s+)?|and\s+|&\s*)(?:the\s+|on\s+|to\s+)?[\"'`“]*$"
)
_VALUE_END = re.compile(
    r"[,.;:()\n]|\s(?:because|but|since|when|while|whenever|so that|if|which|who|and that|after|"
    r"before|until|over|rather|instead|than|for|in order)\s",
    re.IGNORECASE,
)
_PLAIN_NAME = re.compile(
    r"^[\s\"'`“]*(?:the\s+|a\s+|an\s+|our\s+)?([a-z][a-z0-9+#.-]{2,30})(?=$|[\s]*[.,;:)!?]|\s+(?:and|"
    r"for|to|in|on|at|as|with|since|because|from|via|which|that|when|now|instead)\s)"
)
_PLAIN_RELATIONS = (
    "depends on",
    "runs on",
    "is built on",
    "replaces",
    "moved away from",
    "moved to",
    "uses",
)


@dataclass(frozen=True, slots=True)
class Span:
    """A recognised name in a text.

    Attributes:
        entity: Its entity id.
        start: Where it starts.
        end: Where it ends.
    """

    entity: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation as a sentence states it.

    Attributes:
        subject: The subject's entity id.
        relation: The relation type.
        predicate: The words of it.
        object: The object's entity id; empty where ``value`` is the object.
        value: The literal object, as written.
        confidence: 0 to 1.
        weight: 1 to 10.
        start: Where the sentence starts in the text.
        end: Where it ends.
        value_start: Where the literal object starts.
    """

    subject: str
    relation: str
    predicate: str
    object: str
    value: str
    confidence: float
    weight: float
    start: int
    end: int
    value_start: int = 0


def user_spans(text: str, user: str) -> list[Span]:
    """Find where a text speaks of the user.

    Args:
        text: Any text.
        user: The user's entity id.
    """
    found = {match.span() for match in _USER.finditer(text)}
    for sentence in _SENTENCE.finditer(text):
        lead = len(sentence.group()) - len(sentence.group().lstrip())
        if match := _START_OF_USER.match(sentence.group().lstrip()):
            start = sentence.start() + lead
            found.add((start, start + match.end()))
    merged: list[Span] = []
    for start, end in sorted(found):
        if not merged or start >= merged[-1].end:
            merged.append(Span(user, start, end))
    return merged


def plain_names(text: str) -> list[tuple[str, int]]:
    """Find lower-case words that a verb makes a name: "uses redis".

    Args:
        text: Any text.

    Returns:
        (word, where it starts), in the order of the text.
    """
    found = []
    for regex, pattern in _COMPILED:
        if pattern.predicate not in _PLAIN_RELATIONS or pattern.reverse:
            continue
        for verb in regex.finditer(text):
            match = _PLAIN_NAME.match(text[verb.end() : verb.end() + 80])
            if match and match[1].rstrip(".-") not in STOP_WORDS and _looks_technical(match[1]):
                found.append((match[1].rstrip(".-"), verb.end() + match.start(1)))
    return sorted(found, key=lambda item: item[1])


def statements(text: str, spans: Sequence[Span], user: str) -> list[Statement]:
    """Find the relations that a text states.

    Args:
        text: The text.
        spans: The names recognised in it, those of the user included, sorted by start.
        user: The user's entity id.

    Returns:
        The relations, in the order of the text, each once.
    """
    found: dict[tuple[str, str, str, str], Statement] = {}
    for sentence in _SENTENCE.finditer(text):
        inside = [s for s in spans if sentence.start() <= s.start and s.end <= sentence.end()]
        if not inside:
            continue
        taken: list[tuple[int, int]] = []
        for regex, pattern in _COMPILED:
            for verb in regex.finditer(text, sentence.start(), sentence.end()):
                if any(s < verb.end() and verb.start() < e for s, e in taken):
                    continue
                for statement in _stated(text, sentence, verb, pattern, inside, user):
                    taken.append(verb.span())
                    identity = (
                        statement.subject,
                        statement.predicate,
                        statement.object,
                        statement.value.casefold(),
                    )
                    found.setdefault(identity, statement)
    return sorted(found.values(), key=lambda s: (s.start, s.predicate, s.object, s.value))[
        :MAX_FACTS
    ]


def _stated(
    text: str,
    sentence: re.Match[str],
    verb: re.Match[str],
    pattern: Pattern,
    spans: Sequence[Span],
    user: str,
) -> Iterable[Statement]:
    before = [span for span in spans if span.end <= verb.start()]
    if not before:
        return
    first = before[-1]
    gap = text[first.end : verb.start()]
    if not _BEFORE_VERB.match(gap):
        return
    if pattern.user_only and first.entity != user:
        return
    confidence = ADJACENT_CONFIDENCE if len(gap.split()) <= 1 else NEARBY_CONFIDENCE
    predicate = pattern.predicate or verb.group().lower()
    start = sentence.start() + len(sentence.group()) - len(sentence.group().lstrip())
    end = sentence.end()
    objects = _objects(text, verb.end(), spans)
    for span in objects:
        subject, obj = (span, first) if pattern.reverse else (first, span)
        if subject.entity != obj.entity and obj.entity != user:
            yield Statement(
                subject.entity,
                pattern.relation,
                predicate,
                obj.entity,
                "",
                confidence,
                pattern.weight,
                start,
                end,
            )
    if not objects and pattern.value:
        value = _value(text[verb.end() : sentence.end()])
        if value:
            yield Statement(
                first.entity,
                pattern.relation,
                predicate,
                "",
                value,
                VALUE_CONFIDENCE,
                pattern.weight,
                start,
                end,
                text.find(value, verb.end()),
            )


def _objects(text: str, position: int, spans: Sequence[Span]) -> list[Span]:
    objects: list[Span] = []
    for span in spans:
        if span.start < position:
            continue
        gap = text[position : span.start]
        if not (_BETWEEN_OBJECTS if objects else _BEFORE_OBJECT).match(gap):
            break
        objects.append(span)
        position = span.end
    return objects


def _value(rest: str) -> str:
    rest = rest.lstrip(" :\"'`“")
    end = _VALUE_END.search(rest)
    words = (rest[: end.start()] if end else rest).split()
    while words and words[0].lower() in ("the", "a", "an", "to", "that", "on", "using"):
        words = words[1:]
    if not words or len(words) > MAX_VALUE_WORDS:
        return ""
    return " ".join(words).strip(" \"'`“”")


def _looks_technical(word: str) -> bool:
    # A word of a sentence ends in ways in which product names rarely do.
    return not re.search(r"(?:ing|ed|ly|ness|ment|tion|ful|able|ous)$", word)
