"""Other names that a memory gives somebody or something.

"Sieglinde Raab (Siggi)", "Saitenhof Lauterbach, SHL for short", "Anna Berg, everybody says Anni".
They say how later memories call the same person or thing. A single word is too often the name of
somebody else as well, so this is read only where no title stands over the text, as in memories.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from ....text.word_lists.calendar_words import CALENDAR_WORDS, is_capitalised_calendar_word
from ....text.word_lists.common_words import is_common
from ....text.word_lists.no_names import NO_NAMES
from ....text.word_lists.people_words import ABBREVIATED_TITLES
from ....text.word_lists.stop_words import STOP_WORDS
from ....text.words import normalize_name, words

LONGEST_NAME = 80
"""Number of characters."""

MAX_WORDS = 8
"""Number of words of the longest name that is looked for within a sentence."""

MIN_SHARED_START = 3
"""Number of letters that a name in brackets shares with a word of the full name. One fewer is
enough before an ending that names of affection have: "Siggi", "Winnie"."""

_AFFECTION = ("ie", "ey", "ek", "i", "y")
_NO_NICKNAMES = NO_NAMES | CALENDAR_WORDS | STOP_WORDS

_NICK = r"[\"'“‘„«]?(?P<nick>[^\W\d_a-z](?:[^\W\d_]|[’&-](?=[^\W\d_])){1,20}+)[\"'”’“»]?(?![\w-])"
_CERTAIN_CUES = (
    r"(?:answers to|signs (?:as|with))",
    r"(?:just |also |better |generally )?(?:known|referred to)(?: (?:to|by) \w+)? as",
    r"christened",
    r"(?:also |just )?nicknamed",
    r"(?:who )?goes by(?: the name of)?",
    r"(?:apodad[oa]|conocid[oa] como)",
    r"soprannominat[oa]",
    r"bijgenaamd",
)
"""After these a common word is a name, too: "known as Mustard"."""

_CUES = (
    r"(?:everybody|everyone|people|friends|we|they|all)(?: just)? (?:says?|calls?)"
    r"(?: (?:him|her|it|them))?(?: just)?",
    r"whom (?:he|she|we|they|everybody|everyone|people|friends) calls?",
    r"(?:also |just )?(?:called|named)",
    r"alias|a\.?k\.?a\.?",
    r"(?:(?:von allen|auch|kurz) )?genannt|alle sagen|(?:kurz|Spitzname)[:]?",
    r"(?:dite?|surnommée?|appelée?|que tout le monde appelle)",
    r"llamad[oa]",
    r"(?:dett[oa]|chiamat[oa])",
    r"(?:ook wel|iedereen zegt)",
    r"(?:zwan[ya]|ps\.)",
)


def _said(cues: Sequence[str]) -> re.Pattern[str]:
    return re.compile(
        rf"(?:, | \(| (?=goes by|alias|a\.?k\.?a))(?:{'|'.join(cues)}) {_NICK}(?=[,.;:!?)]|$|\s)"
    )


_SAID_FOR_CERTAIN, _SAID = _said(_CERTAIN_CUES), _said(_CUES)
_STANDS_FOR = re.compile(
    r"(?<![\w&-])(?P<nick>[A-Z]{2,5})(?: is| =|:| stands for| steht für| ist) (?=[^\W\d_a-z])"
)
_TO_ALL = re.compile(rf", {_NICK} to (?:all|everyone|everybody|most|friends|(?:his|her) friends)\b")
_FOR_SHORT = re.compile(rf",? \(?{_NICK} for short\b")
_IN_BRACKETS = re.compile(rf" \((?:[^()\n]{{1,20}}, )?{_NICK}\)")
"""Another name may stand before it: "Shen Ruolan (沈若岚, Lan)"."""

_QUOTED = re.compile(r"(?:,| \() ?[\"'“‘„](?P<nick>[^\W\d_a-z][^\W\d_]{1,20}+)[\"'”’](?=[,).])")
_BEFORE_PLACES = re.compile(
    r"(?:^|\s)(?:at|in|near|by|from|of|bei|aus|von|in|im|près de|chez|à|en|cerca de|vicino a)\s$"
)
_IN_PHRASE = re.compile(
    r"(?:^|\s)(?:at|in|near|by|from|of|for|with|bei|aus|von|mit|für|chez|à|en|de|di|van)"
    r"(?: \w+){0,2}+ $"
)


def nicknames(text: str, names: Collection[str]) -> list[tuple[str, str]]:
    """Find other names that a text gives somebody or something.

    Args:
        text: Any text.
        names: The names in it, as written.

    Returns:
        (full name, other name) pairs, as written, in order.
    """
    return sorted(set(_pairs(text, frozenset(names))))


def _pairs(text: str, names: frozenset[str]) -> Iterator[tuple[str, str]]:
    for match in _SAID_FOR_CERTAIN.finditer(text):
        if full := _name_meant(text, match, names):
            yield full, match["nick"]
    for pattern in (_SAID, _TO_ALL, _QUOTED):
        for match in pattern.finditer(text):
            full = _name_meant(text, match, names)
            if full and _may_be_name(full, match["nick"]):
                yield full, match["nick"]
    for pattern, fits in ((_FOR_SHORT, _is_alike), (_IN_BRACKETS, _is_short_of)):
        for match in pattern.finditer(text):
            full = name_before(text, match.start(), names)
            if full and fits(full, match["nick"]) and _may_be_name(full, match["nick"]):
                yield full, match["nick"]
    for match in _STANDS_FOR.finditer(text):
        full = _name_after(text, match.end(), names)
        letters = normalize_name(match["nick"])
        # "JP is Jean-Pierre Lammens" gives the first of them.
        if len(letters) > 1 and _initials(full).startswith(letters):
            yield full, match["nick"]


def _name_meant(text: str, match: re.Match[str], names: frozenset[str]) -> str:
    """Return the name to which a text gives another one in words; an empty string if none is meant.

    "his house at Kobarid, called Tern" is not about Kobarid.
    """
    full, end = name_before(text, match.start(), names), match.start()
    if not full and match[0].startswith(", "):
        full, end = _only_name_before(text, end, names)
    start = end - len(full)
    is_place = _BEFORE_PLACES.search(text, max(0, start - 12), start)
    return "" if is_place or _is_part(full, match["nick"]) else full


def name_before(text: str, end: int, names: frozenset[str]) -> str:
    """Return the longest name that ends at a place of a text; an empty string if none does.

    Args:
        text: The text.
        end: The place.
        names: The names in it, as written.
    """
    parts = (text[start:end] for start in range(max(0, end - LONGEST_NAME), end))
    return next((part for part in parts if part in names), "")


def _only_name_before(text: str, end: int, names: frozenset[str]) -> tuple[str, int]:
    """Return the only name before a place in its sentence, and where it ends.

    "The van is a Peugeot Partner of 2018, known as Mosterd" has one.
    """
    earliest = max(0, end - 2 * LONGEST_NAME)
    start = max(earliest, *(text.rfind(sign, earliest, end) + 1 for sign in ".;\n"))
    before = text[start:end]
    parts = words(before)
    pieces = {
        before[first.start : last.end]
        for place, first in enumerate(parts)
        for last in parts[place : place + MAX_WORDS]
    }
    found = {name for name in pieces & names if not is_common(normalize_name(name))}
    found -= {name for name in found for other in found if name != other and name in other}
    if len(found) != 1:
        return "", end
    full = found.pop()
    at = before.rfind(full)
    # "a cello by a Silesian maker, called Gryzelda"
    return ("", end) if _IN_PHRASE.search(before, 0, at) else (full, start + at + len(full))


def _name_after(text: str, start: int, names: frozenset[str]) -> str:
    """Return the longest name that starts at a place; an empty string if none does."""
    parts = (text[start:end] for end in range(start + LONGEST_NAME, start, -1))
    return next((part for part in parts if part in names), "")


def _initials(full: str) -> str:
    """Return the first letters of the words of a name, without its title."""
    parts = normalize_name(full).split()
    if parts and parts[0] in ABBREVIATED_TITLES:
        del parts[0]
    return "".join(part[0] for part in parts if part[0].isalpha())


def _is_alike(full: str, nick: str) -> bool:
    return full[0].casefold() == nick[0].casefold() and not _is_part(full, nick)


def _is_short_of(full: str, nick: str) -> bool:
    """Whether a word in brackets is made of the name, and is no place or role."""
    if _is_part(full, nick):
        return False
    parts, norm = normalize_name(full).split(), normalize_name(nick)
    if nick.isupper() or "&" in nick:
        return "".join(filter(str.isalpha, norm)) == _initials(full)
    if any(part == f"{norm}er" for part in parts[1:]):
        return False  # "Hanna Wiener (Wien)"
    return any(_shortens(norm, part) or _ends(norm, part) for part in parts)


def _ends(norm: str, part: str) -> bool:
    """Whether a word is the end of another: "Tina" for Christina."""
    return len(norm) >= MIN_SHARED_START and part.endswith(norm)


def _shortens(norm: str, part: str) -> bool:
    """Whether a word is the start of another, with an ending of affection or without.

    The ending may double a letter of the name: "Jonny" for Jonathan, "Siggi" for Sieglinde.
    """
    shared = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(norm, part, strict=False))
    )
    rest = norm[shared:]
    if not rest:
        return shared >= MIN_SHARED_START
    ending = next((ending for ending in _AFFECTION if rest.endswith(ending)), "")
    doubled = rest.removesuffix(ending)
    return (
        bool(ending)
        and shared >= MIN_SHARED_START - 1
        and (
            doubled in ("", part[shared - 1])
            or (len(doubled) == 2 and doubled[0] == doubled[1] and doubled[0] in part[shared:])
        )
    )


def _may_be_name(full: str, nick: str) -> bool:
    """Whether the other name is no word of its own, or is made of the name."""
    parts, norm = normalize_name(full).split(), normalize_name(nick)
    if norm in _NO_NICKNAMES or is_capitalised_calendar_word(norm):
        return any(part.startswith(norm) for part in parts)  # "Janina, called Jan"
    if not is_common(norm) or any(_shortens(norm, part) for part in parts):
        return True
    return full[0].casefold() == nick[0].casefold() and len(norm) <= max(map(len, parts))


def _is_part(full: str, nick: str) -> bool:
    return normalize_name(nick) in (normalize_name(full), *normalize_name(full).split())
