"""A message with the words of the memories in place of misspelled ones.

People type in a hurry, and dictate names that no dictation knows: "klostegatan", "moss ball",
"bloodcounter". An embedding model and a full-text search find little with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..languages.glossaries import is_listed_compound, latin_languages
from ..markdown_code import FENCED, QUOTED
from ..word_lists.common_words import is_common, is_common_noun
from ..word_lists.date_words import DATE_WORDS
from ..word_lists.first_names import FIRST_NAMES
from ..word_lists.plain_spellings import without_marks
from ..word_lists.stop_words import STOP_WORDS
from ..words import Word, words
from .edits import edits_between
from .vocabulary import Entry, Vocabulary, is_word, letters_of

MAX_CHARACTERS = 1_000
"""A longer message is hardly typed in a hurry; it stays as it is."""

MAX_UNKNOWN = 6
"""With more unknown words a message is code, or in a language that is not known."""

MIN_LETTERS = 4
"""Shorter words are too much alike."""

MIN_REPLACED = 6
"""Fewest letters of a word of which one may be another letter: "Lina" and "Lisa" are two names. A
common word as short as that lacks no letter, either: "satay" is not "stay"."""

MIN_TWO_EDITS = 10
"""Fewest letters of a word with two mistakes."""

MAX_ENDING = 3
"""Most letters of an ending. Two mistakes in it are another form of the word."""

MIN_PART = 3
"""Fewest letters of each word of two that are joined or divided."""

MIN_JOINED = 6
"""Fewest letters of both together."""

_RUN = re.compile(r"\S+")
_SIGN_OF_CODE = re.compile(r"[\d_/\\@#=<>{}|~`$]|\w[.:]\w|^-+\w")

_LATIN = re.compile("[a-z\u00df-\u024f]")
"""How a word of Latin script begins. Of other scripts too few words are known to tell a mistake."""

Replacement = tuple[int, int, str]
"""A stretch of a message, and what stands for it."""


def corrected(message: str, vocabulary: Vocabulary) -> str:
    """Return a message with misspelled words replaced by those of a vocabulary.

    A word that is known in a language, or that the vocabulary has, stays as it is. Any other is
    replaced by one that begins alike and differs by one mistake, in long words by two. Two words
    that are one in the vocabulary are joined, and one that is two in it, side by side, is divided.

    Args:
        message: The user's message.
        vocabulary: The words of the memories.
    """
    if len(message) > MAX_CHARACTERS:
        return message
    runs = [run for run in _RUN.finditer(message) if _SIGN_OF_CODE.search(run.group())]
    runs += [*FENCED.finditer(message), *QUOTED.finditer(message)]
    code = {place for run in runs for place in range(*run.span())}
    found = [word for word in words(message) if is_word(word) and word.start not in code]
    found = [word for word in found if _LATIN.match(word.norm)]
    replaced = list(_joined(message, found, vocabulary))
    taken = {place for start, end, _ in replaced for place in range(start, end)}
    unknown = [
        word for word in found if word.start not in taken and not _is_known(word.norm, vocabulary)
    ]
    if len(unknown) <= MAX_UNKNOWN:
        replaced += _corrected(message, unknown, vocabulary)
    for start, end, instead in sorted(replaced, reverse=True):
        message = message[:start] + instead + message[end:]
    return message


def _joined(message: str, found: Sequence[Word], vocabulary: Vocabulary) -> Iterator[Replacement]:
    """Yield two words that are one in the vocabulary: "moss ball" for "mossball".

    A function word stands for itself: "her ring" is no herring.
    """
    ends = 0
    for first, second in pairwise(found):
        joined = first.norm + second.norm
        if (
            first.start >= ends
            and message[first.end : second.start] == " "
            and min(len(first.norm), len(second.norm)) >= MIN_PART
            and len(joined) >= MIN_JOINED
            and joined in vocabulary.entries
            and STOP_WORDS.isdisjoint((first.norm, second.norm))
            and not vocabulary.has_pair(first.norm, second.norm)
        ):
            ends = second.end
            yield first.start, ends, _written(vocabulary.entries[joined], message[first.start])


def _corrected(
    message: str, unknown: Sequence[Word], vocabulary: Vocabulary
) -> Iterator[Replacement]:
    """Yield what stands for unknown words, as far as there is something like them."""
    for word in unknown:
        entry = vocabulary.entries.get(word.norm) or _most_like(word.norm, vocabulary)
        parts = [entry] if entry else _divided(word.norm, vocabulary)
        if parts:
            written = (_written(part, message[word.start]) for part in parts)
            yield word.start, word.end, " ".join(written)


def _is_known(norm: str, vocabulary: Vocabulary) -> bool:
    """Whether a word is one of a language, or of the vocabulary as it is written there."""
    entry = vocabulary.entries.get(norm)
    return (
        len(norm) < MIN_LETTERS
        or (entry is not None and "-" not in entry.written)
        or norm in FIRST_NAMES
        or norm in DATE_WORDS
        or is_common_noun(norm)
        or bool(latin_languages(norm, typed=True))
    )


def _most_like(norm: str, vocabulary: Vocabulary) -> Entry | None:
    """Return the word that an unknown one is most like; of equal ones the most frequent."""
    most = 2 if len(norm) >= MIN_TWO_EDITS else 1
    own = letters_of(norm)
    likely: list[tuple[int, int, str]] = []
    for entry in vocabulary.beginning_like(norm, within=most):
        if (own ^ entry.letters).bit_count() <= 2 * most and _may_be(norm, entry.norm):
            edits = edits_between(norm, entry.norm, most)
            if edits is not None and not (edits == 2 and _ends_otherwise(norm, entry.norm)):
                likely.append((edits, -entry.count, entry.norm))
    if not likely:
        return None
    found = min(likely)[-1]
    if len(found) == len(norm) and _is_another(norm, found):
        return None
    return vocabulary.entries[found]


def _ends_otherwise(norm: str, other: str) -> bool:
    """Whether two words begin alike but for an ending: Finnish "autotallista", "autotallissa"."""
    size = max(len(norm), len(other)) - MAX_ENDING
    return norm[:size] == other[:size]


def _is_another(norm: str, other: str) -> bool:
    """Whether a compound has other parts than another word: "Rosenkante" is no "Rasenkante"."""
    same_letters = sorted(norm) == sorted(other) or without_marks(norm) == without_marks(other)
    return not same_letters and is_listed_compound(norm)


def _may_be(norm: str, other: str) -> bool:
    """Whether an unknown word may be another one, misspelled, by where they differ."""
    if len(other) < MIN_LETTERS or norm[:-1] in (other, other[:-1]) or other[:-1] == norm:
        return False  # too short, or with another ending
    if len(other) == len(norm):
        return len(norm) >= MIN_REPLACED or sorted(norm) == sorted(other)
    return len(other) > len(norm) or len(other) >= MIN_REPLACED or not is_common(other)


def _divided(norm: str, vocabulary: Vocabulary) -> list[Entry]:
    """Return an unknown word as two of the vocabulary; none if it is not made of such."""
    known = vocabulary.entries
    if len(norm) >= MIN_JOINED:
        for place in range(len(norm) - MIN_PART, MIN_PART - 1, -1):
            if vocabulary.has_pair(norm[:place], norm[place:]):
                return [known[norm[:place]], known[norm[place:]]]
    return []


def _written(entry: Entry, first: str) -> str:
    """Return a word as it is written; a common one without a capital that the message lacks."""
    plain = first.islower() and is_common(entry.norm)
    return entry.written.lower() if plain else entry.written
