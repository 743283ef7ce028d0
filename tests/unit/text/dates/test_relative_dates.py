"""Dates relative to the clock in a question."""

from __future__ import annotations

from datetime import date

import pytest

from graphrag.text.dates.question_dates import question_days

from .test_dates import COVERED, TODAY, named


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("What changed in the last two weeks?", "2024-02-26"),
        ("over the past 3 days", "2024-03-11"),
        ("Was ist in den letzten zwei Wochen passiert?", "2024-02-26"),
        ("ces trois derniers jours", "2024-03-11"),
        ("en las últimas dos semanas", "2024-02-26"),
        ("negli ultimi tre giorni", "2024-03-11"),
        ("What changed in the last few days?", "2024-03-10"),
        ("Was war in den letzten Tagen?", "2024-03-10"),
        ("en los últimos meses", "2023-11-01"),
        ("w ostatnich dniach", "2024-03-10"),
    ],
)
def test_the_last_days_end_today(text, first):
    found = list(question_days(text, today=TODAY, first=COVERED["first"], last=TODAY.toordinal()))
    assert [(date.fromordinal(days.first).isoformat(), days.last) for days in found] == [
        (first, TODAY.toordinal())
    ]


@pytest.mark.parametrize(
    ("text", "first", "last", "month"),
    [
        ("What did I do yesterday?", "2024-03-13", "2024-03-13", False),
        ("gestern", "2024-03-13", "2024-03-13", False),
        ("昨天", "2024-03-13", "2024-03-13", False),
        ("Vad hände i går?", "2024-03-13", "2024-03-13", False),
        ("dün kim geldi?", "2024-03-13", "2024-03-13", False),
        ("předevčírem", "2024-03-12", "2024-03-12", False),
        ("twee dagen geleden", "2024-03-12", "2024-03-12", False),
        ("dwa dni temu", "2024-03-12", "2024-03-12", False),
        ("for to dage siden", "2024-03-12", "2024-03-12", False),
        ("före två dagar sedan", "2024-03-12", "2024-03-12", False),
        ("před dvěma dny", "2024-03-12", "2024-03-12", False),
        ("iki gün önce", "2024-03-12", "2024-03-12", False),
        ("forrige uke", "2024-03-04", "2024-03-10", False),
        ("w zeszłym tygodniu", "2024-03-04", "2024-03-10", False),
        ("geçen ay", "2024-02-01", "2024-02-29", True),
        ("vorige maand", "2024-02-01", "2024-02-29", True),
        ("the day before yesterday", "2024-03-12", "2024-03-12", False),
        ("two days ago", "2024-03-12", "2024-03-12", False),
        ("vor zwei Tagen", "2024-03-12", "2024-03-12", False),
        ("il y a deux jours", "2024-03-12", "2024-03-12", False),
        ("hace 2 días", "2024-03-12", "2024-03-12", False),
        ("due giorni fa", "2024-03-12", "2024-03-12", False),
        ("há dois dias", "2024-03-12", "2024-03-12", False),
        ("два дня назад", "2024-03-12", "2024-03-12", False),
        ("两天前", "2024-03-12", "2024-03-12", False),
        ("2日前", "2024-03-12", "2024-03-12", False),
        ("last week", "2024-03-04", "2024-03-10", False),
        ("先週", "2024-03-04", "2024-03-10", False),
        ("this week", "2024-03-11", "2024-03-17", False),
        ("a week ago", "2024-03-04", "2024-03-10", False),
        ("last month", "2024-02-01", "2024-02-29", True),
        ("three months ago", "2023-12-01", "2023-12-31", True),
        ("last Monday", "2024-03-11", "2024-03-11", False),
        ("on Thursday", "2024-03-07", "2024-03-07", False),
        ("lundi dernier", "2024-03-11", "2024-03-11", False),
        ("last May", "2023-05-01", "2023-05-31", True),
        ("неделю назад", "2024-03-04", "2024-03-10", False),
        ("tydzień temu", "2024-03-04", "2024-03-10", False),
        ("před měsícem", "2024-02-01", "2024-02-29", True),
        ("п’ять днів тому", "2024-03-09", "2024-03-09", False),
        ("у п'ятницю", "2024-03-08", "2024-03-08", False),
        ("förra måndagen", "2024-03-11", "2024-03-11", False),
        ("viime maanantaina", "2024-03-11", "2024-03-11", False),
        ("this Monday", "2024-03-11", "2024-03-11", False),
        ("this Friday", "2024-03-15", "2024-03-15", False),
        ("the week before last", "2024-02-26", "2024-03-03", False),
        ("the week before last week", "2024-02-26", "2024-03-03", False),
        ("vorletzte Woche", "2024-02-26", "2024-03-03", False),
        ("wat hebben we gisteravond gedaan", "2024-03-13", "2024-03-13", False),
        ("vannacht", "2024-03-14", "2024-03-14", False),
        ("a few days ago", "2024-03-10", "2024-03-12", False),
        ("een paar dagen geleden", "2024-03-10", "2024-03-12", False),
        ("qualche giorno fa", "2024-03-10", "2024-03-12", False),
        ("vor ein paar Tagen", "2024-03-10", "2024-03-12", False),
        ("il y a quelques jours", "2024-03-10", "2024-03-12", False),
        ("hace unos días", "2024-03-10", "2024-03-12", False),
        ("kilka dni temu", "2024-03-10", "2024-03-12", False),
        ("some months ago", "2023-11-01", "2024-01-31", True),
        ("What did we do on the 3rd?", "2024-03-03", "2024-03-03", False),
        ("what was on the 31st, again?", "2024-01-31", "2024-01-31", False),
        ("wat hebben we op de 14e gedaan", "2024-03-14", "2024-03-14", False),
    ],
)
def test_relative_dates_are_counted_from_the_clock(text, first, last, month):
    assert named(text) == [(first, last, month)]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(("co jsme delali vcera?", "2024-03-13"), ("3 gun once ne yaptik?", "2024-03-11")),
        *(
            ("o que fizemos na terca passada?", "2024-03-12"),
            ("co bylo w zeszly wtorek?", "2024-03-12"),
        ),
        *(("¿por la manana o ayer?", "2024-03-13"), ("pred 3 dny", "2024-03-11")),
        *(("co bylo w ubiegla srode?", "2024-03-13"), ("vad gjorde vi i förrgår?", "2024-03-12")),
    ],
)
def test_a_day_is_read_without_its_diacritics(text, day):
    assert named(text) == [(day, day, False)]


@pytest.mark.parametrize(
    "text",
    [
        *("What is on the day after tomorrow?", "overmorgen", "dopodomani", "übermorgen"),
        *("après-demain", "pasado mañana", "depois de amanhã", "i övermorgon", "pojutrze"),
        "послезавтра",
    ],
)
def test_the_day_after_tomorrow_is_not_tomorrow(text):
    assert named(text) == [("2024-03-16", "2024-03-16", False)]


@pytest.mark.parametrize(
    "text",
    [
        "on the 3rd floor",
        "on the 45th",
        "the 3rd",
        "op de 3de verdieping",
        "he was on the 2nd team",
    ],
)
def test_a_number_of_another_thing_is_no_day(text):
    assert named(text) == []


def test_days_before_their_month_are_of_that_month_alone():
    assert [first for first, _, _ in named("on the 3rd and 4th of May")] == [
        "2023-05-03",
        "2023-05-04",
    ]


@pytest.mark.parametrize(
    "text",
    [
        *("What happened last weekend?", "What did we do over the weekend?"),
        *("Was war am Wochenende?", "qu'avons-nous fait le week-end dernier ?"),
        *("¿Qué hicimos el fin de semana pasado?", "vad gjorde vi förra helgen?", "上周末做了什么"),
    ],
)
def test_a_weekend_is_the_saturday_and_sunday_before(text):
    assert named(text) == [("2024-03-09", "2024-03-10", False)]


@pytest.mark.parametrize(
    "text",
    ["What did I eat this morning?", "¿Qué comí esta mañana?", "qu'ai-je mangé ce matin ?"],
)
def test_this_morning_is_today(text):
    assert named(text) == [("2024-03-14", "2024-03-14", False)]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("What did we decide on Tuesday last week?", "2024-03-05"),
        ("Was war letzte Woche am Dienstag?", "2024-03-05"),
        ("上周二我们决定了什么", "2024-03-05"),
        ("先週の火曜日に何をした", "2024-03-05"),
        ("wat deden we afgelopen dinsdag?", "2024-03-12"),
        ("hvad lavede vi i tirsdags?", "2024-03-12"),
        ("co było w zeszły wtorek?", "2024-03-12"),
        ("что было в прошлый вторник?", "2024-03-12"),
    ],
)
def test_a_weekday_is_of_the_week_that_is_named(text, day):
    assert named(text) == [(day, day, False)]


def test_all_of_last_week_is_a_week_whatever_follows():
    assert named("上周一直在下雨吗") == [("2024-03-04", "2024-03-10", False)]


@pytest.mark.parametrize(
    "text",
    [
        "Qu'est-ce que j'ai acheté hier ?",
        "J'ai mangé quoi hier ?",
        "Tu as vu Paul hier ?",
        "C'était hier.",
        "Réunion hier soir",
    ],
)
def test_hier_is_yesterday_in_french(text):
    assert named(text) == [("2024-03-13", "2024-03-13", False)]


@pytest.mark.parametrize(
    "text",
    [
        "Wer ist hier für die Heizung zuständig?",
        "Was läuft hier?",
        "Was tu ich hier?",
        "Wie weit ist es von hier nach La Paz?",
        "Wie is hier verantwoordelijk voor de verwarming?",
    ],
)
def test_hier_is_here_in_german_and_dutch(text):
    assert named(text) == []


@pytest.mark.parametrize(
    "text",
    [
        *("morgen", "Was ist morgen früh?", "mañana", "mañana por la mañana", "hasta mañana"),
        *("i morgon", "jutro", "zítra", "yarın"),
    ],
)
def test_morgen_and_manana_are_tomorrow(text):
    assert named(text) == [("2024-03-15", "2024-03-15", False)]


@pytest.mark.parametrize(
    "text",
    [
        "Guten Morgen",
        "guten morgen, wer kommt?",
        "am Morgen",
        "por la mañana",
        "Who lives in Maine?",
        "a las ocho de la mañana",
        "en la mañana",
    ],
)
def test_a_morning_is_not_tomorrow(text):
    assert named(text) == []


def test_the_morning_of_a_day_is_that_day():
    assert named("heute Morgen") == [("2024-03-14", "2024-03-14", False)]
    assert named("ayer por la mañana") == [("2024-03-13", "2024-03-13", False)]


@pytest.mark.parametrize(
    "text",
    [
        *("Was war am Dienstagabend?", "Dienstagmorgen", "letzten Dienstagabend"),
        *("Wen traf ich Dienstag morgen?", "am Dienstag Morgen", "am Dienstag früh"),
        *("wat deden we dinsdagavond?", "op dinsdagmiddag", "vad gjorde vi på tisdagskväll?"),
        *("hvad lavede vi tirsdag aften?", "hva gjorde vi tirsdag kveld?", "tirsdag morgen"),
        *("qu'avons-nous mangé mardi soir ?", "mardi après-midi", "le mardi matin"),
    ],
)
def test_a_weekday_with_a_time_of_day_is_that_weekday(text):
    assert named(text) == [("2024-03-12", "2024-03-12", False)]


@pytest.mark.parametrize(
    "text",
    [
        *("am Sonntagabend letzte Woche", "letzte Woche am Sonntagabend"),
        *("letzte Woche Sonntag Abend", "Am Sonntag Abend letzter Woche"),
    ],
)
def test_such_a_weekday_is_of_the_week_that_is_named(text):
    assert [last for _, last, _ in named(text)] == ["2024-03-10"]


@pytest.mark.parametrize(
    "text",
    [
        *("Wer kommt jeden Montagmorgen?", "nächsten Dienstagabend", "dienstagabends"),
        *("nächste Woche Dienstagabend", "Wer leitet den Dienstagabend-Kurs?", "bis Montagabend"),
        *("elke dinsdagavond", "nästa tisdagskväll", "chaque mardi soir", "mardi soir prochain"),
        *("Was kostet das Abendbrot?", "Montagmorgenlied"),
    ],
)
def test_a_time_of_day_of_every_or_the_next_week_is_no_past_day(text):
    assert named(text) == []


def test_morgen_is_tomorrow_beside_a_weekday_that_a_comma_parts():
    assert named("am Montag, morgen")[-1] == ("2024-03-15", "2024-03-15", False)
