"""Where sentences begin and end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.sentences import begins_sentence, split_sentences


class TestSentences:
    @pytest.mark.parametrize(
        ("text", "sentences"),
        [
            ("One. Two! Three?", ["One.", "Two!", "Three?"]),
            (
                "Dr. J. K. Rowling met Mr. Smith. He left.",
                ["Dr. J. K. Rowling met Mr. Smith.", "He left."],
            ),
            (
                "Version 1.2 is out. It works, e.g. here.",
                ["Version 1.2 is out.", "It works, e.g. here."],
            ),
            ("Llego tarde. ¿Quién abre? ¡Ya!", ["Llego tarde.", "¿Quién abre?", "¡Ya!"]),
            ("今天天气好。我们去散步。", ["今天天气好。", "我们去散步。"]),
            ("a line\n- another", ["a line", "- another"]),
            (
                "1. Open it. 2. Close it in 1999. Go.",
                ["1. Open it.", "2. Close it in 1999.", "Go."],
            ),
            ('He said "No." Then he left.', ['He said "No."', "Then he left."]),
            ("The landlord said no. Ask again.", ["The landlord said no.", "Ask again."]),
            ("It is in No. 5. See fig. 3.", ["It is in No. 5.", "See fig. 3."]),
            ("Hagel am 3. Mai 2025. Otto rief an.", ["Hagel am 3. Mai 2025.", "Otto rief an."]),
            ("It is at ul. Lipowa 5. Ring.", ["It is at ul. Lipowa 5.", "Ring."]),
            ("We buy from Tern Inc. The price rose.", ["We buy from Tern Inc.", "The price rose."]),
            ("Ask at Tern & Co. Ltd. (Leer) first.", ["Ask at Tern & Co. Ltd. (Leer) first."]),
            ("We go with plan B. Tomas pays.", ["We go with plan B.", "Tomas pays."]),
            ("He takes vitamin D. It helps.", ["He takes vitamin D.", "It helps."]),
            ("We met J. Smith. He left.", ["We met J. Smith.", "He left."]),
            ("It is by Anna B. Smith.", ["It is by Anna B. Smith."]),
            ("Роман написал Л. Толстой. Он умер.", ["Роман написал Л. Толстой.", "Он умер."]),
            ("It was Ö. Yılmaz. He left.", ["It was Ö. Yılmaz.", "He left."]),
            ("Her brother J. Smith asked A. Berg.", ["Her brother J. Smith asked A. Berg."]),
            ("It is our tenant B. Cole, engineer.", ["It is our tenant B. Cole, engineer."]),
            ("Das ist z. B. Anna.", ["Das ist z. B. Anna."]),
            ("Das ist u.a. Holz, inkl. Transport.", ["Das ist u.a. Holz, inkl. Transport."]),
            ("It is on Sept. 3. Call tel. 5550142.", ["It is on Sept. 3.", "Call tel. 5550142."]),
            ("It is a U.S. Army tent. She left.", ["It is a U.S. Army tent.", "She left."]),
            ("She left the U.S. Then she came back.", ["She left the U.S.", "Then she came back."]),
            ("Signed by Mr.\nNext point", ["Signed by Mr.", "Next point"]),
            (f"Eggs{' ' * 30}12.\nMilk{' ' * 30}\nBread", [f"Eggs{' ' * 30}12.", "Milk", "Bread"]),
            ("\n\n It rains.", ["It rains."]),
            ("", []),
        ],
    )
    def test_sentences_end_where_readers_end_them(self, text, sentences):
        assert split_sentences(text) == sentences

    @pytest.mark.parametrize(
        "sentence",
        [
            "The pain drops may be given at 0.5 ml max. 2 times a day.",
            "Min. 3 people are needed, max. 12.",
            "Le sirop: env. 15 ml par jour, max. 3 fois.",
            "Das steht in Art. 12, Chap. 3 und Vol. II davon.",
            "The fever (temp. 39 at night) is gone.",
            "Die Fahrt dauert Std. 2 bis Std. 5.",
            "The next check is on Mon. 3 August or Thurs. 6 August.",
            "Der Termin ist am Mi. 5. August.",
            "It was on Mar. 3 and on Jun. 4.",
            "Die Praxis ist an der Bahnhofstr. 14 oder Karl-Marx-Str. 5.",
            "Das ist für Hrn. Meier resp. Anna.",
        ],
    )
    def test_a_short_form_before_a_number_ends_no_sentence(self, sentence):
        assert split_sentences(sentence) == [sentence]

    @pytest.mark.parametrize(
        ("text", "sentences"),
        [
            ("This is the max. She did not.", ["This is the max.", "She did not."]),
            ("Ask Max. 3 people came.", ["Ask Max.", "3 people came."]),
            ("It took 10 min. 3 people came.", ["It took 10 min.", "3 people came."]),
            ("We meet on Mon. Bring cake.", ["We meet on Mon.", "Bring cake."]),
            ("She sat. 3 of us stood.", ["She sat.", "3 of us stood."]),
            ("We sat in the sun. 3 came.", ["We sat in the sun.", "3 came."]),
            ("She said no. I left.", ["She said no.", "I left."]),
            ("Wir fahren 2 Std. Otto fährt.", ["Wir fahren 2 Std.", "Otto fährt."]),
            ("Das war Bahnhofstr. Otto kam.", ["Das war Bahnhofstr.", "Otto kam."]),
        ],
    )
    def test_the_same_word_ends_one_where_no_number_follows_it(self, text, sentences):
        assert split_sentences(text) == sentences

    @pytest.mark.parametrize(
        "sentence",
        [
            "Die 2. Rate ist am 15. 6. fällig.",
            "Die Praxis ist im 2. Stock, das Labor im 3. Stock.",
            "Er geht in die 3. Klasse und will eine 2. Chance.",
            "Am 2. Schultag kommt er zum 3. Mal vom 4. Stock.",
            "Am 15. 6. 2025 kommt er.",
            "Der Rest kommt bis 30. 9.",
        ],
    )
    def test_an_ordinal_ends_no_sentence(self, sentence):
        assert split_sentences(sentence) == [sentence]

    @pytest.mark.parametrize(
        ("text", "sentences"),
        [
            ("Wir haben Zimmer 12. Otto zahlt.", ["Wir haben Zimmer 12.", "Otto zahlt."]),
            ("Er wohnt im 2. Anna wohnt im 3.", ["Er wohnt im 2.", "Anna wohnt im 3."]),
            ("Er kommt am 15. Kuchen bringt er.", ["Er kommt am 15.", "Kuchen bringt er."]),
            ("Fällig am 15. 6. Der Rest kommt.", ["Fällig am 15. 6.", "Der Rest kommt."]),
            ("Nimm die 2. Bitte warte.", ["Nimm die 2.", "Bitte warte."]),
            ("I am 3. Tom is 5.", ["I am 3.", "Tom is 5."]),
            ("We came at 12. 3. Close it.", ["We came at 12.", "3. Close it."]),
            ("It was 20. 2025 was better.", ["It was 20.", "2025 was better."]),
        ],
    )
    def test_a_number_that_is_no_ordinal_may_end_one(self, text, sentences):
        assert split_sentences(text) == sentences

    @given(st.text())
    def test_no_word_is_lost(self, text):
        assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())


class TestBeginnings:
    @pytest.mark.parametrize(
        "before",
        [
            "",
            "It rains. ",
            "It rains.) ",
            "It rains? “",
            "It rains… - ",
            "天气好。",
            "a line\n",
            "a line\n  * ",
            "a line\n> ",
            "## ",
            "1. ",
            "Do this:\n 2) ",
        ],
    )
    def test_a_sentence_a_line_or_an_item_begins(self, before):
        assert begins_sentence(f"{before}Otter", len(before))

    @pytest.mark.parametrize(
        "before", ["the ", "the (", "the “", "the *", "the - ", "(see 3) ", "Name: ", "it rains, "]
    )
    def test_no_sentence_begins_inside_another(self, before):
        assert not begins_sentence(f"{before}Otter", len(before))

    @pytest.mark.parametrize("before", ["Name: ", "Name: (", "the “"])
    def test_a_caller_may_name_further_signs_before_a_sentence(self, before):
        assert begins_sentence(f"{before}Otter", len(before), after=":“")
