"""Which memory replaces which older one, and which pairs are left alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ....support.changed_memories import JUNE, NOVEMBER, around, memory, outdated


def replaced(older: str, newer: str, **more: str) -> Mapping[str, tuple[str, ...]]:
    pair = [memory("new", newer, NOVEMBER), memory("old", older, JUNE, **more)]
    found = outdated([*around(), *pair])
    return {key: ids for key, ids in found.items() if {"new", "old"} & {key, *ids}}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        pytest.param(
            "Danuta cleans on Tuesday mornings for £16 an hour and has her own key.",
            "Danuta asks £18 an hour from this month, fine with me",
            id="a new price",
        ),
        pytest.param(
            "Electrics in the house are done by Sam Threlfall, 555-0117.",
            "Sam Threlfall broke his wrist; Ines Quaye has taken over the electrics, 555-0162.",
            id="somebody else, with another number",
        ),
        pytest.param(
            "mossball is the home automation hub. It runs on an old Raspberry Pi.",
            "mossball lives on the little NUC since the weekend, the Pi is in the drawer.",
            id="no value at all, but a change",
        ),
        pytest.param(
            "The treasurer of the choir is Perpetua.",
            "In May Perpetua stepped down as treasurer of the choir.",
            id="a change in May",
        ),
        pytest.param(
            "On-call handover takes place on Mondays at 10:00, a short call with one person.",
            "With two people left the handover was put on Tuesday 09:30, in person.",
            id="no word of change, but another time",
        ),
        pytest.param(
            "Fenja has her swimming lesson on Wednesdays at 16:30 in the Stadtbad.",
            "Fenjas Schwimmkurs ist seit den Ferien freitags um 15 Uhr, Halle bleibt.",
            id="in two languages",
        ),
        pytest.param(
            "Plan for the shed door: dark blue, two coats of weather paint.",
            "Grey after all for the door of the tool hut, weather paint from Lindqvist.",
            id="a plan that is dropped, in other words",
        ),
        pytest.param(
            "The village hall is booked for the harvest dance with the Ribbon Band.",
            "Ribbon Band fell through; Perpetua knows an accordion player for the dance.",
            id="what fell through",
        ),
        pytest.param(
            "Il furgone di Traslochi Bellardi sta in via Palestro, garage 4.",
            "Il furgone di Traslochi Bellardi non sta più in via Palestro, chiedere a loro.",
            id="in Italian",
        ),
        pytest.param(
            "The Halden call with Deniz takes place on Mondays at 10:00.",
            "Deniz moved the Halden call to Fridays at 09:00.",
            id="moved, with what is moved in between",
        ),
        pytest.param(
            "Pani Nowakowska sprząta biuro Halden za 35 zł.",
            "Pani Nowakowska sprząta biuro Halden od maja za 40 zł.",
            id="in Polish, from a month",
        ),
        pytest.param(
            "Склад Северный открыт для машин Петрова.",
            "Склад Северный теперь закрыт для машин Петрова.",
            id="in Russian",
        ),
        pytest.param(
            "Livia has her bassoon rehearsal with the Brandreth quartet on Tuesdays.",
            "Livia has her bassoon rehearsal with the Brandreth quartet on Fridays.",
            id="another weekday, and no digit",
        ),
        pytest.param(
            "The ferry to Lunna leaves the pier at 7:30 am.",
            "The ferry to Lunna leaves the pier at 7:30 pm.",
            id="in the evening instead",
        ),
        pytest.param(
            "WLAN für Kunden im Hofladen: otter-guest, Kennwort apfelbaum24.",
            "Schüler haben das WLAN leergesaugt; Kennwort für otter-guest lautet boskoop-19.",
            id="a new password",
        ),
        pytest.param(
            "The final mix of the bassoon film is pencilled in for 1 to 5 June.",
            "Kelpworks moved us back a fortnight: the bassoon film gets 15 to 19 June.",
            id="an event that was moved",
        ),
        pytest.param(
            "Mina Orbell runs the office and its phone; her days are Monday, Tuesday, Thursday.",
            "Her mother is ill, hence Mina Orbell is in on Tuesdays, Wednesdays and Fridays.",
            id="some of the days are the same",
        ),
        pytest.param(
            "The rowing club keeps its plans for regattas in Trello.",
            "Since the last regatta the rowing club went from Trello to Notion for its plans.",
            id="another tool",
        ),
        pytest.param(
            "Pianotimen til Torunn Vik er på mandager.",
            "Pianotimen til Torunn Vik er flyttet til torsdager.",
            id="another weekday in Norwegian",
        ),
        pytest.param(
            "The Otters' gala in Leer is on 14 June.",
            "The Otters' gala in Leer was moved to 22 June.",
            id="one event that was moved to another date",
        ),
        pytest.param(
            "Renata's hearing test at Millrace Surgery is on 14 January at 10:20.",
            "Millrace Surgery rang about Renata's hearing test: 21 April, 9:10, bring the aid.",
            id="another date while the first was still ahead",
        ),
        pytest.param(
            "Danuta asks £16 an hour for cleaning Quay Street, key included.",
            "Cleaning Quay Street by Danuta is £18 an hour.",
            id="another price, and no word of change",
        ),
        pytest.param(
            "Anke Rabe has the pony Fritz on Weir Road.",
            "Anke Rabe sold the pony Fritz on Weir Road.",
            id="a word that often changes nothing, in nearly the same sentence",
        ),
        pytest.param(
            "The Halden cluster in the cellar of the Quay Street office has 3 nodes.",
            "The Halden cluster in the cellar of the Quay Street office has 4 nodes.",
            id="another number, in nearly the same sentence",
        ),
        pytest.param(
            "Perpetua Voss answers the phone on Mondays.",
            "Since April Perpetua Voss is in Ghent on Mondays.",
            id="something else that began at the same time of the week",
        ),
        pytest.param(
            "Simskolan för Alva Norling är på tisdagar i Eriksdal.",
            "Simskolan för Alva Norling har bytt till fredagar.",
            id="another weekday in Swedish",
        ),
        pytest.param(
            "Strachan's delivery of fish is on Tuesday and Friday, by the back door.",
            "Strachan's delivery of fish is on Monday and Thursday, by the back door.",
            id="the days of a delivery",
        ),
        pytest.param(
            "Der Türcode im Ferienhaus ist 4412.",
            "Der Türcode im Ferienhaus ist 7788.",
            id="another code of a door",
        ),
        pytest.param(
            "A full wedding day with the user costs 2,400 pounds.",
            "From the 2026 season a full wedding day with the user costs 2,750 pounds.",
            id="from a season on",
        ),
        pytest.param(
            "Le code du portail est 4512.",
            "Le code du portail est 7788.",
            id="another code, in French",
        ),
    ],
)
def test_a_newer_memory_replaces_an_older_one_about_the_same(older: str, newer: str) -> None:
    assert replaced(older, newer) == {"new": ("old",)}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        pytest.param(
            "LCS rehearsals: Tuesdays 19:30 to 21:30, St Bride's Hall",
            "LCS winter concert: Saturday 13 December, 19:00, St Bride's Church",
            id="an event is no new time of the rehearsals",
        ),
        pytest.param(
            "Livia's bassoon is rented from Reedhouse at £38 a month.",
            "Dr Fenwick looks after Livia's brace; £85 a month until June.",
            id="two prices of two things",
        ),
        pytest.param(
            "Bruno's asthma reviews are done at Millrace Surgery by the nurse.",
            "Livia can see the dentist at Millrace Surgery now.",
            id="one place, two people",
        ),
        pytest.param(
            "Bruno has cubs on Fridays 18:00, scout hut on Weir Road.",
            "Livia's guides are on Mondays 17:00 now, scout hut on Weir Road.",
            id="two children, one place",
        ),
        pytest.param(
            "The bicycle pump and the tyre levers hang in the attic beside the water tank.",
            "Grandma's parcels are up there now, beside the water tank in the attic.",
            id="two things, one place",
        ),
        pytest.param(
            "The choir rehearses in the parish hall.",
            "The parish hall got a new roof.",
            id="something new about a thing that is named",
        ),
        pytest.param(
            "The garden wall on Weir Road is brick.",
            "The kitchen on Weir Road has been extended by 2 metres.",
            id="something built",
        ),
        pytest.param(
            "Fitch Joinery gives seven years on its work, invoice 2231 is the proof.",
            "Open invoice: Fitch Joinery 2231, to be settled once the drawer is in.",
            id="more about the same thing",
        ),
        pytest.param(
            "kv-lodde holds the sessions of the handhelds.",
            "kv-lodde patch window: every second Thursday 04:00",
            id="another attribute",
        ),
        pytest.param(
            "All parcel labels come out of puffin. Both of its nodes sit in the cellar.",
            "puffin reads the addresses from gannet, so labels stop when the primary is gone.",
            id="what a condition says",
        ),
        pytest.param(
            "Tom takes 5 mg of ramipril every morning at 8:00.",
            "Ben takes 10 mg of ramipril every evening at 20:00.",
            id="one medicine, two people",
        ),
        pytest.param(
            "Dr Pell prescribed mum 5 mg of ramipril.",
            "Dr Pell prescribed dad 10 mg of ramipril.",
            id="one medicine, two people who do not open the sentence",
        ),
        pytest.param(
            "Our phone contract with Telvia costs 19.99 a month.",
            "Our internet contract with Telvia costs 44.99 a month.",
            id="two contracts with one company",
        ),
        pytest.param(
            "Prod database orders-db has 64 GB of memory.",
            "Staging database orders-stage has 16 GB of memory.",
            id="two servers in one sentence frame",
        ),
        pytest.param(
            "Oma nimmt 5 mg Bisoprolol am Morgen.",
            "Opa nimmt 10 mg Bisoprolol am Morgen.",
            id="two people, in German",
        ),
        pytest.param(
            "Mieszkanie w Gdyni ma 54 m2.",
            "Piwnica w Gdyni ma 6 m2.",
            id="two rooms, in Polish",
        ),
        pytest.param(
            "Slack Water: 8 March at the Anchor & Hope, 45 min, £120 for all four",
            "Slack Water is on at the Lugger festival, 21 June, second stage, £200.",
            id="two concerts",
        ),
        pytest.param(
            "Renata's hearing test at Millrace Surgery is on 14 July at 10:20.",
            "Millrace Surgery rang about Renata's hearing test: 21 April, 9:10, bring the aid.",
            id="the next date after the first",
        ),
        pytest.param(
            "Slack Water play at the Anchor & Hope in Leer on 8 December.",
            "Slack Water play at the Lugger in Emden on 21 December.",
            id="two concerts, both still ahead",
        ),
        pytest.param(
            "Otters swimming gala for Bruno: 2025-06-14.",
            "Otters swimming gala for Bruno: 2025-11-22.",
            id="two galas with dates in digits",
        ),
        pytest.param(
            "Bruno's team, the Weir Road Otters, won their match 3-1.",
            "Bruno's team, the Weir Road Otters, won their match 5-2.",
            id="two scores",
        ),
        pytest.param(
            "Danuta works at the Quay Street office in Leer.",
            "Danuta has not left the Quay Street office in Leer.",
            id="what has not changed",
        ),
        pytest.param(
            "Danuta works at the Quay Street office in Leer.",
            "Does Danuta no longer work at the Quay Street office in Leer?",
            id="what is only asked",
        ),
        pytest.param(
            "Danuta works at the Quay Street office in Leer.",
            "Danuta may no longer work at the Quay Street office in Leer next year.",
            id="what is only possible",
        ),
        pytest.param(
            "Danuta visits the Quay Street office in Leer by train.",
            "Every now and then Danuta visits the Quay Street office in Leer.",
            id="now and then",
        ),
        pytest.param(
            "The Quay Street farm shop sells eggs on Saturdays.",
            "The Quay Street farm shop is closed on Sundays.",
            id="a day on which it is closed",
        ),
        pytest.param(
            "The Quay Street surgery is open on weekdays.",
            "The Quay Street surgery is open from Monday through Friday.",
            id="opening hours",
        ),
        pytest.param(
            "Das Rabeneick ist repariert; Lehmann hat 84 Euro berechnet.",
            "Herr Wiesner hat die Miete auf 985 Euro erhöht.",
            id="two prices",
        ),
        pytest.param(
            "Orla's piano lesson with Mrs Fenn is on Tuesdays at 7 pm.",
            "Orla's piano lesson with Mrs Fenn: Tuesdays 19:00, bring the blue book.",
            id="the same time, written in another way",
        ),
        pytest.param(
            "Orla Finch's phone is 020 7946 0018.",
            "Orla Finch's phone is +44 20 7946 0018.",
            id="the same number, with the code of the country",
        ),
        pytest.param(
            "Call Orla Finch at 415-555-0142 about the lift.",
            "Orla Finch: +1 (415) 555-0142, about the lift.",
            id="the same number, with brackets",
        ),
        pytest.param(
            "The wifi password of the Halden flat is sunny-42-day.",
            'The wifi password of the Halden flat is "sunny-42-day".',
            id="the same password, in quotation marks",
        ),
        pytest.param(
            "The garage in Weir Road costs £1,200 a year.",
            "The garage in Weir Road costs £1200.00 a year, paid to the scouts.",
            id="the same price, written in another way",
        ),
        pytest.param(
            "Jonas Okafor sits in Dublin, so he is one hour behind us.",
            "Mirela Costa is on leave from 1 October. Jonas Okafor stands in for her.",
            id="a change of somebody else",
        ),
        pytest.param(
            "Jonas Okafor works on the harbour project in Dublin.",
            "Mirela Costa has left the harbour project in Dublin. Jonas Okafor stands in for her.",
            id="a change of a colleague on the same project",
        ),
        pytest.param(
            "- Jonas Okafor looks after the release of the Halden app.",
            "Mirela Costa stepped down from the release of the Halden app. Jonas Okafor stays.",
            id="a change of a colleague, in an item of a list",
        ),
        pytest.param(
            "Tom pays £40 a month for the gym on Weir Road.",
            "Ben now pays £55 a month for the gym on Weir Road.",
            id="what has changed for somebody else",
        ),
        pytest.param(
            "The Otters swim at the gala in Leer on 14 June; entry is £12.",
            "The Otters swim at the gala in Leer on 22 November; entry is £15.",
            id="two galas that differ in price",
        ),
        pytest.param(
            "The Otters rehearse on Tuesdays at 19:30 in St Bride's Hall.",
            "The Otters rehearse on Saturday 13 December at 15:00 in St Bride's Hall.",
            id="one rehearsal more",
        ),
        pytest.param(
            "The Otters rehearse on Saturday 13 December at 15:00 in St Bride's Hall.",
            "The Otters rehearse on Tuesdays at 19:30 in St Bride's Hall.",
            id="the usual time after one rehearsal more",
        ),
        pytest.param(
            "Der Theaterkeller nimmt ab November 120 Flaschen Cider im Monat.",
            "Der Campingplatz hat für die Saison 30 Kisten Cider bestellt, ab Mai.",
            id="two customers who begin at different times",
        ),
        pytest.param(
            "Der Hofladen hat auf: Donnerstag und Freitag 9 bis 18, Samstag 8 bis 13 Uhr.",
            "Ab Februar wird donnerstags um 19 Uhr geübt, damit die Pendler mitmachen können.",
            id="only the hour is common",
        ),
        pytest.param(
            "Backups of the Fernhill ledger stay on the NAS for 60 days.",
            "Since Monday the backups of the Fernhill ledger are also copied to the bank's safe.",
            id="what comes besides",
        ),
        pytest.param(
            "Gunhild Rabe gibt montags Nähkurse für Anfänger.",
            "Seit Januar gibt Gunhild Rabe donnerstags zusätzlich einen Nähkurs für Geübte.",
            id="a second course",
        ),
        pytest.param(
            "The gardener comes to the Larch Road house every second Monday morning.",
            "The gardener comes to Larch Road on Friday instead, just this once.",
            id="what happens once",
        ),
        pytest.param(
            "Perpetua Voss works as a notary's clerk in Ghent.",
            "Since April Perpetua Voss plays the hurdy-gurdy.",
            id="what began besides",
        ),
        pytest.param(
            "Ingvar hands out the sheets before each rehearsal.",
            "Too few basses came; Ingvar has put Ottilie with the tenors until further notice.",
            id="one name is all that they share",
        ),
        pytest.param(
            "The van is a Renault Master, bought from a baker in Wells for 9,600 €.",
            "The fitter put a heater into the van, 290 €, the pipe goes out at the left sill.",
            id="left is a side",
        ),
        pytest.param(
            "The standup with Orla Finch is on Tuesdays.",
            "The standup with Orla Finch takes no longer than ten minutes.",
            id="no longer than",
        ),
        pytest.param(
            "Der Aufzug der Firma Brandt trägt acht Kisten.",
            "Der Aufzug der Firma Brandt trägt nicht mehr als 400 kg.",
            id="not more than, in German",
        ),
        pytest.param(
            "Il montacarichi di Bellardi porta dieci casse.",
            "Il montacarichi di Bellardi non porta più di 400 kg.",
            id="not more than, in Italian",
        ),
        pytest.param(
            "Ada Moss is a teacher in Leeds.",
            "Ada Moss is now and then late for class in Leeds.",
            id="what is now and then so",
        ),
        pytest.param(
            "The tracker is debited from Marit's company card, 84 € a month.",
            "The flag service: 49 €/month, Marit's company card, can be stopped any time",
            id="what can be stopped goes on",
        ),
        pytest.param(
            "By contract Hollowell delivers the Otterby bell on 13 February.",
            "Hollowell has paid half of the Otterby bell; 9,400 € are overdue since 28 November.",
            id="what is overdue has not begun",
        ),
        pytest.param(
            "Hollowell has paid invoice 2025-014, six weeks late.",
            "Hollowell again: invoice 2025-027 should have been here in October and isn't.",
            id="two invoices, numbered by year",
        ),
        pytest.param(
            "Imke moved the meeting with Telvia to Tuesday.",
            "Imke has a meeting with Oriso on Thursday.",
            id="two meetings of one person",
        ),
        pytest.param(
            "Der Server Fuchs läuft auf Debian 11.",
            "Der Server Dachs läuft jetzt auf Debian 12.",
            id="two servers, one of them changed",
        ),
        pytest.param(
            "Hallenschlüssel hat der Hausmeister Bodo Wirth, Ersatz liegt bei Jolanda.",
            "Neuer Hallenplan ab Montag: die Wespen haben donnerstags 16:45, Halle bleibt.",
            id="one rare word, and names of their own",
        ),
        pytest.param(
            "Abílio swapped the alternator of the van Jacinta, 190 € with the belt.",
            "Abílio fitted a new thermostat in the van Jacinta, 110 €, in one afternoon.",
            id="two repairs",
        ),
        pytest.param(
            "The sliding door of the van Jacinta fell off its roller, 165 € with labour.",
            "An injector of the van Jacinta failed, 540 € and nine days in Porto.",
            id="two sums that were paid once",
        ),
        pytest.param(
            "Problem: no traffic on tor-edge. Solution: set the MTU of tor-edge to 1380.",
            "Problem: no traffic on tor-edge again. Solution: tor-edge has a new rule now.",
            id="two mended faults",
        ),
        pytest.param(
            "Pixel the cat sleeps on the router for an hour each day.",
            "Pixel the cat eats little since it is so hot, ice cubes of broth she takes.",
            id="since in a clause",
        ),
        *(
            pytest.param(older, newer, id=f"the same of another thing: {newer}")
            for older, newer in (
                (
                    "The guest wifi password is Tulip-44.",
                    "The main wifi password was changed to Rose-91.",
                ),
                (
                    "The backup of nas-blue runs on Tuesdays at 02:00.",
                    "The backup of nas-green now runs on Fridays at 03:00.",
                ),
                (
                    "The rent for the flat is 950 euros a month.",
                    "The rent for the garage is 80 euros a month from now on.",
                ),
                (
                    "Alarm code of the office is 4412.",
                    "Alarm code of the warehouse is 9921 now.",
                ),
                (
                    "Der Zahnarzttermin von Ida ist am 12. Dezember.",
                    "Der Zahnarzttermin von Otto ist jetzt am 14. Dezember.",
                ),
                ("Die Putzfrau kommt mittwochs.", "Der Gärtner kommt jetzt donnerstags."),
            )
        ),
    ],
)
def test_two_memories_that_both_hold_are_left_alone(older: str, newer: str) -> None:
    assert "old" not in replaced(older, newer).get("new", ())


def test_what_was_noted_twice_is_outdated_twice():
    treasurer = {
        "first": "Ludo Verbeke is treasurer on the board of Halden; receipts go to him.",
        "second": "Expenses made for Halden are reimbursed by the treasurer Ludo Verbeke.",
        "other": "The board of Halden meets in the library, Ludo Verbeke brings the biscuits.",
    }
    older = [memory(key, text, JUNE) for key, text in treasurer.items()]
    new = memory(
        "new",
        "Yasmin Amrani succeeded Ludo Verbeke as treasurer of Halden; expenses go to her.",
        NOVEMBER,
    )
    assert set(outdated([*around(), *older, new])["new"]) == {"first", "second"}


@pytest.mark.parametrize(
    ("other", "older", "newer"),
    [
        (
            "Jonas is allergic to peanuts.",
            "Jonas is allergic to cats.",
            "Jonas is no longer allergic to cats.",
        ),
        (
            "Ruth has a key to the cellar.",
            "Ruth has a key to the attic.",
            "Ruth no longer has a key to the attic.",
        ),
        (
            "The door code of the garage is 4412.",
            "The door code of the shed is 7710.",
            "The door code of the shed is 9921 now.",
        ),
        (
            "Nils speaks Danish at home.",
            "Nils speaks German at work.",
            "Nils no longer speaks German at work.",
        ),
    ],
)
def test_what_is_noted_alike_of_another_thing_stays(other: str, older: str, newer: str) -> None:
    notes = [
        memory("other", other, JUNE),
        memory("old", older, JUNE),
        memory("new", newer, NOVEMBER),
    ]
    assert outdated([*around(), *notes])["new"] == ("old",)


def test_a_change_that_is_told_twice_makes_neither_note_of_it_outdated():
    told = "From November Anna Berg is at Halden on the second Thursday instead of Fridays."
    again = "Anna Berg's day at Halden is Thursday now, no longer Friday."
    notes = [memory("told", told, NOVEMBER), memory("again", again, NOVEMBER + 3)]
    assert "again" not in outdated([*around(), *notes])
