"""What speaks for a change from one memory to a newer one, and what denies it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import NamedTuple

from ...text.changes.departures import departed
from ...text.changes.done_once import tells_of_something_done, tells_what_was_paid
from ...text.changes.endings import ended
from ...text.changes.handovers import handed_over
from ...text.changes.new_things import new_things, says_new
from ...text.changes.relatives import RELATIVES, changed_relatives
from ...text.changes.several_at_once import SEVERAL_AT_ONCE
from ...text.word_lists.user_words import USER_WORDS
from ...text.words import normalize_name, words, written_words
from ..desired import DesiredDocument
from .evidence import (
    Evidence,
    Reading,
    differs_inside,
    evidence_of,
    first_difference,
    gives_another_plan,
    gives_another_sum_alone,
    gives_other_values,
    is_still_ahead,
    read,
    shares_a_value,
)
from .names import Names, changing_sentences, name_others, named_in
from .terms import UNITS_OF_TIME, all_stems_in, stems_in, stems_of_names

CLEAR: frozenset[Evidence] = frozenset(["both", "change", "beginning"])
"""Evidence that speaks of a change; the others are mere differences."""

SIBLING_SHARE = 0.75
"""Of two memories that say the same of two things, each has at most so many words of its own, as a
share of those that both have."""


_DONE_WITH_SEVERAL = all_stems_in([*SEVERAL_AT_ONCE, *USER_WORDS])

_SENTENCE_END = re.compile(r"[.;!?\n]")


class ReadMemory(NamedTuple):
    """A memory with what it says and names, and its day as an ordinal."""

    item: DesiredDocument
    reading: Reading
    names: Names
    day: int

    @classmethod
    def read(cls, item: DesiredDocument) -> ReadMemory:
        """Read a memory."""
        reading = read(item.document.text, item.english)
        return cls(item, reading, named_in(item), item.document.day or 0)


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
    if evidence is None or _are_about_two(old, new) or _is_of_a_relative(old, new):
        return None
    if evidence in {"change", "beginning"} and _changes_another(old, new):
        return None
    if evidence == "beginning" and _begins_something_else(old, new):
        return None
    if evidence in CLEAR and (
        _ends_something_else(old, new)
        or _hands_over_another(old, new)
        or _tells_where_another_went(old, new)
    ):
        return None
    may_be_of_two = evidence == "values" and gives_another_sum_alone(new.reading, old.reading)
    if (evidence == "hint" or may_be_of_two) and share_only_names(old, new):
        return None  # "Ada's course costs 85 euros a month", "Ada paid 40 euros for clay"
    if evidence == "hint" and _tells_of_a_new_thing(old, new):
        return None
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


def have_one_subject(old: ReadMemory, new: ReadMemory, rare: Set[str]) -> bool:
    """Whether one of two memories has the rare word that the other opens with.

    Args:
        old: The older memory.
        new: The newer one.
        rare: The rare words of all memories, as terms of the readings.
    """
    older, newer = old.reading, new.reading
    return (older.subject in rare and older.subject in newer.terms) or (
        newer.subject in rare and newer.subject in older.terms
    )


def share_little(old: ReadMemory, new: ReadMemory, rare: Set[str]) -> bool:
    """Whether two memories share one name and no other word, or one rare word and no name.

    Args:
        old: The older memory.
        new: The newer one.
        rare: The rare words of all memories, as terms of the readings.
    """
    shared = _shared_terms(old, new)
    if any(shared <= stems_of_names([name]) for name in _names_in_both(old, new)):
        return True
    return len(shared & rare) == 1 and name_others(old.names, new.names)


def share_only_names(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether all words that two memories share are those of names in both.

    A name may stand within another one: "Lunna" in "Lunna Clinic".

    Args:
        old: The older memory.
        new: The newer one.
    """
    return _shared_terms(old, new) <= stems_of_names(_names_in_both(old, new))


def _names_in_both(old: ReadMemory, new: ReadMemory) -> list[str]:
    """Return the normalised names of two memories whose words the other one has in a name."""
    older, newer = old.names.written, new.names.written
    pairs = ((older, newer), (newer, older))
    return [
        name
        for own, others in pairs
        for name in own
        if any({*name.split()} <= {*other.split()} for other in others)
    ]


def _shared_terms(old: ReadMemory, new: ReadMemory) -> Set[str]:
    return (old.reading.terms.keys() & new.reading.terms.keys()) - UNITS_OF_TIME


def _name_nothing_else(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether one of two memories names nothing that the other does not."""
    first, second = old.names.all, new.names.all
    return first <= second or second <= first


def _are_about_two(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether two memories open with different names, and neither has that of the other."""
    first, second = old.names, new.names
    return bool(
        first.opening
        and second.opening
        and first.opening not in second.all
        and second.opening not in first.all
    )


def _is_of_a_relative(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether a newer memory is about somebody's relative, and the older one about none.

    "Grandma's sister moved to Bristol" changes nothing of where Grandma lives.
    """
    relatives = changed_relatives(new.item.document.text)
    if not relatives:
        return False
    named = {word for name in old.names.written for word in name.split()}
    known = {word.norm for word in words(old.item.document.text)}
    if not known.isdisjoint(RELATIVES - named):
        return False
    return not any(relative.name in known for relative in relatives)


def _changes_another(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether what a newer memory says of a change begins with somebody else than the older.

    "Mirela is away from 1 October. Jonas stands in for her" changes nothing of where Jonas is.
    """
    first = old.names
    if not first.opening:
        return False
    openings = changing_sentences(new.item)
    return bool(openings) and all(
        opening and opening not in first.all and first.opening not in named
        for opening, named in openings
    )


def _begins_something_else(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether a newer memory, of something that began, shares only names with the older one.

    "Since May Ada plays the accordion" changes nothing of where Ada works, and nothing of the piano
    that she plays: one plays several instruments.
    """
    shared = _shared_terms(old, new) - _DONE_WITH_SEVERAL
    first_words = [all_stems_in(written_words(m.item.document.text)[:1]) for m in (old, new)]
    shared -= first_words[0] & first_words[1]  # a name, or what both are about
    return not shares_a_value(old.reading, new.reading) and shared <= stems_of_names(
        _names_in_both(old, new)
    )


def _ends_something_else(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether what has ended is not what the older memory says.

    "Renata no longer takes aspirin" changes nothing of her ramipril.
    """
    if bool(old.item.english) != bool(new.item.english):
        return False
    clauses = ended(new.item.document.text)
    names = stems_of_names(new.names.written)
    said = old.reading.terms.keys() | names
    return bool(clauses) and not any(stems_in([clause]) <= said for clause in clauses)


def _tells_of_a_new_thing(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether a newer memory only says that something is new of which the older one says nothing.

    "The school has a new headmaster" changes nothing of who goes to that school.
    """
    if bool(old.item.english) != bool(new.item.english):
        return False
    weak = new.reading.weak - old.reading.weak
    things = stems_in(new_things(new.item.document.text))
    return (
        bool(things)
        and all(map(says_new, weak))
        and things.isdisjoint(old.reading.terms)
        and not gives_other_values(new.reading, old.reading)
    )


def _hands_over_another(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether what has changed hands is not what the older memory speaks of.

    "Ada takes over the parcels from Ben" changes nothing of when Ben is on call.
    """
    if bool(old.item.english) != bool(new.item.english):
        return False
    names = stems_of_names(new.names.written)
    things = [stems_in([thing]) - names for thing in handed_over(new.item.document.text)]
    return any(things) and not any(thing & old.reading.terms.keys() for thing in things)


def _tells_where_another_went(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether somebody or something moved, closed or died of which the older memory says nothing.

    "vaultwarden has moved to hummer with its backups" changes nothing of the backups of hummer.
    """
    gone = {normalize_name(word) for word in departed(new.item.document.text)}
    names = [{*name.split()} for name in new.names.written]
    moved = [name for name in names if not gone.isdisjoint(name)]
    known = {word.norm for word in words(old.item.document.text)}
    known.update(*(entity_id.partition(":")[2].split() for entity_id in old.names.all))
    return bool(moved) and all(known.isdisjoint(name) for name in moved)


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
