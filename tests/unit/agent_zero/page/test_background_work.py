"""The page's buttons do one thing at a time, and keep why it failed."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from graphrag.agent_zero.page.background_work import BackgroundWork
from graphrag.errors import GraphragError


def finished(work: BackgroundWork) -> None:
    ends = time.monotonic() + 60
    while work.is_running:
        assert time.monotonic() < ends
        time.sleep(0.01)


def broken() -> None:
    raise ValueError("two\nlines")


def refused() -> None:
    raise GraphragError("the disk is full", "make room")


def test_an_error_that_nobody_foresaw_is_shown_in_one_line_and_logged_whole(tmp_path, caplog):
    work = BackgroundWork()
    work.start("set_up", broken)
    finished(work)
    assert work.failure(tmp_path / "run.json") == "ValueError: two lines"
    [logged] = caplog.records
    assert logged.exc_info is not None
    assert logged.exc_info[0] is ValueError


def test_an_error_of_ours_is_shown_and_needs_no_log(tmp_path, caplog):
    work = BackgroundWork()
    work.start("set_up", refused)
    finished(work)
    assert "make room" in work.failure(tmp_path / "run.json")
    assert not caplog.records


def test_another_button_waits_for_the_first_one(tmp_path: Path):
    work, pressed = BackgroundWork(), threading.Event()
    work.start("set_up", lambda: pressed.wait(60))
    try:
        work.start("set_up", broken)  # the same: it goes on
        with pytest.raises(GraphragError):
            work.start("stop", broken)
    finally:
        pressed.set()
    finished(work)
    assert work.failure(tmp_path / "run.json") == ""
