"""Names without a capital: what the text, or several memories, treat as a name."""

import pytest

from graphrag.text.names.name_candidates import name_candidates

from ....support.mentions import entities


def test_names_in_lower_case_are_found_in_every_memory():
    first, second, third = entities(
        "mossball is what the family calls the hub.",
        "Mossball runs hot, restart mossball",
        "the hub stands in the attic",
    )
    assert first == second == {"name:mossball"}
    assert third == set()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("gurgle, the leak sensor, takes one cell", "name:gurgle"),
        ("The lamp is switched by moth-ada.", "name:moth ada"),
        ("It was installed on otter-twelve.", "name:otter twelve"),
        ("Print it with quillomat --booklet true", "name:quillomat"),
        ("Both nodes sit in rack B7.", "code:b7"),
        ("The scanner hangs on a switch named besouro.", "name:besouro"),
        ("The old hub is retired; zwelgraf runs on the new one.", "name:zwelgraf"),
        ("Der Switch im Keller ist ein Zyxel namens rochen; er ist laut.", "name:rochen"),
        ("Its new application is called tordo.", "name:tordo"),
        ("The fridge has a sensor we call pinguim, with a new battery.", "name:pinguim"),
        ("Der neue Rechner im Keller heißt pinguim.", "name:pinguim"),
        ("The old Eaton in the hall, known as bigorna because of its weight.", "name:bigorna"),
        ("laptop = pardal, 16 GB", "name:pardal"),
        ("The old dog is nicknamed “besouro”.", "name:besouro"),
        ('Der Drucker heißt "pinguim".', "name:pinguim"),
        ("It runs on the Lenovo mini pc called kaas, in the attic.", "name:kaas"),
        ("The laptop has Fedora 42, host name boterham.", "name:boterham"),
        ("The laptop's hostname is boterham.", "name:boterham"),
        ("The recorder runs on a small computer (hostname lantern).", "name:lantern"),
        ("It is an old computer, hostname: thistle, in the attic.", "name:thistle"),
        ("Otto wrote the scraper tidewatch in a week.", "name:tidewatch"),
        ("Die Bilder liegen auf dem Rechner knurrhahn.", "name:knurrhahn"),
        ("サーバーB7の電池を交換した。", "code:b7"),
        ("サーバーはkv-loddeで動いています。", "name:kv lodde"),
        ("김민수는 B7을 관리한다.", "code:b7"),
    ],
)
def test_what_the_text_treats_as_a_name_is_one(text, name):
    assert name in entities(text)[0]


@pytest.mark.parametrize(
    "text",
    [
        "the thermostat broke again. called the shop. they send somebody",
        "we adopted self-made, sea-green, second-hand chairs for half-price",
        "he ordered two dehumidifiers and a wallbox",
        "the van dehumidifier cable broke, the printer works and the server crashes",
        "it was called off, and we called mum. the shop is called twice a day",
        "she was named treasurer. he was called upstairs. it is the number we call daily.",
        "the printer = broken, the pump is known as difficult because of its valve.",
        "j'ai appelé maman. elle est sortie de la maison.",
        "ho chiamato mamma. non era in casa.",
        "nyt on kylmä talvi, eikä lumityöt lopu koskaan, sanoi naapurimme eilen illalla.",
        "wir haben den schlüssel beim nachbarn und die pumpe im keller gelassen.",
        "our friend the neighbour called mama. my mum called oma.",
        "It is no use, the hostname is misconfigured.",
        "We mended the hostname lookup. The old hostname record, too.",
        "A aula é às quartas-feiras, e o ensaio às sextas-feiras.",
    ],
)
def test_plain_lower_case_words_are_no_names(text):
    assert entities(text) == [set()]


def test_a_rare_word_without_articles_is_a_name_where_several_memories_use_it():
    texts = ["vpn through zwelgraf drops", "the audit found zwelgraf open", "login on zwelgraf"]
    assert entities(*texts) == [{"name:zwelgraf"}] * 3
    assert entities(*texts[:2]) == [set()] * 2


def test_a_numbered_word_is_a_name_where_several_memories_use_it():
    texts = ["vms sit on urze1", "urze1 lost its path", "the disk of urze1 is full"]
    assert entities(*texts) == [{"name:urze1"}] * 3
    assert entities(*texts[:2]) == [set()] * 2


def test_a_command_is_no_name_but_the_names_in_it_are():
    first, second = entities("mirabesk is the database.", "run `ctlx reinit mirabesk <node>` twice")
    assert first == second == {"name:mirabesk"}


def test_a_message_names_rare_words_in_lower_case():
    norms = {candidate.norm for candidate in name_candidates("What does mossball run on, Anna?")}
    assert "mossball" in norms
    assert "run" not in norms


def test_a_hasty_note_has_known_names_without_capitals():
    known = ("We rang Iolo Penrhos.", "Pontgam is near. They were in Pontgam.")
    assert entities(*known, "iolo's test in pontgam put back")[2] == {
        "name:iolo penrhos",
        "name:pontgam",
    }
    assert entities(*known, "The test of iolo in pontgam is put back")[2] == set()


@pytest.mark.parametrize("word", ["bill", "rose", "will", "mark"])
def test_an_everyday_word_in_a_hasty_note_is_no_name(word):
    assert entities(f"We rang {word.title()} Penrhos.", f"the {word} is on the table")[1] == set()


def test_a_message_without_capitals_counts_no_names():
    def norms(message):
        return [candidate.norm for candidate in name_candidates(message)]

    assert "joke" not in norms("tell me a joke about bakers")
    assert "joke" in norms("what did joke say")
    assert "moth" in norms("any news on moth?")
    assert "otter" in norms("is the otter server up")
    assert "nonna" in norms("quando vai a nonna")


def test_a_form_of_address_is_no_name_however_many_memories_have_it():
    texts = [f"The landlord is meneer {name}." for name in ("Verschoor", "Tamminga", "Zijlstra")]
    assert not any("name:meneer" in found for found in entities(*texts))
