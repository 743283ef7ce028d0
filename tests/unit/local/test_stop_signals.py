"""What the local Neo4j's process does with signals that ask it to stop."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

_FLOOD = """
import os, signal, threading, time
from graphrag.local.stop_signals import StopSignals

signals = StopSignals()
signals.listen()
ended = threading.Event()

def flood():
    while not ended.wait(1e-4):
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGHUP)

sender = threading.Thread(target=flood, daemon=True)
sender.start()
ends = time.monotonic() + 3
received = 0
while time.monotonic() < ends:
    received += signals.wait(1e-4)
ended.set()
sender.join()
print(received)
"""


def test_signals_that_come_in_the_middle_of_a_wait_do_not_block_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FLOOD], capture_output=True, text=True, timeout=120, check=True
    )
    assert int(done.stdout) > 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_that_came_before_the_wait_ends_it_at_once(number: signal.Signals) -> None:
    code = (
        "import os; from graphrag.local.stop_signals import StopSignals; signals = StopSignals();"
        f"signals.listen(); os.kill(os.getpid(), {int(number)}); print(signals.wait(60))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert done.stdout == "True\n"
