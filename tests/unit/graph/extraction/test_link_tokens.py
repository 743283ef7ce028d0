"""Words that link short memories: written like names, and rarely a whole name."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.extraction.names.link_tokens import MAX_TOKEN_DF, link_tokens
from graphrag.graph.records import SourceDocument


def tokens(text: str, title: str = "") -> list[str]:
    return [token.text for token in link_tokens(title, text)]


def linked(*texts: str, kind: str = "token") -> list[set[str]]:
    """The tokens, or entities of another kind, that each of some memories mentions."""
    documents = [SourceDocument(f"m{i}", text) for i, text in enumerate(texts)]
    found, _ = RuleExtractor().update(documents)
    return [
        {m.entity_id for m in found[d.id].mentions if m.entity_id.startswith(f"{kind}:")}
        for d in documents
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Both nodes sit in rack B7.", ["Both", "B7"]),
        ("sessions are in kv-lodde", ["kv-lodde"]),
        ("it runs on otter-twelve now", ["otter-twelve"]),
        ("Pippa Onslow-Grant is in", ["Pippa", "Onslow-Grant", "Onslow", "Grant"]),
        ("paid 15 times, 30km away, on the 2nd", []),
        ("on Monday in March", []),
        ("nothing that looks like one", []),
        ("Mr Quarshie, 4 St Bride's Lane, 16 GB, EUR", ["Quarshie", "Bride"]),
        ("Follow-up on the e-mail", []),
        ("Ми живемо у Кам’янці.", ["Ми", "Кам’янці"]),
        ("Der Bericht geht zuerst an Akkermann und liegt im Keller.", ["Akkermann"]),
    ],
)
def test_what_is_written_like_a_name_is_a_token(text, expected):
    assert [word for word in tokens(text) if word != "Both"] == [
        word for word in expected if word != "Both"
    ]


def test_a_text_with_a_title_has_none():
    assert tokens("Both nodes sit in rack B7.", title="Racks") == []


def test_a_first_name_links_to_the_full_name():
    texts = ("Ottilie Brandreth teaches the bassoon", "Ottilie has Monday free")
    first, second = linked(*texts, kind="name")
    assert first == second == {"name:ottilie brandreth"}


def test_a_part_of_a_name_links_however_often_its_nickname_stands():
    texts = [
        "a Tornax 120, nicknamed Olifant",
        "Tornax: two strokes",
        "ask Olifant",
        "we saw Olifant",
    ]
    first, second, *_ = linked(*texts)
    assert first == second == {"token:tornax"}


def test_a_host_name_in_lower_case_links():
    first, second = linked("logins are kept in kv-lodde", "kv-lodde is patched on Thursdays")
    assert first == second == {"token:kv lodde"}


@pytest.mark.parametrize("topic", ["Kaiser: mastiff", "Kaiser = mastiff", "Kaiser - the mastiff"])
def test_a_common_word_links_if_a_memory_has_it_as_its_topic(topic):
    assert linked(topic, "Kaiser bites in the van") == [{"token:kaiser"}] * 2
    assert linked("Kaiser barks at the van", "Kaiser bites in the van") == [set()] * 2


def test_a_label_is_no_topic():
    assert linked("Problem: the tap drips", "Problem: the lamp flickers") == [set()] * 2


def test_a_part_that_never_stands_without_its_name_links_nothing_new():
    assert linked("we met at Skerry Lea", "the keys of Skerry Lea") == [set(), set()]


def test_a_word_that_is_mostly_written_in_lower_case_is_no_name():
    texts = ["Kitchen is done", "the kitchen was cold", "Kitchen tiles", "our kitchen, her kitchen"]
    assert linked(*texts) == [set()] * 4


def test_what_many_memories_hold_links_none_of_them():
    texts = [f"visit number {i} at Millrace Surgery with X1" for i in range(MAX_TOKEN_DF + 1)]
    assert set().union(*linked(*texts)) == set()


def test_the_result_does_not_depend_on_the_order_in_which_memories_came():
    texts = ["Ottilie Brandreth teaches", "Ottilie has time", "we asked ottilie", "rack B7", "B7"]
    documents = [SourceDocument(f"m{i}", text) for i, text in enumerate(texts)]
    at_once, _ = RuleExtractor().update(documents)
    extractor = RuleExtractor()
    extractor.update(documents[3:])
    extractor.update([SourceDocument("gone", "Ottilie and B7"), *documents[1:]])
    assert extractor.update(documents)[0] == at_once


@given(st.text())
def test_every_token_stands_where_it_says(text):
    for token in link_tokens("", text):
        assert text[token.start : token.start + len(token.text)] == token.text


@pytest.mark.parametrize(
    "unit", ["a-", "A-", "Ab-", "1-", "A1", "A b-C ", "é-", "漢", "-" * 3 + "A"]
)
def test_no_text_takes_long(unit):
    text = (unit * 10_000)[:10_000]
    started = time.process_time()
    link_tokens("", text[:2_000])
    link_tokens("", text)
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    "texts",
    [
        ("Auto naprawia nam Kozioł ze Składowej.", "Płatność u Kozła tylko gotówką."),
        ("Silnik na łódce to Zdzisiek.", "Zdziśkowi służy wyłącznie olej 10W-30."),
        ("Klíče od domu má soused Pavel.", "U Pavla je nejlepší zavolat až večer."),
        ("Запасной ключ лежит у соседки Зины.", "Зине нельзя звонить после девяти вечера."),
        ("Запасний ключ лежить у сусідки Олени.", "Олені не можна дзвонити після дев'ятої."),
    ],
)
def test_the_case_forms_of_a_name_link_memories(texts):
    first, second = linked(*texts)
    assert first & second


def test_the_case_forms_of_what_only_begins_sentences_link_nothing():
    first, second = linked("Umowa z bankiem leży w szafie.", "Umowę z gminą trzeba odnowić.")
    assert not first & second


def test_names_that_differ_in_an_ending_are_not_linked_in_other_languages():
    first, second = linked("we asked Daniel about it today", "we asked Daniela about it again")
    assert not first & second
