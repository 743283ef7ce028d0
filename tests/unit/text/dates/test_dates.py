from __future__ import annotations

import re
import time
from datetime import date
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.text.dates.question_dates import MAX_RANGES, question_days
from graphrag.text.word_lists.calendar_words import MONTHS
from graphrag.text.word_lists.plain_spellings import plain_spellings

from ....support.least_cpu import least_cpu

TODAY = date(2024, 3, 14)  # a Thursday


COVERED = {"first": date(2023, 1, 5).toordinal(), "last": date(2023, 12, 30).toordinal()}


def named(text: str) -> list[tuple[str, str, bool]]:
    return [
        (
            date.fromordinal(days.first).isoformat(),
            date.fromordinal(days.last).isoformat(),
            days.month,
        )
        for days in question_days(text, today=TODAY, **COVERED)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "What happened on 8 May 2023?",
        "on May 8th, 2023",
        "the 8th of May, 2023",
        "2023-05-08",
        "am 08.05.2023",
        "am 8. Mai 2023",
        "le 8 mai 2023",
        "el 8 de mayo de 2023",
        "l'8 maggio 2023",
        "em 8 de maio de 2023",
        "8 мая 2023 года",
        "2023年5月8日に",
        "5月8日",
        "on May 8",
        "am 8.5.",
    ],
)
def test_a_day_is_read_in_every_spelling(text):
    assert named(text) == [("2023-05-08", "2023-05-08", False)]


@pytest.mark.parametrize("name", MONTHS)
def test_a_month_is_read_however_it_is_typed(name):
    spellings = [name, name.upper(), name.capitalize(), name.replace("ı", "i")]
    plain = plain_spellings(name) - {"julius", "junius"}
    spellings += [spelling for spelling in plain if len(spelling) > 4]
    [found] = {tuple(named(f"3 {spelling} 2023")) for spelling in spellings}
    assert found == ((f"2023-{MONTHS[name]:02}-03", f"2023-{MONTHS[name]:02}-03", False),)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(("2023. 5. 8. 회의", "2023-05-08"), ("2023. 05. 08.", "2023-05-08")),
        *(("2023. május 8-án", "2023-05-08"), ("2023 May 8", "2023-05-08")),
        *(("em 1º de maio de 2023", "2023-05-01"), ("den 8:e maj 2023", "2023-05-08")),
        *(("8-го мая 2023", "2023-05-08"), ("8 maja 2023", "2023-05-08")),
    ],
)
def test_a_full_date_is_one_day_in_whatever_order(text, day):
    assert named(text) == [(day, day, False)]


@pytest.mark.parametrize(
    "text",
    [
        *("What brand of mayo do I like?", "Did I book the Mayo Clinic?", "Har du feber?"),
        *("¿Qué marca de café compro?", "Что любит Марта?", "What did I buy at K-Mart?"),
        *("När fyller Maj år?", "Ocak bozuldu mu?", "Long ago 5 friends came"),
        *("¿Qué hizo Julio, ay?", "¿Qué marca, ay?"),
    ],
)
def test_a_month_of_one_language_is_another_word_in_others(text):
    assert named(text) == []


@pytest.mark.parametrize(
    "text",
    ["en mayo", "im Feber", "in mei", "i maj", "Eylül'de", "mart ayında", "w marcu", "od maja"],
)
def test_such_a_month_is_known_by_what_is_around_it(text):
    assert [month for _, _, month in named(text)] == [True]


@pytest.mark.parametrize(
    "text",
    [
        *("ping 10.1.22.3", "ssh root@10.4.25.7", "python 3.10.12", "kernel 5.4.21"),
        *("My sugar was 5.6. What did Dr Pell say?", "see section 2.3."),
    ],
)
def test_an_address_a_version_and_a_decimal_are_no_dates(text):
    assert question_days(text, today=TODAY) == ()


def test_a_quarter_after_a_common_word_is_no_version():
    assert len(named("What went into release Q3?")) == 1


@pytest.mark.parametrize("name", ["Marc", "Julius"])
def test_a_month_without_its_diacritics_may_be_a_name(name):
    assert named(f"What did {name} say in Lisbon? The hub at {name} House") == []


@pytest.mark.parametrize(
    "text",
    [
        *("1 maart", "de 1e maart", "op 1ste maart", "eerste maart", "il primo marzo", "1º marzo"),
        *("el 1.º de marzo", "el primero de marzo", "le 1er mars", "le premier mars"),
        *("am ersten März", "primeiro de março", "the first of March"),
    ],
)
def test_the_first_of_a_month_is_one_day(text):
    assert named(text) == [("2023-03-01", "2023-03-01", False)]


@pytest.mark.parametrize("text", ["de 21e augustus", "op de 21ste augustus", "21e augustus"])
def test_a_dutch_ordinal_is_a_day(text):
    assert named(text) == [("2023-08-21", "2023-08-21", False)]


def test_a_cousin_marco_is_no_first_of_march():
    assert named("mio primo Marco viene") == []


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("What did we decide last quarter?", "2023-10-01", "2023-12-31"),
        ("letztes Quartal", "2023-10-01", "2023-12-31"),
        ("How is this quarter going?", "2024-01-01", "2024-03-31"),
        ("the figures of Q2", "2023-04-01", "2023-06-30"),
        ("im 2. Quartal", "2023-04-01", "2023-06-30"),
        ("Q3/2022", "2022-07-01", "2022-09-30"),
        ("au deuxième trimestre 2022", "2022-04-01", "2022-06-30"),
        ("the last quarter of 2022", "2022-10-01", "2022-12-31"),
        ("from Q1 to Q3 2023", "2023-01-01", "2023-09-30"),
        ("What did we plant last summer?", "2023-06-01", "2023-08-31"),
        ("letzten Sommer", "2023-06-01", "2023-08-31"),
        ("l'été dernier", "2023-06-01", "2023-08-31"),
        ("el otoño pasado", "2023-09-01", "2023-11-30"),
        ("zeszłej jesieni", "2023-09-01", "2023-11-30"),
        ("this winter", "2023-12-01", "2024-02-29"),
        ("the summer of 2022", "2022-06-01", "2022-08-31"),
    ],
)
def test_quarters_and_seasons_are_whole_months(text, first, last):
    assert named(text) == [(first, last, True)]


@pytest.mark.parametrize(
    "text",
    [
        "What is the last day of the project?",
        "the last days of the old Hall",
        "Who heats the hall in winter?",
        "When is the Audi Q3 due?",
        "What is due this spring?",
        "How do I set up Spring Boot?",
        "questo lato del tetto",
        "a quarter past three",
    ],
)
def test_other_uses_of_these_words_name_no_days(text):
    assert named(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "in May 2023",
        "In may?",
        "im Mai 2023",
        "en mai 2023",
        "mayo de 2023",
        "2023年5月",
        "2023-05",
    ],
)
def test_a_month_without_day_is_a_month(text):
    assert named(text) == [("2023-05-01", "2023-05-31", True)]


@pytest.mark.parametrize(
    "text",
    [
        "May I ask?",
        "the march to the sea",
        "version 1.2.3 of 10.0.0.1",
        "call 2023",
        "Who is Jan?",
        "9 out of 10",
        "How many may come?",
        "the last sun of summer",
        "invoice 2023-13",
        "",
    ],
)
def test_what_is_no_date_is_left_alone(text):
    assert named(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "What is Marco's number?",
        "What did Jan and Marco do?",
        "Jan-Marco called",
        "In Marco we trust",
        "written by Marco",
        "llama a Marco",
        "teléfono de Julio",
        "What is April's phone number?",
        "Call June about the invoice",
        "August's birthday",
        "Hund von Juli",
        "Frag Jan nach dem Schlüssel",
        "the Julio account",
        "What did Tom and June do?",
    ],
)
def test_a_first_name_is_no_month(text):
    assert named(text) == []


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("in April", "2023-04-01"),
        ("since June", "2023-06-01"),
        ("mid-April", "2023-04-01"),
        ("the April release", "2023-04-01"),
        ("a May release", "2023-05-01"),
        ("im August", "2023-08-01"),
        ("seit Juli", "2023-07-01"),
        ("en julio", "2023-07-01"),
        ("en Julio", "2023-07-01"),
        ("los gastos de julio", "2023-07-01"),
        ("em março", "2023-03-01"),
        ("em marco", "2023-03-01"),
        ("April 2024", "2024-04-01"),
        ("What did Marco do in April?", "2023-04-01"),
        ("what did we do last August", "2023-08-01"),
        ("letzten August", "2023-08-01"),
        ("last February", "2024-02-01"),
        ("last March", "2023-03-01"),
    ],
)
def test_a_month_that_is_a_first_name_too_is_known_by_what_is_around_it(text, month):
    assert named(text) == [(month, ANY, True)]


@pytest.mark.parametrize(
    "text",
    [
        "from June to August",
        "June to August",
        "June-August",
        "between June and August",
        "von Juni bis August",
        "de junio a agosto",
        "с июня по август",
        "6月から8月",
        "from June to August 2023",
    ],
)
def test_a_span_of_months_holds_those_between(text):
    assert named(text) == [("2023-06-01", "2023-08-31", True)]


def test_a_span_of_months_that_are_first_names_too_holds_those_between():
    assert named("April to June") == [("2023-04-01", "2023-06-30", True)]
    assert named("Apr to Jun") == [("2023-04-01", "2023-06-30", True)]
    assert named("april-june") == [("2023-04-01", "2023-06-30", True)]


def test_two_months_are_no_span():
    assert [first for first, _, _ in named("in June or August")] == ["2023-06-01", "2023-08-01"]
    assert [first for first, _, _ in named("in April and June")] == ["2023-04-01", "2023-06-01"]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("from 3 June to August", "2023-06-03", "2023-08-31"),
        ("from July to 5 August", "2023-07-01", "2023-08-05"),
        ("from June to 5 August", "2023-06-01", "2023-08-05"),
    ],
)
def test_a_span_of_a_day_and_a_month_is_no_month(text, first, last):
    assert named(text) == [(first, last, False)]


@pytest.mark.parametrize(
    "text",
    [
        "between 3 and 5 May",
        "between the 3rd and the 5th of May",
        "between May 3 and 5",
        "between May 3 and May 5",
        "zwischen dem 3. und dem 5. Mai",
        "entre el 3 y el 5 de mayo",
        "entre le 3 et le 5 mai",
        "vom 3. bis zum 5. Mai",
        "from 3 May to 5 May",
        "3.5. bis 5.5.",
        "2023-05-03 – 2023-05-05",
    ],
)
def test_a_span_of_days_holds_those_between(text):
    assert named(text) == [("2023-05-03", "2023-05-05", False)]


def test_two_days_of_a_month_are_two_days():
    assert [first for first, _, _ in named("on 3 and 5 May")] == ["2023-05-03", "2023-05-05"]
    assert [first for first, _, _ in named("on 3 May and 5 May")] == ["2023-05-03", "2023-05-05"]
    assert [first for first, _, _ in named("on May 3 and 5 guests")] == ["2023-05-03"]


def test_a_span_may_go_over_the_end_of_a_year():
    first, last = date(2022, 1, 1).toordinal(), date(2023, 12, 30).toordinal()
    days = question_days("from November to February", today=TODAY, first=first, last=last)
    assert [(date.fromordinal(d.first), date.fromordinal(d.last)) for d in days] == [
        (date(2022, 11, 1), date(2023, 2, 28))
    ]
    of_one_year = named("from November to February")
    assert [first for first, _, _ in of_one_year] == ["2023-02-01", "2023-11-01"]


def test_a_span_ends_in_the_first_year_in_which_it_can():
    first, last = date(2021, 1, 1).toordinal(), date(2023, 12, 30).toordinal()
    days = question_days("from June 2022 to August", today=TODAY, first=first, last=last)
    assert [(date.fromordinal(d.first), date.fromordinal(d.last)) for d in days] == [
        (date(2022, 6, 1), date(2022, 8, 31))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Who has Ubuntu 22.04. Is it new?",
        "Who still uses Windows 8.1.",
        "What changed in PyCharm 2024.1?",
        "Does Acme Redmine 3.10.12 run?",
        "Ubuntu 22.04. Is it new?",
    ],
)
def test_the_version_of_a_product_is_no_date(text):
    assert named(text) == []


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Termin 22.04.", "2023-04-22"),
        ("Wer war mit Anna 22.04. um acht dort?", "2023-04-22"),
        ("Am 22.04.", "2023-04-22"),
        ("Mittwoch 22.04.", "2023-04-22"),
        ("Besuch bei Anna 22.04.2023", "2023-04-22"),
        ("seit 2023.1", "2023-01-01"),
        ("Stand 2023.1", "2023-01-01"),
        ("Was war bei Anna 2023-05?", "2023-05-01"),
        ("wir trafen anna 22.04.", "2023-04-22"),
        ("Beim Zahnarzt 22.04.", "2023-04-22"),
        ("We meet Wednesday 22.04.", "2023-04-22"),
        ("Hi! Meeting 22.04.", "2023-04-22"),
        ("Zahlbar Bis 22.04.", "2023-04-22"),
    ],
)
def test_a_date_after_any_other_word_is_a_date(text, first):
    assert [found for found, _, _ in named(text)] == [first]


def test_a_year_of_two_digits_is_of_this_century():
    assert named("am 22.04.21") == [("2021-04-22", "2021-04-22", False)]
    assert named("on 25/08/21") == [("2021-08-25", "2021-08-25", False)]


def test_a_small_word_after_a_date_is_no_month():
    assert named("on 3 May, may I come?") == [("2023-05-03", "2023-05-03", False)]
    assert named("on 3 May and may I bring Ben?") == [("2023-05-03", "2023-05-03", False)]
    assert named("on 3 May June was ill") == [("2023-05-03", "2023-05-03", False)]


def test_a_day_of_a_month_that_is_a_first_name_too_is_a_day():
    assert named("3 June") == [("2023-06-03", "2023-06-03", False)]


def test_a_slashed_date_is_read_both_ways_where_both_are_dates():
    assert [first for first, _, _ in named("05/08/2023")] == ["2023-05-08", "2023-08-05"]
    assert [first for first, _, _ in named("25/08/2023")] == ["2023-08-25"]


def test_a_range_of_days_is_one_range():
    assert named("3-5 May 2023") == [("2023-05-03", "2023-05-05", False)]


def test_a_date_without_a_year_is_looked_for_in_every_year_covered():
    first, last = date(2021, 6, 1).toordinal(), date(2023, 6, 1).toordinal()
    days = question_days("on May 8", today=TODAY, first=first, last=last)
    assert [date.fromordinal(item.first).year for item in days] == [2021, 2022, 2023]


def test_a_date_without_a_year_is_of_the_last_years_where_no_memory_has_a_day():
    years = [date.fromordinal(item.first).year for item in question_days("on May 8", today=TODAY)]
    assert len(years) > 1
    assert years[-1] == TODAY.year


def test_a_date_without_a_year_is_of_the_year_of_the_only_memory_with_a_day():
    only = date(2020, 5, 8).toordinal()
    [days] = question_days("on May 8", today=TODAY, first=only, last=only)
    assert days.first == only


@pytest.mark.parametrize("last", [date(2025, 1, 1), date(2900, 5, 3), date(9999, 12, 31)])
@pytest.mark.parametrize("text", ["on May 8", "What happened in May?", "8.5.", "in Q2"])
def test_a_memory_of_a_far_day_hides_no_year_before_it(text, last):
    first = date(2023, 1, 5).toordinal()
    days = question_days(text, today=TODAY, first=first, last=last.toordinal())
    assert [date.fromordinal(each.first).year for each in days] == [2023, 2024, 2025]


def test_a_date_without_a_year_is_of_a_far_year_where_all_memories_are():
    first, last = date(2900, 1, 5).toordinal(), date(9999, 12, 31).toordinal()
    [days] = question_days("on May 8", today=TODAY, first=first, last=last)
    assert date.fromordinal(days.first).year == 2900


def years_of_may(text):
    first = date(2022, 1, 5).toordinal()
    days = question_days(text, today=TODAY, first=first, last=TODAY.toordinal())
    return [date.fromordinal(each.first).year for each in days]


@pytest.mark.parametrize(
    "text", ["what did we agree in May last year?", "letztes Jahr im Mai", "Loni v květnu"]
)
def test_a_month_is_of_the_year_in_words_beside_it(text):
    assert years_of_may(text) == [2023]


def test_a_name_that_is_a_year_in_another_language_names_no_year():
    assert years_of_may("Was hat Loni am 3. Mai gesagt?") == [2022, 2023, 2024]


@given(st.text(alphabet="0123456789./- MayMärz月日年 agodays", max_size=200))
def test_any_text_gives_ordered_ranges_within_the_cap(text):
    days = question_days(text, today=TODAY)
    assert len(days) <= MAX_RANGES
    assert all(item.first <= item.last for item in days)
    assert list(days) == sorted(days, key=lambda item: (item.first, item.last))


def test_a_huge_message_is_read_within_a_turns_budget():
    text = "on 8 May 2023 and 3-5 June, two days ago; " * 5000
    started = time.process_time()
    assert question_days(text, today=TODAY)
    assert time.process_time() - started < 0.5


def test_a_question_does_not_wait_for_patterns_that_python_has_dropped():
    def asked():
        assert question_days("What did I do yesterday?", today=TODAY)

    def asked_without_patterns():
        re.purge()
        asked()

    assert least_cpu(asked_without_patterns) < 5 * least_cpu(asked)
