"""The host's utility model, called from a thread of the plugin's own."""

from __future__ import annotations

import asyncio
import threading
import weakref
from typing import Any

from .. import markers

TIMEOUT_S = 60.0


class UtilityModel:
    """Calls the utility model of the agent that had a memory folder's last turn, on its own loop.

    Another project may have another model, which must not see the memories of this one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: dict[str, tuple[weakref.ref[Any], asyncio.AbstractEventLoop]] = {}
        self._failures: dict[str, str] = {}

    def remember(self, agent: Any, loop: asyncio.AbstractEventLoop, subdir: str) -> None:
        """Remember the agent of a turn.

        Args:
            agent: The host's agent.
            loop: The host's loop, on which the turn runs.
            subdir: The agent's memory folder.
        """
        with self._lock:
            self._last[subdir] = weakref.ref(agent), loop

    def is_available(self, subdir: str) -> bool:
        """Whether a memory folder has an agent whose loop still runs."""
        return self._now(subdir) is not None

    def ask(self, subdir: str, instruction: str, note: str) -> str:
        """Ask the model; blocking, so never call it on the host's loop.

        The first failure of a kind is noted in the host's output.

        Args:
            subdir: The memory folder of the note.
            instruction: The system message.
            note: The user message.

        Returns:
            The model's answer.

        Raises:
            LookupError: The folder has no agent whose model could be asked.
            Exception: Whatever the model's client raises.
        """
        now = self._now(subdir)
        if now is None:
            raise LookupError("there is no agent to ask")
        agent, loop = now
        asking = agent.call_utility_model(system=instruction, message=note, background=True)
        try:
            answer = asyncio.run_coroutine_threadsafe(asking, loop)
        except RuntimeError:  # the host has just closed the loop
            asking.close()  # or Python would complain that it was never awaited
            raise
        try:
            reply = str(answer.result(TIMEOUT_S))
        except Exception as error:
            self._note(subdir, type(error).__name__)
            raise
        finally:
            answer.cancel()  # nobody waits any more
        self._failures.pop(subdir, None)
        return reply

    def _note(self, subdir: str, failure: str) -> None:
        """Write once what kind of error it was; the message of an error may hold a key."""
        if self._failures.get(subdir) != failure:
            self._failures[subdir] = failure
            markers.note(f"memory {subdir}: the utility model could not be asked ({failure})")

    def _now(self, subdir: str) -> tuple[Any, asyncio.AbstractEventLoop] | None:
        with self._lock:
            last = self._last.get(subdir)
        if last is None:
            return None
        agent, loop = last[0](), last[1]
        return None if agent is None or not loop.is_running() else (agent, loop)
