"""How much a date counts: most in a message that asks for nothing else."""

from __future__ import annotations

import pytest

from graphrag.model import GraphView
from graphrag.ranking.dates import DATE_WEIGHT, ONLY_DATE_WEIGHT, date_weight
from graphrag.text.query_words import content_words


def weight_of(message: str) -> float:
    return date_weight(GraphView(documents=1, passages={}, words=tuple(content_words(message))))


@pytest.mark.parametrize(
    "message",
    [
        "What happened on Monday?",
        "What happened on Monday evening?",
        "Summarize last week",
        "Recap of October please",
        "Show my notes of October",
        "What was new at the end of October?",
        "Was gab es im Oktober?",
        "Anfang Oktober?",
        "Was war gestern Abend?",
        "Was war am Dienstagabend?",
        "Qu'est-ce qui s'est passé lundi soir ?",
        "What have we talked about on the 3rd?",
        "wat hebben we 7 september gedaan",
        "Wat is er vorige week gebeurd?",
        "Wat heb ik gisteravond genoteerd?",
        "Was haben wir vorgestern besprochen?",
        "Qu'avons-nous fait le 7 septembre ?",
        "Qu'est-ce que j'ai fait hier ?",
        "¿Qué hicimos ayer?",
        "Cosa abbiamo fatto ieri?",
        "Cosa è successo qualche giorno fa?",
        "O que fizemos ontem?",
        "Què vam fer ahir?",
        "Ce am făcut ieri?",
        "Vad hände i går?",
        "Vad gjorde vi förra veckan?",
        "Hvad skete der i sidste uge?",
        "Hva har vi gjort 7. september?",
        "Co zrobiliśmy wczoraj?",
        "Co się stało w zeszłym tygodniu?",
        "Co jsme dělali včera?",
        "co jsme delali vcera",
        "Dün ne yaptık?",
        "Что мы делали вчера?",
        "Що ми робили вчора?",
        "Mitä teimme eilen?",
        "Mit csináltunk tegnap?",
        "9월 7일에 뭐 했지?",
        "昨日何をしましたか",
        "昨天我们做了什么",
    ],
)
def test_a_message_that_asks_for_days_alone_asks_for_all_that_is_of_them(message: str) -> None:
    assert weight_of(message) == ONLY_DATE_WEIGHT


@pytest.mark.parametrize(
    "message",
    [
        "What did the plumber say on Monday evening?",
        "Summarize the choir's last week",
        "Which invoices came in October?",
        "Wer war gestern Abend in Leer?",
        "What did AI cost us last week?",
        "What is new in AI this week?",
        "Wat heeft Pippa gisteren gedaan?",
        "Vad sa läkaren i går?",
        "Cosa abbiamo speso per la caldaia ieri?",
        "昨天猫吃了什么",
    ],
)
def test_a_message_that_names_a_topic_asks_for_that(message: str) -> None:
    assert weight_of(message) == DATE_WEIGHT
