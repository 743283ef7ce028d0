"""Names that a memory gives in two scripts."""

from __future__ import annotations

import pytest

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.extraction.names.other_scripts import names_in_two_scripts
from graphrag.graph.records import SourceDocument

NAMES = ("Huaxin Paper", "Mei Ling Shen", "Fima", "Nikos", "Kyoto", "Зина", "Zoë Müller")


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Boxes come from Huaxin Paper (华信).", [("Huaxin Paper", "华信")]),
        ("Boxes come from Huaxin Paper（华信）.", [("Huaxin Paper", "华信")]),
        ("Fima (Фима) is a tortoise.", [("Fima", "Фима")]),
        ("Nikos (Νίκος, the plumber) called.", [("Nikos", "Νίκος")]),
        ("Contact: 冯丽华 (Feng Lihua).", [("冯丽华", "Feng Lihua"), ("冯丽华", "丽华")]),
        ("Её зовут Зина (Zina).", [("Зина", "Zina")]),
        ("담당자는 김민지 (Kim Minji).", [("김민지", "Kim Minji")]),
        ("Ask Mei Ling Shen (沈美玲).", [("Mei Ling Shen", "沈美玲"), ("Mei Ling Shen", "美玲")]),
    ],
)
def test_a_name_in_two_scripts_is_one_name(text, pairs):
    assert sorted(names_in_two_scripts(text, NAMES)) == sorted(pairs)


@pytest.mark.parametrize(
    "text",
    [
        "Fima (черепаха) is a tortoise.",  # what it is
        "It was hot (暑い) in town.",
        "Huaxin Paper (closed) and 华信",
        "Kyoto (Gion) in May",
        "Zoë Müller (Leeds) called",
        "Наш поставщик бумаги (Huaxin)",
        "联系人是冯丽华 (Feng Lihua)",  # where the name begins is not known
        "Huaxin Paper (供应商)",
        "Huaxin Paper (我们的供应商)",
        "어제 만난 친구 (Minji)",
    ],
)
def test_no_name_in_brackets_gives_no_pair(text):
    assert names_in_two_scripts(text, NAMES) == []


def test_the_chinese_given_name_finds_the_person():
    documents = [
        SourceDocument("a", "Her partner is Shen Ruolan (沈若岚, Lan)."),
        SourceDocument("b", "若岚对花生过敏。"),
        SourceDocument("c", "Lan sings."),
    ]
    extractions, _ = RuleExtractor().update(documents)
    for document in documents:
        found = [mention.entity_id for mention in extractions[document.id].mentions]
        assert "name:shen ruolan" in found
