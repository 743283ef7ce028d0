"""Lower-case words that a text says to be a name: "a switch named besouro", "laptop = pardal"."""

from __future__ import annotations

import re

from ....text.languages.glossaries import ENGLISH_CODE, latin_languages
from ....text.word_lists.named_kinds import NAMED_KINDS
from ....text.word_lists.people_words import PEOPLE
from ....text.word_lists.stop_words import STOP_WORDS
from ....text.word_lists.word_sets import any_of
from ....text.words import normalize_name

_QUOTES = "\"'“‘`„"
_KINDS = any_of(NAMED_KINDS)
_PEOPLE = any_of(PEOPLE)
_BEFORE = re.compile(
    r"(?<!\w)(?:(?P<de>heißt|(?P<surely>namens)|genannt)|(?P<nl>heet|genaamd)|(?P<pt>chama-se|chamad[oa])"
    r"|(?P<es>se llama|llamad[oa])|(?P<it>si chiama|chiamat[oa])|(?P<fr>s'appelle|appelée?)"
    r"|(?P<pl>nazywa się)|(?P<known>known(?: (?:to|by) \w{1,30})? as)"
    rf"|(?P<en>named|nicknamed|dubbed|(?P<host>host ?name(?: is|:)?)"
    rf"|(?:is|are|was) called|(?:{_KINDS}) ="
    rf"|(?:an?|the|our|my)(?: (?!(?:{_PEOPLE}) )[\w-]{{1,30}}){{1,3}} called"
    r"|(?:an?|the|our|my)(?: [\w-]{1,30}){1,3} (?:we|they|i|he|she|everybody|everyone) (?:just )?"
    rf"calls?)) [{_QUOTES}]?\Z",
    re.IGNORECASE,
)
"""What stands before a name, by language."""

_LAST_BEFORE = (
    *("heißt", "namens", "genannt", "heet", "genaamd", "chama-se", "chamado", "chamada", "llama"),
    *("llamado", "llamada", "chiama", "chiamato", "chiamata", "appelle", "appelée", "się", "as"),
    *("named", "dubbed", "name", "is", ":", "called", "call", "calls", "="),
)
"""How the last word of all that ends: a quick look, as most words stand after others."""

_APPOSED = ("(", ", ")
"""What stands before a host name that nothing but a name can follow: "(hostname lantern)"."""

_ADJECTIVES = ("ed", "able", "ible")
"""How a rare word ends that is no name: "the hostname is misconfigured"."""

_AFTER = re.compile(r"[\"'”’`“]?(?:[,.;:!?)\n]|\Z)")
"""What follows one."""

_AFTER_KNOWN = re.compile(r" (\w+)")
_LONGEST = 60
"""Number of characters looked at before a name."""


def is_called_so(text: str, start: int, end: int, *, rare: bool) -> bool:
    """Whether a text says that something is called by a word.

    A common word is a name only if it is of another language than the text, or a host name in
    brackets or after a comma: "she was named treasurer" names nobody.

    Args:
        text: The text.
        start: Where the word starts.
        end: Where it ends.
        rare: Whether it is common in no language known.
    """
    lead = text[max(0, start - _LONGEST) : start]
    if not lead.rstrip(f" {_QUOTES}").lower().endswith(_LAST_BEFORE):
        return False
    before = _BEFORE.search(lead)
    if before is None:
        return False
    norm = normalize_name(text[start:end])
    if rare and before["host"] and norm.endswith(_ADJECTIVES):
        return False
    languages = latin_languages(norm)
    if before["known"]:
        following = _AFTER_KNOWN.match(text, end)
        is_whole = following is not None and following[1].casefold() in STOP_WORDS
        return ENGLISH_CODE not in languages and (is_whole or _AFTER.match(text, end) is not None)
    if not _AFTER.match(text, end):
        return False
    if before["host"] and lead.endswith(_APPOSED, 0, before.start()) and before["host"][-1] != "s":
        return True
    if before["surely"] and {"de"}.issuperset(languages):  # a noun would have a capital
        return True
    return rare or (bool(languages) and {before.lastgroup, ENGLISH_CODE}.isdisjoint(languages))
