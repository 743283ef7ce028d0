"""Which memory replaces which older one, and which pairs are left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag.embedding.hashed import HashedEmbedder
from graphrag.embedding.minilm_embedder import MiniLMEmbedder
from graphrag.graph import revisions
from graphrag.graph.build import build
from graphrag.graph.desired import DesiredGraph
from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.records import SourceDocument
from graphrag.graph.revisions import MAX_CHARACTERS, may_change, with_outdated
from graphrag.text.languages.english_vectors import embed_texts

MINILM = MiniLMEmbedder()
HASHED = HashedEmbedder()

JUNE, JULY, NOVEMBER = (date(2025, month, 3).toordinal() for month in (6, 7, 11))

# What else such a memory holds. Without other memories no word is rare or common.
AROUND = (
    ("The doorbell camera is called tin-owl. Clips are wiped after 21 days.", JUNE),
    ("Ottilie Brandreth teaches Livia the bassoon; a lesson is £26, invoiced monthly.", JULY),
    ("Bruno swims with the Otters on Thursdays at 17:00; his coach is called Desmond.", JULY),
    ("Cubs for Bruno: Fridays 18:00 to 19:15, scout hut on Weir Road.", JULY),
    ("Livia's form tutor is Mrs Nakamura-Bell.", JULY),
    ("Renata is registered with Dr Anand Pell at Millrace Surgery.", JULY),
    ("Dervla Keane is the architect and bills £95 an hour for site visits.", JUNE),
    ("spare keys hang in the blue cupboard next to the fridge", JUNE),
    ("gurgle, the leak sensor under the washing machine, takes one CR123A.", NOVEMBER),
    ("The cake was for Tom and Ben, the twins from next door, and for Livia.", JUNE),
    ("User asked who invented the windscreen wiper and in which year.", NOVEMBER),
)


def memory(key: str, text: str, day: int | None, **more: str) -> SourceDocument:
    return SourceDocument(key, text, day=day, **more)  # type: ignore[arg-type]


def around() -> list[SourceDocument]:
    return [memory(f"other-{n}", text, day) for n, (text, day) in enumerate(AROUND)]


def graph_of(documents: Sequence[SourceDocument]) -> DesiredGraph:
    return build("s", documents, RuleExtractor(), origin="memory", unit="memory")


def outdated(
    documents: Sequence[SourceDocument], embed: object = MINILM.embed
) -> Mapping[str, tuple[str, ...]]:
    """Return what each memory makes outdated, by its id."""
    graph = graph_of(documents)
    texts = [item.document.text for item in graph.documents.values()]
    vectors = dict(zip(graph.documents, embed_texts(embed, texts), strict=True))  # type: ignore[arg-type]
    found = (item.document for item in with_outdated(graph, vectors).documents.values())
    return {document.id: document.outdates for document in found if document.outdates}


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
            "Simskolan för Alva Norling är på tisdagar i Eriksdal.",
            "Simskolan för Alva Norling har bytt till fredagar.",
            id="another weekday in Swedish",
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
    ],
)
def test_two_memories_that_both_hold_are_left_alone(older: str, newer: str) -> None:
    assert "old" not in replaced(older, newer).get("new", ())


@pytest.mark.parametrize(
    ("radians", "outdated_one"),
    [
        pytest.param(0.5, "target", id="about as similar, and another value"),
        pytest.param(1.0, "studio", id="another value, and far less similar"),
    ],
)
def test_of_two_older_memories_similarity_and_evidence_decide(radians, outdated_one):
    newer = "Listeners of Dark Ferry were startled, so it leaves the studio at -19 LUFS after all."
    target = "Target for Dark Ferry is -16 LUFS."
    studio = "The podcast Dark Ferry of the Osprey studio is cut and mixed by Oda."
    angles = {newer: 0.0, studio: 0.0, target: radians}

    def embed(texts: Sequence[str]) -> np.ndarray:
        vectors = np.zeros((len(texts), 16))
        for row, text in enumerate(texts):
            if text in angles:
                vectors[row, :2] = np.cos(angles[text]), np.sin(angles[text])
            else:
                vectors[row, 2 + row % 14] = 1.0
        return vectors

    older = [memory("studio", studio, JUNE), memory("target", target, JUNE)]
    found = outdated([*around(), *older, memory("new", newer, NOVEMBER)], embed)
    assert found["new"] == (outdated_one,)


OLDER = "Danuta cleans on Tuesday mornings for £16 an hour and has her own key."
NEWER = "Danuta asks £18 an hour from this month, fine with me"


def test_on_one_day_nothing_is_older() -> None:
    pair = [memory("a", OLDER, JUNE), memory("b", NEWER, JUNE)]
    assert not {"a", "b"} & outdated([*around(), *pair]).keys()


def test_a_memory_without_a_day_is_left_alone() -> None:
    pair = [memory("a", OLDER, None), memory("b", NEWER, JUNE)]
    assert not {"a", "b"} & outdated([*around(), *pair]).keys()


def test_the_older_one_never_replaces_the_newer_one() -> None:
    pair = [memory("a", NEWER, JUNE), memory("b", OLDER, NOVEMBER)]
    assert "a" not in outdated([*around(), *pair])


def made_outdated_by_newer(**more: str) -> tuple[str, ...]:
    old = replace(memory("old", OLDER, JUNE), **more)  # type: ignore[arg-type]
    return outdated([*around(), old, memory("new", NEWER, NOVEMBER)]).get("new", ())


def test_instructions_titled_passages_and_long_texts_are_left_alone() -> None:
    assert "old" not in made_outdated_by_newer(area="solutions")
    assert "old" not in made_outdated_by_newer(title="House")
    assert "old" not in made_outdated_by_newer(file="house.md")
    assert "old" not in made_outdated_by_newer(text=OLDER + " And so on." * MAX_CHARACTERS)


def test_a_memory_without_a_vector_is_left_alone() -> None:
    graph = graph_of([*around(), memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)])
    assert with_outdated(graph, {}) == graph


def test_what_a_memory_makes_outdated_changes_its_hash_and_no_other() -> None:
    graph = graph_of([*around(), memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)])
    texts = [item.document.text for item in graph.documents.values()]
    vectors = dict(zip(graph.documents, MINILM.embed(texts), strict=True))
    marked = with_outdated(graph, vectors)
    differing = {
        item.document.id
        for key, item in marked.documents.items()
        if item.hash != graph.documents[key].hash
    }
    assert differing == {"new"}


FIRST = "Danuta cleans on Tuesday mornings for £16 an hour and has her own key to the house."
SECOND = "Danuta: £17 an hour now."
THIRD = "Danuta has her own key to the house, cleans mornings, £18 an hour from this month."


def test_what_changed_twice_is_made_outdated_by_the_newest_too() -> None:
    days = {"first": (FIRST, JUNE), "second": (SECOND, JULY), "third": (THIRD, NOVEMBER)}
    prices = [memory(key, *said) for key, said in days.items()]
    found = outdated([*around(), *prices])
    assert "first" in found["third"]
    assert found["second"] == ("first",)


def test_what_was_between_two_changes_of_the_same_is_made_outdated_too() -> None:
    prices = [
        memory("old", "Neutering a tomcat is 98 EUR at the moment, everything included.", JUNE),
        memory("between", "As of July the tomcat operation is 109 euros, says Loreen.", JULY),
        memory("new", "We charge 119 euros for neutering a tomcat since Monday.", NOVEMBER),
    ]
    assert set(outdated([*around(), *prices])["new"]) == {"old", "between"}


def test_of_two_changes_on_one_day_neither_replaces_the_other() -> None:
    days = {"first": (FIRST, JUNE), "second": (SECOND, NOVEMBER), "third": (THIRD, NOVEMBER)}
    found = outdated([*around(), *(memory(key, *said) for key, said in days.items())])
    assert {*found.get("second", ()), *found.get("third", ())} == {"first"}


def test_of_too_many_memories_only_the_newest_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = [item for item in graph_of(around()).documents.values() if may_change(item)]
    memories = [*around(), memory("old", OLDER, JUNE - 1), memory("new", NEWER, NOVEMBER)]
    monkeypatch.setattr(revisions, "MAX_MEMORIES", len(others) + 2)
    assert outdated(memories)["new"] == ("old",)
    monkeypatch.setattr(revisions, "MAX_MEMORIES", len(others) + 1)
    assert "new" not in outdated(memories)


def test_the_order_of_the_memories_makes_no_difference() -> None:
    memories = [*around(), memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)]
    assert outdated(memories) == outdated(memories[::-1])
    assert outdated(memories)["new"] == ("old",)


def test_memories_that_are_written_one_by_one_give_the_same_as_all_at_once() -> None:
    memories = [*around(), memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)]
    graph = graph_of([])
    for before, after in pairwise(range(len(memories) + 1)):
        added = graph_of(memories[before:after]).documents
        graph = replace(graph, documents={**graph.documents, **added})
        texts = [item.document.text for item in graph.documents.values()]
        vectors = dict(zip(graph.documents, MINILM.embed(texts), strict=True))
        marked = with_outdated(graph, vectors)
    assert {d.document.id: d.document.outdates for d in marked.documents.values()} == {
        **dict.fromkeys((document.id for document in memories), ()),
        **outdated(memories),
    }


@given(st.lists(st.tuples(st.text(max_size=60), st.integers(1, 4)), max_size=8))
def test_any_text_can_be_read_and_the_newer_one_is_newer(texts: list[tuple[str, int]]) -> None:
    memories = [memory(str(n), text, day) for n, (text, day) in enumerate(texts)]
    day_of = {document.id: document.day or 0 for document in memories}
    for newer, older in outdated(memories, HASHED.embed).items():
        assert all(day_of[one] < day_of[newer] for one in older)


def test_vectors_of_zeros_are_no_error() -> None:
    graph = graph_of([memory("old", OLDER, JUNE), memory("new", NEWER, NOVEMBER)])
    with_outdated(graph, dict.fromkeys(graph.documents, np.zeros(4, np.float32)))
