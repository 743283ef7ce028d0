"""What the case forms of a Slavic name have in common."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.names.case_forms import MIN_KEY, case_key, declining_language
from graphrag.text.words import words


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("pl", "kozioł kozła kozłem"),
        ("pl", "wrona wronę wronie wroną"),
        ("pl", "zdzisiek zdziśka zdziśkowi"),
        ("pl", "żółty żółtego żółtym"),
        ("pl", "gołąb gołębia gołębiem"),
        ("pl", "jerzy jerzego jerzemu"),
        ("pl", "staś stasia stasiowi"),
        ("pl", "żubr żubra żubrze"),
        ("pl", "kraków krakowa krakowie"),
        ("cs", "pavel pavla pavlovi"),
        ("cs", "honza honzy honzovi"),
        ("cs", "novák nováka novákovi"),
        ("ru", "зина зины зине зину зиной"),
        ("ru", "павел павла павлу"),
        ("ru", "сергей сергея сергею"),
        ("ru", "чехов чехова чехову"),
        ("uk", "олена олени олені олену"),
        ("uk", "андрій андрія андрію"),
    ],
)
def test_the_forms_of_a_name_have_one_key(language, forms):
    assert len({case_key(form, language) for form in forms.split()}) == 1


@pytest.mark.parametrize("names", ["marek maria", "anna antoni", "wrona wróbel", "hania helena"])
def test_different_names_have_different_keys(names):
    first, second = names.split()
    assert case_key(first, "pl") != case_key(second, "pl")


@given(st.text(alphabet="aąeęioóyzrkłwżź", min_size=1, max_size=12))
def test_a_key_is_never_empty_and_keeps_short_names(norm):
    key = case_key(norm, "pl")
    assert len(key) >= min(len(norm), MIN_KEY) - 1
    assert len(key) <= len(norm)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Zapasowy klucz wisi w bosmanacie", "pl"),
        ("Náhradní klíč visí u souseda", "cs"),
        ("Запасной ключ у соседки", "ru"),
        ("Запасний ключ у сусідки", "uk"),
        ("The spare key hangs in the shed", ""),
        ("Der Ersatzschlüssel hängt im Schuppen", ""),
        ("", ""),
    ],
)
def test_the_language_of_a_text_is_known_if_it_declines_names(text, language):
    assert declining_language(words(text)) == language
