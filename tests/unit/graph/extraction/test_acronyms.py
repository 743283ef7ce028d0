"""Which short forms in capitals are names without saying what they stand for."""

from ....support.mentions import entities

TOLD = (
    "Sunniva sings in the brass band of the valley, BVT for short.",
    "The BVT meets on Fridays.",
    "Oren plays the horn in the BVT.",
)


def test_an_acronym_of_many_memories_is_a_name():
    *_, last = entities(*TOLD, "The chair of the BVT is Ada Kruse.")
    assert last == {"name:bvt", "name:ada kruse"}


def test_an_acronym_of_few_memories_is_none():
    *_, last = entities(*TOLD[1:], "The chair of the BVT is Ada Kruse.")
    assert last == {"name:ada kruse"}


def test_units_and_formats_are_none_however_many_memories_have_them():
    texts = [f"Sunniva paid {price} EUR and got a PDF." for price in range(20, 26)]
    assert all(found == {"name:sunniva"} for found in entities(*texts))


def test_a_word_in_capitals_for_emphasis_is_none_if_it_also_stands_in_lower_case():
    texts = [f"Sunniva bought a NEW {thing}." for thing in ("boat", "sail", "tent", "bike")]
    assert all(found == {"name:sunniva"} for found in entities(*texts, "Sunniva has a new lamp."))


def test_short_forms_of_messages_are_none():
    texts = [f"Sunniva wants {count} pears ASAP, the day is TBD." for count in range(20, 26)]
    assert all(found == {"name:sunniva"} for found in entities(*texts))
