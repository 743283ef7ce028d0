#!/usr/bin/env python3
"""Make graphrag/text/word_lists/common_words.bin, the set of common words of some languages.

Usage: common_words.py --text en=FOLDER --text de=FOLDER ... [--ranked en=FILE]

A text folder holds `*.txt` files, one sentence a line. A ranked file holds one word a line, the
most frequent first; what follows the word on its line is left out. The set in the repository was
made from the sentences of Common Voice (CC0; `server/data` of its repository, July 2021: en, de,
fr, it, es, pt, nl, pl, sv) and the English list of SymSpell (MIT; made of SCOWL and the Google
Books ngrams, CC BY 3.0).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from graphrag.text.word_lists import common_words
from graphrag.text.word_lists.stop_words import GERMAN_DETERMINERS
from graphrag.text.words import words

RANKED = 30_000
"""Words taken from a ranked list."""

MIN_COUNTS = {"en": 2, "fr": 2, "pl": 2}
"""Least uses of a word in a language's texts; 1 elsewhere."""

NOUN_SHARE = 0.2
"""Share of a German noun's uses that have an article or the like; that of a name is smaller."""

MIN_COMPOUNDS = 3
"""Hyphenated words with the same first part from which on the part makes common words."""

_HYPHENATED = re.compile(r"(?<![\w-])[^\W\d_]+(?:-[^\W\d_]+)+(?![\w-])")


class Counts(NamedTuple):
    """How often words stand in texts.

    Attributes:
        lower: In lower case.
        capitalised: Capitalised inside a sentence.
        nouns: The same after a German article.
    """

    lower: Counter[str]
    capitalised: Counter[str]
    nouns: Counter[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--text", action="append", default=[], metavar="LANGUAGE=FOLDER")
    parser.add_argument("--ranked", action="append", default=[], metavar="LANGUAGE=FILE")
    options = parser.parse_args()
    texts = [(language, Path(folder)) for language, folder in map(_divided, options.text)]
    ranked = [Path(file) for _, file in map(_divided, options.ranked)]
    stored = _without_endings(_common(texts, ranked))
    stored |= {word for _, folder in texts for word in _compounds(folder)}
    common_words.DATA.write_bytes(common_words.pack(sorted(stored)))
    print(f"{len(stored)} words, {common_words.DATA.stat().st_size} bytes")


def _divided(argument: str) -> tuple[str, str]:
    language, path = argument.split("=", 1)
    return language, path


def _common(texts: Iterable[tuple[str, Path]], ranked: Iterable[Path]) -> set[str]:
    """Return the common words of all languages; those that are only German nouns as titles."""
    lower: Counter[str] = Counter()
    capitalised: Counter[str] = Counter()
    chosen: set[str] = set()
    nouns: set[str] = set()
    for language, folder in texts:
        counts = _counts(folder)
        least = MIN_COUNTS.get(language, 1)
        if language == "de":
            chosen |= {word for word, count in counts.lower.items() if count >= least}
            nouns |= _nouns_of_german(counts)
        else:
            chosen |= {
                word
                for word, count in counts.lower.items()
                if count >= max(least, counts.capitalised[word])
            }
            lower += counts.lower
            capitalised += counts.capitalised
    for file in ranked:
        chosen |= {word for word in _first_words(file) if capitalised[word] <= lower[word]}
    kept = {word for word in chosen if len(word) > 1 and word.isalpha()}
    return kept | {noun.title() for noun in nouns - kept if len(noun) > 1 and noun.isalpha()}


def _nouns_of_german(counts: Counts) -> set[str]:
    return {
        word
        for word, count in counts.nouns.items()
        if count >= NOUN_SHARE * counts.capitalised[word]
    }


def _first_words(file: Path) -> list[str]:
    """Return the first word of each line of a ranked list, as far as it is taken."""
    lines = file.read_text(encoding="utf-8-sig").splitlines()[:RANKED]
    return [line.split()[0].lower() for line in lines if line.strip()]


def _without_endings(kept: Iterable[str]) -> set[str]:
    """Leave out what the lookup finds by its rule for endings: it needs no place of its own."""
    stored: set[str] = set()
    for word in sorted(kept, key=len):
        if common_words.without_ending(word) not in stored:
            stored.add(word)
    return stored


def _counts(folder: Path) -> Counts:
    lower: Counter[str] = Counter()
    capitalised: Counter[str] = Counter()
    nouns: Counter[str] = Counter()
    for file in sorted(folder.glob("*.txt")):
        for line in file.read_text(encoding="utf-8", errors="ignore").splitlines():
            before = ""
            for place, word in enumerate(words(line)):
                if line[word.start].islower():
                    lower[word.norm] += 1
                elif line[word.start].isupper() and place:
                    capitalised[word.norm] += 1
                    nouns[word.norm] += before in GERMAN_DETERMINERS
                before = word.norm
    return Counts(lower, capitalised, +nouns)


def _compounds(folder: Path) -> set[str]:
    """Return hyphenated words, and the first parts of at least three: "follow-up", "self-"."""
    found = {
        word
        for file in folder.glob("*.txt")
        for word in _HYPHENATED.findall(file.read_text(encoding="utf-8", errors="ignore"))
        if word.islower()
    }
    first = Counter(word.split("-")[0] for word in found)
    return found | {f"{part}-" for part, count in first.items() if count >= MIN_COMPOUNDS}


if __name__ == "__main__":
    main()
