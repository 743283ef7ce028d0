"""Which name a short form of it stands for, and which words are short for none."""

import pytest

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import SourceDocument

from ....support.mentions import entities


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("Jonas Beck is on the team.", "We asked Jonas again."),
        ("Alarm Maier Notdienst has a key.", "The bill of Alarm Maier came."),
        ("We see Dr Anand Pell there.", "It was Dr Pell who came."),
        ("She told Hazel Pinnock so.", "It makes Hazel P. sneeze."),
        ("Sean O'Brien fixed the boiler.", "We paid O’Brien for it."),
        ("She sings in the Ludbridge Choral Society, LCS for short.", "The LCS meets again."),
        ("House cover is with Pallister & Wray (P&W).", "We wrote to P&W."),
        ("We met Jonas Petersen, everybody says JP.", "ask JP"),
        ("Everything came from Ferris Pharmacy.", "Ferris is open today"),
        ("The car Bertolt is old, Bertolt rusts.", "They want money for Bertolts timing belt"),
        ("Timo kommt, sagt Fenja, und die Fenja kommt auch.", "Fenjas Fahrrad ist nicht da."),
        ("Blood is taken at Dr Vogelsang's.", "Dr Vogelsangs Praxis ist mittwochs zu."),
        ("Wir waren bei Prof. Ahlers.", "Nimm Prof. Ahlers Sprechstunde am Freitag."),
        ("Das Zelt kommt von Ernst Holzner.", "Ernst Holzners Telefonnummer ist 0555."),
    ],
)
def test_a_short_form_goes_by_the_only_name_that_it_fits(full, short):
    first, second = entities(full, short)
    assert first & second


def test_a_common_word_is_not_short_for_the_place_that_begins_with_it():
    town, room = entities(
        "She goes to the clinic in Bad Kösen.", "Mirjam will das Bad dunkel, ich will es hell."
    )
    assert town == {"name:bad kösen"}
    assert "name:bad kösen" not in room


def test_addresses_and_hosts_of_a_name_do_not_make_it_a_lower_case_word():
    first, _ = entities(
        "He runs the workshop Bordun.",
        "Write to mail@bordun.org about bordun-cam and shop.bordun.example.",
    )
    assert "name:bordun" in first


def test_a_name_does_not_go_by_whose_brother_it_is():
    first, second, _ = entities(
        "Freyas Bruder Asger arbeitet in Kiel.", "Asger segelt gern.", "Freya kommt morgen."
    )
    assert {"name:freya", "name:asger"} <= first
    assert second == {"name:asger"}


def test_a_first_name_that_is_a_small_word_of_another_language_is_found():
    full, german, italian = entities(
        "Since May Ora Haldane is our goalkeeper.",
        "Ora bekommt keine Nüsse, das Spray ist im Beutel.",
        "Adesso il cane dorme, poi mangia con noi nella cucina.",
    )
    assert full == german == {"name:ora haldane"}
    assert italian == set()


def test_a_code_goes_by_the_one_name_that_ends_in_it():
    first, alone, other = entities("We bought a Kelvex R7.", "R7 hangs.", "A Kelvex R8 hangs.")
    assert first == alone == {"name:kelvex r7"}
    assert other == {"name:kelvex r8"}
    assert entities("A Kelvex R7.", "An Ostrom R7.", "R7 hangs.")[2] == {"code:r7"}


def test_an_uncle_is_known_in_the_genitive():
    *_, book = entities("Timo rief an.", "Mit Timo in Kiel.", "Onkel Timos Sparbuch ist weg.")
    assert book == {"name:timo"}


def test_a_first_name_of_two_people_goes_by_neither():
    *_, third = entities("We met Jonas Beck.", "We met Jonas Akkermann.", "We asked Jonas.")
    assert third == {"name:jonas"}


@pytest.mark.parametrize("people", [("Tina", "Martina"), ("Anna", "Hanna"), ("Jan", "Marjan")])
def test_a_surname_of_two_people_goes_by_neither(people):
    *_, third = entities(*(f"We met {name} Kowalski." for name in people), "We asked Kowalski.")
    assert third == {"name:kowalski"}


def test_a_surname_that_ends_in_s_is_no_genitive():
    first, *later = entities("We asked Peter again.", "We met Anna Peters.", "Then Peters came.")
    assert first == {"name:peter"}
    assert later == [{"name:anna peters"}] * 2


def test_a_small_word_is_not_short_for_a_name_that_begins_with_it():
    aalst, other = entities("Her dentist is Van Aalst.", "Van de markt komt vis.")
    assert (aalst, other) == ({"name:van aalst"}, set())


def test_titles_are_no_short_forms():
    documents = [
        SourceDocument("a", "It is a city.", title="Paris"),
        SourceDocument("b", "She is an heiress.", title="Paris Hilton"),
    ]
    found, _ = RuleExtractor().update(documents)
    assert {m.entity_id for m in found["a"].mentions} == {"name:paris"}


@pytest.mark.parametrize(
    "home",
    [
        "Priya was born in Kirkby.",
        "Priya lives in Kirkby now, Otto in Leer.",
        "Priya wohnt in Kirkby.",
        "Priya vive en Kirkby.",
        "Priya bor i Kirkby.",
    ],
)
def test_the_town_where_somebody_lives_is_not_short_for_what_is_named_after_it(home):
    at_home, later = entities(home, "Her knee was X-rayed at Kirkby General.")
    assert "name:kirkby" in at_home
    assert "name:kirkby general" in later


def test_a_firm_that_is_no_town_goes_by_its_first_word():
    bought, billed = entities("Bought it at Kirkby.", "The bill of Kirkby Motors came.")
    assert bought == billed == {"name:kirkby motors"}


@pytest.mark.parametrize(
    ("place", "named_after_it"),
    [
        ("Otto's shed in Leermond burnt.", "Anna plays for VfL Leermond."),
        ("Otto arbeitet in Leermond.", "Anna ist bei VfL Leermond."),
        ("Otto trabaja en Leermond.", "Anna juega en el Atlético Leermond."),
        ("Otto drove to Leermond.", "Anna studies at the University of Leermond."),
        ("Otto runs a bakery in Leermond.", "Anna studies at Leermond University."),
        ("The ferry to Leermond is late.", "We met Leermond Hale."),
        ("Wir fliegen nach Leermond.", "We met Leermond Hale."),
        ("Otto lives in Kirkby, Leermond.", "Anna works for Leermond Council."),
    ],
)
def test_a_place_is_not_short_for_what_is_named_after_it(place, named_after_it):
    there, _ = entities(place, named_after_it)
    assert "name:leermond" in there


def test_herrn_is_an_inflected_herr():
    asked, met, alone = entities(
        "Otto spricht mit Herrn Prasch.", "Herr Prasch ist im Büro.", "Frag bitte Prasch danach."
    )
    assert {"name:herr prasch"} == asked & met & alone


def test_nor_is_a_place_of_two_words():
    there, _ = entities("Otto lives in Port Leermond.", "Anna sings in the Port Leermond Choir.")
    assert "name:port leermond" in there


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("The bug in Leermond is back.", "Project Leermond ends in May."),
        ("A letter for Leermond came.", "Anna Leermond sings."),
    ],
)
def test_the_last_word_of_a_name_that_is_no_place_is_short_for_it(short, whole):
    [first, second] = entities(short, whole)
    assert first & second


def test_somebody_is_no_place_because_somebody_confides_in_them():
    texts = ["Otto confides in Anna.", *["Anna likes tea.", "Anna rang."] * 2, "We met Anna Berg."]
    *named, _ = entities(*texts)
    assert all("name:anna berg" in of_one for of_one in named)


def test_a_short_name_in_the_genitive_is_that_name_before_what_somebody_is():
    text = "Evas Sohn Momme macht eine Lehre."
    of_both, _ = entities(text, "Eva Brandt rief an.")
    assert {"name:eva brandt", "name:momme"} <= of_both


def test_the_owner_at_the_end_of_a_name_is_not_short_for_it():
    owner, _ = entities("Comparto piso con Hugo y Noa.", "Noa quiere comprar la Vespa de Hugo.")
    assert "name:hugo" in owner


def test_a_name_of_two_letters_is_found_where_a_longer_one_begins_with_it():
    bought, works = entities("Jo Lindqvist bought a house.", "Zainab works with Jo.")
    assert "name:jo lindqvist" in bought & works
    [works] = entities("Zainab works with Jo.")
    assert works == {"name:zainab"}


def test_two_letters_link_memories_though_no_longer_name_begins_with_them():
    texts = ["Otto met Jo.", "We saw Jo in Leer.", "A cake for Jo."]
    documents = [SourceDocument(f"m{place}", text) for place, text in enumerate(texts)]
    found, _ = RuleExtractor().update(documents)
    linked = [{mention.entity_id for mention in found[d.id].mentions} for d in documents]
    assert all("token:jo" in of_one for of_one in linked)


@pytest.mark.parametrize("short", ["Svenja rang.", "Svenja Paulsen rang.", "We met Dr. Paulsen."])
def test_a_name_with_a_title_goes_by_what_is_short_for_it_without(short):
    whole, rang = entities("The vet is Dr. Svenja Paulsen.", short)
    assert "name:dr svenja paulsen" in whole & rang


def test_a_firm_of_two_is_not_in_the_genitive():
    firm, _ = entities("We like Marks & Spencer.", "We met Mark Rich, and Mark paid.")
    assert firm == {"name:marks spencer"}


def test_a_first_name_is_not_short_for_who_has_it_as_a_surname():
    brother, _ = entities("Otto's brother Paul sings.", "We met Mary Paul.")
    assert "name:paul" in brother


def test_a_surname_alone_is():
    ill, _ = entities("Then Zorvia was ill.", "We met Mary Zorvia.")
    assert ill == {"name:mary zorvia"}


def test_a_word_that_also_stands_in_lower_case_is_not_short_for_common_words():
    texts = ("Home server is old.", "We use Home Assistant.", "User works at home on Fridays.")
    assert entities(*texts) == [set(), {"name:home assistant"}, set()]
    texts = ("Rose passed.", "We met Rose Kessler.", "A rose is in bloom.")
    assert entities(*texts)[0] == {"name:rose kessler"}


@pytest.mark.parametrize(
    ("numbered", "short"),
    [
        ("She has a flat at Finkenberg 7 now.", "Am Finkenberg wird heute der Schnee geräumt."),
        ("The detectors are all Brandol 4.", "We asked for a Brandol again."),
        ("She has two sons, Malte 14 and Ole 9.", "Then Malte came."),
    ],
)
def test_a_name_without_its_number_is_the_one_that_has_one(numbered, short):
    first, second = entities(numbered, short)
    assert first & second


def test_a_name_that_stands_by_itself_is_the_whole_one_beside_a_number():
    first, second = entities("We asked for a Brandol again.", "The Brandol 11 ones are new.")
    assert first == second == {"name:brandol"}


def test_a_name_of_two_numbers_is_short_for_neither():
    entities_of = entities("It ran on Kelvra 11.", "It runs on Kelvra 12.", "We like Kelvra.")
    assert entities_of == [{"name:kelvra 11"}, {"name:kelvra 12"}, {"name:kelvra"}]


def test_the_second_of_two_is_another_one():
    first, second = entities("The flour is in Depot Kanter.", "Depot Kanter 2 has the rest.")
    assert first.isdisjoint(second)


def test_a_common_word_is_not_short_for_the_line_that_begins_with_it():
    line, word = entities("Nimm den Bus 340 ab Kirche.", "Das passt zum Bus aus der Schule.")
    assert line.isdisjoint(word)


def test_an_amount_beside_a_name_leaves_the_longer_name_as_it_is():
    full, _, short = entities(
        "Jonas Beck is on the team.", "She gets 300 euros, Jonas 150.", "We asked Jonas again."
    )
    assert full == short == {"name:jonas beck"}


def test_a_house_is_not_short_for_the_flat_whose_code_begins_with_its_own():
    flat, house = entities("K4-1R is let to Ada Heinemann.", "Dr. Kersting is the owner of K4.")
    assert "name:k4 1r" in flat
    assert "code:k4" in house
