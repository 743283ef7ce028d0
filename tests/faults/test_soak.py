"""Hundreds of turns with faults in between leave nothing behind; ``scripts/test soak``: 10,000."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

TURNS = 300
HUNG_MS = 60_000
"""A turn without a deadline waits for a silent server for ever. ``test_turn_faults`` asserts how
late a turn may be; here two chats, a sync and the proxy share one process on a busy machine."""
WARM_UP_TASKS = 3
"""A warm-up waits 30 s for a connection that went silent, longer than half of this run."""
TIMER_THREADS = 1
"""The timer that plans queries anew, a minute after a graph has grown, may run in either half."""


def test_turns_with_faults_in_between_leave_nothing_behind(neo4j_server) -> None:
    """In a process of its own, so that what other tests leave does not count."""
    where = {
        "GRAPHRAG_TEST_NEO4J_URI": neo4j_server.uri,
        "GRAPHRAG_TEST_NEO4J_USER": neo4j_server.user,
        "GRAPHRAG_TEST_NEO4J_PASSWORD": neo4j_server.password,
        "GRAPHRAG_TEST_NEO4J_DATABASE": neo4j_server.database,
    }
    ran = subprocess.run(
        [sys.executable, "-m", "tests.faults.soak", "--turns", str(TURNS), "--json"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, **where},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    result = json.loads(ran.stdout)
    assert result["raised"] == 0
    assert result["slowest_ms"] < HUNG_MS
    assert any("NEO4J_DOWN" not in outcome for outcome in result["outcomes"])
    assert any("NEO4J_DOWN" in outcome for outcome in result["outcomes"])
    samples = result["samples"]
    early, late = samples[1 : len(samples) // 2], samples[len(samples) // 2 :]
    # Connections come and go; what is left behind raises the least, too.
    rooms = {"threads": TIMER_THREADS, "descriptors": 0, "tasks": WARM_UP_TASKS, "rss_mb": 20}
    for figure, room in rooms.items():
        most = max(sample[figure] for sample in early)
        assert min(sample[figure] for sample in late) <= most + room, (figure, samples)
