"""What lies beside a turn's path is not imported on it."""

import subprocess
import sys

import pytest

TURN = "graphrag.agent_zero.service.engine, graphrag.agent_zero.turn, graphrag.retriever.hybrid"


@pytest.mark.parametrize("part", ["bench", "cli", "embedding", "local.server"])
def test_a_turn_does_not_import(part):
    code = f"import sys, {TURN}; print(*sys.modules)"
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "graphrag.retriever.hybrid" in printed
    assert f"graphrag.{part}" not in printed
