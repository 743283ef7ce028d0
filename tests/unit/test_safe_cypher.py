"""The registry of read templates: sealed, and strict about parameters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag import safe_cypher
from graphrag.errors import TemplateError
from graphrag.retriever.warm_up import warm_up_runs
from graphrag.scopes import text_index

HARMLESS = dict(warm_up_runs(["queries"]))


LEARNT = {"scope_info", "index_states"}
"""Read in the background, with the scopes of the turn to come."""

OF_THE_SCREEN = {"entities", "named", "outdated", "picture", "scope_size"}
"""No turn waits for them."""


def test_the_warm_up_plans_every_query_that_a_turn_can_send():
    assert set(HARMLESS) == set(safe_cypher.TEMPLATES) - LEARNT - OF_THE_SCREEN


def test_a_query_that_only_another_strategy_sends_is_not_planned():
    assert set(HARMLESS) - set(dict(warm_up_runs(["two_pass", "proximity"]))) == {"search"}


@pytest.mark.parametrize("name", HARMLESS)
def test_a_template_with_all_its_parameters_is_prepared(name):
    text, parameters = safe_cypher.prepare(name, HARMLESS[name])
    assert text == safe_cypher.TEMPLATES[name].text
    assert parameters == {"p": HARMLESS[name]}


def test_the_registry_cannot_be_changed():
    with pytest.raises(TypeError):
        safe_cypher.TEMPLATES["mine"] = safe_cypher.TEMPLATES["ping"]


@given(st.text(max_size=80))
def test_no_other_text_can_be_run(text):
    if text not in safe_cypher.TEMPLATES:
        with pytest.raises(TemplateError):
            safe_cypher.prepare(text, {})


@pytest.mark.parametrize(
    ("name", "parameter", "value"),
    [
        ("pin", "entity_limit", 101),
        ("pin", "entity_limit", "10"),
        ("pin", "names", ["x"] * 601),
        ("pin", "names", ["x" * 201]),
        ("pin", "keys", ["no key"]),
        ("pin", "keys", ["0" * 20] * 401),
        ("pin", "vector_indexes", ["users"]),
        ("pin", "searches", [{"index": "users", "text": "x"}]),
        ("pin", "searches", [{"index": text_index("a"), "text": "x" * 8001}]),
        ("pin", "scopes", []),
        ("pin", "scopes", ["a"] * 5),
        ("expand", "hops", 3),
        ("expand", "fact_limit", 11),
        ("expand", "starts", [{"key": "0" * 20, "weight": 2.0}]),
        ("expand", "named", ["x" * 401]),
    ],
)
def test_a_parameter_out_of_its_bounds_is_refused(name, parameter, value):
    with pytest.raises(TemplateError, match=parameter):
        safe_cypher.prepare(name, HARMLESS[name] | {parameter: value})


def test_a_missing_or_unknown_parameter_is_refused():
    missing = dict(HARMLESS["pin"])
    del missing["scopes"]
    with pytest.raises(TemplateError, match="scopes"):
        safe_cypher.prepare("pin", missing)
    with pytest.raises(TemplateError, match="timeout"):
        safe_cypher.prepare("pin", HARMLESS["pin"] | {"timeout": 1})


def test_what_was_given_is_not_repeated_in_the_error():
    with pytest.raises(TemplateError) as caught:
        safe_cypher.prepare("pin", HARMLESS["pin"] | {"scopes": ["secret" * 100]})
    assert "secret" not in str(caught.value)
