"""Names in the prose of a file. Documentation capitalises headings, labels and common words too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ....text.english_forms import base_forms
from ....text.languages.english_words import likely_languages
from ....text.languages.glossaries import latin_languages
from ....text.languages.related_words import is_everyday
from ....text.names.name_evidence import NameEvidence, name_evidence
from ....text.names.single_words.capitals import is_acronym
from ....text.prose import prose
from ....text.word_lists.common_words import is_common
from ....text.word_lists.stop_words import STOP_WORDS
from ....text.words import join_words, words
from .file_codes import CODE_WORDS

_TWO_SENTENCES = re.compile(r"\w\w\. ")


def file_evidence(text: str) -> NameEvidence:
    """Read what a passage of a file says about names.

    A name with an uncommon word in it holds at once. One of common words, such as "Agent Zero",
    needs a place inside a sentence, and a single one, such as "Windows", a further passage.

    Args:
        text: The passage; its code is marked with backticks.
    """
    text = prose(text)
    evidence = name_evidence("", text)
    phrases: dict[str, str] = {}
    weak: dict[str, str] = {}
    for norm, written in evidence.phrases.items():
        parts = [word.norm for word in words(written)]
        if not _may_be_name(written, parts):
            continue
        if not all(map(is_common, parts)):
            if name := _without_first_word(text, written, parts):
                phrases[join_words(words(name))] = name
        elif _inside_sentence(text, written):
            (phrases if len(parts) > 1 else weak)[norm] = written
    capitalised = _chosen_capitals(text, evidence.capitalised)
    return replace(
        evidence,
        phrases=phrases,
        weak=weak,
        doubtful={},
        capitalised=capitalised,
        joinable=tuple(norm for norm, name in phrases.items() if _may_be_person(norm, name)),
    )


def _without_first_word(text: str, written: str, parts: Sequence[str]) -> str:
    """Leave out a common first word that is capitalised for its place: "Compiling TypeScript".

    Returns:
        The name; empty if the rest is not a name, as in "Full URL".
    """
    if len(parts) < 2 or not is_common(parts[0]) or all(map(is_common, parts[1:])):
        return written
    if any(_goes_on(text, at) for at in _places(text, written)):
        return written
    rest = written[words(written)[1].start :]
    if is_acronym(rest) or parts[1] in STOP_WORDS or CODE_WORDS.issuperset(parts[1:]):
        return ""
    return rest if _is_word_of(text, parts[0]) else written


def _is_word_of(text: str, norm: str) -> bool:
    """Whether a common word is one of the language of a text: "compiling", but not "amara"."""
    if is_everyday(norm):
        return True
    known = {lang for form in base_forms(norm) for lang in latin_languages(form)}
    return not known.isdisjoint(likely_languages(text) or known)


def _chosen_capitals(text: str, capitalised: Mapping[str, int]) -> dict[str, int]:
    """Count capitals, but of a common word only those that follow a lower-case word or a comma."""
    counts = {norm: count for norm, count in capitalised.items() if not is_common(norm)}
    for word in words(text):
        if text[word.start].isupper() and is_common(word.norm) and _goes_on(text, word.start):
            counts[word.norm] = counts.get(word.norm, 0) + 1
    return counts


def _may_be_name(written: str, parts: Sequence[str]) -> bool:
    if parts[1:2] == ["of"] and is_acronym(written.split()[0]):  # "the API of Node"
        return False
    named = [part for part in parts if len(part) > 1 and not part.isdigit()]
    if not named or CODE_WORDS.issuperset(named):
        return False
    if all(map(is_common, named)):
        # "DO NOT", "Step 3"
        return not written.isupper() and len(named) == len(parts)
    # "V8. However", "DON'T"
    return not _TWO_SENTENCES.search(written) and not (written.isupper() and "'" in written)


def _may_be_person(norm: str, written: str) -> bool:
    """Whether a name may be a person's: uncommon words of one capital each, "Tariq Haddad".

    "Acme" and "Acme Cloud Console" are two things, and so are "Linux" and "AppArmor Linux".
    """
    is_plain = all(part.isalpha() and part == part.capitalize() for part in written.split())
    return is_plain and not any(map(is_common, norm.split()))


def _inside_sentence(text: str, written: str) -> bool:
    """Whether lower-case words go on before or after a phrase: it is no heading and no label."""
    for at in _places(text, written):
        end = at + len(written)
        if _goes_on(text, at):
            return True
        if " " in written and text[end : end + 1] == " " and text[end + 1 : end + 2].islower():
            return True
    return False


def _places(text: str, written: str) -> Iterator[int]:
    at = text.find(written)
    while at >= 0:
        yield at
        at = text.find(written, at + len(written))


def _goes_on(text: str, start: int) -> bool:
    """Whether a lower-case word or a comma stands before a word."""
    before, gap = text[max(start - 2, 0) : start - 1], text[max(start - 1, 0) : start]
    return gap == " " and (before.islower() or before == ",")
