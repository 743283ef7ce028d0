"""The label of a phone number is no name, no part of one, and links no contacts."""

from __future__ import annotations

import pytest

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import SourceDocument

from .test_memory_names import named


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Hausarzt Dr. Krüger, Tel. 0911 4433.", {"Dr. Krüger"}),
        ("Steuerberater Pohl, Tel.: 0911 223344.", {"Pohl"}),
        ("Klempner Weber Tel 0911 5544.", {"Weber"}),
        ("Handwerker Huber, Mobil 0171 3344.", {"Handwerker Huber"}),
        ("Weber Handy 0171 55443 und Anna Berg.", {"Weber", "Anna Berg"}),
        ("Dr. Braun, Fax 0911 88.", {"Dr. Braun"}),
        ("Plumber Tomas Reed, Phone +44 20 7946 0958.", {"Tomas Reed"}),
        ("Plumber Tomas Reed Mobile (0171) 33445.", {"Tomas Reed"}),
        ("Plombier Durand, Tél. 01 44 55.", {"Plombier Durand"}),
        ("Fontanero Ruiz, Móvil 611 223 344.", {"Ruiz"}),
        ("Tel. 0911 4433 Anna Berg.", {"Anna Berg"}),
    ],
)
def test_the_label_of_a_phone_number_ends_a_name_and_is_none(text, names):
    assert named(text) == names


@pytest.mark.parametrize("text", ["Ruth ist krank, Tel. Auskunft geht nicht.", "Ruth has a Fax."])
def test_what_is_never_a_name_is_none_without_a_number_either(text):
    assert named(text) == {"Ruth"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We fly to Tel Aviv on Monday.", "Tel Aviv"),
        ("Mobil 1 is the oil of the car.", "Mobil 1"),
        ("We fill up at Exxon Mobil.", "Exxon Mobil"),
        ("The Mobile Clinic 12 is open.", "Mobile Clinic 12"),
    ],
)
def test_a_name_with_such_a_word_stays_whole(text, name):
    assert named(text) == {name}


def test_contacts_are_not_linked_by_the_label_of_their_numbers():
    texts = ("Werkstatt Lohmann, Tel. 030 99887.", "Idraulico Rossi, Tel. 02 5566.")
    found, _ = RuleExtractor().update([SourceDocument(text, text) for text in texts])
    first, second = ({m.entity_id for m in found[text].mentions} for text in texts)
    assert first.isdisjoint(second)
