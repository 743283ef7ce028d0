"""One call of the hook. Whatever happens here, the host's turn continues."""

from __future__ import annotations

import contextlib
import sys
from typing import Any

from ..reasons import Reason
from . import markers
from .host import layouts, settings_source
from .host.extras import remove_block, restore_order

_reported: set[str] = set()


class GraphRagTurn:
    """What the hooks of every version of Agent Zero call.

    It has no state: that of the process is in ``service.process_state``, that of a monologue in the
    agent.

    Example:
        The hook at ``message_loop_prompts_after`` is one line::

            await GraphRagTurn().run(self.agent, loop_data)
    """

    async def run(self, agent: Any, loop_data: Any) -> None:
        """Put the graph's block into the prompt, or leave the prompt as the host made it.

        Nothing is raised except the cancellation of the host's own task.

        Args:
            agent: The host's agent.
            loop_data: The host's data of this monologue.
        """
        markers.emit(markers.EXECUTED)
        try:
            if settings_source.is_on(agent):
                from .insert_block import insert_block

                await insert_block(agent, loop_data)
            else:
                remove_block(loop_data.extras_persistent)
                self._stay_off(agent)
        except Exception as error:
            self._give_up(loop_data, error)

    def restore_order(self, loop_data: Any) -> None:
        """Move the block after what a late recall has added; never raises.

        Args:
            loop_data: The host's data of this monologue.
        """
        try:
            restore_order(loop_data.extras_persistent)
        except Exception as error:
            self._give_up(loop_data, error)

    def prepare(self, agent: Any) -> None:
        """Make ready for turns in the background, if the switch is on; never raises.

        The graph then follows the agent's memory. So the hook at ``monologue_end`` calls it too.

        Args:
            agent: The host's agent.
        """
        try:
            if settings_source.is_on(agent):
                from .service import process

                process.prepare_in_background(agent)
        except Exception as error:
            markers.note(f"could not start in the background: {type(error).__name__}: {error}")

    def _stay_off(self, agent: Any) -> None:
        problem = settings_source.switch_problem(agent)
        if problem:
            from .host.log_panel import show_once
            from .turn_data import Notice

            show_once(agent, Notice(problem, "warning", "GraphRAG is off", problem))
            if problem not in _reported:
                _reported.add(problem)
                markers.note(problem)
        if layouts.PROCESS_STATE in sys.modules:  # it was on before
            from .service import process

            process.switched_off(agent)

    def _give_up(self, loop_data: Any, error: Exception) -> None:
        markers.emit(markers.NEO4J_DOWN, reason=Reason.INTERNAL)
        with contextlib.suppress(Exception):  # of a library: putting it into words may fail, too
            markers.note(f"{type(error).__name__}: {error}")
        try:
            remove_block(loop_data.extras_persistent)
            if layouts.PROCESS_STATE in sys.modules:
                from .service import kept_turns

                kept_turns.record_failure(Reason.INTERNAL)
        except Exception as second:
            markers.note(f"{type(second).__name__}: {second}")
