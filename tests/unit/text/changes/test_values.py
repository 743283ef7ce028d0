from __future__ import annotations

import pytest

from graphrag.text.changes.change_words import change_words
from graphrag.text.changes.value_patterns import KINDS
from graphrag.text.changes.values import WEEKDAY, contradictions, values


@pytest.mark.parametrize(
    ("text", "kind", "given"),
    [
        ("Yoga is at 7 pm.", "clock", {"19:00"}),
        ("Yoga is at 7:30 p.m.", "clock", {"19:30"}),
        ("The shop opens at 12 am.", "clock", {"0:00"}),
        ("Cours à 19h30.", "clock", {"19:30"}),
        ("Cours à 20h.", "clock", {"20:00"}),
        ("Training um 15.30 Uhr.", "clock", {"15:30"}),
        ("Rehearsal 19:30-21:30.", "clock", {"19:30", "21:30"}),
        ("Rent: €1,200 a month.", "€", {"1200"}),
        ("Miete 1.299,50 € im Monat.", "€", {"1299.5"}),
        ("Loyer 1 200 € par mois.", "€", {"1200"}),
        ("She asks £18.00 an hour.", "£", {"18"}),
        ("It is 0.125 mg.", "mg", {"0.125"}),
        ("Die Wohnung hat 80 m² Fläche.", "m²", {"80"}),
        ("Call 0664 555 017.", "phone", {"4555017"}),
        ("Call +44 20 555 0117.", "phone", {"5550117"}),
        ("Ring 12 34 56 789.", "phone", {"3456789"}),
        ("Ring 0170 1234567.", "phone", {"1234567"}),
        ("Ring +49 170 1234567.", "phone", {"1234567"}),
        ("Ring (0170) 123-4567.", "phone", {"1234567"}),
        ("Ring 0341/123456.", "phone", {"1123456"}),
        ("Ring 08-555 0120.", "phone", {"5550120"}),
        ("The gate closes at 24:00.", "clock", {"0:00"}),
        ("Open Mon–Fri.", "weekday", {"1", "5"}),
        ("Open Tue-Sat.", "weekday", {"2", "6"}),
        ("Yoga is on Tuesdays.", "weekday", {"2"}),
        ("Yoga ist dienstags.", "weekday", {"2"}),
        ("The fair is on Sat 13 December.", "weekday", {"6"}),
        ("The fair is on the 19th of March.", "date", {"3-19"}),
        ("La feria es el 19 de marzo.", "date", {"3-19"}),
        ("A feira é no dia 1º de maio.", "date", {"5-1"}),
        ("La foire est le 1er mai.", "date", {"5-1"}),
        ("The fair is on March 3rd.", "date", {"3-3"}),
        ("The fair is on 2025-03-09.", "date", {"3-9"}),
        ("The fair began at 2025-03-19T10:30.", "date", {"3-19"}),
        ("Der Markt ist am 19.03.2025.", "date", {"3-19"}),
        ("The fair is on 03/19/2025.", "date", {"3-19"}),
        ("The fair is on 19 March 2025.", "date", {"3-19"}),
        ("Der Markt ist am 19.3., Beginn 9 Uhr.", "date", {"3-19"}),
        ("Der Kurs geht vom 28.3. bis 3.4.", "date", {"3-28", "4-3"}),
        ("The hectare costs 158 Euro.", "€", {"158"}),
        ("Telvia asks 1.95 EUR per card.", "card", {"1.95"}),
        ("krill is at 10.7.0.12.", "ip", {"10.7.0.12"}),
        ("Guest wifi: tin-owl, password apple24.", "secret", {"apple24"}),
        ("Das Kennwort für tin-owl lautet boskop-19.", "secret", {"boskop-19"}),
        ("The door code of the garage is 4412.", "secret", {"4412"}),
        ("El código de la puerta es 4512.", "secret", {"4512"}),
        ("The code of the staff room at St Jude's in Shed 12 is 9902.", "secret", {"9902"}),
        ("Keypad code for the staff room of St Jude's on Mill Lane: 9902.", "secret", {"9902"}),
        ("Der Code für das Tor am Lager in Halle 12 lautet jetzt 9902.", "secret", {"9902"}),
        ("The disk of db1 has 200 GB.", "gb", {"200"}),
    ],
)
def test_a_value_has_one_spelling(text, kind, given):
    assert values(text)[kind] == given


def test_the_digit_of_a_name_is_no_number():
    assert values("db1 is version 14.") == {}


@pytest.mark.parametrize("kind", sorted({*KINDS, WEEKDAY}))
def test_a_number_of_dates_or_phones_is_no_date_and_no_phone_number(kind):
    assert kind not in values(f"We have 3 {kind}s, and 1 {kind}.")


@pytest.mark.parametrize(
    "text", ["We won 3-1.", "Open 9-17.", "Pages 10-12.", "The season 2024/25.", "On 2025-03-09."]
)
def test_two_short_numbers_and_a_date_are_no_phone_number(text):
    assert "phone" not in values(text)


def test_a_unit_with_a_superscript_is_no_number():
    assert not values("CO₂ stays in the room.")


def test_a_few_groups_of_digits_are_no_phone_number():
    assert "phone" not in values("The lucky numbers are 12 34 56 78.")


@pytest.mark.parametrize(
    "text",
    ["The password was reset on 12 May.", "My password has 12 letters.", "pin" + "!" * 9_000],
)
def test_no_secret_is_made_up(text):
    assert "secret" not in values(text)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("It takes 12 kg fresh river trout.", {"kg", "fresh"}),
        ("The shelf takes 12, paint it.", set()),
        ("We are 12 on Friday.", {"weekday"}),
        ("We are 12 on Fridays.", {"weekday"}),
        ("The fair is on 19 March.", {"date"}),
        ("The fair is in March 2025.", set()),
        ("It holds 2 to three cats.", {"cat"}),
        ("12 cats since March", {"cat"}),
    ],
)
def test_only_the_nearest_words_say_what_a_number_counts(text, kinds):
    assert set(values(text)) == kinds


def test_two_plans_of_several_days_contradict_each_other():
    plan = values("in on Monday, Tuesday and Thursday")
    assert contradictions(plan, values("in on Tuesday, Wednesday and Friday"))
    fewer = values("in on Monday and Thursday")
    assert not contradictions(plan, fewer)
    assert not contradictions(fewer, plan)


@pytest.mark.parametrize(
    ("text", "days", "off"),
    [
        ("The shop is closed on Sundays.", set(), {"7"}),
        ("Closed Sunday and Monday, open on Saturdays.", {"6"}, {"7", "1"}),
        ("Open Tuesdays and closed on Mondays.", {"2"}, {"1"}),
        ("Sonntags geschlossen.", set(), {"7"}),
        ("Daily except Tuesdays.", set(), {"2"}),
        ("The account was closed. Yoga is on Tuesdays.", {"2"}, set()),
    ],
)
def test_days_on_which_something_is_closed_are_a_kind_of_their_own(text, days, off):
    found = values(text)
    assert found.get("weekday", set()) == days
    assert found.get("day off", set()) == off


@pytest.mark.parametrize(
    "other",
    [
        "She asks 98 euros from now on.",
        "The hourly rate is 98 euros.",
        "98 euros an hour",
    ],
)
def test_two_sums_that_may_be_one_price_contradict_each_other(other):
    assert contradictions(values("She asks 92 euros an hour."), values(other))


@pytest.mark.parametrize(
    "other",
    [
        "Invoice over 9,310 euros, still open.",
        "She gets 360 euros a month for it.",
        "The monthly fee is 360 euros.",
    ],
)
def test_a_rate_and_a_sum_of_another_kind_do_not_contradict_each_other(other):
    assert not contradictions(values("She asks 92 euros an hour."), values(other))


def test_what_was_free_may_cost_something():
    assert contradictions(values("Entry: £0"), values("Entry: £50"))


@pytest.mark.parametrize("text", ["Mon cours est loin.", "We sat in the sun.", "They wed here."])
def test_a_word_that_is_no_weekday_here_gives_none(text):
    assert "weekday" not in values(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tuesdays at 7 pm", "Tuesdays 19:00"),
        ("1.200 EUR", "1200 EUR"),
        ("Tuesdays at 7 pm", "Tuesdays, £16"),
        ("fed at 7:00 and 12:00", "fed at 7:00 and 17:00"),
        ("1,200 km", "1200.0 km"),
    ],
)
def test_equal_values_do_not_contradict_each_other(one, other):
    assert not contradictions(values(one), values(other))


@pytest.mark.parametrize(
    "text",
    [
        "Parking is free for up to 90 minutes.",
        "Labels stop when the primary is gone.",
        "The tray takes no more than five tins.",
        "誕生日はもうすぐ",
        "Живёт вместе с Олей.",
        "We walked from the pier on Monday.",
        "Volta never gets up from the sofa.",
        "The router could be replaced by a Fritz box.",
        "Anna would have moved to Kiel.",
        "Die Praxis könnte nach Kiel umgezogen sein.",
        "Reportedly the club moved to Kiel.",
    ],
)
def test_what_is_no_change_is_not_taken_for_one(text):
    assert not change_words(text).strong


@pytest.mark.parametrize(
    "text",
    [
        "The fee went up to £450.",
        "Tickets are £12, up from £9.",
        "The drydock slipped again: 19 October.",
        "Telvia came down to 1.95 a card.",
        "Работает с понедельника в порту.",
        "もう吸わない",
        "Thielen stepped down at the meeting.",
        "Vuillemin a reporté la couronne.",
        "Siggi hat eine neue Nummer.",
        "The lesson falls on Fridays now.",
        "From tonight it keeps 14 copies.",
        "O Tunelix foi desligado a 10 de junho.",
        "When Sam retired, Ines took over.",
        "Lekarz przeszedł na emeryturę, już nie pracuje.",
        "部長が退職しました",
        "Starting today a day of sound is £365.",
        "Kelpworks moved us back a fortnight.",
        "Episodes are louder from number four on.",
        "Von März an sind es 55 Kisten.",
        "Anke was voted in as chief.",
    ],
)
def test_a_change_is_noticed(text):
    assert change_words(text).strong


@pytest.mark.parametrize("text", ["It rose to 12.9. Then it fell.", "version 5.12.1", "See 3.2."])
def test_a_number_at_the_end_of_a_sentence_is_no_date(text):
    assert "date" not in values(text)


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        ("The bakery was closed on Friday.", False),
        ("The bakery is closed because of a power cut.", False),
        ("The bakery has closed for good.", True),
        ("The bakery is closed.", True),
        ("Die Bäckerei ist vom 3. bis 10. August geschlossen.", False),
        ("Die Bäckerei ist geschlossen.", True),
        ("Le musée est fermé le 14 juillet.", False),
        ("Le musée est fermé.", True),
        ("Il museo è chiuso fino al 3 maggio.", False),
        ("Het museum is gesloten op 5 mei.", False),
    ],
)
def test_what_is_closed_for_a_while_has_not_changed(text: str, *, speaks: bool) -> None:
    assert any(change_words(text)) is speaks


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        ("Max bekommt keine Tabletten mehr.", True),
        ("Max hat keine Tabletten mehr als Bruno.", False),
        ("Wim heeft geen auto meer.", True),
        ("Ola har ikke bil lenger.", True),
        ("Nils har ingen bil längre.", True),
        ("Nils har ingen bil längre än fyra meter.", False),
        ("Jan nie pali papierosów już.", True),
        ("O Rui não fuma mais.", True),
        ("O Rui não come mais que o pai.", False),
    ],
)
def test_what_has_ended_is_a_change_whatever_stands_between_its_words(
    text: str, *, speaks: bool
) -> None:
    assert bool(change_words(text).strong) is speaks
