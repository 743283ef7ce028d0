"""What lies beside a turn's path is not imported on it."""

import subprocess
import sys

import pytest

TURN = (
    "graphrag.agent_zero.turn",
    "graphrag.agent_zero.turn_on",
    "graphrag.agent_zero.service.runtime",
    "graphrag.agent_zero.service.engine",
    "graphrag.retriever.hybrid",
    "graphrag.packing.pack",
)
BESIDE = ("bench", "cli", "embedding", "graph", "local.server", "sample")


@pytest.fixture(scope="module")
def loaded_for_a_turn():
    code = f"import sys, {', '.join(TURN)}; print(*sys.modules)"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()


@pytest.mark.parametrize("part", BESIDE)
def test_a_turn_does_not_import(part, loaded_for_a_turn):
    assert set(TURN) <= set(loaded_for_a_turn)
    name = f"graphrag.{part}"
    beside = [module for module in loaded_for_a_turn if f"{module}.".startswith(f"{name}.")]
    assert beside == []
