"""Settings: their sources, their caps, and what becomes of a wrong value."""

import pytest

from graphrag.caps import HARD_CAPS
from graphrag.config import Settings, load_settings
from graphrag.switch import is_switched_on


@pytest.fixture(autouse=True)
def _no_settings_in_the_environment(monkeypatch):
    for name in (*Settings.model_fields, "graph_rag_enabled"):
        monkeypatch.delenv(name.upper(), raising=False)


def test_without_any_source_the_plugin_is_off_and_local():
    loaded = load_settings()
    assert not loaded.settings.graphrag_enabled
    assert loaded.settings.neo4j_uri == "local"
    assert loaded.warnings == ()


def test_the_environment_wins_over_the_env_file_and_that_over_the_plugin(monkeypatch, tmp_path):
    env_file = tmp_path / ".env"
    env_file.write_text("GRAPHRAG_MAX_TOKENS=300\nNEO4J_USER=from_file\n")
    monkeypatch.setenv("GRAPHRAG_MAX_TOKENS", "200")
    plugin = {"graphrag_max_tokens": 100, "neo4j_user": "from_plugin", "neo4j_database": "mine"}
    settings = load_settings(plugin, env_file).settings
    assert settings.graphrag_max_tokens == 200
    assert settings.neo4j_user == "from_file"
    assert settings.neo4j_database == "mine"


def test_no_env_file_is_read_unless_it_is_named(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("NEO4J_USER=surprise\n")
    monkeypatch.chdir(tmp_path)
    assert load_settings().settings.neo4j_user == "neo4j"


@pytest.mark.parametrize(("name", "cap"), HARD_CAPS.items())
def test_a_setting_above_its_cap_is_clamped_with_one_warning(monkeypatch, name, cap):
    monkeypatch.setenv(name.upper(), str(cap + 1))
    loaded = load_settings()
    assert getattr(loaded.settings, name) == cap
    assert loaded.warnings == (f"{name.upper()}={cap + 1} is above the cap; using {cap}",)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GRAPHRAG_ENABLED", "maybe"),
        ("GRAPHRAG_MAX_TOKENS", "many"),
        ("GRAPH_EXPAND_MAX_HOPS", "0"),
        ("GRAPHRAG_STRATEGY", "magic"),
        ("NEO4J_URI", "http://localhost:7474"),
    ],
)
def test_a_wrong_value_gives_one_warning_and_the_default(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    loaded = load_settings()
    assert getattr(loaded.settings, name.lower()) == Settings.model_fields[name.lower()].default
    assert len(loaded.warnings) == 1
    assert name in loaded.warnings[0]


def test_a_wrong_value_of_the_old_name_of_the_switch_is_reported_by_that_name(monkeypatch):
    monkeypatch.setenv("GRAPH_RAG_ENABLED", "maybe")
    [warning] = load_settings().warnings
    assert warning.startswith("GRAPH_RAG_ENABLED='maybe'")


@pytest.mark.parametrize(
    "address",
    [
        "bolt://neo4j:not-a-password@localhost:7687",
        "bolt://localhost:7687?password=not-a-password",
        "http://localhost:7474?password=not-a-password",
        "bolt://localhost:7687?pass=it's-not-a-password",
    ],
)
def test_a_password_in_an_address_is_refused_and_never_shown(monkeypatch, address):
    monkeypatch.setenv("NEO4J_URI", address)
    monkeypatch.setenv("NEO4J_PASSWORD", "not-the-password")
    loaded = load_settings()
    assert loaded.settings.neo4j_uri == "local"
    assert "not-" not in " ".join(loaded.warnings) + repr(loaded)


def test_the_legacy_switch_counts_only_where_the_first_is_not_set(monkeypatch):
    monkeypatch.setenv("GRAPH_RAG_ENABLED", "true")
    assert is_switched_on()
    assert load_settings().settings.graphrag_enabled
    monkeypatch.setenv("GRAPHRAG_ENABLED", "false")
    assert not is_switched_on()
    assert not load_settings().settings.graphrag_enabled


@pytest.mark.parametrize(
    "spelling", ["1", "true", "YES", "On", "t", "y", "maybe", "0", "off", "N", "true ", " 0"]
)
def test_the_quick_switch_agrees_with_the_settings(monkeypatch, spelling):
    monkeypatch.setenv("GRAPHRAG_ENABLED", spelling)
    assert is_switched_on() == load_settings().settings.graphrag_enabled


def test_spaces_around_an_address_do_not_belong_to_it(monkeypatch):
    monkeypatch.setenv("NEO4J_URI", "bolt://localhost:7687 ")
    assert load_settings().settings.neo4j_uri == "bolt://localhost:7687"


def test_the_environment_wins_over_the_settings_page(monkeypatch):
    assert is_switched_on(True)
    monkeypatch.setenv("GRAPHRAG_ENABLED", "0")
    assert not is_switched_on(True)
    assert not load_settings({"graphrag_enabled": True}).settings.graphrag_enabled


def test_where_the_plugin_keeps_its_data_is_said_by_the_environment_alone(monkeypatch, tmp_path):
    loaded = load_settings({"graphrag_home": str(tmp_path)})
    assert loaded.settings.graphrag_home is None
    assert "GRAPHRAG_HOME" in loaded.warnings[0]
    monkeypatch.setenv("GRAPHRAG_HOME", str(tmp_path))
    assert load_settings({}).settings.graphrag_home == tmp_path


def test_a_password_that_is_no_text_is_told_without_python() -> None:
    loaded = load_settings({"neo4j_password": ["secret"]})
    [warning] = loaded.warnings
    assert warning.startswith("NEO4J_PASSWORD=*** cannot be used")
    assert warning.endswith("; using none")
