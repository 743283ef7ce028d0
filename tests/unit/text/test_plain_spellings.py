"""Names as they are typed without diacritics."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.graph.records import EntityRecord
from graphrag.text.word_lists.plain_spellings import plain_spellings
from graphrag.text.words import normalize_name


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Inés", "ines"),
        ("Młyński", "mlynski"),
        ("Müller", "muller"),
        ("Müller", "mueller"),
        ("Åse Bjørnstad", "ase bjornstad"),
        ("Пётр", "петр"),
        ("Nguyễn", "nguyen"),
    ],
)
def test_a_name_is_found_as_it_is_typed_without_marks(name: str, typed: str) -> None:
    assert typed in plain_spellings(normalize_name(name))
    assert typed in EntityRecord(f"name:{normalize_name(name)}", name).other_norms


def test_a_record_whose_spellings_changed_is_written_again() -> None:
    plain, marked = (EntityRecord("name:avm", "AVM", aliases=(a,)) for a in ("Amter", "Ämter"))
    assert {"amter", "aemter"} <= marked.other_norms
    assert plain.hash != marked.hash


@pytest.mark.parametrize("name", ["Ines", "田中", "ガガ", "й"])
def test_other_names_have_one_spelling(name: str) -> None:
    assert not plain_spellings(normalize_name(name))


@given(st.text(max_size=50))
def test_a_plain_spelling_has_none_itself(name: str) -> None:
    for spelling in plain_spellings(normalize_name(name)):
        assert not plain_spellings(spelling)
