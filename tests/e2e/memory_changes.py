"""Each way in which a memory changes in Agent Zero, made by the host's own code.

A way has a story of its own: a project steered from a house, and who manages that house. The host
recalls the first sentence for the question; the second, the one that changes, comes through the
graph alone.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .host import Host, HostError
from .llm_stub import final_answer, tool_call

# What the host's prompts to the utility model hold, in all versions.
_ASKED_WHAT_TO_KEEP = "information from the HISTORY"
_ASKED_TO_CONSOLIDATE = "Existing Similar Memories"

# Of each story: the project, the house, who manages it, and who does afterwards.
_NAMES = (
    ("Heron", "Alder House", "Ines Abrantes", "Clara Winkler"),
    ("Kestrel", "Birch Lodge", "Otto Castorp", "Bruno Xander"),
    ("Osprey", "Cedar Court", "Runa Duval", "Edith Yarrow"),
    ("Plover", "Hazel Manor", "Milo Eklund", "Felix Zeller"),
    ("Merlin", "Juniper Hall", "Tessa Farrow", "Greta Vossler"),
    ("Avocet", "Laurel Tower", "Ivar Grieg", "Hugo Umbers"),
    ("Dunlin", "Maple Grange", "Nora Hallam", "Lotte Tamsin"),
    ("Gannet", "Rowan Abbey", "Jonas Ibsen", "Oskar Sandvik"),
    ("Bittern", "Sorrel Villa", "Paula Jarvis", "Selma Rietveld"),
    ("Curlew", "Thistle Farm", "Quentin Keller", "Viktor Quast"),
    ("Fulmar", "Willow Mill", "Sofia Lindqvist", "Wanda Pruitt"),
    ("Godwit", "Yew Cottage", "Theo Marchetti", "Yannick Orsini"),
)

_FILTERED = ", for the host's filter of automatic fragments (memory_quality.py) dropped it"
_COUNT_FILTERED = """
def probe(host):
    entries = host.context.log.logs
    return sum(int((entry.kvps or {}).get("filtered_memories_count", 0)) for entry in entries)
"""

# What a turn memorises in the background opens the memory too. A host that reads knowledge anew
# meanwhile may find an index that is half saved, and begin with an empty memory.
_COUNT_MEMORISING = """
def probe(host):
    import gc, inspect
    return sum(
        inspect.iscoroutine(thing)
        and thing.cr_frame is not None
        and thing.cr_code.co_name == "memorize"
        for thing in gc.get_objects()
    )
"""

_HOST_TIMEOUT_S = 30
_POLL_S = 0.2

From = Literal["", "main", "fragments", "file"]


@dataclass(frozen=True, slots=True)
class Story:
    """The sentences of one way; none of its names occurs in another's."""

    number: int

    @property
    def project(self) -> str:
        """What the question names."""
        return f"Project {_NAMES[self.number][0]}"

    @property
    def house(self) -> str:
        """What both sentences name."""
        return _NAMES[self.number][1]

    @property
    def old_name(self) -> str:
        """Named only by the memory as it was."""
        return _NAMES[self.number][2]

    @property
    def new_name(self) -> str:
        """Named only by the memory as it becomes."""
        return _NAMES[self.number][3]

    @property
    def question(self) -> str:
        """The user's words."""
        return f"Where is {self.project} steered from?"

    @property
    def recalled(self) -> str:
        """What the host recalls for the question."""
        return f"{self.project} is steered from {self.house}."

    @property
    def old(self) -> str:
        """The memory as it was."""
        return f"{self.house} is managed by {self.old_name}."

    @property
    def companion(self) -> str:
        """A second memory of the same person, where a way takes two at once."""
        return f"{self.old_name} keeps the keys of {self.house}."

    @property
    def new(self) -> str:
        """The memory as it becomes; the host of 2.x drops what it memorises without such words."""
        return f"{self.house} is managed by {self.new_name}, who runs the service there."

    @property
    def file_name(self) -> str:
        """The knowledge file, where a way has one."""
        return f"story-{self.number}.md"


@dataclass(frozen=True, slots=True)
class Change:
    """One way.

    Attributes:
        name: A word for it.
        title: What is done, and where in the host.
        make: Does it, with the host and the story.
        old: Where the memory is before: an area, a knowledge file, or nowhere.
        pair: Whether the story's companion is there too, and goes too.
        has_new: Whether there is a memory afterwards.
        keeps_id: Whether the memory stays under its id.
        link: How the graph links the new memory to what it replaced.
        in_silence: Whether it is made when no turn has been for a while, nor comes after it.
    """

    name: str
    title: str
    make: Callable[[Host, Story], None]
    old: From = ""
    pair: bool = False
    has_new: bool = True
    keeps_id: bool = False
    link: Literal["", "SUPERSEDES", "AMENDS"] = ""
    in_silence: bool = False

    def prepare(self, host: Host, story: Story) -> None:
        """Adds the memories that must exist before the change."""
        host.add_memory(story.recalled)
        if self.old == "file":
            _import_file(host, story, story.old)
        elif self.old:
            for text in (story.old, story.companion) if self.pair else (story.old,):
                host.add_memory(text, area=self.old)

    def apply(self, host: Host, story: Story) -> dict[str, dict[str, Any]]:
        """Makes the change, and waits until the host has it; memorising ends after the turn.

        Returns:
            What the host remembers then.

        Raises:
            HostError: The host did not change its memory so.
        """
        try:
            self.make(host, story)
            ends = time.monotonic() + _HOST_TIMEOUT_S
            while time.monotonic() < ends:
                memories = host.memories()
                is_new = bool(ids_of(memories, story.new)) == self.has_new
                if is_new and not ids_of(memories, story.old, story.companion):
                    return memories
                time.sleep(_POLL_S)
        finally:
            host.stub.utility({})
        texts = sorted(memory["text"] for memory in memories.values())
        rule = _FILTERED if host.evaluate(_COUNT_FILTERED) else ""
        raise HostError(f"the memory was not {self.name}{rule}: {texts}\n{host.output()[-6000:]}")


def ids_of(memories: Mapping[str, Mapping[str, Any]], *texts: str) -> list[str]:
    """Finds memories by their exact texts."""
    return [key for key, memory in memories.items() if memory["text"].strip() in texts]


def _save(host: Host, story: Story) -> None:
    _use_tool(host, story, "memory_save", text=story.new, area="main")


def _memorise(host: Host, story: Story) -> None:
    host.stub.utility({_ASKED_WHAT_TO_KEEP: json.dumps([story.new])})
    host.run_turn(story.question)


def _edit(host: Host, story: Story) -> None:
    found = _dashboard(host, action="search", memory_subdir="default", limit=1000)["memories"]
    [original] = [memory for memory in found if memory["content_full"] == story.old]
    edited = {**original, "content_full": story.new}
    _dashboard(host, action="update", memory_subdir="default", original=original, edited=edited)


def _delete(host: Host, story: Story) -> None:
    [old] = ids_of(host.memories(), story.old)
    _dashboard(host, action="delete", memory_subdir="default", memory_id=old)


def _delete_many(host: Host, story: Story) -> None:
    old = ids_of(host.memories(), story.old, story.companion)
    _dashboard(host, action="bulk_delete", memory_subdir="default", memory_ids=old)


def _delete_by_tool(host: Host, story: Story) -> None:
    [old] = ids_of(host.memories(), story.old)
    _use_tool(host, story, "memory_delete", ids=old)


def _merge(host: Host, story: Story) -> None:
    old = ids_of(host.memories(), story.old, story.companion)
    _consolidate(host, story, action="merge", memories_to_remove=old, new_memory_content=story.new)


def _replace(host: Host, story: Story) -> None:
    old = ids_of(host.memories(), story.old)
    _consolidate(
        host, story, action="replace", memories_to_remove=old, new_memory_content=story.new
    )


def _update(host: Host, story: Story) -> None:
    [old] = ids_of(host.memories(), story.old)
    changed = [{"id": old, "new_content": story.new}]
    _consolidate(host, story, action="update", memories_to_update=changed, new_memory_content="")


def _import(host: Host, story: Story) -> None:
    _import_file(host, story, story.new)


def _remove_file(host: Host, story: Story) -> None:
    _wait_until_memorised(host)
    (host.root / "usr/knowledge/main" / story.file_name).unlink()
    host.call_api("knowledge_reindex")


def _use_tool(host: Host, story: Story, tool: str, **arguments: Any) -> None:
    host.run_turn(story.question, replies=[tool_call(tool, **arguments), final_answer()])


def _dashboard(host: Host, **request: Any) -> Any:
    answer = host.call_api("memory_dashboard", request)
    if not answer["success"]:
        raise HostError(f"the dashboard refused: {answer}")
    return answer


def _consolidate(host: Host, story: Story, **decision: Any) -> None:
    """Makes the host memorise at the end of a turn, with this decision of its utility model."""
    host.stub.utility(
        {
            _ASKED_WHAT_TO_KEEP: json.dumps([story.new]),
            _ASKED_TO_CONSOLIDATE: json.dumps(decision),
        }
    )
    host.run_turn(story.question)


def _wait_until_memorised(host: Host) -> None:
    """Waits until the host has memorised what there was in its last turn."""
    ends = time.monotonic() + _HOST_TIMEOUT_S
    while host.evaluate(_COUNT_MEMORISING):
        if time.monotonic() > ends:
            raise HostError("the host goes on memorising")
        time.sleep(_POLL_S)


def _import_file(host: Host, story: Story, text: str) -> None:
    _wait_until_memorised(host)
    host.call_api("import_knowledge", files={story.file_name: text})


CHANGES = (
    Change("saved", "memory_save tool", _save),
    Change("memorised", "memorised at the end of a turn", _memorise),
    Change(
        "edited",
        "edited in the dashboard",
        _edit,
        old="main",
        keeps_id=True,
        in_silence=True,
    ),
    Change("deleted", "deleted in the dashboard", _delete, old="main", has_new=False),
    Change(
        "deleted-many",
        "several deleted in the dashboard",
        _delete_many,
        old="main",
        pair=True,
        has_new=False,
    ),
    Change("forgotten", "memory_delete tool", _delete_by_tool, old="main", has_new=False),
    Change("merged", "consolidation: merge", _merge, old="fragments", pair=True, link="SUPERSEDES"),
    Change("replaced", "consolidation: replace", _replace, old="fragments", link="SUPERSEDES"),
    Change("updated", "consolidation: update", _update, old="fragments", link="AMENDS"),
    Change("imported", "knowledge file imported", _import),
    Change("file-changed", "knowledge file changed", _import, old="file"),
    Change("file-removed", "knowledge file removed", _remove_file, old="file", has_new=False),
)
