"""What counts as shown, and as an answer, in texts of any script."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from graphrag.bench.judging.metrics import RESAMPLES, has_answer, is_shown, paired_interval


@pytest.mark.parametrize(
    ("passage", "part", "other"),
    [
        ("The pager number is 0700.", "The pager number", "Number: 0700"),
        ("Ночная смена у Мары, пейджер 0700.", "Ночная смена", "пейджер 0700"),
        ("Ночная смена у Мары.", "Ночная смена", "у Мары"),
        ("夜班是玛拉，号码 0700。", "夜班是玛拉", "号码 0700"),
    ],
)
def test_a_part_of_a_passage_shows_what_is_in_it_alone(passage: str, part: str, other: str) -> None:
    assert is_shown(passage, None, passage)
    assert not is_shown(part, None, passage)
    assert is_shown(part, ((part,),), passage)
    assert not is_shown(other, ((part,),), passage)
    assert not is_shown(None, ((part,),), passage)
    assert has_answer(passage, [part])
    assert not has_answer(other, [part])


def test_evidence_in_ascii_is_found_whatever_the_accents_and_scripts_beside_it() -> None:
    text = "Béla Bartók (Барток) was born in 1881."
    assert is_shown(text, (("bela bartok was born",),), text)


def test_an_answer_without_a_letter_or_digit_is_none() -> None:
    assert not has_answer("anything", ["...", "。"])


@pytest.mark.parametrize("count", [1, 2, 101, 1499])
def test_an_interval_is_that_of_all_resamples_together(count: int) -> None:
    values = np.random.default_rng(count).normal(size=count)
    draws = np.random.default_rng(0).integers(0, count, (RESAMPLES, count))
    wanted = np.percentile(values[draws].mean(axis=1), [2.5, 97.5])
    assert paired_interval(values.tolist()) == pytest.approx(tuple(wanted), abs=1e-12)


def test_an_interval_of_thousands_of_questions_takes_little_memory() -> None:
    tracemalloc.start()
    paired_interval([0.0, 1.0] * 2500)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100_000_000
