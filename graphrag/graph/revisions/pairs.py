"""What speaks for a change from one memory to a newer one, and what denies it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from ...text.changes.done_once import tells_of_something_done, tells_what_was_paid
from .evidence import (
    Evidence,
    differs_inside,
    evidence_of,
    first_difference,
    gives_another_plan,
    gives_other_values,
    is_still_ahead,
    may_give_sums_of_two,
)
from .memories import ReadMemory, share_only_names
from .names import name_others
from .other_things import changes_something_else
from .terms import all_stems_in, stems_in

CLEAR: frozenset[Evidence] = frozenset(["both", "change", "beginning"])
"""Evidence that speaks of a change; the others are mere differences."""

SIBLING_SHARE = 0.75
"""Of two memories that say the same of two things, each has at most so many words of its own, as a
share of those that both have."""


_SENTENCE_END = re.compile(r"[.;!?\n]")


def evidence_of_change(old: ReadMemory, new: ReadMemory, rare: Set[str]) -> Evidence | None:
    """Return what speaks for a change from one memory to a newer one, if nothing denies it.

    Args:
        old: The older memory.
        new: The newer one.
        rare: The rare words of all memories, as terms of the readings.
    """
    evidence = difference(old, new)
    if evidence == "restated":  # all words but those of the value are the same
        return evidence
    if evidence is None or changes_something_else(old, new, evidence):
        return None
    may_be_of_two = evidence == "values" and may_give_sums_of_two(new.reading, old.reading)
    if (evidence == "hint" or may_be_of_two) and share_only_names(old, new):
        return None  # "Ada's course costs 85 euros a month", "Ada paid 40 euros for clay"
    if evidence in {"both", "values", "hint"} and _were_done_once(old, new):
        return None
    if evidence not in CLEAR and (
        name_others(old.names, new.names) or _are_siblings(old, new, rare)
    ):
        return None  # "the call with Ina is on Mondays", "the call with Ada is on Fridays"
    if _have_two_subjects(old, new) or _differ_in_one_word(old, new):
        return None
    return evidence


def difference(old: ReadMemory, new: ReadMemory) -> Evidence | None:
    """Return what a newer memory says otherwise; two dates alone may be two concerts.

    Args:
        old: The older memory.
        new: The newer one.
    """
    evidence = evidence_of(new.reading, old.reading)
    if evidence == "dates" and not (
        is_still_ahead(old.reading, old.day, new.day) and _name_nothing_else(old, new)
    ):
        return None
    return evidence


def _name_nothing_else(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether one of two memories names nothing that the other does not."""
    first, second = old.names.all, new.names.all
    return first <= second or second <= first


def begins_with_another(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether what a newer memory says to have changed has a word that the older one lacks.

    "Grandma's neighbour has moved out" changes nothing of where Grandma lives: after the last name
    before the words of the change, "neighbour" is new.
    """
    changing = new.reading.strong | new.reading.weak
    text = new.item.document.text.casefold()
    before = _before_any(text, changing)
    if before == text:
        return False
    sentence = _SENTENCE_END.split(before)[-1]
    names = [name.split()[-1] for name in new.names.written]
    ends = (sentence.rfind(name) + len(name) for name in names if name in sentence)
    subject = sentence[max(ends, default=0) :]
    return not stems_in([subject]) - stems_in(changing) <= old.reading.terms.keys()


def _have_two_subjects(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether two memories say the same of two things: "server Fox runs on Debian"."""
    return (
        name_others(old.names, new.names, versions=True)
        and differs_inside(old.reading, new.reading)
        and differs_inside(new.reading, old.reading)
    )


def _differ_in_one_word(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether two memories say the same of two things: "main wifi password", "guest wifi password".

    They have most of their words in common, and after the first that differs the same one follows,
    or they give other values. A word after one of change tells what changed: "is now closed".
    """
    text = new.item.document.text
    changing = sorted(new.reading.strong | new.reading.weak)
    first, second = old.reading.own, new.reading.own
    shared = len({*first} & {*second})
    if max(len(first), len({*second} - stems_in(changing))) > 2 * shared:
        return False
    place = first_difference(old.reading, new.reading)
    if place is None or first[place] in second or second[place] in first:
        return False
    differing = {first[place], second[place]}
    if any(word[0].isdigit() for word in differing) or differing <= _secrets(old, new):
        return False
    following = first[place + 1 : place + 2], second[place + 1 : place + 2]
    gives_others = gives_other_values(new.reading, old.reading)
    if following[0] != following[1] or not (following[0] or gives_others):
        return False
    return second[place] in all_stems_in([_before_any(text.casefold(), changing)])


def _before_any(text: str, phrases: Iterable[str]) -> str:
    """Return the part of a text before the first of some phrases; all of it without any."""
    places = (text.find(phrase) for phrase in phrases)
    return text[: min((place for place in places if place >= 0), default=len(text))]


def _were_done_once(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether two memories tell of two purchases, repairs or the like, or of two sums paid once.

    "Delivery is on Tuesdays" and "Delivery is on Fridays" tell of one plan.
    """
    return not gives_another_plan(new.reading, old.reading) and all(
        tells_of_something_done(item.document.text)
        or (not item.english and tells_what_was_paid(item.document.text))
        for item in (old.item, new.item)
    )


def _secrets(old: ReadMemory, new: ReadMemory) -> frozenset[str]:
    return old.reading.secrets | new.reading.secrets


def _are_siblings(old: ReadMemory, new: ReadMemory, rare: Set[str]) -> bool:
    """Whether two memories say the same of two things: "dad takes 10 mg", "mum takes 5 mg".

    Each has a rare word that the other lacks, and hardly any other word.
    """
    first, second = old.reading.terms.keys(), new.reading.terms.keys()
    shared, secrets = len(first & second), _secrets(old, new)
    return all(
        0 < len(own) <= SIBLING_SHARE * shared and not rare.isdisjoint(own - secrets)
        for own in (first - second, second - first)
    )
