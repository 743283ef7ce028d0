"""First names in German memories, also those that lists of common words have."""

from __future__ import annotations

import pytest

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import SourceDocument


def names_in(text: str) -> set[str]:
    found, _ = RuleExtractor().update([SourceDocument("a", text)])
    return {mention.entity_id.partition(":")[2] for mention in found["a"].mentions}


@pytest.mark.parametrize("name", ["Lena", "Lisa", "Robert", "Otto", "Katharina", "Sebastian"])
@pytest.mark.parametrize(
    "sentence",
    [
        "Unsere Tochter {} ist acht.",
        "{} hat freitags Schwimmen.",
        "Am Samstag kommt {} zum Essen.",
        "Die Garage gehört {} aus Leer.",
    ],
)
def test_a_common_first_name_is_a_name(sentence: str, name: str) -> None:
    assert name.casefold() in names_in(sentence.format(name))


@pytest.mark.parametrize("name", ["Malin", "Rico", "Lotte"])
def test_a_word_of_other_languages_alone_is_a_name_in_german(name: str) -> None:
    assert name.casefold() in names_in(f"{name} hat freitags Schwimmen, wir sind dabei.")


def test_the_genitive_of_such_a_name_before_a_noun_names_the_same_one() -> None:
    texts = ("Malin hat freitags Schwimmen.", "Malins Trainerin ist krank.")
    found, _ = RuleExtractor().update([SourceDocument(text, text) for text in texts])
    first, second = ({mention.entity_id for mention in found[text].mentions} for text in texts)
    assert "name:malin" in first & second


@pytest.mark.parametrize(
    "text",
    [
        "Der Roman liegt auf dem Tisch, das Buch im Regal.",
        "Die Rose im Garten braucht Wasser.",
        "Am Abend kommt der Wolf zum Gehege.",
    ],
)
def test_a_german_noun_that_is_a_first_name_too_is_none(text: str) -> None:
    assert not {"roman", "rose", "wolf"} & names_in(text)
