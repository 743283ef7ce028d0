"""What was found in a sentence, and what each reader of a part of it starts with."""

from __future__ import annotations

from collections.abc import Sequence

from .sentence_view import MAX_OWNED, SentenceView
from .word_classes import ADJECTIVES, DETERMINERS, OWN, is_role

MAX_BETWEEN = 10
"""Maximum number of words from a verb to its object."""


class FoundFacts:
    """The relations found in a sentence.

    Attributes:
        facts: (subject, predicate, object) of each, in the order found.
        only: Whose name the sentence gives: only they can be meant by a pronoun that follows.

    Example:
        ::

            found = FoundFacts()
            found.add_all(["anna"], ["uses", "the"], "tern")
            found.facts  # [("anna", "uses", "tern")]
    """

    def __init__(self) -> None:
        self.facts: list[tuple[str, str, str]] = []
        self.only = ""

    def add(self, subject: str, predicate: str, obj: str) -> None:
        """Add a relation, unless it is one of a thing to itself.

        Args:
            subject: The subject's entity id; nothing is added if it is empty.
            predicate: The relation in the words of the text.
            obj: The object's entity id; nothing is added if it is empty.
        """
        if subject and obj and subject != obj:
            self.facts.append((subject, predicate, obj))

    def add_all(
        self, subjects: Sequence[str], words: Sequence[str], obj: str, *, turned: bool = False
    ) -> None:
        """Add the same relation of several subjects, unless too many words make it up.

        Args:
            subjects: Their entity ids.
            words: The words from subject to object; an article before the object is left out.
            obj: The object's entity id.
            turned: Whether subject and object change places.
        """
        if not words or words[-1] == "other":
            return  # "is the other Anna"
        if words[-1] in ADJECTIVES and not DETERMINERS.isdisjoint(words[-2:-1]):
            words = words[:-1]
        while words and (words[-1] in DETERMINERS or words[-1] in OWN):
            words = words[:-1]
        if 0 < len(words) <= MAX_BETWEEN + MAX_OWNED:
            for subject in subjects:
                ends = (obj, subject) if turned else (subject, obj)
                self.add(ends[0], " ".join(words), ends[1])

    def add_role(self, entity: str, role: Sequence[str], owner: str) -> None:
        """Add whose "colleague" or "form tutor" somebody is.

        Args:
            entity: Who has the role.
            role: Its words; "name" says what the owner is called. What is no role is left out.
            owner: To whom.
        """
        if list(role) == ["name"]:
            self.add(owner, "is called", entity)
            self.only = owner
        elif is_role(role):
            self.add(entity, f"is {' '.join(role)} of", owner)


class PartReader:
    """What reads a part of a sentence.

    Args:
        view: The sentence.
        found: Where the relations go.
    """

    def __init__(self, view: SentenceView, found: FoundFacts) -> None:
        self._view = view
        self._found = found
        self._tokens = view.tokens
        self._last = view.last
        self._user = view.user
