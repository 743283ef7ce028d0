"""The strongest link: what a passage is about, and what it adds to the question."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from graphrag.model import Entity, GraphView, LinkStart, Passage
from graphrag.ranking.links.strongest_link import strongest_links
from graphrag.ranking.links.word_gain import WordGain

START = LinkStart("start", 1.0)


def view_of(*words: str, **texts: tuple[str, str]) -> GraphView:
    """Return a view in which the start and all passages share the name Tern."""
    passages = {
        key: Passage(key, key, "s", title=title, text=text) for key, (title, text) in texts.items()
    }
    return GraphView(
        documents=99,
        passages=passages,
        entities={"name:tern": Entity("name:tern", "Tern", df=2)},
        mentions={"name:tern": tuple(sorted(passages))},
        words=words,
    )


def links_of(view: GraphView) -> dict[str, float]:
    return strongest_links(view, [START], {"name:tern": 1.0}, WordGain(view))[0]


PLAIN = math.log(100 / 2) / math.log(100)


def test_a_link_counts_as_much_as_its_name_is_rare():
    view = view_of(start=("", "Tern is here."), other=("", "Tern is there."))
    assert links_of(view) == {"other": pytest.approx(PLAIN)}


def test_a_link_to_the_passage_that_is_about_the_name_counts_twice():
    view = view_of(start=("", "x"), about=("Tern (ship)", "x"), other=("Gull", "x"))
    assert links_of(view)["about"] == pytest.approx(2 * links_of(view)["other"])


def test_a_title_of_many_passages_adds_less():
    view = view_of(start=("", "x"), one=("Tern", "x"), two=("Tern", "x"), other=("Gull", "x"))
    assert links_of(view)["one"] == pytest.approx(1.5 * links_of(view)["other"])


def test_a_name_in_the_question_leads_to_what_is_about_it_and_to_nothing_else():
    view = view_of(start=("", "x"), about=("Tern (ship)", "x"), other=("Gull", "x"))
    named = {"name:tern": replace(view.entities["name:tern"], named=True)}
    assert links_of(replace(view, entities=named)) == {"about": pytest.approx(PLAIN)}


def test_a_link_counts_more_where_the_passage_adds_words_of_the_question():
    view = view_of(
        "river",
        "birthplace",
        start=("", "The birthplace of Tern."),
        flows=("", "Tern lies on a river."),
        other=("", "Tern has a church."),
    )
    links = links_of(view)
    assert links["other"] == pytest.approx(PLAIN)
    assert PLAIN < links["flows"] < 2 * PLAIN


def test_words_that_the_start_has_too_add_nothing():
    view = view_of("river", start=("", "Tern and its river."), other=("", "The river at Tern."))
    assert links_of(view) == {"other": pytest.approx(PLAIN)}


@pytest.mark.parametrize(
    ("word", "text", "gains"),
    [
        ("flowing", "It flows north.", False),
        ("flowers", "A flowering tree.", True),
        ("art", "A party.", False),
        ("art", "Modern Art, mostly.", True),
        ("川", "この川は長い。", True),
    ],
)
def test_a_word_is_found_from_its_beginning_in_its_own_script(word, text, gains):
    view = view_of(word, start=("", "x"), other=("", text))
    assert bool(WordGain(view)("start", "other")) is gains


def test_a_passage_without_a_known_text_adds_nothing():
    view = view_of("river", start=("", "x"), other=("", ""), third=("", "river"))
    assert WordGain(view)("start", "other") == 0.0
    assert WordGain(view_of("river", start=("", ""), other=("", "")))("start", "other") == 0.0
