"""Ordinary words in lower case that are names, since memories begin with them and use them so."""

import pytest

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import SourceDocument

OTHERS = [
    SourceDocument(f"other{place}", text)
    for place, text in enumerate(
        ["Rent is due on the first.", "Bins go out tonight.", "Buy milk.", "It rained all day."] * 2
    )
]


def names(*texts: str) -> list[set[str]]:
    """Return the names of each of some memories among others, by their entity ids."""
    documents = [SourceDocument(f"m{place}", text) for place, text in enumerate(texts)]
    found, _ = RuleExtractor().update([*documents, *OTHERS])
    return [
        {m.entity_id for m in found[d.id].mentions if m.entity_id.startswith("name:")}
        for d in documents
    ]


@pytest.mark.parametrize(
    ("word", "memories"),
    [
        ("moth", ["moth = her laptop, 16 GB", "The certificate is saved on moth."]),
        ("granite", ["granite: ceiling 12 machines", "The pods may only land on granite."]),
        ("velvet", ["velvet skips the phone column", "Staging is copied by velvet."]),
        ("tern", ["tern talks to the database", "The report comes from tern at nine."]),
        ("heron", ["heron, the new server, hums", "heron is full again"]),
        ("goose", ["- goose = the migrations", "All of it goes through goose, never by hand."]),
        ("moss", ["(moss: 4 TB)", "Then moss is full.", "> moss = the old disk"]),
        ("pewter", ["pewter is looked after by her", "It logs on as the account pewter."]),
        ("brindlow", ["brindlow out of hours: 0770", "It came from brindlow refrigeration."]),
        ("bucket", ["Disks:\n1. bucket: 4 TB\n2. spare", "Pictures; bucket has the newest."]),
    ],
)
def test_an_ordinary_word_is_a_name_where_memories_use_it_as_one(word, memories):
    assert all(f"name:{word}" in found for found in names(*memories))


def test_a_word_that_is_hardly_ever_a_thing_is_a_name():
    about_server = ["hedgehog: six disks", *(f"Disk {n} is from hedgehog." for n in range(10))]
    _, *server = names("Saw a hedgehog in the courtyard.", *about_server)
    assert all("name:hedgehog" in found for found in server)
    few, *_ = names("Saw a hedgehog in the courtyard.", *about_server[:3])
    assert "name:hedgehog" not in few


@pytest.mark.parametrize(
    ("word", "memories"),
    [
        ("boiler", ["boiler: serviced in May", "boiler is loud", "Bleed the boiler in June."]),
        ("honey", ["honey labels: order more", "She sells heather honey, and mead."]),
        ("work", ["work laptop is broken", "They work with care."]),
        ("surgery", ["surgery hours are short", "Three vets (surgery) and a nurse."]),
        ("moth", ["moth = her laptop, 16 GB", "Rent is due."]),
        ("brindlow", ["brindlow out of hours: 0770", "We asked the brindlow again."]),
        ("lockbox", ["lockbox next to the bells: 7714", "lockbox Klokhuis, left of the gate"]),
        ("monday", ["monday: bins out", "Call on monday."]),
        ("org", ["Write to orla@scarva.org.", "The site moor.org is ours.", "Mail ada@heron.org!"]),
        ("shop", ["Order at scarva.shop.", "See heron.shop, or ask."]),
    ],
)
def test_an_ordinary_word_that_is_used_as_one_is_no_name(word, memories):
    assert not any(f"name:{word}" in found for found in names(*memories))


def test_the_name_is_found_however_it_is_written():
    found = names("moth = her laptop", "It is on moth.", "Then Moth broke.")
    assert found == [{"name:moth"}] * 3


def test_when_the_memories_that_make_it_a_name_are_gone_it_is_none():
    extractor = RuleExtractor()
    first, second, third = (
        SourceDocument("a", "moth = her laptop"),
        SourceDocument("b", "It is saved on moth."),
        SourceDocument("c", "Today moth broke."),
    )
    assert extractor.update([first, second, third, *OTHERS])[0]["b"].mentions
    assert not extractor.update([second, third, *OTHERS])[0]["b"].mentions


def test_where_nearly_all_memories_begin_in_lower_case_that_makes_no_name():
    notes = [
        "dentist: dr okafor, monday",
        "dentist moved to may",
        "dinner at seven",
        "dinner is out",
    ]
    before = [SourceDocument(f"n{place}", note) for place, note in enumerate(notes)]
    hasty = [*before, *(SourceDocument(f"h{d.id}", d.text.lower()) for d in OTHERS)]
    found, _ = RuleExtractor().update(hasty)
    assert not any(found[note.id].mentions for note in before)
