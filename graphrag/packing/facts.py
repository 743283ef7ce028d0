"""Which facts and descriptions of entities a block shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..model import USER_ID, Entity, Fact, Retrieval
from . import block_text
from .budget import LABELS_SHOWN, MAX_MISFITS, RELATED_SHOWN, Budget
from .tokens import CountTokens


@dataclass(frozen=True, slots=True)
class ShownFacts:
    """What a block says of entities and their relations.

    Attributes:
        entity_lines: Lines that describe the entities named in the message.
        facts: The facts, in the order of choice.
        tokens: Tokens that both take.
    """

    entity_lines: tuple[str, ...]
    facts: tuple[Fact, ...]
    tokens: int


def tokens_for_facts(
    retrieval: Retrieval, room: int, budget: Budget, counter: CountTokens, *, has_texts: bool
) -> int:
    """Return how many tokens the facts take at most; which are shown depends on the passages.

    Args:
        retrieval: What was found.
        room: Tokens for facts and passages.
        budget: The rules.
        counter: Counts tokens.
        has_texts: Whether there are passages to show too.
    """
    entities = retrieval.entities
    new = unsaid(retrieval.facts, dict.fromkeys(retrieval.recalled))
    of_texts, of_tables = divided_by_texts(new, entities)
    tokens = choose_facts(entities, of_texts, budget.for_facts, counter).tokens
    most = min(budget.for_tables(has_texts=has_texts), room - tokens)
    return tokens + choose_facts((), of_tables, most, counter).tokens


def facts_beside(
    shown: Mapping[str, str], retrieval: Retrieval, room: int, counter: CountTokens
) -> ShownFacts:
    """Return the facts that neither the passages shown nor the recalled documents say.

    Args:
        shown: The texts that the block shows, by the keys of their passages.
        retrieval: What was found.
        room: Maximum number of tokens for them.
        counter: Counts tokens.
    """
    new = unsaid(retrieval.facts, {**dict.fromkeys(retrieval.recalled), **shown})
    of_texts, of_tables = divided_by_texts(new, retrieval.entities)
    return choose_facts(retrieval.entities, [*of_tables, *of_texts], room, counter, shown.values())


def choose_facts(
    entities: Iterable[Entity],
    facts: Sequence[Fact],
    room: int,
    counter: CountTokens,
    shown: Iterable[str] = (),
) -> ShownFacts:
    """Choose what fits: first lines about the named entities, then facts.

    Args:
        entities: The entities of the retrieval.
        facts: Its facts, best first.
        room: Maximum number of tokens for both.
        counter: Counts tokens.
        shown: The texts that the block shows; what they say of an entity is not repeated.

    Returns:
        What is shown.
    """
    said = "\n".join(shown).casefold()
    lines: list[str] = []
    chosen: list[Fact] = []
    spent = 0
    for entity in entities:
        if not (entity.named and entity.description):
            continue
        if entity.description.casefold().strip(" .") in said:
            continue
        # A fact of a table has a line of its own, which also tells in which direction it holds.
        own = [f for f in facts if f.has_text and entity.id in (f.subject, f.object)]
        line = block_text.entity_line(entity, own[:RELATED_SHOWN])
        tokens = counter(line + "\n")
        if spent + tokens <= room:
            lines.append(line)
            spent += tokens
    heading = counter(block_text.FACTS_HEADING + "\n")
    misfits = 0
    for fact in facts:
        if misfits >= MAX_MISFITS:
            break
        labels = [block_text.LABEL_TO_COME] * min(len(fact.documents), LABELS_SHOWN)
        line = block_text.fact_line(fact, labels)
        tokens = counter(line + "\n") + (0 if chosen else heading)
        if spent + tokens <= room:
            chosen.append(fact)
            spent += tokens
        else:
            misfits += 1
    return ShownFacts(tuple(lines), tuple(chosen), spent)


def unsaid(facts: Iterable[Fact], prompt: Mapping[str, str | None]) -> list[Fact]:
    """Return the facts that no text in the prompt says.

    A fact from a conversation repeats a memory, so only the memory is shown. Facts of files, and
    what a user has edited, are shown unless one of their sources stands in the prompt and says
    them.

    Args:
        facts: The facts, best first.
        prompt: What is shown of each document in the prompt, by its key; None for all of it.
    """
    return [fact for fact in facts if not fact.is_of_memory and not _is_said(fact, prompt)]


def _is_said(fact: Fact, prompt: Mapping[str, str | None]) -> bool:
    for key in fact.documents:
        if key not in prompt:
            continue
        text = prompt[key]
        if text is None:
            return True
        text = text.casefold()
        if all(name.casefold() in text for name in (fact.subject_name, fact.object_name)):
            return True
    return False


def divided_by_texts(
    facts: Iterable[Fact], entities: Iterable[Entity]
) -> tuple[list[Fact], list[Fact]]:
    """Divide facts into those that a text states, and those of tables.

    Those of texts about nothing that the message names are left out: they are about other things.

    Args:
        facts: The facts.
        entities: The entities of the retrieval.
    """
    facts = list(facts)
    named = {entity.id for entity in entities if entity.named}
    of_texts = [f for f in facts if f.has_text and not named.isdisjoint((f.subject, f.object))]
    return of_texts, [f for f in facts if not f.has_text]


def fact_lines(facts: Sequence[Fact], labels: Mapping[str, str]) -> list[str]:
    """Write facts under their heading, each with the labels of its sources.

    Args:
        facts: The facts, in the order of the lines.
        labels: The labels of the passages that are shown, by key. What is not shown has none.

    Returns:
        The lines; none without facts.
    """
    lines = [block_text.FACTS_HEADING] if facts else []
    for fact in facts:
        sources = [labels[key] for key in fact.documents if key in labels]
        lines.append(block_text.fact_line(fact, sources[:LABELS_SHOWN]))
    return lines


def grouped_by_subject(facts: Sequence[Fact]) -> list[Fact]:
    """Group facts by subject, in the order of each subject's best; the user's own come first."""
    subjects = list(dict.fromkeys(fact.subject for fact in facts))
    subjects.sort(key=lambda subject: subject != USER_ID)
    return [fact for subject in subjects for fact in facts if fact.subject == subject]
