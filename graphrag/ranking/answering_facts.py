"""Which facts of tables answer a message.

A table says many things about a name, and a message asks for one or two of them. Each word of the
message that is no part of a name looks for the facts that say it: in its own forms, then in related
words ("database": "db", "SQLite"); one step from the names first, then two. If no fact says any of
them, all facts about a name are told, unless a text about it says what is asked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from ..model import Fact, GraphView
from ..text.english_forms import base_forms, irregular_base, irregular_forms
from ..text.languages.related_words import related_words
from ..text.query_words import MAX_QUERY_WORDS
from ..text.stems import STEM_LETTERS
from ..text.word_beginnings import beginning_of, searchable
from ..text.words import is_unspaced, normalize_name, words

TEXTS_READ = 10
"""Number of the best passages that may say themselves what is asked."""

BEST_TEXTS = 2
"""Number of those whose names count where the message names nothing that a table knows."""

COVERED_SHARE = 0.5
"""Share of the asked words that such a passage says."""

MAX_UNASKED = 8
"""Facts that no word asks for: up to so many together with those two steps away."""

MAX_UNNAMED = 3
"""Maximum number of facts that no word asks for, about names that only a passage has."""

SHORTEST_BEGINNING = 3
"""Number of letters of the shortest word that the database looks for: "s" is in every name."""

LONG_FORM = 5
"""Number of letters from which a form is looked for within words, too."""

MAX_CHARACTERS = 4_000
"""Maximum number of characters to read of a passage."""

MAX_NAME_CHARACTERS = 300
"""Maximum number of characters to read of a name, a relation or a description."""


_IN_CAMEL_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A word that the message asks with: its forms, and those of related words."""

    word: str
    own: frozenset[str]
    related: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Said:
    """A fact with what it says: the words of its relation and of where it leads, in all forms."""

    fact: Fact
    words: str
    forms: frozenset[str]

    def says(self, forms: frozenset[str]) -> bool:
        """Whether it has one of some words, a long one also within another: "geliefert"."""
        return not self.forms.isdisjoint(forms) or any(
            len(form) >= LONG_FORM and form in self.words for form in forms
        )

    def goes_on(self, word: _Asked, used: Collection[str]) -> bool:
        """Whether it says a word that the facts before it do not say in the same form."""
        if self.says(word.own):
            return word.word not in used
        return self.says(word.related)


def answering_facts(
    view: GraphView, facts: Sequence[Fact], passages: Iterable[str]
) -> tuple[Fact, ...]:
    """Choose the facts that answer a message.

    Args:
        view: The message's words and names.
        facts: Facts of tables, best first.
        passages: The texts of the passages found, best first.

    Returns:
        Those between two names of the message, then those that the first asked word found, then
        those of the next one.
    """
    texts = [_read(text) for text in islice(passages, TEXTS_READ)]
    names = {f.subject: f.subject_name for f in facts} | {f.object: f.object_name for f in facts}
    about = names.keys() & set(view.named)
    is_named = bool(about)
    if not is_named:
        nearest = set().union(*(_ends(fact) for fact in facts if fact.hops == 1))
        about = {end for end in nearest if _is_in_one(texts[:BEST_TEXTS], names[end])}
    near = [_said(fact, about) for fact in facts if about & _ends(fact)]
    bridges: dict[str, list[_Said]] = defaultdict(list)
    for item in near:
        for end in _ends(item.fact) - about:
            bridges[end].append(item)
    known = about | bridges.keys()
    near_ids = {item.fact.id for item in near}
    far = [
        _said(fact, known)
        for fact in facts
        if fact.id not in near_ids and bridges.keys() & _ends(fact)
    ]
    texts = [text for text in texts if any(_is_in_one([text], names[end]) for end in about)]
    in_message = [view.entities[name].name for name in view.named]
    asked = _asked_words(view.words, [*in_message, *(names[end] for end in about)], texts)
    between = [item.fact for item in near if is_named and _ends(item.fact) <= about]
    told = {**dict.fromkeys(between), **_answers(asked, near, far, bridges)}
    if told:
        return tuple(told)
    if any(_is_answer(text, asked) for text in texts):
        return ()
    if not is_named:
        return tuple(item.fact for item in near[:MAX_UNNAMED])
    further = far[: max(0, MAX_UNASKED - len(near))]
    return tuple(item.fact for item in (*near, *further))


def asked_beginnings(view: GraphView) -> list[str]:
    """Return how the words begin that the message asks with, then their other forms: "own", "led".

    Args:
        view: The message's words and names.
    """
    rest = _beside_names(view.words, [view.entities[name].name for name in view.named])
    bases = [base for word in rest for base in (*base_forms(word), irregular_base(word))]
    forms = chain(rest, bases, chain.from_iterable(map(irregular_forms, bases)))
    long = (form for form in forms if len(form) >= SHORTEST_BEGINNING or is_unspaced(form[0]))
    return list(dict.fromkeys(form[:STEM_LETTERS] for form in long))[:MAX_QUERY_WORDS]


def _answers(
    asked: Sequence[_Asked],
    near: Sequence[_Said],
    far: Sequence[_Said],
    bridges: Mapping[str, Sequence[_Said]],
) -> dict[Fact, None]:
    """Return the facts that say an asked word, each after those that lead to it, as a set."""
    told: dict[Fact, None] = {}
    words_of: dict[str, set[str]] = defaultdict(set)
    for word in asked:
        for item in _first_answers(word, near, far):
            if item in far:
                told |= dict.fromkeys(bridge.fact for bridge in _leading_to(item, bridges))
            told[item.fact] = None
            words_of[item.fact.id].add(word.word)
    # "Which team owns the database behind X?": one word finds the database, another its owner.
    for item in far:
        for bridge in _leading_to(item, bridges):
            used = words_of.get(bridge.fact.id)
            if used and any(item.goes_on(word, used) for word in asked):
                told[item.fact] = None
    return told


def _first_answers(word: _Asked, *groups: Sequence[_Said]) -> list[_Said]:
    """Return the facts that say a word, of the first group that has some."""
    for forms in (word.own, word.related):
        for group in groups:
            if found := [item for item in group if item.says(forms)]:
                return found
    return []


def _leading_to(item: _Said, bridges: Mapping[str, Sequence[_Said]]) -> Iterator[_Said]:
    for end in (item.fact.subject, item.fact.object):
        yield from bridges.get(end, ())


def _ends(fact: Fact) -> set[str]:
    return {fact.subject, fact.object}


def _said(fact: Fact, known: Iterable[str]) -> _Said:
    names = {fact.subject: fact.subject_name, fact.object: fact.object_name}
    parts = [fact.predicate or fact.relation, fact.description]
    parts += [names[end] for end in names if end not in known]
    said = [word for part in parts for word in _norms(part)]
    return _Said(fact, " ".join(said), frozenset(chain.from_iterable(map(_forms, said))))


def _asked_words(
    message_words: Iterable[str], names: Iterable[str], texts: Sequence[str]
) -> list[_Asked]:
    asked = []
    for word in _beside_names(message_words, names):
        # What a text about the name says is asked of that text.
        is_of_text = any(beginning_of(word, STEM_LETTERS) in text for text in texts)
        others = () if is_of_text else related_words([word])
        related = frozenset(chain.from_iterable(map(_forms, others)))
        asked.append(_Asked(word, _forms(word), related))
    return asked


def _beside_names(message_words: Iterable[str], names: Iterable[str]) -> list[str]:
    in_names = {word for name in names for word in _norms(name)}
    return [word for word in message_words if word not in in_names][:MAX_QUERY_WORDS]


def _read(text: str) -> str:
    """Return a ``searchable`` text with one space between words, as in names: "dr voss"."""
    return " " + " ".join(searchable(text[:MAX_CHARACTERS]).split())


def _is_answer(text: str, asked: Sequence[_Asked]) -> bool:
    said = sum(beginning_of(item.word, STEM_LETTERS) in text for item in asked)
    return bool(asked) and said >= COVERED_SHARE * len(asked)


def _is_in_one(texts: Iterable[str], name: str) -> bool:
    """Whether a text has a name, as whole words."""
    norm = normalize_name(name)
    if not norm:
        return False
    whole = beginning_of(norm) + ("" if is_unspaced(norm[-1]) else " ")
    return any(whole in f"{text} " for text in texts)


def _norms(text: str) -> Iterator[str]:
    """Yield the words of a name or a relation; those of "reportsTo", too."""
    return (word.norm for word in words(_IN_CAMEL_CASE.sub(" ", text[:MAX_NAME_CHARACTERS])))


def _forms(word: str) -> frozenset[str]:
    forms = {*base_forms(word), irregular_base(word)}
    return frozenset(forms | {form[:STEM_LETTERS] for form in forms if len(form) > STEM_LETTERS})
