"""From the ranked list to what a retrieval returns of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from ..model import TOKEN_TYPE, DayRange, Entity, Fact, GraphView, Query, RankedPassage, Retrieval
from ..ranking.answering_facts import answering_facts
from ..ranking.dates import beside_dates, is_of_past_day
from ..ranking.facts import is_known_otherwise, ranked_facts
from ..ranking.outdated import outdated_memories
from ..ranking.relevance import is_recall_evidence
from ..text.dates.written_days import writes_one_of
from ..text.messages.bare_names import says_only_a_name
from ..text.messages.request_form import needs_no_memory
from .ask_views import AskView, relevance_of
from .options import RetrievalOptions
from .question import Question

ENTITIES_SHOWN = 12
"""Maximum number of entities that a retrieval names."""

LINKED_PLACES = 0.25
"""Share of the places that what is linked with the best passage may take from higher scores."""


def retrieval_of(
    query: Query,
    question: Question,
    view: GraphView,
    asked: Sequence[AskView],
    ranked: Sequence[RankedPassage],
    options: RetrievalOptions,
) -> Retrieval:
    """Return what is kept of a ranked list, with all that the block depends on.

    Args:
        query: What the turn asks.
        question: What its message says.
        view: The graph data.
        asked: What the message asks, each thing with the graph data as it sees them.
        ranked: All candidates, best first.
        options: The caps.

    Returns:
        The retrieval, without how it came about: confidence, times, round trips.
    """
    outdated = outdated_memories(view)
    kept = kept_passages(ranked, view, options, outdated)
    known = ranked_facts(view.facts, view.today)
    facts = _worth_telling(view, known, kept)
    entities = shown_entities(view, kept)
    named = {entity.id for entity in entities if entity.named}
    is_english = not question.english
    needs_none = all(needs_no_memory(ask.text, ask.view.name_spans) for ask in asked)
    written = () if needs_none else question.written
    writing = {e.passage.key for e in kept if writes_one_of(e.passage.text, written, query.today)}
    return Retrieval(
        passages=kept,
        entities=entities,
        facts=facts,
        documents=view.documents,
        relevance=relevance_of(asked),
        likeness=query.likeness,
        recall_is_evidence=any(
            is_recall_evidence(ask.text, ask.view, is_english, ask.likeness) for ask in asked
        ),
        asked_about=_about_a_name(query.message, view) or _about_a_day(view, kept, writing),
        # The "yesterday" of a text to translate asks for no memory of that day.
        is_of_past_day=is_of_past_day(view) and not needs_none,
        writes_of_day=bool(writing),
        knows_a_name=is_known_otherwise(named, known),
        counts={
            "documents": view.documents,
            "candidates": len(view.passages),
            "entities": len(view.entities),
            "mentions": sum(map(len, view.mentions.values())),
            "facts": len(facts),
        },
        recalled=tuple(document.key for document in query.recalled),
        words=question.words,
        outdated=outdated,
        starts=starts_of(view, kept),
    )


def _worth_telling(
    view: GraphView, facts: Sequence[Fact], kept: Sequence[RankedPassage]
) -> tuple[Fact, ...]:
    """Leave out the facts of tables that do not answer the message; the others come first.

    What the tables of two scopes say alike is told once.
    """
    different: dict[tuple[str, str, str], Fact] = {}
    for fact in facts:
        if not fact.has_text:
            different.setdefault((fact.subject, fact.predicate, fact.object), fact)
    of_tables = list(different.values())
    if not of_tables:
        return tuple(facts)
    told = answering_facts(view, of_tables, (entry.passage.text for entry in kept))
    return (*told, *(fact for fact in facts if fact.has_text))


def _about_a_day(
    view: GraphView, kept: Sequence[RankedPassage], writing: Set[str]
) -> tuple[str, ...]:
    """Return what is of the day that a message asks about, or writes of it: "what's on tomorrow?".

    Nothing unless the message says nothing else, and a text writes of the day.
    """
    if not writing or beside_dates(view.words):
        return ()
    days = {entry.passage.key for entry in kept if _is_of_one(entry.passage.day, view.days)}
    return tuple(sorted(writing | days))


def _is_of_one(day: int | None, named: Iterable[DayRange]) -> bool:
    return day is not None and any(days.first <= day <= days.last for days in named)


def _about_a_name(message: str, view: GraphView) -> tuple[str, ...]:
    if not says_only_a_name(message, view.name_spans):
        return ()
    return tuple(sorted({key for name in view.named for key in view.mentions.get(name, ())}))


def kept_passages(
    ranked: Sequence[RankedPassage],
    view: GraphView,
    options: RetrievalOptions,
    outdated: Mapping[str, str],
) -> tuple[RankedPassage, ...]:
    """Cut the list to what may be returned. Recalled documents always stay.

    Args:
        ranked: All candidates, best first.
        view: The graph data.
        options: The caps.
        outdated: The key of the newer memory, by the key of the outdated one. What replaces a
            recalled memory, or one of the best, stays before others; so does what is linked with
            the best one.

    Returns:
        What is left, in the same order.
    """
    top = max((entry.score for entry in ranked), default=0.0)
    recalled = frozenset(view.recalled)
    new = [
        entry.passage.key
        for entry in ranked
        if entry.passage.key not in recalled
        and (entry.origin != "graph" or top <= 0 or entry.score / top >= options.min_graph_score)
    ]
    best = new[: options.max_results]
    listed = frozenset(entry.passage.key for entry in ranked)
    newer = [outdated[key] for key in (*view.recalled, *best) if outdated.get(key) in listed]
    starts = starts_of(view, ranked) if new else {}
    linked = [key for key in new if starts.get(key) == ranked[0].passage.key]
    places = min(len(linked), int(options.max_results * LINKED_PLACES))
    # Those of `best` whose places the linked ones took come last, in case some are left.
    order = (*newer, *best[: options.max_results - places], *linked[:places], *best)
    first = dict.fromkeys(key for key in order if key not in recalled)
    kept = recalled.union(list(first)[: options.max_results])
    return tuple(entry for entry in ranked if entry.passage.key in kept)


def starts_of(view: GraphView, kept: Sequence[RankedPassage]) -> dict[str, str]:
    """Return where the links to passages start.

    Args:
        view: The graph data: who mentions what.
        kept: The passages returned, best first.

    Returns:
        For each passage that an entity led to, the key of the best other passage that mentions that
        entity. A passage that an entity of the message led to is left out.
    """
    place = {entry.passage.key: number for number, entry in enumerate(kept)}
    found: dict[str, str] = {}
    for entry in kept:
        entity = view.entities.get(entry.through[0]) if entry.through else None
        if entity is None or entity.named:
            continue
        own = entry.passage.key
        others = [key for key in view.mentions.get(entity.id, ()) if key in place and key != own]
        if others:
            found[own] = min(others, key=place.__getitem__)
    return found


def shown_entities(view: GraphView, kept: Sequence[RankedPassage]) -> tuple[Entity, ...]:
    """Return the entities that a retrieval names.

    Args:
        view: The graph data.
        kept: The passages returned.

    Returns:
        Those that the message names, then those that the best passages came through; at most
        ``ENTITIES_SHOWN``.
    """
    through = (entity_id for entry in kept for entity_id in entry.through)
    ids = dict.fromkeys([*view.named, *through])
    known = (view.entities[id_] for id_ in ids if id_ in view.entities)
    # A token is a part of a name, or a name that stands here already.
    return tuple(entity for entity in known if entity.type != TOKEN_TYPE)[:ENTITIES_SHOWN]
