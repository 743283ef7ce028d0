"""Measures how late a read ends in each fault: ``python -m tests.faults.report``.

``--write`` makes the table in docs/FAULTS.md anew. Absolute figures depend on how busy the machine
is.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from graphrag.errors import BreakerOpenError, StoreError
from graphrag.store import GraphStore

from ..support.fault_proxy import Fault, FaultProxy
from ..support.neo4j_server import Neo4jServer, running_neo4j
from ..support.stores import connect, connection_to, make_store, read

DEADLINE_MS = 200.0
PAGE = Path(__file__).parents[2] / "docs" / "FAULTS.md"

HEAD = """# What each fault costs

`python -m tests.faults.report --write` measures this table. A proxy in front of a live Neo4j
fails in each way, and a read with a deadline of {deadline:.0f} ms goes through it, {repeats} times
in each fault. The first row is a bare wait of that length on the same machine, to compare with.
`tests/faults` also checks a server that is frozen, killed, restarted elsewhere or full, a wrong
password, and a missing database.

- **reason**: what the log marker of the turn says ([OPERATIONS.md](OPERATIONS.md)), or said in
  a run before
- **took**: median milliseconds until the caller knew
- **late**: milliseconds beyond the deadline, 99th percentile
- **afterwards**: microseconds of a read once the fault is noticed, 99th percentile. A turn then
  costs nothing, and a background probe notices the end of the fault.

| fault | reason | took | late | afterwards |
|---|---|--:|--:|--:|
"""


@dataclass(frozen=True, slots=True)
class FaultFigures:
    """What reads cost in one fault.

    Attributes:
        fault: What went wrong, and when.
        reads: How many reads were tried.
        reasons: The reason words that they ended with.
        took_p50_ms: Median time until the caller knew.
        overshoot_p50_ms: Median time beyond the deadline, 0 where it ended before.
        overshoot_p99_ms: The same at the 99th percentile.
        noticed_p99_us: Microseconds of a read once the fault was noticed, 99th percentile.
    """

    fault: str
    reads: int
    reasons: tuple[str, ...]
    took_p50_ms: float
    overshoot_p50_ms: float
    overshoot_p99_ms: float
    noticed_p99_us: float


def measure(server: Neo4jServer, repeats: int = 50) -> Iterator[FaultFigures]:
    """Measure each fault, before and after login.

    Args:
        server: A server that works.
        repeats: How many reads are tried in each fault, each on a store of its own.
    """
    yield _sleeping(repeats)
    for fault in (fault for fault in Fault if fault not in (Fault.NONE, Fault.LATENCY)):
        for logged_in in (False, True):
            when = "after login" if logged_in else "before login"
            with FaultProxy(server.uri) as proxy:
                yield _measure_one(server, proxy, f"{fault.value}, {when}", fault, repeats)
    with FaultProxy(server.uri) as proxy:
        yield _measure_one(server, proxy, "query too slow", Fault.NONE, repeats, template="heavy")


def _sleeping(repeats: int) -> FaultFigures:
    """How late this machine wakes a thread that only waits for an event."""
    never = threading.Event()
    took_ms: list[float] = []
    for _ in range(repeats):
        began = time.perf_counter()
        never.wait(DEADLINE_MS / 1000)
        took_ms.append((time.perf_counter() - began) * 1000)
    return _figures("(a bare wait, to compare with)", took_ms, [0.0], set())


def _measure_one(
    server: Neo4jServer,
    proxy: FaultProxy,
    name: str,
    fault: Fault,
    repeats: int,
    template: str = "one",
) -> FaultFigures:
    took_ms: list[float] = []
    noticed_us: list[float] = []
    reasons: set[str] = set()
    for _ in range(repeats):
        proxy.set(Fault.NONE)
        with make_store(connection_to(server, proxy.uri), breaker_open_ms=5000) as store:
            if name.endswith("after login") or fault is Fault.NONE:
                connect(store)
            proxy.set(fault)
            reason, milliseconds = _timed(lambda: read(store, template, DEADLINE_MS))
            reasons.add(reason)
            took_ms.append(milliseconds)
            noticed_us += [_noticed_us(store) for _ in range(20)]
    return _figures(name, took_ms, noticed_us, reasons)


def _figures(
    name: str, took_ms: Sequence[float], noticed_us: Sequence[float], reasons: set[str]
) -> FaultFigures:
    overshoot = [max(0.0, value - DEADLINE_MS) for value in took_ms]
    return FaultFigures(
        name,
        len(took_ms),
        tuple(sorted(reasons)),
        percentile(took_ms, 50),
        percentile(overshoot, 50),
        percentile(overshoot, 99),
        percentile(noticed_us, 99),
    )


def _timed(action: Callable[[], object]) -> tuple[str, float]:
    began = time.perf_counter()
    try:
        action()
    except StoreError as error:
        return error.reason, (time.perf_counter() - began) * 1000
    raise AssertionError("it did not fail")


def _noticed_us(store: GraphStore) -> float:
    began = time.perf_counter()
    with contextlib.suppress(BreakerOpenError):
        store.check()
    return (time.perf_counter() - began) * 1e6


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many percent of all do not exceed."""
    ordered = sorted(values)
    rank = max(1, -(-len(ordered) * percent // 100))
    return round(ordered[int(rank) - 1], 3)


def page(rows: Iterable[FaultFigures], repeats: int, before: str) -> str:
    """Return docs/FAULTS.md.

    Args:
        rows: The figures of each fault.
        repeats: How many reads were tried in each.
        before: The page as it was: a busy machine meets reasons that a quiet one does not.
    """
    met = reasons_on(before)
    lines = [
        f"| {row.fault} | {', '.join(sorted({*row.reasons, *met.get(row.fault, ())})) or '-'} "
        f"| {row.took_p50_ms:.0f} "
        f"| {row.overshoot_p99_ms:.0f} | {row.noticed_p99_us:.0f} |"
        for row in rows
    ]
    return HEAD.format(deadline=DEADLINE_MS, repeats=repeats) + "\n".join(lines) + "\n"


def reasons_on(text: str) -> dict[str, set[str]]:
    """Return the reasons of each fault in docs/FAULTS.md."""
    cells = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {row[0].removeprefix("| "): set(row[1].split(", ")) for row in cells[1:]}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=50)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="make docs/FAULTS.md anew")
    options = parser.parse_args()
    import neo4j  # noqa: F401  # its import is no part of any fault

    with tempfile.TemporaryDirectory() as folder, running_neo4j(Path(folder)) as server:
        if options.json:
            print(json.dumps([asdict(figures) for figures in measure(server, options.repeats)]))
            return
        if options.write:
            before = PAGE.read_text(encoding="utf-8")
            rows = measure(server, options.repeats)
            PAGE.write_text(page(rows, options.repeats, before), encoding="utf-8")
            return
        print(f"deadline {DEADLINE_MS:.0f} ms, {options.repeats} reads each")
        head = ("took p50", "over p50", "over p99", "noticed p99")
        print(f"{'fault':34}" + "".join(f"{title:>13}" for title in head) + "  reasons")
        for row in measure(server, options.repeats):
            print(
                f"{row.fault:34}{row.took_p50_ms:10.1f} ms{row.overshoot_p50_ms:10.1f} ms"
                f"{row.overshoot_p99_ms:10.1f} ms{row.noticed_p99_us:10.1f} us"
                f"  {', '.join(row.reasons)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
