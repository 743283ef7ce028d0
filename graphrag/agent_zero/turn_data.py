"""What a turn hands to the runtime, and what it gets back: plain data, no host objects."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from ..errors import DeadlineError
from ..model import SearchOptions
from ..reasons import Reason
from . import markers
from .host.places import WHOLE_HOST, Place
from .turn_record import Findings, new_turn_id

_RETURN_S = 0.015
"""Kept back from the deadline, so that the reason still reaches the host's loop in time."""


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """What one turn asks of the graph.

    Attributes:
        message: The user's latest message.
        subdir: The host's memory folder of this agent.
        root: The host's root folder.
        plugin_config: The plugin's configuration in the host.
        started: When the host's recall had ended, in seconds on the monotonic clock.
        budget_ms: Milliseconds from then until the block must be there.
        preamble: The rendered template that stands above the block.
        memories: The recalled memories as they stand in the prompt; empty if there are none.
        solutions: The same for the recalled solutions.
        wordings: For ``memories`` and ``solutions``, the text that the host's template puts before
            and after them.
        only_check: Whether to check only that Neo4j still answers.
        search: Set if the agent itself asks, by its tool; None in a turn.
        is_shadow: Whether the block is made but stays out of the prompt.
        place: The agent's project and profile.
        id: The id of the turn.
        hidden: Secrets that the turn's record must not show.
    """

    message: str
    subdir: str
    root: Path
    plugin_config: Mapping[str, Any]
    started: float
    budget_ms: int
    preamble: str = ""
    memories: str = ""
    solutions: str = ""
    wordings: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    only_check: bool = False
    search: SearchOptions | None = None
    is_shadow: bool = False
    place: Place = WHOLE_HOST
    id: str = field(default_factory=new_turn_id)
    hidden: tuple[str, ...] = field(default=(), repr=False)

    @property
    def deadline(self) -> float:
        """When the outcome must be there, in seconds on the monotonic clock."""
        return self.started + self.budget_ms / 1000

    def seconds_left(self) -> float:
        """Return the seconds left for graph work.

        Raises:
            DeadlineError: None are left.
        """
        left = self.deadline - _RETURN_S - time.monotonic()
        if left <= 0:
            raise DeadlineError("the turn's budget was spent before the graph was asked")
        return left


@dataclass(frozen=True, slots=True)
class Notice:
    """Something for the host's log panel. A turn's ``notices`` are shown once in a chat.

    Attributes:
        key: Notices with the same key are the same notice.
        kind: ``info`` or ``warning``.
        heading: One line.
        content: What happened and what to do.
        details: Further values by name.
    """

    key: str
    kind: str
    heading: str
    content: str
    details: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """The result of a turn.

    Attributes:
        marker: The marker to write.
        reason: Why there is no block; empty if there is one.
        cause: What opened the circuit breaker, if that is the reason.
        text: The block with its preamble; empty if there is none. It goes into the prompt, unless
            the marker says that the mode is shadow.
        details: Figures for the marker's line.
        notices: What the user should see.
        trace: What the chat's log keeps of a turn that used the graph; None for nothing.
        remark: A line for standard output; empty for none.
        memory: The state of the host's memory index that it was made from: ``IndexView.state``.
        findings: What the graph was asked and what came back; None if it did not answer.
    """

    marker: str
    reason: Reason | Literal[""] = ""
    cause: Reason | Literal[""] = ""
    text: str = ""
    details: Mapping[str, object] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    trace: Notice | None = None
    remark: str = ""
    memory: object = None
    findings: Findings | None = None

    @property
    def is_failure(self) -> bool:
        """Whether Neo4j could not be used in time; the next iteration then tries again."""
        return self.marker == markers.NEO4J_DOWN
