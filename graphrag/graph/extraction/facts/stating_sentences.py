"""The sentences of a text that may state facts.

Code, tables, lists, headings, quotations and questions state nothing about the world of the user.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from ....text.full_stops import ends_no_sentence, is_before_lower_case
from ....text.markdown_code import fence_after
from ....text.word_lists.calendar_words import is_calendar_word
from .doubts import ALMOST, TOLD, TOLD_LAST, UNSURE, UNSURE_PAIRS, introduces_doubt
from .openings import is_of_story, without_greeting
from .taken_back import MAX_TAKING_BACK, is_taken_back, takes_back
from .tokens import MARK, NAME, WORD, Span, Token, tokens_of
from .word_classes import CLAUSES, PAST_COPULAS, is_auxiliary, is_past, takes_last_word

MAX_TOKENS = 120
"""A longer sentence is a list or a log."""

MAX_LAST_WORD = 20
"""Number of characters at the end of a line in which its last word is looked for."""

MIN_TOLD = 4
"""Minimum number of tokens of a statement with who made it."""

MAX_UNIT = 3
"""Longest unit of a number that could be taken for a name."""

_LINE_OF_NO_SENTENCE = re.compile(r"\s*(?:[-*•+>|#]|\d{1,3}[.)]\s)|(?: {4}|\t)|[^|\n]*\|")
# Each run of signs is read once: without that, many dots in a row take quadratic time.
_END = re.compile(r"(?<![.!?;？！。])[.!?;？！。]++(?=[\s\"”’')\]]|$)")
_UNFINISHED = re.compile(
    r"(?:(?<!\w)(?:that|whether|if|not|never|dass|ob|wenn|que|che)|,)\s*$", re.IGNORECASE
)
"""How a line ends whose sentence goes on in the next one, and may deny or only report that."""

_BESIDE_NUMBER = re.compile(r"\d")
_ALSO_PEOPLE = (["april"], ["jan"], ["juli"], ["june"], ["marco"], ["may"])
"""Months that are first names, too: with a number beside them they are months."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that may state facts.

    Attributes:
        start: Character offset at which it starts in the text.
        end: Character offset after its last character, without the full stop.
        tokens: Its parts.
        is_first: Whether the text begins with it.
    """

    start: int
    end: int
    tokens: tuple[Token, ...]
    is_first: bool = False


def stating_sentences(text: str, spans: Sequence[Span]) -> Iterator[Sentence]:
    """Find the sentences of a text that may state facts about what it names.

    Args:
        text: Any text.
        spans: The names in it, sorted by start.

    Yields:
        The sentences in order.
    """
    first = 0
    beginning = len(text) - len(text.lstrip())
    for (start, end), following in pairwise([*_sentence_spans(text), (len(text), len(text))]):
        while first < len(spans) and spans[first].start < start:
            first += 1
        last = first
        while last < len(spans) and spans[last].end <= end:
            last += 1
        named = [span for span in spans[first:last] if not _is_measure(text, span)]
        if not named or _is_question(text, end):
            continue
        tokens = without_greeting(tuple(tokens_of(text, start, end, named)))
        if len(tokens) > MAX_TOKENS or _is_unsure(tokens) or _is_told(tokens):
            continue
        past = _is_of_past(tokens)
        if (not past and _holds_at_times(tokens)) or is_of_story(tokens):
            continue
        if is_taken_back(tokens, past=past) or _is_taken_back_by(text, *following):
            continue
        yield Sentence(start, end, tokens, is_first=start == beginning)


def _sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    position, fence, goes_on, introduced, is_doubtful = 0, "", False, True, False
    for line in text.splitlines(keepends=True):
        start, position = position, position + len(line)
        if not line.strip():
            is_doubtful = is_doubtful and introduced  # up to the end of the paragraph
        elif (after := fence_after(line.strip(), fence)) != fence:
            fence = after
        elif introduces_doubt(line):
            introduced = is_doubtful = True
        elif not (fence or goes_on or is_doubtful or _LINE_OF_NO_SENTENCE.match(line)):
            yield from _sentences_of_line(text, start, start + len(line.rstrip()))
        else:
            introduced = False
        goes_on = bool(_UNFINISHED.search(line[-MAX_LAST_WORD:]))


def _sentences_of_line(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _END.finditer(text, start, end):
        if match.group() == "." and ends_no_sentence(text, match.start(), start):
            continue
        if match.group().startswith("..") and is_before_lower_case(text, match.end()):
            continue
        yield _without_space(text, start, match.start())
        start = match.end()
    if text[start:end].strip():
        yield _without_space(text, start, end)


def _without_space(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    return start, end


def _is_question(text: str, end: int) -> bool:
    signs = _END.match(text, end)
    return signs is not None and not set("?？").isdisjoint(signs.group())


def _is_told(tokens: Sequence[Token]) -> bool:
    """Whether somebody else says what a sentence states: "Anna owns it, says Tomas"."""
    if any(
        token.text in TOLD and token.kind == WORD and before.kind == MARK and before.text != ":"
        for before, token in pairwise(tokens)
    ):
        return True
    if len(tokens) < MIN_TOLD:
        return False
    sign, name, verb = tokens[-3:]
    if name.text in TOLD_LAST and verb.kind == NAME and sign.text == ",":
        return True  # ", wrote Tomas"
    return sign.text in (",", "so", "as", "wie") and name.kind == NAME and verb.text in TOLD_LAST


def _is_unsure(tokens: Sequence[Token]) -> bool:
    """Whether a word or two leave open whether what the sentence says is so."""
    # A name may have taken the first word of its sentence in: "Suppose Anna Berg".
    firsts = [t.text.split(" ", 1)[0].casefold() if t.kind == NAME else t.text for t in tokens]
    if ALMOST in firsts and any(map(takes_last_word, firsts)):
        return True
    return not (UNSURE.isdisjoint(firsts) and UNSURE_PAIRS.isdisjoint(pairwise(firsts)))


def _is_taken_back_by(text: str, start: int, end: int) -> bool:
    """Whether a sentence takes back the one before it; a question does not."""
    if _is_question(text, end):
        return False
    return takes_back(tuple(islice(tokens_of(text, start, end, ()), MAX_TAKING_BACK)))


def _holds_at_times(tokens: Sequence[Token]) -> bool:
    """Whether "when" is a condition: "runs on Otter when Tomas is away".

    Of what is past it says the time: "she met Tomas when she lived in Leer". After another clause
    it is a condition of that: "runs on Otter, so labels stop when Otter does".
    """
    said = [token.text if token.kind == WORD else "" for token in tokens]
    return "when" in said[1:] and CLAUSES.isdisjoint(said[1 : said.index("when", 1)])


def _is_of_past(tokens: Sequence[Token]) -> bool:
    """Whether a verb of a sentence stands in the past."""
    return any(
        token.text in PAST_COPULAS
        or token.text == "had"
        or (is_past(token.text) and not is_auxiliary(before.text))
        for before, token in pairwise(tokens)
        if token.kind == WORD
    )


def _is_measure(text: str, span: Span) -> bool:
    """Whether a name is a day, or the unit of a number: "Mondays", "2,500 EUR"."""
    name = text[span.start : span.end]
    parts = name.casefold().split()
    if parts in _ALSO_PEOPLE and not _BESIDE_NUMBER.search(
        text, max(span.start - 2, 0), span.end + 2
    ):
        return False
    if all(part.isdigit() or is_calendar_word(part) for part in parts):
        return True
    number = text[max(span.start - 2, 0) : max(span.start - 1, 0)]
    return len(name) <= MAX_UNIT and number.isdigit()
