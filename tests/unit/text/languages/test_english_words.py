"""What texts in other languages say in English, word by word."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.languages.english_words import english_message, english_text, english_words
from graphrag.text.languages.glossaries import FOLDER, Glossary
from graphrag.text.words import words

FILES = sorted(FOLDER.glob("*.txt"))


def words_searched(text: str) -> set[str]:
    """The words of a text, and what it says in English."""
    return {word.norm for word in words(text)} | set(english_words(text))


@pytest.mark.parametrize(
    ("text", "some"),
    [
        ("Der Ersatzschlüssel liegt beim Nachbarn im Briefkasten.", ["key", "neighbour"]),
        ("La chaudière est révisée chaque automne par le plombier.", ["boiler", "plumber"]),
        ("Il gatto prende le gocce la mattina con il cibo.", ["cat", "drop", "morning", "food"]),
        ("La factura del fontanero está en el cajón de la cocina.", ["invoice", "kitchen"]),
        ("O seguro do carro acaba em março.", ["insurance", "car", "march"]),
        ("De reservesleutel hangt achter de voordeur.", ["key", "hang"]),
        ("Der Ersatzschluessel fuer die Tuer ist beim Baecker.", ["key", "spare", "baker"]),
        ("Le voisin a ferme la boite avec la clef du grenier.", ["neighbour", "box", "key"]),
        ("Klucz zapasowy lezy u sasiadki.", ["key", "spare", "neighbour"]),
        ("Yedek anahtar komsumuzun kapisinin arkasinda duruyor.", ["key", "neighbour", "door"]),
        ("Cheia de rezerva e la vecina, langa usa.", ["key", "neighbour", "door"]),
        ("Reservnyckeln hänger bakom ytterdörren hos grannen.", ["key", "hang", "neighbour"]),
        ("Reservenøglen hænger bag døren hos naboen.", ["key", "door", "neighbour"]),
        ("Reservenøkkelen henger bak døra hos naboen.", ["key", "door", "neighbour"]),
        ("Náhradní klíč visí za dveřmi u sousedky.", ["key", "door", "neighbour"]),
        ("Cheia de rezervă e la vecina de la etajul doi.", ["key", "neighbour", "floor"]),
        ("La clau de recanvi és a casa del veí.", ["key", "neighbour"]),
        ("Vara-avain on naapurin luona keittiön kaapissa.", ["key", "neighbour", "kitchen"]),
        ("A pótkulcs a szomszédnál van a konyhában.", ["key", "neighbour", "kitchen"]),
        ("Запасний ключ висить за дверима у сусідки.", ["key", "door", "neighbour"]),
        ("Yedek anahtar komşumuzun kapısının arkasında duruyor.", ["key", "neighbour", "door"]),
        ("Klucz zapasowy wisi za drzwiami u sąsiadki.", ["key", "spare", "neighbour"]),
        ("Кота кормит соседка, ключ от подвала у неё.", ["key", "basement", "cat"]),
        ("여분의 열쇠는 옆집 아주머니가 가지고 있어요.", ["key"]),
        ("予備の鍵は下駄箱の中にあります。", ["spare", "key"]),
        ("备用钥匙在玄关的抽屉里。", ["spare", "key", "drawer"]),
        ("備用鑰匙在抽屜裡。", ["key", "drawer"]),
    ],
)
def test_the_words_of_a_text_are_found_in_english(text, some):
    assert set(some) <= set(english_words(text))


def test_a_compound_says_what_its_parts_say():
    text = "Das Passwort steht auf der Lieferantenrechnung im Regal."
    assert {"supplier", "invoice"} <= set(english_words(text))
    assert "supplier invoice" in english_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "The spare key hangs behind the front door.",
        "thanks, that's it for today",
        "kubectl get pods -n kube-system",
        "B7",
        "",
        "Who is Maria de la Cruz?",
        "Call Juan de la Rosa",
        "Flights to Rio de Janeiro?",
        "Tour de France",
        "Vecmāmiņa katru rītu lieto zāles.",
        "Saya makan nasi setiap hari.",
    ],
)
def test_english_and_what_is_not_known_has_no_english_words(text):
    assert english_words(text) == ()
    assert english_text(text) == ""


def test_names_and_numbers_stay_as_they_are():
    english = english_text("Le chiavi di riserva le tiene il cugino Marco in via Rossi 14.")
    assert {"Marco", "Rossi", "14", "key", "cousin"} <= set(english.split())


@pytest.mark.parametrize("name", ["Müller", "Klein", "Schneider", "Beck"])
def test_a_german_name_behind_a_title_is_no_common_noun(name):
    text = f"Frau {name} hat den Schlüssel für den Keller."
    assert name in english_text(text).split()
    assert english_words(text) == english_words(text.replace(name, "Xqz"))


def test_a_name_before_a_title_stays_as_it_is_in_a_script_without_spaces():
    assert "田中" in english_text("田中さんが水曜日に雨樋を直しに来る").split()
    assert "李" in english_text("李医生星期三来看诊").split()


def test_a_latin_name_in_another_script_stays_as_it_is():
    assert "Kitaura" in english_text("Kitauraの電話番号が変わりました").split()


def test_a_german_surname_is_no_form_of_a_noun():
    assert "Müller" in english_text("Heute hat Müller die Rechnung bezahlt.").split()


@pytest.mark.parametrize("word", ["Server", "Port", "Cache", "Link", "Test", "Host"])
def test_words_of_computers_stay_as_they_are(word):
    assert word.lower() in english_text(f"Der {word} ist noch nicht da.").lower().split()


def test_function_words_are_left_out_for_the_embedder():
    english = english_text("Die Rechnung der Werkstatt ist noch nicht da.")
    assert not {"die", "der", "ist", "noch", "nicht"} & set(english.lower().split())


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Combien de fois par jour dois-je arroser les tomates ?", "how"),
        ("Wann haben wir den Boiler entkalkt?", "when"),
        ("kto ma klucz do piwnicy?", "who"),
        ("dove abbiamo messo la chiave?", "where"),
        ("где ключ от подвала?", "where"),
    ],
)
def test_a_message_keeps_the_words_that_ask(message, asked):
    assert asked in english_message(message).split()
    assert asked not in english_text(message).split()


def test_a_function_word_typed_without_its_diacritics_is_known():
    typed, written = "perche la caldaia si spegne?", "perché la caldaia si spegne?"
    assert english_message(typed) == english_message(written)


def test_the_english_of_a_text_without_function_words_is_part_of_that_with_them():
    text = "Die Rechnung der Werkstatt ist noch nicht da."
    assert set(english_text(text).split()) < set(english_message(text).split())


@given(st.text(alphabet=string.ascii_letters + " äöüßéèñçãij.,-'", max_size=200))
def test_english_words_are_words_of_a_search(text):
    found = english_words(text)
    assert len(set(found)) == len(found)
    assert bool(found) <= bool(english_text(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ein neuer Doktorand kommt im Mai.", "Checkliste für Doktoranden liegt im Büro."),
        ("Le bouquetin est sur le toit.", "Il y a des bouquetins sur les toits."),
    ],
)
def test_the_forms_of_an_unknown_word_find_each_other(one, other):
    both = set(words_searched(one)) & set(words_searched(other))
    assert {"doktorand", "bouquetin"} & both


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_glossary_has_one_normalised_word_a_line(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    listed = [line.partition(" ")[0] for line in lines]
    assert listed == sorted(set(listed))
    for line, word in zip(lines, listed, strict=True):
        assert "".join(part.norm for part in words(word)) == word, line
        assert len(word.split()) == 1, line
        assert line == line.strip() == line.lower(), line


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_glossary_knows_the_words_by_which_its_language_is_recognised(path):
    listed = Glossary.read(path).listed
    assert 40 < sum(not english for english in listed.values()) < 1200
    assert len(listed) > 5000


@pytest.mark.parametrize(
    "text",
    [
        "W izbie przyjęć stoi drukarka Kyocera, w ewidencji oznaczona numerem 7.",
        "Wzdłuż siatki posadzone ogórki Śremskie, 20 sadzonek od Krystyny.",
        "Бабушка принимает амлодипин, 5 мг, утром после завтрака.",
    ],
)
def test_a_note_whose_words_are_mostly_inflected_is_read(text):
    assert english_words(text)


@pytest.mark.parametrize(
    "text", ["Raktas guli po kilimėliu prie durų", "Stainzer Hartgneis polygonal, 4-6 cm"]
)
def test_a_note_of_which_few_words_are_known_in_any_form_is_not(text):
    assert not english_words(text)
