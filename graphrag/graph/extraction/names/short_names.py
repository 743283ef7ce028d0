"""Short forms of a name that the texts of a scope use: "Jonas" for Jonas Beck, JP, "Fenjas".

A short form is joined to a longer name only where no second one fits. An acronym has to stand in
one text with the name that it is made of.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ....text.languages.glossaries import ENGLISH_CODE, latin_languages
from ....text.names.runs.capitalised_runs import NAME_CONNECTORS
from ....text.names.single_words.capitals import is_acronym
from ....text.word_lists.common_words import is_common, is_common_noun, is_compound
from ....text.word_lists.first_names import FIRST_NAMES
from ....text.word_lists.named_kinds import NAMED_KINDS
from ....text.word_lists.people_words import ABBREVIATED_TITLES, ADDRESS, PEOPLE
from ....text.word_lists.stop_words import ARTICLES, STOP_WORDS
from ....text.word_lists.word_sets import split_words

MIN_INFLECTED = 4
"""A name with an "s" at its end is a genitive or plural only if it has more characters."""

MAX_WORDS = 4
"""Longest name that has short forms, in words."""

MAX_DIGITS = 3
"""A longer number at the end of a name is that of an invoice or a year."""

MIN_NUMBERED = 3
"""Fewest characters of a word that is a name because one with a number begins with it."""

MAX_CANDIDATES = 10
"""A word of more names is short for none of them."""

_OF_PLACES = split_words(
    "bad big black central east good grand great green little long lower new north old red royal"
    " south upper west white alt alte alten gross grosse klein kleine neu neue ober unter"
    " nouveau nouvelle vieux grande petit petite nueva nuevo vieja viejo"
)
"""First words of places and days that are words by themselves: "Black Friday", "Bad Kösen"."""

_ACRONYM = re.compile(r"(?<![\w&])[A-Z](?:&?[A-Z]){1,4}(?![\w&])")


def acronyms(text: str, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Find acronyms of names that stand in the same text.

    Args:
        text: Any text.
        names: The names of the text: normalised, and as written.

    Returns:
        (full name, acronym) pairs, as written, in order.
    """
    by_initials: dict[str, set[str]] = {}
    for norm, written in names.items():
        initials = "".join(word[0] for word in norm.split() if word not in STOP_WORDS)
        by_initials.setdefault(initials, set()).add(written)
    pairs = set()
    for match in _ACRONYM.finditer(text):
        full = by_initials.get(match.group().replace("&", "").casefold(), set())
        if len(full) == 1:
            pairs.add((next(iter(full)), match.group()))
    return sorted(pairs)


class Genitive(NamedTuple):
    """A name in the genitive before a noun: "Onkel Timos Schwester Leni".

    Attributes:
        name: The normalised name: "timo".
        form: Its genitive: "timos".
        following: What follows the noun: "leni"; empty if nothing does.
    """

    name: str
    form: str
    following: str


class ShortForms:
    """The names of a scope's memories by what may be short for them.

    Args:
        names: Names that may be forms of one another: normalised, and as written.
        inside: Words in which something is, such as towns.
        first_names: Words that are no surnames.
    """

    def __init__(
        self,
        names: Mapping[str, str],
        inside: Collection[str] = (),
        first_names: Collection[str] = (),
    ) -> None:
        self._names = names
        self._longer: dict[str, set[str]] = {}
        self._numbered: dict[str, set[str]] = {}
        for norm, written in names.items():
            parts = norm.split()
            if not 2 <= len(parts) <= MAX_WORDS or any(map(is_acronym, written.split())):
                continue
            if _nominative(norm) != norm and _nominative(norm) in names:
                continue  # "Herrn Prasch", who is Herr Prasch
            if _is_code(written):
                continue  # flat R8-2L is not the house R8
            if parts[-1].isdigit():
                # "Lerchenberg 3"; but an invoice number is no part of who sent it, and "Depot Nord
                # 2" is another one than Depot Nord.
                if len(parts[-1]) <= MAX_DIGITS and parts[-1] != "2":
                    self._numbered.setdefault(" ".join(parts[:-1]), set()).add(norm)
                continue
            if len(parts[-1]) == 1:  # "Hazel P" is short itself
                continue
            for form in _forms(parts, inside):
                if form != parts[-1] or form not in first_names:  # "brother Paul", "Mary Paul"
                    self._longer.setdefault(form, set()).add(norm)

    def pairs(
        self, doubtful: Iterable[str] = (), lower: Collection[str] = ()
    ) -> list[tuple[str, str]]:
        """Return the names that are short for one longer name, and for no other.

        A name that stands without its number, too, is the whole one: "Lark" of "Lark 11".

        Args:
            doubtful: Words that are names only if a longer one begins with them.
            lower: Those of them that the texts also write in lower case: they are short for no name
                that is made of common words, as "Home Assistant" is.

        Returns:
            (longer, shorter) normalised names.
        """
        found = ((self._whole(norm), norm) for norm in {*self._names, *doubtful})
        return sorted(
            (norm, whole) if _is_numbered(whole) and norm in self._names else (whole, norm)
            for whole, norm in found
            if whole and (norm in self._names or not _is_doubtful(norm, whole, lower))
        )

    def genitives(self) -> dict[str, Genitive]:
        """Return phrases of a name in the genitive and a noun, by the normalised phrase."""
        found = {}
        for norm, written in self._names.items():
            parts = norm.split()
            if "&" in written:
                continue  # "Marks & Spencer"
            if len(parts) > 2 and (parts[0] in ADDRESS or parts[0] in ABBREVIATED_TITLES):
                parts = parts[1:]
            for end in range(1, len(parts)):
                owner, rest = " ".join(parts[:end]), parts[end:]
                name = self._in_genitive(owner, rest[0])
                if name and (is_common_noun(rest[0]) or is_compound(rest[0], min_tail=4)):
                    found[norm] = Genitive(name, owner, " ".join(rest[1:]))
                    break
        return found

    def _in_genitive(self, owner: str, following: str) -> str:
        """Return the name whose genitive stands before a word; an empty string if there is none."""
        if not owner.endswith("s"):
            return ""
        name = owner.removesuffix("s")
        if " " in owner:  # "Ernst Holzners Telefonnummer"
            return name if name in self._names else ""
        if len(owner) <= MIN_INFLECTED and following not in PEOPLE:  # "Evas Sohn Momme"
            return ""
        return name if name in self._names else self._whole(name)

    def _whole(self, norm: str) -> str:
        """Return the longer name that a name is short for; an empty string if not just one fits."""
        candidates = (self._longer.get(norm) or self._numbered.get(norm, set())) - {norm}
        if len(candidates) > MAX_CANDIDATES:
            return ""
        whole = [c for c in candidates if not any(_is_within(c, o) for o in candidates)]
        return whole[0] if len(whole) == 1 else ""


def _nominative(norm: str) -> str:
    """Return a normalised name as it stands in a list: "Herr Prasch" for "Herrn Prasch"."""
    return "herr " + norm.removeprefix("herrn ") if norm.startswith("herrn ") else norm


def inflected_forms(names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Find names beside other forms of them: "Bertolt", "Bertolts"; "Herr Prasch", "Herrn Prasch".

    A word of a longer name is no such form: "Peters" of "Anna Peters" is not Peter.

    Args:
        names: Names that may be forms of one another: normalised, and as written.

    Returns:
        (name, inflected form) normalised names.
    """
    parts = {word for norm in names if " " in norm for word in norm.split()}
    addressed = [
        (_nominative(norm), norm)
        for norm in names
        if _nominative(norm) != norm and _nominative(norm) in names
    ]
    return sorted(addressed) + sorted(
        (norm[:-1], norm)
        for norm in names
        if len(norm) > MIN_INFLECTED
        and norm.endswith("s")
        and norm[:-1] in names
        and norm not in parts
    )


def _is_code(written: str) -> bool:
    """Whether a name is one word with capitals and digits: "R8-2L", "BU-662-4410"."""
    return written.isupper() and " " not in written and any(map(str.isdigit, written))


def _is_numbered(norm: str) -> bool:
    """Whether a name ends with a number: "Lerchenberg 3"."""
    return norm.rpartition(" ")[2].isdigit()


def _is_doubtful(norm: str, whole: str, lower: Collection[str]) -> bool:
    """Whether a word that is no name by itself is short for no longer name either."""
    if _is_numbered(whole):  # "Bus 340"
        return len(norm) < MIN_NUMBERED or is_common(norm)
    return norm in lower and _is_of_words(whole)


def _is_of_words(norm: str) -> bool:
    """Whether a name is made of common English words: "Home Assistant"."""
    return all(
        word not in FIRST_NAMES and is_common(word) and ENGLISH_CODE in latin_languages(word)
        for word in norm.split()
    )


def _is_within(name: str, other: str) -> bool:
    """Whether the words of a name stand within another one: "Beck" within "Jonas Beck"."""
    return name != other and f" {name} " in f" {other} "


def _forms(parts: list[str], inside: Collection[str]) -> Iterable[str]:
    """Yield what may be short for a name: its first and last word, the start of it, an initial.

    Of a name with a title, the same without it.
    """
    first, last = parts[0], parts[-1]
    # "Van Aalst", "York University"
    if not (
        first in NAME_CONNECTORS or first in ARTICLES or first in inside or first in _OF_PLACES
    ):
        yield first
    if not is_common(last) and not _ends_with_another(parts, inside):
        yield last
    yield f"{first} {last[0]}"
    if len(parts) > 2 and first in ABBREVIATED_TITLES:  # "Dr. Anna Berg"
        yield " ".join(parts[1:])
        yield from _forms(parts[1:], inside)
    if len(parts) > 2:
        if (beginning := " ".join(parts[:-1])) not in inside:  # "Port Vale Choir"
            yield beginning
        yield f"{first} {last}"
        if parts[-2] == "o":  # O'Brien
            yield f"o {last}"


def _ends_with_another(parts: list[str], inside: Collection[str]) -> bool:
    """Whether a name ends with that of its place or owner: "VfL Leer", "Vespa de Hugo"."""
    is_place = parts[-1] in inside and parts[0] not in NAMED_KINDS  # "Server Otter"
    return is_place or parts[-2] in NAME_CONNECTORS
