"""Judges whether the graph follows a host's memory, way by way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .graph_state import GraphDocument, GraphReader, GraphState
from .host import DOWN, Host, HostError
from .memory_changes import CHANGES, Change, Story, ids_of

# The host's own recall and knowledge take part of the block, and are not what is judged here.
SETTINGS = {"GRAPHRAG_MAX_TOKENS": "2000"}

_FIRST_SYNC_S = 300
_FOLLOWS_WITHIN_S = 120
"""The sync notices within two seconds, gathers for two, and writes; a busy machine takes longer."""

_SILENCE_S = 4
"""After this, no look is due that a turn has asked for."""

_BLOCK_WITHIN_S = 120
_POLL_S = 0.2

_FILE = "file"
"""A change of a file. Its text states no fact: "is managed by" is no type of relation."""


@dataclass(frozen=True, slots=True)
class Followed:
    """How one way went: what was wrong, if anything, and what was seen."""

    change: Change
    faults: tuple[str, ...]
    seen: str

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong."""
        return not self.faults


def follow_all(host: Host, graph: GraphReader, scope: str) -> Iterator[Followed]:
    """Makes every change in turn on one host, and judges each.

    Args:
        host: A host with the plugin, switched on, and an empty memory.
        graph: The way to Neo4j.
        scope: The scope of the host's memory.
    """
    stories = [(change, Story(number)) for number, change in enumerate(CHANGES)]
    host.start()
    for change, story in stories:
        change.prepare(host, story)
    host.wait_until_ready(stories[0][1].question)
    memories = host.memories()
    faults = _wait_for_graph(
        graph, scope, lambda state: _first_faults(state, memories, stories), _FIRST_SYNC_S
    )
    if faults:
        raise HostError(f"the graph did not take the memory up: {faults}\n{host.output()[-3000:]}")
    for change, story in stories:
        yield _follow(host, graph, scope, change, story)


def _follow(host: Host, graph: GraphReader, scope: str, change: Change, story: Story) -> Followed:
    if change.in_silence:
        time.sleep(_SILENCE_S)
    memories, before = host.memories(), graph.read(scope)
    try:
        after = change.apply(host, story)
    except HostError as error:
        return Followed(change, (str(error),), "the host failed")
    started = time.monotonic()

    def faults_of(state: GraphState) -> tuple[str, ...]:
        checks = {
            **_documents_checks(state, after),
            **_links_checks(change, story, memories, after, state),
            **_untouched_checks(memories, after, before, state),
        }
        return tuple(fault for fault, holds in checks.items() if not holds)

    faults = _wait_for_graph(graph, scope, faults_of, _FOLLOWS_WITHIN_S)
    took_s = time.monotonic() - started
    recalled, block = _recalled_and_block(host, change, story)
    if change.has_new and story.new_name not in block:
        faults += ("what is new is not in the block",)
    if story.old_name in block:
        faults += ("what is gone is in the block",)
    if story.recalled not in recalled or story.recalled in block:
        faults += ("what is recalled is missing, or repeated in the block",)
    gone, came = len(memories.keys() - after.keys()), len(after.keys() - memories.keys())
    seen = f"{gone} gone, {came} new; the graph followed after {took_s:.1f} s"
    return Followed(change, faults, seen)


def _wait_for_graph(
    graph: GraphReader,
    scope: str,
    faults_of: Callable[[GraphState], tuple[str, ...]],
    timeout_s: float,
) -> tuple[str, ...]:
    """Waits until nothing is wrong with the graph; a change takes several transactions."""
    ends = time.monotonic() + timeout_s
    while True:
        faults = faults_of(graph.read(scope))
        if not faults or time.monotonic() > ends:
            return faults
        time.sleep(_POLL_S)


def _differences(state: GraphState, memories: Mapping[str, Mapping[str, Any]]) -> set[str]:
    texts = {key: memory["text"] for key, memory in memories.items()}
    return {
        key for key in state.texts.keys() | texts.keys() if state.texts.get(key) != texts.get(key)
    }


def _first_faults(
    state: GraphState, memories: Mapping[str, Any], stories: Sequence[tuple[Change, Story]]
) -> tuple[str, ...]:
    checks = _documents_checks(state, memories)
    named = _names(fact for d in state.documents.values() for fact in d.facts)
    for change, story in stories:
        checks[f"{story.old} brought no fact"] = (
            not change.old or change.old == _FILE or story.old_name in named
        )
    return tuple(fault for fault, holds in checks.items() if not holds)


def _names(facts: Iterable[tuple[str, str, str, str]]) -> set[str]:
    """Return who and what some facts are about."""
    return {name for subject, _, other, _ in facts for name in (subject, other)}


def _documents_checks(state: GraphState, memories: Mapping[str, Any]) -> dict[str, bool]:
    differing = _differences(state, memories)
    orphans = [name for name, mentions in state.entities.items() if not mentions]
    return {
        f"graph and memory differ in {sorted(differing)}": not differing,
        f"entities without a mention: {orphans}": not orphans,
        "facts are supported by documents that are gone": not state.dangling,
    }


def _links_checks(
    change: Change,
    story: Story,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    state: GraphState,
) -> dict[str, bool]:
    """Looks at the names, facts and links of the memory that went and of the one that came."""
    old = ids_of(before, story.old, story.companion)
    new = ids_of(after, story.new)
    names = {name for d in state.documents.values() for name, _ in d.mentions}
    people = _names(fact for d in state.documents.values() for fact in d.facts)
    checks = {
        "the old name is an entity": story.old_name not in state.entities,
        "the old name is mentioned": story.old_name not in names,
        "the old fact stands": story.old_name not in people,
        "the id was not kept": (old == new) if change.keeps_id else not set(old) & set(new),
    }
    found = [state.documents[key] for key in new if key in state.documents]
    for document in found:
        checks |= _new_checks(change, story, document, old)
    return checks | {"the new memory is not in the graph": bool(found) == change.has_new}


def _new_checks(
    change: Change, story: Story, document: GraphDocument, old: list[str]
) -> dict[str, bool]:
    mentioned = {name for name, _ in document.mentions}
    people = _names(document.facts)
    links = {(change.link, f"replaced:{key}") for key in old} if change.link else set()
    of_file = change.old == _FILE or change.name == "imported"
    source = "user_edit" if change.keeps_id else "conversation"
    sources = {source for *_, source in document.facts}
    return {
        "the new names are not mentioned": {story.new_name, story.house} <= mentioned,
        "the new fact is missing": of_file or story.new_name in people,
        f"the new fact is from {sources}": sources == (set() if of_file else {source}),
        f"it is linked to {set(document.links)}": document.links == links,
        f"it is in the files {set(document.files)}": bool(document.files) == of_file,
    }


def _untouched_checks(
    memories: Mapping[str, Any],
    after: Mapping[str, Any],
    before: GraphState,
    state: GraphState,
) -> dict[str, bool]:
    same = [key for key in memories if memories[key]["text"] == after.get(key, {}).get("text")]
    touched = [key for key in same if before.documents.get(key) != state.documents.get(key)]
    return {f"others were touched: {touched}": not touched}


def _recalled_and_block(host: Host, change: Change, story: Story) -> tuple[str, str]:
    """Asks in a fresh chat; again where Neo4j was late, or the turn's cache a moment behind."""
    ends = time.monotonic() + _BLOCK_WITHIN_S
    while True:
        host.new_chat()
        trace = host.run_turn(story.question)
        extras = trace.extras[0] if trace.prompts else {}
        recalled, block = str(extras.get("memories", "")), str(extras.get("graphrag", ""))
        fits = (story.new_name in block) == change.has_new and story.old_name not in block
        if (fits and not trace.has_marker(DOWN)) or time.monotonic() > ends:
            return recalled, block
        time.sleep(_POLL_S)
