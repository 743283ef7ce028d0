"""Which facts and descriptions of entities a block shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..model import USER_ID, Entity, Fact
from . import block_text
from .budget import LABELS_SHOWN, RELATED_SHOWN
from .tokens import CountTokens


@dataclass(frozen=True, slots=True)
class ShownFacts:
    """What a block says of entities and their relations.

    Attributes:
        entity_lines: Lines that describe the entities named in the message.
        facts: The facts, in the order of choice.
        tokens: Tokens that both take.
    """

    entity_lines: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    tokens: int = 0


def choose_facts(
    entities: Iterable[Entity], facts: Sequence[Fact], room: int, counter: CountTokens
) -> ShownFacts:
    """Choose what fits: first lines about the named entities, then facts.

    Args:
        entities: The entities of the retrieval.
        facts: Its facts, best first.
        room: Most tokens for both.
        counter: Counts tokens.

    Returns:
        What is shown.
    """
    lines: list[str] = []
    chosen: list[Fact] = []
    spent = 0
    for entity in entities:
        if not (entity.named and entity.description):
            continue
        own = [fact for fact in facts if entity.id in (fact.subject, fact.object)]
        line = block_text.entity_line(entity, own[:RELATED_SHOWN])
        tokens = counter(line + "\n")
        if spent + tokens <= room:
            lines.append(line)
            spent += tokens
    heading = counter(block_text.FACTS_HEADING + "\n")
    for fact in facts:
        labels = [block_text.LABEL_TO_COME] * min(len(fact.documents), LABELS_SHOWN)
        line = block_text.fact_line(fact, labels)
        tokens = counter(line + "\n") + (0 if chosen else heading)
        if spent + tokens <= room:
            chosen.append(fact)
            spent += tokens
    return ShownFacts(tuple(lines), tuple(chosen), spent)


def novel_first(facts: Iterable[Fact], known: frozenset[str]) -> list[Fact]:
    """Sort facts so that those come first that no text in the prompt supports.

    Args:
        facts: The facts, best first.
        known: Keys of the documents in the prompt.
    """
    return sorted(facts, key=lambda fact: bool(known.intersection(fact.documents)))


def grouped_by_subject(facts: Sequence[Fact]) -> list[Fact]:
    """Group facts by subject, in the order of each subject's best; the user's own come first."""
    subjects = list(dict.fromkeys(fact.subject for fact in facts))
    subjects.sort(key=lambda subject: subject != USER_ID)
    return [fact for subject in subjects for fact in facts if fact.subject == subject]
