"""Names in the prose of a file. Documentation capitalises headings, labels and common words too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...text.common_words import is_common
from ...text.memory_names import prose
from ...text.name_evidence import NameEvidence, name_evidence
from ...text.words import words
from .file_codes import NO_NAMES

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
            phrases[norm] = written
        elif _inside_sentence(text, written):
            (phrases if len(parts) > 1 else weak)[norm] = written
    return replace(evidence, phrases=phrases, weak=weak, doubtful={})


def _may_be_name(written: str, parts: Sequence[str]) -> bool:
    named = [part for part in parts if len(part) > 1 and not part.isdigit()]
    if not named or NO_NAMES.issuperset(named):
        return False
    if all(map(is_common, named)):
        # "DO NOT", "Step 3"
        return not written.isupper() and len(named) == len(parts)
    # "V8. However", "DON'T"
    return not _TWO_SENTENCES.search(written) and not (written.isupper() and "'" in written)


def _inside_sentence(text: str, written: str) -> bool:
    """Whether lower-case words go on before or after a phrase: it is no heading and no label."""
    at = text.find(written)
    while at >= 0:
        end = at + len(written)
        before, gap = text[max(at - 2, 0) : at - 1], text[max(at - 1, 0) : at]
        if gap == " " and (before.islower() or before == ","):
            return True
        if " " in written and text[end : end + 1] == " " and text[end + 1 : end + 2].islower():
            return True
        at = text.find(written, end)
    return False
