from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.names.name_dictionary import EntityDictionary, NameCounts, document_mentions
from graphrag.text.names.name_evidence import name_evidence
from graphrag.text.word_lists.word_sets import split_words

DOCUMENTS = [
    ("Mercury (planet)", "Mercury is the planet nearest to the Sun."),
    ("", "In March 2021 Anna Lindqvist moved the Billing Service to Postgres."),
    ("", "Painting relaxes her. She likes painting, and painting walls too."),
    ("", "Later the University of Copenhagen met J. K. Rowling on Monday."),
]


def dictionary_of(documents) -> EntityDictionary:
    counts = NameCounts()
    for title, text in documents:
        counts.add(name_evidence(title, text))
    return counts.dictionary()


def test_titles_are_names_with_and_without_their_parenthesis():
    names = dictionary_of(DOCUMENTS).names
    assert names["mercury planet"] == "Mercury (planet)"
    assert "mercury" in names


def test_capitalised_phrases_are_names_without_article_and_with_inner_connectors():
    names = dictionary_of(DOCUMENTS).names
    assert {"anna lindqvist", "billing service", "university of copenhagen"} <= set(names)
    assert "j k rowling" in names
    assert not any(name.startswith("the ") for name in names)


def test_an_order_before_a_name_of_another_text_is_no_part_of_it():
    order = ("", "Restart Home Assistant after that.")
    assert "restart home assistant" in dictionary_of([order]).names
    names = dictionary_of([order, ("", "It talks to Home Assistant over MQTT.")]).names
    assert "home assistant" in names
    assert "restart home assistant" not in names


def test_dates_stop_words_and_sentence_starts_are_no_names():
    names = dictionary_of(DOCUMENTS).names
    assert not {"march", "march 2021", "in", "monday", "she", "2021"} & set(names)
    # Capitalised once at the start of a sentence, in lower case elsewhere.
    assert "painting" not in names


def test_a_single_word_counts_only_where_it_is_capitalised():
    dictionary = EntityDictionary({"apple": "Apple", "apple tree": "Apple tree"})
    assert [match.norm for match in dictionary.match("An apple a day from Apple")] == ["apple"]
    assert [match.norm for match in dictionary.match("under an apple tree")] == ["apple tree"]


def test_the_longest_name_is_found_at_each_position():
    dictionary = EntityDictionary({name: name for name in ("new york", "york", "new york times")})
    text = "The New York Times of New York"
    assert [match.norm for match in dictionary.match(text)] == [
        "new york times",
        "york",
        "new york",
        "york",
    ]
    apart = dictionary.match(text, overlapping=False)
    assert [match.norm for match in apart] == ["new york times", "new york"]
    assert text[apart[1].start : apart[1].end] == "New York"


def test_names_are_found_in_text_without_spaces_and_before_a_genitive():
    dictionary = EntityDictionary({"東京": "東京", "carl rogers": "Carl Rogers"})
    assert [match.norm for match in dictionary.match("昨日は東京で")] == ["東京"]
    assert [match.norm for match in dictionary.match("Carl Rogers's work")] == ["carl rogers"]


@pytest.mark.parametrize(
    ("text", "count"),
    [("Set depends_on there.", 1), ("DEPENDS_ON holds.", 1), ("It depends on us.", 0)],
)
def test_a_name_with_underscores_is_found_where_a_text_has_them(text, count):
    dictionary = EntityDictionary({"depends on": "depends_on"})
    assert len(dictionary.match(text)) == count


def test_a_title_is_mentioned_by_its_document_however_it_is_written():
    dictionary = dictionary_of([("iPhone", "A telephone.")])
    assert document_mentions(dictionary, "iPhone", "A telephone.") == {"iphone": 1}


def test_mentions_are_counted():
    dictionary = EntityDictionary({"atlas": "Atlas"})
    assert document_mentions(dictionary, "", "Atlas is slow. We restart Atlas.") == {"atlas": 2}


def test_a_name_is_spelt_as_most_documents_spell_it():
    documents = [("", "We use GitHub."), ("", "On GitHub now."), ("", "Moved to Github.")]
    assert dictionary_of(documents).names["github"] == "GitHub"


COMMON = split_words(
    "hope grace frank joy page young black white green brown stone dawn june april klein lang"
    " kurz stark holz sommer sonntag freitag rose mark"
)


@pytest.mark.parametrize("word", sorted(COMMON))
def test_a_common_word_in_a_note_without_capitals_is_no_name(word):
    dictionary = EntityDictionary({word: word.title(), "pontgam": "Pontgam"})
    assert document_mentions(dictionary, "", f"with {word} and pontgam") == {"pontgam": 1}


@pytest.mark.parametrize("name", ["tom", "ben", "lena", "gareth", "marie", "sam"])
def test_a_first_name_in_a_note_without_capitals_is_one(name):
    dictionary = EntityDictionary({name: name.title()})
    assert document_mentions(dictionary, "", f"gave {name} the spare key") == {name: 1}


@pytest.mark.parametrize("note", ["hope's parcel came", "parcel: hope’s", "hope: vet, rings back"])
def test_a_common_word_that_has_or_says_something_is_a_name(note):
    assert document_mentions(EntityDictionary({"hope": "Hope"}), "", note) == {"hope": 1}


def test_a_common_word_before_a_colon_elsewhere_is_no_name():
    assert (
        document_mentions(EntityDictionary({"hope": "Hope"}), "", "there is hope: it rains") == {}
    )


TEXTS = st.lists(
    st.sampled_from(["Anna", "anna", "Bo Berg", "the", "Café", "x.", "in", "東京"])
).map(" ".join)


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=6), st.integers(0, 5))
def test_removing_a_document_is_the_inverse_of_adding_it(documents, at):
    counts = NameCounts()
    for title, text in documents:
        counts.add(name_evidence(title, text))
    kept = [document for index, document in enumerate(documents) if index != at]
    if at < len(documents):
        counts.remove(name_evidence(*documents[at]))
    assert counts.dictionary().names == dictionary_of(kept).names


@given(st.text(), st.text())
def test_any_text_is_read(title, text):
    dictionary = dictionary_of([(title, text)])
    for match in dictionary.match(text):
        assert match.norm in dictionary.names
    assert all(norm and written for norm, written in dictionary.names.items())
