"""Memories that only note a request, and memories that say something of one."""

import pytest

from graphrag.text.messages.request_notes import notes_a_request


@pytest.mark.parametrize(
    "text",
    [
        "User asked who invented the windscreen wiper.",
        "The user asked for a limerick about tax returns.",
        "While waiting user wondered how tall a giraffe is",
        "Die Nutzerin fragte, wie man Polenta würzt.",
        "L'utente ha chiesto una ricetta.",
        "El usuario preguntó por el tiempo.",
        "Small talk about the weather.",
        "Asked how tall a giraffe is.",
        "Wollte wissen, woher das Wort Bratwurst kommt.",
        "Preguntó cuántos huesos tiene una jirafa.",
        "Vroeg hoe je een das strikt.",
        "用户问今天天气怎么样。",
        "用户想知道长城有多长。",
        "ユーザーは誰がワイパーを発明したか聞いた。",
        "ユーザーは東京の天気について尋ねた。",
    ],
)
def test_a_note_of_a_request_is_one(text):
    assert notes_a_request(text)


@pytest.mark.parametrize(
    "text",
    [
        "The user asked Tove to call the landlord.",
        "User wanted the hall painted green.",
        "Dr Pell asked whether she still takes ramipril.",
        "The user's sister asked for the keys back.",
        "The talk about hail is on 4 May.",
        "User asked for replies in German and without emojis.",
        "The user asked for invoices to be sent to billing@acme.example.",
        "User asked about gluten-free bakeries because Livia is coeliac.",
        "User asked for a summary of the calls every Friday.",
        "Asked for a quote of the new fence at Tern Ltd.",
        "Asked how Tove wants to be paid, because the invoice was wrong.",
        "Fragte den Klempner nach einem Termin.",
        "Der Nutzer bat um Antworten auf Deutsch.",
        "用户喜欢喝绿茶。",
        "用户要求每次用中文回答。",
        "王医生问用户是否还吃药。",
        "ユーザーは猫を飼っている。",
        "ユーザーは音楽を聞いた。",
        "",
    ],
)
def test_what_says_something_is_none(text):
    assert not notes_a_request(text)
