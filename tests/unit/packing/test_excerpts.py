"""The sentences of a passage, and which of them an excerpt shows."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.packing.budget import EXCERPT_TOKENS, MAX_PIECES
from graphrag.packing.excerpts import first_choice, join_sentences, word_weights
from graphrag.packing.shown_sentences import shown_sentences

from ...support.blocks import count_words


class TestExcerpts:
    def test_the_first_sentence_and_those_with_the_rarest_words_are_chosen(self):
        sentences = ["Start.", "About cats.", "About dogs and cats.", "Nothing."]
        weights = word_weights(["cats", "dogs"], ["cats", "cats dogs", "cats", "birds"])
        assert first_choice(sentences, weights, count_words) == [0, 1, 2]
        assert first_choice(sentences, {"dogs": 1.0}, count_words) == [0, 2]

    @pytest.mark.parametrize(
        "sentence",
        ["Its gateway (osprey) answers.", "It runs on gw-osprey.", "Run `osprey restart` twice."],
    )
    def test_a_word_is_found_beside_any_sign(self, sentence):
        assert first_choice(["Start.", sentence], {"osprey": 1.0}, count_words) == [0, 1]

    def test_a_long_word_is_found_in_its_other_forms(self):
        sentences = ["Start.", "103 | Standrohr | 3;", "Its database is full.", "Gate 17."]
        assert first_choice(sentences, {"standrohre": 1.0}, count_words) == [0, 1]
        assert first_choice(sentences, {"databases": 1.0}, count_words) == [0, 2]
        assert first_choice(sentences, {"topic17": 1.0, "gates": 1.0}, count_words) == [0]

    def test_each_sentence_takes_its_own_tokens_once(self):
        words = ["ada", "ben", "cleo", "dora"]
        sentences = ["Start.", *(f"Now {word} has key 7." for word in words)]
        weights = dict.fromkeys(words, 1.0)
        assert first_choice(sentences, weights, lambda text: EXCERPT_TOKENS // 5) == [0, 1, 2, 3, 4]

    def test_a_number_is_not_found_at_the_beginning_of_another_one(self):
        sentences = [
            "Start.",
            "On 21 May 2025 there were 200.",
            "Level 2: sail.",
            "The 2nd",
            "Room 2",
        ]
        assert first_choice(sentences, {"2": 1.0}, count_words) == [0, 2, 3, 4]
        weights = word_weights(["level", "2"], ["Level 1 of 2025", "Level 1 of 21", "Level 2"])
        assert weights["2"] > weights["level"]

    def test_the_row_of_a_table_comes_with_the_first_row(self):
        sentences = ["Accounts.", "System | Who;", "GitLab | Ada;", "Stripe | Ben;", "The end."]
        assert first_choice(sentences, {"stripe": 1.0}, count_words) == [0, 1, 3]
        wide = [sentences[0], f"System | {'Who ' * 60};", *sentences[2:]]
        assert first_choice(wide, {"stripe": 1.0}, count_words) == [0, 3]

    def test_a_row_of_the_table_that_the_question_speaks_of_comes_first(self):
        rota = ["Rota: Week | Who;", *(f"{week} | Leyla;" for week in range(30))]
        phones = ["Phones: Who | Phone;", "Ada | 0700;", "Leyla | 0701;"]
        sentences = ["People.", *rota, *phones]
        chosen = first_choice(sentences, {"phone": 2.0, "leyla": 1.5}, count_words)
        assert "Leyla | 0701;" in [sentences[index] for index in chosen]

    def test_a_word_is_not_found_inside_another_one(self):
        sentences = ["Start.", "Das ist natürlich völlig möglich."]
        assert first_choice(sentences, {"tür": 1.0, "öl": 1.0}, count_words) == [0]

    def test_the_solution_of_a_problem_is_shown_though_the_question_has_none_of_its_words(self):
        text = "# Problem\nThe NAS is gone.\nNobody can scan.\n# Solution\nStart it again.\nWait."
        sentences = shown_sentences(text)
        chosen = first_choice(sentences, {"nas": 1.0}, count_words)
        assert join_sentences(sentences, chosen) == (
            "Problem: The NAS is gone. … Solution: Start it again. …"
        )

    def test_no_line_of_a_dialogue_is_chosen_for_its_label(self):
        sentences = ["Ana: Hello."] + [f"{name}: Fine." for name in ("Ben", "Ana") * 3]
        assert first_choice(sentences, {"nas": 1.0}, count_words) == [0]

    def test_left_out_sentences_are_marked(self):
        sentences = ["One.", "Two.", "Three.", "Four."]
        assert join_sentences(sentences, [0, 1]) == "One. Two. …"
        assert join_sentences(sentences, [0, 3]) == "One. … Four."

    def test_words_are_found_in_scripts_without_spaces(self):
        assert word_weights(["東京"], ["昨日は東京で", "何も"])["東京"] < math.log(3)


class TestShownSentences:
    @pytest.mark.parametrize(
        ("lines", "sentences"),
        [
            (["# Install", "Do it."], ["Install: Do it."]),
            (["```sh", "# as root", "apt in", "```"], ["```sh # as root ↵", "apt in ```"]),
            (["~~~", "```", "# one", "~~~", "# Two"], ["~~~ ``` ↵ # one ~~~", "Two:"]),
            (["````", "```", "# one", "```", "````"], ["```` ``` ↵ # one ↵ ``` ````"]),
            (["```", "say 'Yes. No.'", "", "fi", "```"], ["``` say 'Yes. No.' ↵", "fi ```"]),
            (["```", "if a {", "}", "```"], ["``` if a { ↵ } ```"]),
            (["| a | b |", "|---|:-:|", "| c | |", "Yes."], ["a | b;", "c;", "Yes."]),
            (["| | a | b |", "|-|-|-|", "| c | | 9 |"], ["| a | b;", "c | | 9;"]),
            (["The error is", "|a - b|"], ["The error is", "|a - b|"]),
            (["| a | Do it. Go. |", "| b | c |", "|"], ["a | Do it. Go.", "b | c; |"]),
            (["|x| + |y| >= |x + y|", "So."], ["|x| + |y| >= |x + y|", "So."]),
            (["```", "| a |", "|-|", "```"], ["``` | a | ↵ |-| ```"]),
            (["- ```sh", "ls", "```", "- Yes.", "No."], ["- ```sh ls ```", "- Yes.", "No."]),
            (["```", "a", "- ```", "```", "# Two"], ["``` a ↵ - ``` ```", "Two:"]),
            (["```run it```", "# Two", "Yes."], ["```run it```", "Two: Yes."]),
            (["# One", "## Two", "Yes.", "No."], ["One:", "Two: Yes.", "No."]),
            (["So:", "{", '"a": {', '"b": 1', "}", "}"], ["So:", '{ "a": {', '"b": 1 } }']),
            (["One.", "---", "Two."], ["One. ---", "Two."]),
            (["{", "}"], ["{ }"]),
            ([], []),
        ],
    )
    def test_each_says_something_and_code_stays_as_it_is_written(self, lines, sentences):
        assert shown_sentences("\n".join(lines)) == sentences

    def test_a_question_is_shown_with_the_sentence_that_answers_it(self):
        text = (
            "Are dogs allowed? On the terrace. Not inside.\nBy bus ?\nLine 34.\nCord in? Gear out?"
        )
        assert shown_sentences(text) == [
            "Are dogs allowed? On the terrace.",
            "Not inside.",
            "By bus ? Line 34.",
            "Cord in? Gear out?",
        ]
        assert shown_sentences("See below. Who?") == ["See below. Who?"]
        assert shown_sentences("Who?") == ["Who?"]
        assert shown_sentences("Who?\n# Setup\nRun it.") == ["Who?", "Setup: Run it."]

    def test_of_a_text_of_very_many_lines_the_first_ones_are_read(self):
        assert shown_sentences("a\n" * 9_000) == ["a"] * MAX_PIECES

    @given(st.lists(st.sampled_from(["```", "~~~ x", "{", "}", "# A", "b", "--"]), max_size=12))
    def test_nothing_but_the_mark_of_a_heading_is_lost(self, lines):
        shown = " ".join(shown_sentences("\n".join(lines)))
        assert re.sub("[#:↵]", "", shown).split() == " ".join(lines).replace("#", "").split()

    @given(st.lists(st.sampled_from(["| a | b. C |", "|-|:-|", "| |", "d", "```"]), max_size=12))
    def test_no_word_of_a_table_is_lost(self, lines):
        words = re.compile(r"\w+")
        assert words.findall(" ".join(shown_sentences("\n".join(lines)))) == words.findall(
            " ".join(lines)
        )
