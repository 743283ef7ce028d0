"""The part of a long message that asks: people tell of their day first, or paste an email.

"Livia's had a go at me again, and the car park was full. When do I need new emergency pens for
Bruno? Then I'll sit down for ten minutes." What stands around the question says in part what is
meant, and in part nothing of it. So all of a message is read, and what asks counts more.

>>> asking_part("Where is the key?").text
'Where is the key?'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..query_words import MAX_MESSAGE_CHARACTERS, content_words
from ..sentences import sentence_spans
from .request_form import needs_no_memory

LONG_CHARACTERS = 250
"""Number of characters from which a message is long: some 45 words."""

ENOUGH_WORDS = 4
"""Number of content words with which a question is understood by itself."""

ENOUGH_LETTERS = 20
"""Number of letters of these with which it is, too: "Getränkelager" says what "store for drinks"
does."""

NEIGHBOURS = 3
"""Maximum number of sentences on each side that a question brings along."""

_ASKS = re.compile(r"[?？؟][\"'”’)\]»」』\s]*\Z")

_Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class AskingPart:
    """What of a message asks.

    Attributes:
        text: The sentences that ask, with those that they need to be understood.
        spans: Where these stand in the message: the offsets of start and end.

    Example:
        >>> story = "It rained all day, and the bus was late. " * 7
        >>> part = asking_part(f"{story}Who has the spare key for the shed door?")
        >>> part.text
        'Who has the spare key for the shed door?'
    """

    text: str
    spans: _Spans

    def moved(self, spans: Iterable[tuple[int, int]]) -> _Spans:
        """Return where stretches of the message stand in ``text``, without those outside.

        Args:
            spans: Offsets of start and end in the message.
        """
        given = tuple(spans)
        found, start = [], 0
        for first, last in self.spans:
            shift = start - first
            found += [(a + shift, b + shift) for a, b in given if first <= a and b <= last]
            start += last - first + 1
        return tuple(found)


@lru_cache(maxsize=16)  # a turn reads the same message several times
def asking_part(message: str) -> AskingPart:
    """Return what of a message asks; all of a message that is short, or has no question mark.

    So it is with a message whose form needs no memory: "Translate this: ..." with a question in it.
    A question that says little ("Which number do I ring?") comes with the sentences before it, or
    with those after it, until they say enough.

    Args:
        message: The user's message.
    """
    whole = AskingPart(message, ((0, len(message)),))
    if len(message) < LONG_CHARACTERS or needs_no_memory(message):
        return whole
    spans = list(sentence_spans(message[:MAX_MESSAGE_CHARACTERS]))
    sentences = [message[start:end] for start, end in spans]
    asking = [place for place, sentence in enumerate(sentences) if _ASKS.search(sentence)]
    if not asking:
        return whole
    kept: set[int] = set()
    for place in asking:
        kept |= _understood(place, sentences)
    chosen = tuple(spans[place] for place in sorted(kept))
    return AskingPart(" ".join(message[start:end] for start, end in chosen), chosen)


def _understood(place: int, sentences: Sequence[str]) -> set[int]:
    """Return the place of a sentence with those around it that it needs: first those before it."""
    before = range(place - 1, max(place - 1 - NEIGHBOURS, -1), -1)
    after = range(place + 1, min(place + 1 + NEIGHBOURS, len(sentences)))
    kept, said = {place}, content_words(sentences[place])
    for other in (*before, *after):
        if len(said) >= ENOUGH_WORDS or sum(map(len, said)) >= ENOUGH_LETTERS:
            break
        kept.add(other)
        said += content_words(sentences[other])
    return kept
