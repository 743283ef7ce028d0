"""The host's utility model, called from a thread of the plugin's own."""

from __future__ import annotations

import asyncio
import threading
import weakref
from typing import Any

TIMEOUT_S = 60.0


class UtilityModel:
    """Calls the utility model of the agent that had the last turn, on that turn's own loop."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._agent: weakref.ref[Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def remember(self, agent: Any, loop: asyncio.AbstractEventLoop) -> None:
        """Remember the agent of a turn.

        Args:
            agent: The host's agent.
            loop: The host's loop, on which the turn runs.
        """
        with self._lock:
            self._agent, self._loop = weakref.ref(agent), loop

    def is_available(self) -> bool:
        """Whether there is an agent whose loop still runs."""
        return self._now() is not None

    def ask(self, instruction: str, note: str) -> str:
        """Ask the model; blocking, so never call it on the host's loop.

        Args:
            instruction: The system message.
            note: The user message.

        Returns:
            The model's answer.

        Raises:
            LookupError: There is no agent whose model could be asked.
            Exception: Whatever the model's client raises.
        """
        now = self._now()
        if now is None:
            raise LookupError("there is no agent to ask")
        agent, loop = now
        asking = agent.call_utility_model(system=instruction, message=note, background=True)
        return str(asyncio.run_coroutine_threadsafe(asking, loop).result(TIMEOUT_S))

    def _now(self) -> tuple[Any, asyncio.AbstractEventLoop] | None:
        with self._lock:
            agent = None if self._agent is None else self._agent()
            loop = self._loop
        return None if agent is None or loop is None or not loop.is_running() else (agent, loop)
