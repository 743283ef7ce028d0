"""The words of the memories, and which stand side by side."""

from __future__ import annotations

import time

from graphrag.text.spelling.vocabulary import Vocabulary


def test_two_words_are_a_pair_only_side_by_side_in_one_text():
    known = Vocabulary.of(["The blood counter", "night light, ward 3 keys", "x-ray room"])
    assert known.has_pair("blood", "counter")
    assert known.has_pair("night", "light")
    assert not known.has_pair("counter", "blood")
    assert not known.has_pair("counter", "night")
    assert not known.has_pair("ward", "keys")
    assert not known.has_pair("room", "xray")


def test_looking_for_pairs_takes_no_longer_in_many_memories():
    known = Vocabulary.of(
        f"note {'abcdefghij'[n % 10] * 3} of the blood bank" for n in range(50_000)
    )
    before = time.perf_counter()
    assert not any(known.has_pair("blood", f"counter{n}") for n in range(2_000))
    assert time.perf_counter() - before < 0.5
