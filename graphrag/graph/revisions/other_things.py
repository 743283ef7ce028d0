"""Changes of something else than what an older memory says."""

from __future__ import annotations

from ...text.changes.departures import departed
from ...text.changes.endings import ended
from ...text.changes.handovers import handed_over
from ...text.changes.new_things import new_things, says_new
from ...text.changes.relatives import RELATIVES, changed_relatives
from ...text.changes.several_at_once import SEVERAL_AT_ONCE
from ...text.changes.value_patterns import opened_by_secrets
from ...text.word_lists.user_words import USER_WORDS
from ...text.words import normalize_name, words, written_words
from .evidence import Evidence, gives_other_values, shares_a_value
from .memories import ReadMemory, names_in_both, shared_terms
from .names import changing_sentences
from .terms import all_stems_in, stems_in, stems_of_names, stems_without_endings

_DONE_WITH_SEVERAL = all_stems_in([*SEVERAL_AT_ONCE, *USER_WORDS])


def changes_something_else(old: ReadMemory, new: ReadMemory, evidence: Evidence) -> bool:
    """Whether a newer memory changes something else than what an older one says.

    Args:
        old: The older memory.
        new: The newer one.
        evidence: What speaks for a change.
    """
    if _are_about_two(old, new) or _is_of_a_relative(old, new) or _opens_another(old, new):
        return True
    if evidence == "hint":
        return _tells_of_a_new_thing(old, new)
    if evidence in {"change", "beginning"} and _changes_another(old, new):
        return True
    if evidence == "beginning" and _begins_something_else(old, new):
        return True
    return evidence in {"both", "change", "beginning"} and (
        _ends_something_else(old, new)
        or _hands_over_another(old, new)
        or _tells_where_another_went(old, new)
    )


def _are_about_two(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether two memories open with different names, and neither has that of the other."""
    first, second = old.names, new.names
    return bool(
        first.opening
        and second.opening
        and first.opening not in second.all
        and second.opening not in first.all
    )


def _opens_another(old: ReadMemory, new: ReadMemory) -> bool:
    """Whether two memories give codes of two things: "of the gate is 4412", "of the safe is 9902".

    Each says of its code what the other memory does not mention.
    """
    opened = [stems_in(opened_by_secrets(memory.item.document.text)) for memory in (old, new)]
    return bool(opened[0] - new.reading.terms.keys() and opened[1] - old.reading.terms.keys())


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
    names = names_in_both(old, new)
    first_words = [all_stems_in(written_words(m.item.document.text)[:1]) for m in (old, new)]
    says_nothing = (
        _DONE_WITH_SEVERAL
        | stems_of_names(names)
        | stems_without_endings(names)
        | (first_words[0] & first_words[1])  # a name, or what both are about
    )
    return not shares_a_value(old.reading, new.reading) and shared_terms(old, new) <= says_nothing


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
    known.update(*(name.split() for name in old.names.written))
    return bool(moved) and all(known.isdisjoint(name) for name in moved)
