"""A dictionary of entity names that a corpus makes of itself, without a model.

Three pure steps, so that a changed document costs no second reading of the others:

1. `name_evidence(title, text)` reads what one text says about names.
2. `NameCounts` adds (or removes) the evidence of documents and returns the names that hold. A
   single word that stands in lower case in more than 30 % of its uses is not one.
3. `EntityDictionary.match(text)` finds the names in a text, longest first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..languages.glossaries import ENGLISH_CODE, latin_languages
from ..languages.related_words import is_everyday
from ..word_lists.calendar_words import CALENDAR_WORDS
from ..word_lists.opening_words import ORDERS
from ..word_lists.stop_words import STOP_WORDS
from ..words import Word, join_words, words
from .name_evidence import NameEvidence, is_hasty, title_names
from .single_words.capitals import MIN_NAME_LENGTH
from .spellings import Spellings, tally, tally_spelling, usual_spelling

MAX_NAME_WORDS = 8
"""Longest name in a text, in words."""

MAX_UNSPACED_NAME = 20
"""Longest name in a script without spaces, in characters."""

MAX_LOWER_SHARE = 0.3
"""Largest share of lower-case uses with which a single word is still a name."""

MIN_WEAK_DOCUMENTS = 2
"""Documents that must have a phrase that is too weak to be a name in one document."""

MIN_INSIDE_SHARE = 0.25
"""Smallest share of the documents with a place that say "in" before it."""

MIN_LISTED = 4
"""Shorter words of some language are first names in another: "tom", "ben", "kim"."""

_HAS = re.compile(r"['’]s\b")
_HAS_OR_SAYS = re.compile(r"['’]s\b| ?: ")


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A stretch of a text that is a name, or may be one.

    Attributes:
        norm: The normalised name, as the index has it.
        start: Where it starts in the text.
        end: Where it ends in the text.
    """

    norm: str
    start: int
    end: int


class NameCounts:
    """Evidence of many documents, added up. Adding and removing are inverse to each other."""

    def __init__(self) -> None:
        self._titles: Counter[str] = Counter()
        self._phrases: Counter[str] = Counter()
        self._written: Spellings = {}
        self._capitalised: Counter[str] = Counter()
        self._lower: Counter[str] = Counter()
        self._doubtful: Counter[str] = Counter()
        self._weak: Counter[str] = Counter()
        self._joinable: Counter[str] = Counter()
        self._places: Counter[str] = Counter()
        self._inside: Counter[str] = Counter()
        self._first_names: Counter[str] = Counter()

    def add(self, evidence: NameEvidence) -> None:
        """Count a document in."""
        self._count(evidence, 1)

    def remove(self, evidence: NameEvidence) -> None:
        """Uncount a document that was counted with the same evidence."""
        self._count(evidence, -1)

    def _count(self, evidence: NameEvidence, sign: int) -> None:
        for counter, norms in (
            (self._doubtful, evidence.doubtful),
            (self._joinable, evidence.joinable),
            (self._places, evidence.places),
            (self._inside, evidence.inside),
            (self._first_names, evidence.first_names),
        ):
            for norm in norms:
                tally(counter, norm, sign)
        for counter, names in (
            (self._titles, evidence.titles),
            (self._phrases, evidence.phrases),
            (self._weak, evidence.weak),
        ):
            for norm, written in names.items():
                tally(counter, norm, sign)
                tally_spelling(self._written, norm, written, sign)
        for counter, uses in (
            (self._capitalised, evidence.capitalised),
            (self._lower, evidence.lower),
        ):
            for norm, times in uses.items():
                tally(counter, norm, sign * times)

    def dictionary(
        self, extra: Iterable[str] = (), *, without: Collection[str] = ()
    ) -> EntityDictionary:
        """Return the names that hold now.

        Args:
            extra: Names from elsewhere (facts, code-like tokens, a user's list), as written.
            without: Normalised phrases that are no names.

        Returns:
            The dictionary of all documents counted in.
        """
        names: dict[str, str] = {}
        several = {norm for norm, count in self._weak.items() if count >= MIN_WEAK_DOCUMENTS}
        for norm in {*self._titles, *self._phrases, *several}:
            if norm not in without and self._is_name(norm):
                names[norm] = usual_spelling(self._written[norm])
        for written in extra:
            norm = join_words(words(written))
            if norm:
                names.setdefault(norm, written)
        return EntityDictionary(names)

    def joinable_names(self) -> dict[str, str]:
        """Return the names that hold now and may be forms of one another, with their spelling.

        Titles and places where somebody lives are not among them.
        """
        return {
            norm: usual_spelling(self._written[norm])
            for norm in self._joinable
            if norm not in self._titles and norm not in self._places and self._is_name(norm)
        }

    def inside(self) -> frozenset[str]:
        """Return the names in which something is: no longer name goes by such a place.

        "Confides in Anna" alone does not make her one.
        """
        return frozenset(
            norm
            for norm, documents in self._inside.items()
            if documents >= MIN_INSIDE_SHARE * (self._phrases[norm] + self._doubtful[norm])
        )

    def first_names(self) -> frozenset[str]:
        """Return the words that stand after "brother" and the like: no surnames."""
        return frozenset(self._first_names)

    def doubtful(self) -> frozenset[str]:
        """Return the words that are names if a longer name begins with them; no places."""
        return frozenset(self._doubtful.keys() - self._places.keys())

    def doubtful_documents(self, norm: str) -> int:
        """Return in how many documents this word's capital does not show whether it is a name.

        That of two letters does: they are only too short to be a name by themselves.
        """
        return self._doubtful[norm] if len(norm) >= MIN_NAME_LENGTH else 0

    def documents_with(self, norm: str) -> int:
        """Return how many documents have a normalised name as a title or as a phrase of its own."""
        return max(self._titles[norm], self._phrases[norm])

    def stands_in_lower_case(self, norm: str) -> bool:
        """Whether a single word stands in lower case in any document."""
        return self._lower[norm] > 0

    def is_mostly_lower(self, norm: str) -> bool:
        """Whether a single word stands in lower case too often to be a name."""
        lower = self._lower[norm]
        return lower > MAX_LOWER_SHARE * (lower + self._capitalised[norm])

    def _is_name(self, norm: str) -> bool:
        if " " in norm:
            return norm in self._titles or not self._is_order_with_name(norm)
        return not self.is_mostly_lower(norm)

    def _is_order_with_name(self, norm: str) -> bool:
        """Whether a phrase is an order and a name of other texts: "Restart Home Assistant"."""
        first, _, rest = norm.partition(" ")
        return first in ORDERS and " " in rest and self._phrases[rest] > 0


class EntityDictionary:
    """Names that can be found in texts.

    Args:
        names: Normalised names with their spelling.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = dict(names)
        self._longest: dict[str, int] = {}
        for norm in self.names:
            parts = words(norm)
            head = parts[0].norm
            self._longest[head] = max(self._longest.get(head, 0), len(parts))

    def match(
        self,
        text: str,
        *,
        overlapping: bool = True,
        in_lower_case: bool = False,
    ) -> list[NameSpan]:
        """Find names, the longest at each position.

        Args:
            text: Any text.
            overlapping: Whether a name may start inside another one.
            in_lower_case: Whether a single word counts in lower case, too, unless it is a common
                one: hasty notes have no capitals.

        Returns:
            The matches in the order of the text. A single word otherwise counts only where
            capitalised, or in a script without capitals.
        """
        parts = words(text)
        found: list[NameSpan] = []
        position = 0
        while position < len(parts):
            match, size = self._longest_at(text, parts, position, in_lower_case)
            if match is not None:
                found.append(match)
            position += 1 if overlapping else size
        return found

    def _longest_at(
        self, text: str, parts: Sequence[Word], position: int, in_lower_case: bool
    ) -> tuple[NameSpan | None, int]:
        first = parts[position]
        longest = self._longest.get(first.norm, 0)
        limit = MAX_NAME_WORDS if first.spaced else MAX_UNSPACED_NAME
        best: tuple[NameSpan | None, int] = None, 1
        norm = ""
        for size, word in enumerate(parts[position : position + min(longest, limit)], start=1):
            spaced = size > 1 and (word.spaced or parts[position + size - 2].spaced)
            norm = f"{norm} {word.norm}" if spaced else norm + word.norm
            if norm not in self.names:
                continue
            if size > 1:
                is_named = not self._is_phrase(norm, text, parts[position : position + size])
            else:
                is_named = not text[first.start].islower() or (
                    in_lower_case and _may_be_name(text, first)
                )
            if is_named:
                best = NameSpan(norm, first.start, word.end), size
        return best

    def _is_phrase(self, norm: str, text: str, span: Sequence[Word]) -> bool:
        """Whether words only sound like a name: "depends on" is not DEPENDS_ON."""
        return (
            "_" in self.names[norm]
            and " " in text[span[0].start : span[-1].end]
            and any(word.norm in STOP_WORDS and text[word.start].islower() for word in span)
        )


def document_mentions(dictionary: EntityDictionary, title: str, text: str) -> dict[str, int]:
    """Count the names that a document mentions.

    Args:
        dictionary: The names that hold.
        title: The document's title; the names it makes are mentioned however they are written.
        text: The document's text.

    Returns:
        How often each name is mentioned, by normalised name.
    """
    # In a memory the longest name at each place counts; a title's text is about names inside names.
    overlapping = bool(title)
    lower = not title and is_hasty(text)
    matches = dictionary.match(text, overlapping=overlapping, in_lower_case=lower)
    counts = Counter(match.norm for match in matches)
    counts.update(match.norm for match in dictionary.match(title))
    for norm in title_names(title):
        if norm in dictionary.names and norm not in counts:
            counts[norm] = 1
    return dict(counts)


def _may_be_name(text: str, word: Word) -> bool:
    """Whether a word in lower case may be a name, and not as in "hope the parcel comes".

    A word is one where it has or says something: "hope's parcel", "hope: vet in Kiel".
    """
    norm = word.norm
    if norm in STOP_WORDS or norm in CALENDAR_WORDS or is_everyday(norm):
        return False
    languages = latin_languages(norm)
    if ENGLISH_CODE not in languages and (not languages or len(norm) < MIN_LISTED):
        return True
    pattern = _HAS_OR_SAYS if word.start == 0 else _HAS
    return pattern.match(text, word.end) is not None
