"""Texts in scripts without spaces, and words without their endings."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.languages.unspaced import cut, is_titled, unspaced_language
from graphrag.text.stems import ENDINGS, MIN_INFLECTED_STEM, MIN_STEM, stem
from graphrag.text.words import words

INFLECTED = {path.stem for path in ENDINGS.glob("*.txt")} - {"ko"}
LISTED = {"鍵", "の", "予備", "予備の鍵", "は", "中", "田"}


def pieces(text, listed=LISTED):
    return [text[word.start : word.end] for word in cut(text, words(text), listed)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("予備の鍵は棚の中", ["予備の鍵", "は", "棚", "の", "中"]),
        ("下駄箱の鍵", ["下駄箱", "の", "鍵"]),
        ("鍵はB7、L7の中", ["鍵", "は", "B7", "L7", "の", "中"]),
        ("鍵。中", ["鍵", "中"]),
        ("田中さんの鍵", ["田中", "さん", "の", "鍵"]),
        ("the key", ["the", "key"]),
        ("", []),
    ],
)
def test_the_longest_word_of_the_list_is_a_word_and_the_rest_stays_together(text, expected):
    assert pieces(text) == expected


def test_a_name_before_a_title_is_known_as_one():
    text = "田中さんの鍵"
    name, *others = cut(text, words(text), LISTED)
    assert is_titled(text, name)
    assert not any(is_titled(text, other) for other in others)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("お客様の鍵", ["お客様", "の", "鍵"]),
        ("钢琴老师", ["钢琴", "老师"]),
        ("王老师", ["王", "老师"]),
        ("女医生", ["女医生"]),
    ],
)
def test_a_listed_word_with_a_title_or_before_one_is_no_name(text, expected):
    assert pieces(text, {"お客様", "の", "鍵", "钢琴", "老师", "女医生", "医生"}) == expected


@pytest.mark.parametrize(("text", "language"), [("鍵は中", "ja"), ("钥匙在里面", "zh")])
def test_kana_tell_japanese_from_chinese(text, language):
    assert unspaced_language(text) == language


@given(
    st.text(alphabet="鍵の予備は中田さん様先生B7 。a", max_size=60),
    st.sets(st.text("鍵の予備", min_size=1, max_size=4)),
)
def test_no_character_of_a_word_is_lost_or_comes_twice(text, listed):
    found = words(text)
    joined = cut(text, found, listed)
    assert "".join(word.norm for word in joined) == "".join(word.norm for word in found)
    assert all(one.end <= other.start for one, other in pairwise(joined))


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("drzwi", "drzwiami", "pl"),
        ("dzwonił", "dzwonić", "pl"),
        ("подвал", "подвала", "ru"),
        ("моется", "моет", "ru"),
        ("rechnung", "rechnungen", "de"),
    ],
)
def test_forms_of_a_word_have_one_stem(one, other, language):
    assert stem(one, language) == stem(other, language)


@given(
    st.text(alphabet="aeiouyąęiłmnśćабвиястья", max_size=20),
    st.sampled_from(["de", *sorted(INFLECTED)]),
)
def test_a_stem_is_a_beginning_of_the_word_and_never_shorter_than_the_minimum(word, language):
    least = MIN_INFLECTED_STEM if language in INFLECTED else MIN_STEM
    found = stem(word, language)
    assert word.startswith(found)
    assert len(found) >= min(least, len(word))
