"""Numbers and long texts as people read them."""

import pytest

from graphrag.wording import ago, beginning, counted, hide_credentials, written_together


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 lines"), (1, "1 line"), (2, "2 lines"), (1000, "1000 lines")]
)
def test_one_of_a_thing_is_no_plural(number, words):
    assert counted(number, "line") == words


def test_a_plural_of_its_own_is_given():
    assert [counted(n, "entity", "entities") for n in (1, 2)] == ["1 entity", "2 entities"]


def test_nothing_is_younger_than_now_though_a_clock_was_set_back():
    assert ago(-400) == ago(0)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A payment fails", "A payment fails"),
        ("A payment fails three times", "A payment fails ..."),
        ("A payment failsafe", "A payment ..."),
        ("\u652f\u4ed8" * 10, "\u652f\u4ed8" * 7 + "\u652f ..."),
    ],
)
def test_a_long_text_is_cut_between_words_where_it_has_any(text, shown):
    assert beginning(text, 15) == shown


@pytest.mark.parametrize("path", [("session:m1",), ("file:notes.md",)])
def test_a_path_over_a_session_or_a_file_is_said_in_words(path):
    assert written_together(path)


@pytest.mark.parametrize("path", [("Anna", "Harbor House"), ("profile:dev",), ()])
def test_a_path_over_names_is_not(path):
    assert not written_together(path)


@pytest.mark.parametrize("name", ["password", "Password", "db_password", "pw", "token", "api-key"])
def test_a_password_among_the_parameters_of_an_address_is_hidden(name):
    address = f"neo4j://db:7687?{name}=not-a-password&policy=eu"
    assert hide_credentials(f"no answer from '{address}'") == (
        f"no answer from 'neo4j://db:7687?{name}=***&policy=eu'"
    )


@pytest.mark.parametrize("password", ["not@pass", "not/pass", "not@/pass@"])
def test_a_password_with_a_sign_of_addresses_is_hidden_whole(password):
    shown = hide_credentials(f"no answer from bolt://neo4j:{password}@db:7687")
    assert shown == "no answer from bolt://***@db:7687"


def test_a_text_without_credentials_stays():
    text = (
        "What of https://example.org/a?page=2&sort=name, https://example.org:80/a@2,"
        " me@example.org and a password = b?"
    )
    assert hide_credentials(text) == text
