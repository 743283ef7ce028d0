"""Sentences about somebody's relative, friend or pet: "Grandma's sister moved to Bristol".

What such a sentence says changes nothing of where Grandma lives. A language that is not listed only
loses the hint.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..sentences import split_sentences
from ..word_lists.people_words import PEOPLE, SERVICES
from ..word_lists.word_sets import any_of, split_words
from .change_words import change_words

RELATIVES = (PEOPLE - SERVICES) | split_words(
    "friend colleague coworker teammate classmate ex parents kids children dog cat"
    " kollege kollegin eltern kinder hund katze"
    " ami amie copain copine collègue parents enfants chien chat"
    " amigo amiga compañero compañera padres hijos perro gato"
    " amico amica collega genitori figli cane gatto"
    " vriend vriendin collega ouders kinderen hond kat"
)
"""Whom somebody has, and who lives a life of their own."""

_RELATIVE = rf"(?P<relative{{}}>{any_of(RELATIVES)})(?!\w)"
_WORD = r"[\w.-]{1,40}+"
_ARTICLE = r"(?:(?:the|der|die|das|la|le|el|il|lo|o|a|de|het) |l['’])?"
_OF = r"(?:(?:of|von|vom|der|des|de|du|del|della|di|do|da|van) |d['’])"
_OPENS = re.compile(
    rf"\W{{0,4}}(?:{_WORD}(?: {_WORD}){{0,2}}?(?:['’]s|(?<=s)['’]|(?<=s)) {_RELATIVE.format(1)}"
    rf"(?: (?P<name>{_WORD}))?"
    rf"|{_ARTICLE}{_RELATIVE.format(2)} {_OF})",
    re.IGNORECASE,
)

_MAY_BE_OWNER = re.compile(
    r"(?<!\w)(?:she|he|her|him|they|them|sie|er|ihr|ihn|ihm|ihnen|elle|elles|ils?|lui|leur|ella|él"
    r"|ellos|lei|loro|zij|hij|haar|hem|hen)(?!\w)",
    re.IGNORECASE,
)
"""In "Ella's mother now drives her to school" the change is Ella's."""


class Relative(NamedTuple):
    """Whom a sentence is about.

    Attributes:
        word: What they are to somebody, case-folded: "sister".
        name: The word after that, case-folded, which may be their name; mostly none.
    """

    word: str
    name: str


def changed_relatives(text: str) -> list[Relative]:
    """Return the relatives that a memory speaks of where it speaks of a change.

    Args:
        text: The text of a short memory.

    Returns:
        One for each sentence that speaks of a change, or for each sentence if none does; nothing if
        one of these opens with something else than "somebody's sister" or "the sister of", or if
        "she" or "her" may be somebody else.
    """
    if not _OPENS.match(text) or _MAY_BE_OWNER.search(text):
        return []
    sentences = split_sentences(text)
    telling = [sentence for sentence in sentences if any(change_words(sentence))] or sentences
    found = [_OPENS.match(sentence) for sentence in telling]
    if not all(found):
        return []
    return [
        Relative(
            (match["relative1"] or match["relative2"]).casefold(), (match["name"] or "").casefold()
        )
        for match in found
        if match
    ]
