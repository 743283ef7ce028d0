"""Words by which short memories link, besides their names: single words written like names.

``B7``, ``kv-lodde``, ``otter-twelve``, and the capitalised words inside longer names: the
``Ottilie`` of "Ottilie Brandreth", the ``Pellwing`` of "Radkontor Pellwing". A memory that answers
a question rarely repeats a whole name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ....text.names.case_forms import case_key, declining_language
from ....text.names.single_words.amounts import is_quantity
from ....text.names.single_words.german_nouns import capitalises_nouns
from ....text.prose import prose
from ....text.sentences import begins_sentence
from ....text.word_lists.calendar_words import is_capitalised_calendar_word
from ....text.word_lists.common_words import is_common_hyphenated, is_common_noun, is_compound
from ....text.word_lists.first_names import FIRST_NAMES
from ....text.word_lists.no_names import PHONES
from ....text.word_lists.origin_words import ORIGIN_WORDS
from ....text.word_lists.people_words import ABBREVIATED_TITLES
from ....text.word_lists.stop_words import STOP_WORDS
from ....text.word_lists.word_sets import split_words
from ....text.words import INNER_APOSTROPHE, blank_unspaced, normalize_name, words

MIN_TOKEN_DF = 2
MAX_TOKEN_DF = 12
"""A token that more documents hold leads to none of them: ``ranking.links.memory_links``."""

MAX_CHARACTERS = 2_000
"""Longer texts have names enough."""

_OF_EVERYBODY = split_words(
    "miss sir herr frau signor signora signore señor señora monsieur madame"
    " road rd lane ln street avenue ave drive close court square strasse str weg platz via viale"
    " piazza corso calle rue"
    " kb mb gb tb kw kwh mhz ghz hz mm cm km ml kg mg eur usd gbp chf"
    " ok faq diy vat vip tv pc laptop cpu gpu ram ssd hdd usb hdmi vm os lan wlan wifi wi-fi vpn"
    " nas ip dns url http https html xml json csv yaml sql pdf api ui cli sdk ssh tls ssl iban id"
    " pin qr sim sms led gps asap fyi rsvp tba tbd"
    " easter christmas ostern weihnachten pasqua natale navidad"
    " problem solution lösung problema solución soluzione problème note notes notiz nota reminder"
    " todo task update info user warning decision"
)
"""Titles, kinds of street, units, currencies, feasts, labels and everybody's short forms."""

_LINKING_NOTHING = STOP_WORDS | ABBREVIATED_TITLES | ORIGIN_WORDS | PHONES | _OF_EVERYBODY

WORD = re.compile(rf"[^\W_]+(?:(?:[-‐‑]|{INNER_APOSTROPHE})[^\W_]+)*")
"""A word; a hyphenated one is whole."""

HYPHENS = re.compile(r"[-‐‑]")
_TOPIC = re.compile(rf"\s*({WORD.pattern})(?: ?[:=]|\s+[-–(=→])(?=\s|\w)")


@dataclass(frozen=True, slots=True)
class LinkToken:
    """A word that may link memories.

    Attributes:
        norm: The normalised word.
        text: As written.
        start: Its place in the text.
        topic: Whether the text begins with it as its topic: "Kaiser: mastiff, 68 kg".
        doubtful: Whether no capital within a sentence shows that it is a name.
    """

    norm: str
    text: str
    start: int
    topic: bool = False
    doubtful: bool = False


def needs_capital(written: str) -> bool:
    """Whether only its capital letter makes a word look like a name.

    It is no name then, if the documents mostly write it in lower case.
    """
    return written[:1].isupper() and not any(character.isdigit() for character in written)


def link_tokens(title: str, text: str) -> list[LinkToken]:
    """Find the words by which a memory may link to others.

    Args:
        title: Its title; texts with one are linked by their names alone.
        text: Its text.

    Returns:
        The words in the order of the text; a hyphenated name comes whole and in its parts.
    """
    if title or len(text) > MAX_CHARACTERS:
        return []
    text = blank_unspaced(prose(text))
    german = capitalises_nouns(text, words(text))
    first = _TOPIC.match(text)
    topic = first.start(1) if first else -1
    tokens = (
        _token(written, match.start() + offset, german=german, topic=topic)
        for match in WORD.finditer(text)
        for written, offset in _parts(match.group())
    )
    return [token for token in tokens if token is not None]


def case_tokens(text: str, tokens: Iterable[LinkToken]) -> list[LinkToken]:
    """Return what the case forms of a text's tokens have in common, as tokens.

    Args:
        text: A memory's text.
        tokens: Its tokens.

    Returns:
        One for each that is a word; none in a language that does not decline names.
    """
    language = declining_language(words(text))
    if not language:
        return []
    return [
        LinkToken(
            case_key(token.norm, language),
            token.text,
            token.start,
            doubtful=not token.text[0].isupper() or begins_sentence(text, token.start),
        )
        for token in tokens
        if token.norm.isalpha()
    ]


def _parts(word: str) -> Iterator[tuple[str, int]]:
    """Yield a word, and the capitalised parts of a hyphenated name; nothing of "follow-up"."""
    parts = HYPHENS.split(word)
    if len(parts) > 1 and is_common_hyphenated(word.casefold()):
        return
    yield word, 0
    if len(parts) > 1 and word[0].isupper():
        offset = 0
        for part in parts:
            if len(part) > 2 and part[0].isupper():
                yield part, offset
            offset += len(part) + 1


def _token(written: str, start: int, *, german: bool, topic: int) -> LinkToken | None:
    norm = normalize_name(written)
    if len(norm) < 2 or norm in _LINKING_NOTHING or is_capitalised_calendar_word(norm):
        return None
    if german and norm not in FIRST_NAMES and (is_common_noun(norm) or is_compound(norm)):
        return None
    if is_quantity(written) or not any(character.isalpha() for character in written):
        return None
    has_digit = any(character.isdigit() for character in written)
    is_name_like = has_digit or written[0].isupper() or HYPHENS.search(written)
    return LinkToken(norm, written, start, start == topic) if is_name_like else None
