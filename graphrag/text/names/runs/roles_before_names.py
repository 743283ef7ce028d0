"""Words that say who somebody is before their name: "Neighbour Winifred Trask", "Coach Reyes"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...word_lists.calendar_words import is_capitalised_calendar_word
from ...word_lists.common_words import is_common
from ...word_lists.no_names import NO_NAMES
from ...word_lists.people_words import ADDRESS, AT_WORK, OTHER_WORDS, PEOPLE
from ...word_lists.word_sets import split_words

_ALSO_IN_CHURCH = split_words(
    "brother sister mother father bruder schwester mutter vater frère sœur soeur mère père hermano"
    " hermana madre padre fratello broer zus moeder vader brat siostra matka ojciec irmão irmã mãe"
    " pai"
)
"""They stay part of a single name: "Father Brown", "Mother Teresa"."""

_OF_MANY = split_words(
    "colleague client customer supplier contractor coach trainer teacher tutor tenant lodger"
    " nanny builder painter carpenter roofer mechanic handyman caretaker treasurer chairman"
    " chairwoman kollege kollegin kunde kundin lieferant lieferantin trainerin lehrer lehrerin"
    " hausmeister hausmeisterin ansprechpartner ansprechpartnerin schornsteinfeger klempner"
    " elektriker maler handwerker mieter mieterin kassenwart kassenwartin collègue nounou"
    " entraîneur fontanero entrenador idraulico allenatore collega klant oppas loodgieter"
    " hydraulik elektryk trener kolega koleżanka"
)
"""What several people are: before uncommon words no part of the name, as in "Coach Reyes"."""

_INFLECTED = split_words(
    "bruders chefs freundes hausarztes hausarzts kollegen kunden lieferanten mieters nachbarn"
    " nachbars neffen onkels schwagers schwiegervaters sohnes steuerberaters tierarztes trainers"
    " vaters vermieters zahnarztes zahnarzts"
)
"""In other cases than the nominative: "das Auto meines Bruders Till"."""

_SURE = (
    PEOPLE - OTHER_WORDS - AT_WORK - ADDRESS - _ALSO_IN_CHURCH - split_words("mari femme")
    | _INFLECTED
)
_BEFORE_TWO_NAMES = AT_WORK | _ALSO_IN_CHURCH


def begins_with_role(words: Sequence[str]) -> bool:
    """Whether the first of some capitalised words says who the others are.

    Args:
        words: What spaces divide: "Neighbour", "Winifred", "Trask".
    """
    if len(words) < 2 or not _may_be_name(words[1]):
        return False
    role = words[0].casefold()
    return (
        role in _SURE
        or (role in _BEFORE_TWO_NAMES and len(words) > 2)
        or (role in _OF_MANY and not all(is_common(word.casefold()) for word in words[1:]))
    )


def _may_be_name(word: str) -> bool:
    """Whether a word may be a person's: not "HL" of "Brother HL-2350", nor "Monday"."""
    norm, letters = word.casefold(), re.sub("[-'’.]", "", word)
    is_acronym = len(word) > 1 and word.isupper()
    return (
        word[0].isupper()
        and letters.isalpha()
        and not is_acronym
        and norm not in NO_NAMES
        and not is_capitalised_calendar_word(norm)
    )
