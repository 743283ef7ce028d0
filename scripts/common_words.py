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
from pathlib import Path

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--text", action="append", default=[], metavar="LANGUAGE=FOLDER")
    parser.add_argument("--ranked", action="append", default=[], metavar="LANGUAGE=FILE")
    options = parser.parse_args()
    lower: Counter[str] = Counter()
    capitalised: Counter[str] = Counter()
    chosen: set[str] = set()
    compounds: set[str] = set()
    nouns_of_german: set[str] = set()
    for language, folder in (argument.split("=", 1) for argument in options.text):
        own_lower, own_capitalised, nouns = _counts(Path(folder))
        least = MIN_COUNTS.get(language, 1)
        compounds |= _compounds(Path(folder))
        if language == "de":
            chosen |= {word for word, count in own_lower.items() if count >= least}
            nouns_of_german = {w for w, n in nouns.items() if n >= NOUN_SHARE * own_capitalised[w]}
            continue
        lower += own_lower
        capitalised += own_capitalised
        chosen |= {
            word for word, count in own_lower.items() if count >= max(least, own_capitalised[word])
        }
    for _, file in (argument.split("=", 1) for argument in options.ranked):
        lines = Path(file).read_text(encoding="utf-8-sig").splitlines()[:RANKED]
        ranked = (line.split()[0].lower() for line in lines if line.strip())
        chosen |= {word for word in ranked if capitalised[word] <= lower[word]}
    kept = {word for word in chosen if len(word) > 1 and word.isalpha()}
    kept |= {noun.title() for noun in nouns_of_german - kept if len(noun) > 1 and noun.isalpha()}
    # What the lookup finds by its rule for endings needs no place of its own.
    stored: set[str] = set()
    for word in sorted(kept, key=len):
        if common_words.without_ending(word) not in stored:
            stored.add(word)
    stored |= compounds
    common_words.DATA.write_bytes(common_words.pack(sorted(stored)))
    print(f"{len(stored)} words, {common_words.DATA.stat().st_size} bytes")


def _counts(folder: Path) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Count words in lower case, capitalised inside a sentence, and after a German article."""
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
    return lower, capitalised, +nouns


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
