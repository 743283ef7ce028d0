"""When memory sync looks, without a database: nothing is open, so a look costs nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from graphrag.errors import GraphragError, UnreachableError
from graphrag.graph.extraction.llm import WorkDone
from graphrag.graph.sync import MemorySnapshot, MemorySync, MemoryText, SyncResult, SyncTimes
from graphrag.graph.sync.gone_scopes import GoneScopes
from graphrag.graph.sync.memory_sync import Outcome
from graphrag.graph.sync.scope_sync import ScopeSync


class Watched:
    """A host's memory that says whether it has changed, and counts the looks at it."""

    def __init__(self) -> None:
        self.changes: list[bool | Exception] = []
        self.looks = 0
        self.looked = threading.Event()
        self.asked = threading.Semaphore(0)

    def changed(self) -> bool:
        self.asked.release()
        said = self.changes.pop() if self.changes else False
        if isinstance(said, Exception):
            raise said
        return said

    def snapshots(self) -> Iterator[object]:
        self.looks += 1
        self.looked.set()
        return iter(())

    def wait_for_questions(self, count: int) -> None:
        for _ in range(count):
            assert self.asked.acquire(timeout=60)


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.fixture
def sync(watched: Watched) -> Iterator[MemorySync]:
    snapshots: Callable[..., object] = watched.snapshots
    sync = MemorySync(
        None, snapshots, has_changed=watched.changed, times=SyncTimes(debounce_s=0.01, watch_s=0.01)
    )
    yield sync
    sync.stop()


def look_once(sync: MemorySync, watched: Watched) -> None:
    sync.request()
    assert sync.wait_idle(60)
    watched.looked.clear()


def test_a_change_that_nobody_tells_of_is_looked_at(sync: MemorySync, watched: Watched) -> None:
    look_once(sync, watched)

    watched.changes.append(True)

    assert watched.looked.wait(60)


def test_what_would_end_the_thread_ends_only_that_look() -> None:
    looks: list[int] = []

    def snapshots() -> Iterator[MemorySnapshot]:
        looks.append(1)
        if len(looks) == 1:
            raise SystemExit(1)
        return iter(())

    sync = MemorySync(None, snapshots, times=SyncTimes(debounce_s=0.01, retry_s=0.01))
    sync.request()
    assert sync.wait_idle(60)
    sync.request()
    assert sync.wait_idle(60)
    sync.stop()
    assert len(looks) > 1


def test_a_memory_that_stays_as_it_is_is_not_looked_at_again(
    sync: MemorySync, watched: Watched
) -> None:
    look_once(sync, watched)

    watched.wait_for_questions(20)

    assert watched.looks == 1


def test_a_watch_that_fails_ends_neither_the_watch_nor_the_looks(
    sync: MemorySync, watched: Watched
) -> None:
    look_once(sync, watched)

    watched.changes += [True, RuntimeError("the host is being taken apart")]

    assert watched.looked.wait(60)


def test_nothing_is_watched_before_the_first_request(sync: MemorySync, watched: Watched) -> None:
    assert not watched.asked.acquire(timeout=0.1)


def test_after_an_unforeseen_error_in_a_round_of_model_calls_the_looks_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failures = [OSError("the disk is full")]

    def ask_model(sync: ScopeSync, stop: Callable[[], bool]) -> WorkDone:
        if failures:
            raise failures.pop()
        return WorkDone()

    monkeypatch.setattr(ScopeSync, "ask_model", ask_model)
    monkeypatch.setattr(ScopeSync, "look", lambda *_: SyncResult("me/default"))
    told: list[tuple[str, Outcome]] = []
    sync = MemorySync(
        None,
        lambda: [MemorySnapshot("me/default", {})],
        on_outcome=lambda scope, outcome: told.append((scope, outcome)),
        times=SyncTimes(debounce_s=0.01, retry_s=0.01),
    )
    sync.request()
    assert sync.wait_idle(60)
    sync.stop()
    assert [scope for scope, _ in told] == ["me/default", "", "me/default"]


def test_a_failure_to_forget_deleted_folders_is_told_and_tried_again() -> None:
    class FailsOnce(GoneScopes):
        looks = 0

        def look(self, writer: object) -> Iterator[str]:
            self.looks += 1
            if self.looks == 1:
                raise UnreachableError("down")
            return iter(())

    gone = FailsOnce(lambda: "me", lambda scopes: ())
    told: list[Outcome] = []
    sync = MemorySync(
        None,
        lambda: (),
        on_outcome=lambda scope, outcome: told.append(outcome),
        times=SyncTimes(debounce_s=0.01, retry_s=0.01),
        gone=gone,
    )
    sync.request()
    assert sync.wait_idle(60)
    sync.stop()
    assert [str(outcome) for outcome in told] == ["down"]
    assert gone.looks == 2


def test_a_request_that_the_end_leaves_unanswered_is_not_called_answered() -> None:
    sync = MemorySync(None, lambda: ())
    sync.request(delay_s=60)
    sync.stop()
    assert not sync.wait_idle(0)


def test_an_unforeseen_error_in_one_memory_folder_does_not_keep_the_others_from_the_graph(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(sync: ScopeSync, writer: object, snapshot: MemorySnapshot) -> SyncResult:
        if snapshot.scope == "me/broken":
            raise ValueError("unforeseen")
        return SyncResult(snapshot.scope)

    monkeypatch.setattr(ScopeSync, "look", look)
    snapshots = [MemorySnapshot("me/broken", {}), MemorySnapshot("me/default", {})]
    outcomes = MemorySync(None, lambda: snapshots).look_now()
    assert isinstance(outcomes["me/broken"], GraphragError)
    assert outcomes["me/default"] == SyncResult("me/default")


def test_a_folder_that_was_read_during_a_long_look_is_not_written_back_to_an_older_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def folder(name: str, size: int) -> MemorySnapshot:
        return MemorySnapshot(f"me/{name}", {str(n): MemoryText("", {}) for n in range(size)})

    seen: list[tuple[str, int]] = []

    def look(sync: ScopeSync, writer: object, snapshot: MemorySnapshot) -> SyncResult:
        seen.append((snapshot.scope, len(snapshot.documents)))
        if snapshot.scope == "me/large":
            sync._pause()
        return SyncResult(snapshot.scope)

    monkeypatch.setattr(ScopeSync, "look", look)
    states = iter(
        [[folder("large", 5), folder("other", 6)], [folder("large", 5), folder("other", 4)]]
    )
    outcomes = MemorySync(None, lambda: next(states), has_changed=lambda: True).look_now()
    assert seen == [("me/large", 5), ("me/other", 4)]
    assert outcomes.keys() == {"me/large", "me/other"}


def test_a_round_of_model_calls_makes_way_for_a_change(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    def ask_until_stopped(sync: ScopeSync, stop: Callable[[], bool]) -> WorkDone:
        asked.set()
        while not stop():
            pass
        return WorkDone()

    monkeypatch.setattr(ScopeSync, "ask_model", ask_until_stopped)
    monkeypatch.setattr(ScopeSync, "look", lambda *_: SyncResult("me/default"))

    def snapshots() -> list[MemorySnapshot]:
        watched.snapshots()
        return [MemorySnapshot("me/default", {})]

    times = SyncTimes(debounce_s=0.01)
    sync = MemorySync(None, snapshots, has_changed=watched.changed, times=times)
    sync.request()
    assert asked.wait(60)
    watched.looked.clear()
    watched.changes.append(True)
    assert watched.looked.wait(60)
    sync.stop()


def test_a_request_does_not_wait_for_the_files_that_tell_of_a_change(watched: Watched) -> None:
    reads, read = threading.Event(), threading.Event()

    def changed() -> bool:
        reads.set()
        return not read.wait(60)

    times = SyncTimes(debounce_s=0.01, watch_s=0.01)
    snapshots: Callable[..., object] = watched.snapshots
    sync = MemorySync(None, snapshots, has_changed=changed, times=times)
    try:
        look_once(sync, watched)
        assert reads.wait(60)
        asks = threading.Thread(target=sync.request)
        asks.start()
        asks.join(10)
        waits = asks.is_alive()
    finally:
        read.set()
        sync.stop()
    assert not waits
