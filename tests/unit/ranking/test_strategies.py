"""The one list of strategies: what it names exists, and nothing else can be chosen."""

import subprocess
import sys

import pytest

from graphrag.bench.variants import strategies
from graphrag.config import STRATEGIES, Settings, load_settings
from graphrag.errors import GraphragError
from graphrag.ranking import make_ranker, ranker_class


@pytest.mark.parametrize("name", STRATEGIES)
def test_each_strategy_has_its_class(name):
    assert ranker_class(name).name == name
    assert make_ranker(Settings(graphrag_strategy=name)).name == name


def test_an_unknown_strategy_is_an_error_that_names_the_known_ones():
    settings = load_settings().settings.model_copy(update={"graphrag_strategy": "magic"})
    with pytest.raises(GraphragError, match="magic") as caught:
        make_ranker(settings)
    assert all(name in str(caught.value) for name in STRATEGIES)


def test_the_warning_about_an_unknown_strategy_names_the_known_ones(monkeypatch):
    monkeypatch.setenv("GRAPHRAG_STRATEGY", "magic")
    loaded = load_settings()
    assert loaded.settings.graphrag_strategy == "two_pass"
    assert all(name in loaded.warnings[0] for name in STRATEGIES)


def test_the_name_that_a_strategy_had_in_0_1_0_still_chooses_it(monkeypatch):
    monkeypatch.setenv("GRAPHRAG_STRATEGY", "vector")
    loaded = load_settings()
    assert loaded.settings.graphrag_strategy == "hybrid"
    assert not loaded.warnings
    assert [variant.name for variant in strategies(["vector"], "two_pass")] == ["hybrid"]


def test_reading_the_settings_loads_no_ranking():
    code = "import sys; from graphrag.config import load_settings; load_settings(); "
    code += "print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "graphrag.config" in loaded
    assert "numpy" not in loaded
    assert not [name for name in loaded if name.startswith("graphrag.ranking")]
