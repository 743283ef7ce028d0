"""The words of a memory folder, put together in the background."""

from __future__ import annotations

import pytest

from graphrag.agent_zero.host import learned_words
from graphrag.agent_zero.host.index import HostMemory
from graphrag.agent_zero.host.learned_words import LearnedWords

from ....support.small_host import install_modules
from ....support.stores import wait_until


@pytest.fixture
def host(monkeypatch, tmp_path):
    return install_modules(monkeypatch, tmp_path, {"a": ("Ask Stannard.", "main")})


def learn(learned: LearnedWords, memory: HostMemory) -> None:
    view = memory.view("default")
    learned.learn_soon("default", view)
    wait_until(lambda: learned.of("default") is not None)


def test_they_are_known_a_moment_after_they_were_asked_for(host):
    learned = LearnedWords()
    assert learned.of("default") is None
    learn(learned, HostMemory())
    assert "stannard" in learned.of("default").entries


def test_they_are_put_together_again_only_after_a_change(host):
    learned, memory = LearnedWords(), HostMemory()
    learn(learned, memory)
    before = learned.of("default")
    learn(learned, memory)
    assert learned.of("default") is before
    host.add("b", "The bassoon is at Via Palestro.")
    learn(learned, memory)
    wait_until(lambda: "palestro" in learned.of("default").entries)


def test_a_folder_with_too_many_memories_has_none(host, monkeypatch):
    learned, memory = LearnedWords(), HostMemory()
    learn(learned, memory)
    monkeypatch.setattr(learned_words, "MOST_MEMORIES", 1)
    host.add("b", "The bassoon is at Via Palestro.")
    learned.learn_soon("default", memory.view("default"))
    assert learned.of("default") is None


def test_only_the_folders_asked_about_last_are_kept(host):
    learned, memory = LearnedWords(), HostMemory()
    view = memory.view("default")
    for number in range(20):
        learned.learn_soon(f"projects/{number}", view)
        wait_until(lambda number=number: learned.of(f"projects/{number}") is not None)
    assert learned.of("projects/0") is None


def test_a_folder_that_is_asked_about_is_kept_however_long_it_has_been_known(host):
    learned = LearnedWords()
    view = HostMemory().view("default")
    for number in range(20):
        learned.learn_soon(f"projects/{number}", view)
        wait_until(lambda number=number: learned.of(f"projects/{number}") is not None)
        assert learned.of("projects/0") is not None
