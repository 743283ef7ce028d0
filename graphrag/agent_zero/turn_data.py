"""What a turn hands to the runtime, and what it gets back: plain data, no host objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import markers


@dataclass(frozen=True, slots=True)
class TurnJob:
    """One turn's question.

    Attributes:
        message: The user's latest message.
        subdir: The host's memory folder of this agent.
        root: The host's root folder.
        plugin_config: The plugin's configuration in the host.
        preamble: The rendered template that stands above the block.
        memories: The recalled memories as they stand in the prompt; empty without any.
        solutions: The recalled solutions, likewise.
        wordings: For ``memories`` and ``solutions``, what the host's template puts around them.
        started: When the host's recall had ended, on the monotonic clock, in seconds.
        budget_ms: How long after that the block must be there.
        only_check: Whether to see only that Neo4j still answers.
    """

    message: str
    subdir: str
    root: Path
    plugin_config: Mapping[str, Any]
    preamble: str
    memories: str
    solutions: str
    wordings: Mapping[str, tuple[str, str]]
    started: float
    budget_ms: int
    only_check: bool = False

    @property
    def deadline(self) -> float:
        """When the answer must be there, on the monotonic clock, in seconds."""
        return self.started + self.budget_ms / 1000


@dataclass(frozen=True, slots=True)
class Notice:
    """Something for the host's log panel, shown once in a chat.

    Attributes:
        key: What makes it the same notice.
        kind: ``info`` or ``warning``.
        heading: One line.
        content: What happened and what to do.
    """

    key: str
    kind: str
    heading: str
    content: str


_NO_PACKAGE = Notice(
    "package",
    "warning",
    "GraphRAG: a Python package is missing",
    "GraphRAG needs Python packages that are not installed yet. Press the set-up button on the "
    "plugin's settings page, or run `a0-graphrag doctor`.",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a turn.

    Attributes:
        marker: The marker to write.
        reason: Why there is no block; empty if there is one.
        text: The block with its preamble; empty without one.
        details: Figures for the marker's line.
        notices: What the user should see.
        remark: A line for standard output; empty for none.
    """

    marker: str
    reason: str = ""
    text: str = ""
    details: Mapping[str, object] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    remark: str = ""

    @classmethod
    def without_package(cls, error: ImportError) -> Outcome:
        """Say that a Python package is missing, and what to do."""
        return cls(
            markers.NEO4J_DOWN,
            "package",
            notices=(_NO_PACKAGE,),
            remark=f"the package {error.name or error} is missing",
        )

    @property
    def is_failure(self) -> bool:
        """Whether Neo4j could not be used in time, so that the next iteration tries again."""
        return self.marker == markers.NEO4J_DOWN
