"""Extraction without a model: names, aliases, code-like tokens, the user, stated relations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import SourceDocument
from graphrag.text.words import MAX_NAME_LENGTH, normalize_name


def extract(*texts, titles=()):
    documents = [
        SourceDocument(id=f"d{place}", text=text, title=titles[place] if titles else "")
        for place, text in enumerate(texts)
    ]
    found, entities = RuleExtractor().update(documents)
    return [found[document.id] for document in documents], entities


def names(extraction):
    return {mention.entity_id for mention in extraction.mentions}


def stated(extraction):
    return {(fact.subject, fact.predicate, fact.object) for fact in extraction.facts}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "The checkout-api depends on ledger-db.",
            ("code:checkout api", "depends on", "code:ledger db"),
        ),
        ("Ledger Two replaces Ledger One.", ("name:ledger two", "replaces", "name:ledger one")),
        (
            "Ledger One was replaced by Ledger Two.",
            ("name:ledger one", "was replaced by", "name:ledger two"),
        ),
        ("Project Heron uses redis.", ("name:project heron", "uses", "name:redis")),
        ("Otto Falk works on Project Heron.", ("name:otto falk", "works on", "name:project heron")),
        (
            "Project Heron is owned by Otto Falk.",
            ("name:project heron", "is owned by", "name:otto falk"),
        ),
        ("The user prefers Dark Mode.", ("user:user", "prefers", "name:dark mode")),
        ("User's name is Otto Falk.", ("user:user", "is called", "name:otto falk")),
        ("RFC Nine amends RFC Seven.", ("name:rfc nine", "amends", "name:rfc seven")),
        (
            "Chapter Two refers to Chapter One.",
            ("name:chapter two", "refers to", "name:chapter one"),
        ),
    ],
)
def test_a_relation_that_a_sentence_states_is_found(text, fact):
    [extraction], _ = extract(text)
    assert fact in stated(extraction)


@pytest.mark.parametrize(
    "text",
    [
        "Otto Falk was away. Project Heron depends on nobody.",
        "Otto Falk said that the weather in the north, which everyone knows, replaced Old Anna.",
        "What depends on Project Heron is unclear.",
        "He likes that Project Heron grows.",
    ],
)
def test_nothing_is_related_over_a_clause(text):
    [extraction], _ = extract(text)
    assert not extraction.facts


def test_several_objects_are_several_facts():
    [extraction], _ = extract("shop-web depends on price-api, stock-api and the Tern Cluster.")
    assert {fact.object for fact in extraction.facts} == {
        "code:price api",
        "code:stock api",
        "name:tern cluster",
    }


def test_a_fact_points_at_its_evidence():
    text = "Nothing here. The checkout-api depends on ledger-db. Nothing there."
    [extraction], _ = extract(text)
    [fact] = extraction.facts
    assert text[fact.start : fact.end] == "The checkout-api depends on ledger-db"


def test_both_ends_of_a_fact_are_mentions():
    [extraction], _ = extract("The user prefers Dark Mode. shop-web depends on price-api.")
    ends = {end for fact in extraction.facts for end in (fact.subject, fact.object)}
    assert ends <= names(extraction)


def test_a_mention_tells_where_it_first_stands():
    text = "We asked Otto Falk, and Otto Falk agreed."
    [extraction], _ = extract(text)
    [mention] = [m for m in extraction.mentions if m.entity_id == "name:otto falk"]
    assert (mention.count, text[mention.start :][:9]) == (2, "Otto Falk")


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("see src/graph/main.py for it", "code:src graph main py"),
        ("raise `max heap size` to 2 GB", "code:max heap size"),
        ("MAX_HEAP_SIZE is 2 GB", "code:max heap size"),
        ("we met on order-db again", "code:order db"),
        ("fixed in 2.14.1 at last", "code:2 14 1"),
        ("closed OPS-1423 today", "code:ops 1423"),
        ("Grafana is at grafana.attic.lan, login by mail.", "code:grafana attic lan"),
        ("The scanner answers at printer.local.", "code:printer local"),
    ],
)
def test_what_is_written_like_code_is_a_name(text, token):
    [extraction], _ = extract(text)
    assert token in names(extraction)


@pytest.mark.parametrize(
    "text",
    [
        "in 12.5 seconds",
        "on 2025-03-01",
        "well-known facts",
        "1/2 cup",
        "at 60 km/h",
        "a line with 80 Mbit/s",
        "an i/o error",
        "5 mg/kg of it",
        "it costs 47/month",
        "it says `no space left on device` again",
        "we ran `systemctl restart postfix` twice",
        "then `apt install chrony`",
        "with `a` and without `b`",
        "find it:\n```sql\nSELECT pid FROM pg_stat_activity;\n```",
        "copy it:\n```\ncp /srv/nightly/app.conf ~/app.conf\n```",
    ],
)
def test_numbers_dates_and_plain_words_are_no_code(text):
    [extraction], _ = extract(text)
    assert not extraction.mentions


@pytest.mark.parametrize(
    ("full", "acronym"),
    [
        ("Service Level Objective", "SLO"),
        ("Commission of the Lower Danube", "CLD"),
        ("Wolan & Daughter", "W&D"),
    ],
)
def test_an_acronym_is_another_name_of_what_it_stands_for(full, acronym):
    (first, second), entities = extract(
        f"The {full} ({acronym}) has moved.", f"The {acronym} was late."
    )
    [name] = names(second)
    assert names(first) == {name, f"value:{normalize_name(acronym)}"}
    assert (entities[name].name, entities[name].aliases) == (full, (acronym,))


def test_an_acronym_of_two_things_stands_for_neither():
    (_, _, third), _ = extract(
        "The Air Traffic Bureau (ATB) closed.",
        "The Ancient Tenor Band (ATB) played.",
        "ATB is gone.",
    )
    assert names(third) == {"name:atb"}


def test_a_plural_is_the_same_thing():
    (first, second), _ = extract("A Feature Flag was set.", "Two Feature Flags were set.")
    assert names(first) == names(second) == {"name:feature flag"}


def test_a_name_that_one_text_establishes_is_found_in_others():
    (_, *later), _ = extract(
        "We met Harbour Bakery.", "then harbour bakery closed", "now harbour bakery is back"
    )
    assert [names(extraction) for extraction in later] == [{"name:harbour bakery"}] * 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The office is shut in August and on a Monday.", set()),
        ("The shop belongs to L’Oréal.", {"name:l oréal"}),
    ],
)
def test_an_article_names_no_months_and_whole_names(text, found):
    [extraction], _ = extract(text, titles=("Guide",))
    assert names(extraction) == {"name:guide", *found}


def test_a_label_at_the_start_of_a_line_is_no_name():
    (first, second), _ = extract("Problem: it broke.", "Problem: it broke again.")
    assert not first.mentions
    assert not second.mentions


written = st.tuples(
    st.sampled_from(
        [
            "The checkout-api depends on ledger-db.",
            "Marta Lindqvist owns ledger-db.",
            "we met marta lindqvist",
            "Service Level Objective (SLO) missed.",
            "The SLO again.",
            "The user prefers Feature Flags.",
            "A Feature Flag was set; uses redis",
            "redis is down",
            "moth is the laptop in the hall",
            "on moth: the drawings",
            "",
        ]
    ),
    st.sampled_from(["main", "solutions"]),
    st.sampled_from(["", "/notes.md"]),
    st.sampled_from(["conversation", "file"]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(written, max_size=8), min_size=1, max_size=4))
def test_changes_give_the_same_as_reading_everything_anew(histories):
    extractor = RuleExtractor()
    for history in histories:
        documents = [
            SourceDocument(f"d{n}", text, area=area, file=file, fact_source=speaker)
            for n, (text, area, file, speaker) in enumerate(history)
        ]
        assert extractor.update(documents) == RuleExtractor().update(documents)


def test_a_text_is_searched_again_when_the_usual_spelling_of_a_name_changes():
    manual = SourceDocument("d1", "Some third-party code.", file="/notes.md", fact_source="file")
    earlier = [manual, SourceDocument("d2", "A key third_party is set.")]
    later = [*earlier, SourceDocument("d3", "We met Third-Party.")]
    extractor = RuleExtractor()
    extractor.update(earlier)
    assert extractor.update(later) == RuleExtractor().update(later)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_read(text):
    [extraction], entities = extract(text)
    assert names(extraction) == set(entities)
    for fact in extraction.facts:
        assert 0 <= fact.start <= fact.end <= len(text)


def test_a_name_alone_in_the_cell_of_a_table_is_a_mention_where_the_text_of_a_file_has_it():
    rows = [
        "| Who | Keys |",
        "|---|---|",
        "| Mara Lind | boat-shed, Attic |",
        "| Mara | Tove Lind |",
    ]
    documents = [
        SourceDocument("a", "Ask Mara Lind about `boat-shed`. Mara is back.", file="/a.md"),
        SourceDocument("t", "\n".join(rows), file="/t.md"),
    ]
    extractions, _ = RuleExtractor().update(documents)
    found = {mention.entity_id for mention in extractions["t"].mentions}
    assert found == {"name:mara lind", "code:boat shed"}


def test_short_memories_link_through_phrases_that_several_of_them_share():
    (first, second, third), entities = extract(
        "She talked about mental health.", "His mental health improved.", "Their cat slept."
    )
    assert names(first) & names(second) == {"phrase:mental health"}
    assert not names(third)
    assert entities["phrase:mental health"].name == "mental health"


def test_memories_link_through_a_rare_word_in_lower_case():
    (first, second, third), _ = extract(
        "Renata takes ramipril every morning.", "the ramipril is nearly used up", "we like bread"
    )
    assert names(first) & names(second) == {"token:ramipril"}
    assert not names(first) & names(third)


def test_texts_with_a_title_or_long_ones_have_no_phrases():
    long = "He read about mental health. " + "And then he went on. " * 20
    (first, second, _), _ = extract(
        "On mental health.", long, "About mental health.", titles=("Title", "", "Other")
    )
    assert "phrase:mental health" not in names(first) | names(second)


@pytest.mark.parametrize(
    "blob",
    ["ABC" + "1" * 9000, "X" + "ä" * 5000, "`code_" + "x" * 9000 + "1`", "Ж" + "ﷺ" * 700],
    ids=["hexadecimal", "umlauts", "code", "letters that become words"],
)
def test_a_word_too_long_for_an_index_is_no_name_and_the_others_stay(blob):
    _, entities = extract(f"Mara Lind owns the ledger-db. Its key is {blob}.", f"{blob} works.")
    assert {"name:mara lind", "code:ledger db"} <= entities.keys()
    assert max(len(entity.norm_name) for entity in entities.values()) <= MAX_NAME_LENGTH
