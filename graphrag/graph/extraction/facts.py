"""Simple relations that a sentence states: "X depends on Y", "status: active" ...

A pattern is a verb. Its subject is the last name before it in the sentence, its objects are the
names right after it. Only a few small words may stand between them, so that no relation spans a
clause. Precision comes before recall: a wrong fact costs more than a missing one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...text.spans import TakenSpans
from ...text.stop_words import STOP_WORDS
from .fact_patterns import COMPILED, PLAIN_NAME_PREDICATES, Pattern

MAX_VALUE_WORDS = 8
MAX_VALUE_CHARACTERS = 500
MAX_FACTS = 40

ADJACENT_CONFIDENCE = 0.8
NEARBY_CONFIDENCE = 0.6
VALUE_CONFIDENCE = 0.6

_SENTENCE = re.compile(r"[^.!?\n;]+(?:\.(?=\w)[^.!?\n;]*)*")
_USER = re.compile(
    r"(?<![\w-])(?:the user(?:['’]s)?|user(?:['’]s)?(?= (?:\w+ly )?(?:is|has|wants?|likes?|loves?|"
    r"prefers?|enjoys?|uses?|works?|owns?|lives?|dislikes?|hates?|avoids?|needs?|name|asked|said|"
    r"does|doesn['’]t|mentioned))|I(?= (?:\w+ly )?(?:am|prefer|like|love|enjoy|use|work|own|live|"
    r"dislike|hate|avoid)))(?![\w-])",
)
_START_OF_USER = re.compile(r"^(?:User|user)(?:['’]s)?(?![\w-])")
# These words may stand between a subject and its verb, and between a verb and its object.
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


@dataclass(frozen=True, slots=True)
class Span:
    """A recognised name in a text.

    Attributes:
        entity_id: Its entity id.
        start: Character offset at which it starts.
        end: Character offset after its last character.
    """

    entity_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A relation as a sentence states it.

    Attributes:
        subject: The subject's entity id.
        relation: One of ``FACT_TYPES``.
        predicate: The relation in words.
        object: The object's entity id; empty if ``value`` is the object.
        value: The literal object, as written.
        confidence: 0 to 1.
        weight: 1 to 10.
        start: Character offset at which the sentence starts in the text.
        end: Character offset after its last character.
        value_start: Character offset at which the literal object starts.
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
    for regex, pattern in COMPILED:
        if pattern.predicate not in PLAIN_NAME_PREDICATES or pattern.reverse:
            continue
        for verb in regex.finditer(text):
            match = _PLAIN_NAME.match(text[verb.end() : verb.end() + 80])
            if match and match[1].rstrip(".-") not in STOP_WORDS and _looks_technical(match[1]):
                found.append((match[1].rstrip(".-"), verb.end() + match.start(1)))
    return sorted(found, key=lambda item: item[1])


def stated_facts(text: str, spans: Sequence[Span], user: str) -> list[StatedFact]:
    """Find the relations that a text states.

    Args:
        text: The text.
        spans: The names recognised in it, those of the user included, sorted by start.
        user: The user's entity id.

    Returns:
        The relations, in the order of the text, each once.
    """
    found: dict[tuple[str, str, str, str], StatedFact] = {}
    starts = [span.start for span in spans]
    for sentence in _SENTENCE.finditer(text):
        within = spans[bisect_left(starts, sentence.start()) : bisect_left(starts, sentence.end())]
        inside = [span for span in within if span.end <= sentence.end()]
        if not inside:
            continue
        taken = TakenSpans()
        for regex, pattern in COMPILED:
            for verb in regex.finditer(text, sentence.start(), sentence.end()):
                if not taken.is_free(*verb.span()):
                    continue
                for statement in _stated(text, sentence, verb, pattern, inside, user):
                    taken.take(*verb.span())
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
) -> Iterable[StatedFact]:
    place = bisect_right(spans, verb.start(), key=lambda span: span.end)
    if not place:
        return
    first = spans[place - 1]
    if not _BEFORE_VERB.fullmatch(text, first.end, verb.start()):
        return
    if pattern.user_only and first.entity_id != user:
        return
    gap = text[first.end : verb.start()]
    confidence = ADJACENT_CONFIDENCE if len(gap.split()) <= 1 else NEARBY_CONFIDENCE
    predicate = pattern.predicate or verb.group().lower()
    start = sentence.start() + len(sentence.group()) - len(sentence.group().lstrip())
    end = sentence.end()
    objects = _objects(text, verb.end(), spans, place)
    for span in objects:
        subject, obj = (span, first) if pattern.reverse else (first, span)
        if subject.entity_id != obj.entity_id and obj.entity_id != user:
            yield StatedFact(
                subject.entity_id,
                pattern.relation,
                predicate,
                obj.entity_id,
                "",
                confidence,
                pattern.weight,
                start,
                end,
            )
    if not objects and pattern.value:
        until = min(sentence.end(), verb.end() + MAX_VALUE_CHARACTERS)
        value = _value(text[verb.end() : until])
        if value:
            yield StatedFact(
                first.entity_id,
                pattern.relation,
                predicate,
                "",
                value,
                VALUE_CONFIDENCE,
                pattern.weight,
                start,
                end,
                text.find(value, verb.end(), until),
            )


def _objects(text: str, position: int, spans: Sequence[Span], first: int) -> list[Span]:
    """Return the names right after a place, of those from the ``first`` on."""
    objects: list[Span] = []
    for place in range(first, len(spans)):
        span = spans[place]
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
