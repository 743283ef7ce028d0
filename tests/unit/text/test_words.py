from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphrag.text.words import MAX_NAME_LENGTH, normalize_name, words, written_words


@pytest.mark.parametrize(
    ("written", "norm"),
    [
        ("Checkout-API", "checkout api"),
        ("snake_case_name", "snake case name"),
        ("Straße", "strasse"),
        ("İzmir", "izmir"),
        ("ＡＢＣ", "abc"),
        ("ℌello ½", "hello 12"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("C++17", "c++ 17"),
        ("Anna+Ben", "anna ben"),
        ("page.html#setup", "page html setup"),
        ("LGBTQ+", "lgbtq"),
        ("  O’Brien's  pub ", "o brien s pub"),
        ("Мар'яна", "марʼяна"),
        ("Мар’яна", "марʼяна"),
        ("Марʼяна", "марʼяна"),
        ("'Кафе' і 'Яр'", "кафе і яр"),
        ("東京タワー", "東京タワー"),
        ("LINE公式アカウント", "line 公式アカウント"),
        ("東京 API 2号", "東京 api 2 号"),
        ("か\u3099くせい", "がくせい"),
        ("ที่นี่", "ที่นี่"),
        ("हिन्दी भाषा", "हिन्दी भाषा"),
        ("Ivan IV — Иван Грозный", "ivan iv иван грозный"),
        ("...!?", ""),
        ("\x00\ud800", ""),
    ],
)
def test_a_name_has_one_spelling_in_the_index(written, norm):
    assert normalize_name(written) == norm


@given(st.text(alphabet="aZ09 -_+.é", max_size=2 * MAX_NAME_LENGTH))
def test_a_plain_name_is_normalised_as_any_other(text):
    spelled = " ".join(word.norm for word in words(text))
    assert normalize_name(text) == spelled[:MAX_NAME_LENGTH].strip()


@given(st.text())
@example("0ß+")
def test_normalising_twice_changes_nothing(text):
    once = normalize_name(text)
    assert normalize_name(once) == once
    assert len(once) <= MAX_NAME_LENGTH


@given(st.text())
def test_words_lie_in_the_text_in_order_and_apart(text):
    end = 0
    for word in words(text):
        assert end <= word.start < word.end <= len(text)
        assert word.norm
        end = word.end


@given(st.text(max_size=MAX_NAME_LENGTH) | st.text(alphabet="aZ09 -_+#.éが東", max_size=60))
@example("C++ runs on Z80")
def test_words_as_they_are_written_are_the_same_words(text):
    found = words(text)
    written = written_words(text)
    assert written == [text[word.start : word.end] for word in found]
    assert [normalize_name(word) for word in written] == [word.norm for word in found]


def test_a_name_is_found_inside_text_without_spaces():
    norms = [word.norm for word in words("昨日は東京で会った")]
    assert "".join(norms[3:5]) == "東京"
