"""Which strategies `bench --method` compares."""

import pytest

from graphrag.bench.variants import strategies
from graphrag.config import STRATEGIES
from graphrag.errors import SettingsError


def names(*given: str) -> list[str]:
    return [variant.name for variant in strategies(given, "two_pass")]


def test_it_is_the_default_unless_others_are_named() -> None:
    assert names() == ["two_pass"]
    assert names("rrf", "hybrid") == ["rrf", "hybrid"]
    assert names("all") == list(STRATEGIES)


def test_one_that_is_named_twice_is_measured_once() -> None:
    assert names("rrf", "rrf") == ["rrf"]
    assert names("rrf", "all") == ["rrf", *(name for name in STRATEGIES if name != "rrf")]


def test_an_unknown_one_beside_all_is_an_error() -> None:
    with pytest.raises(SettingsError, match="magic"):
        names("all", "magic")
