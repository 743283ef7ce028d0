"""Which facts a text states, in its own words, and which sentences state none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.extraction.facts.stated import stated_facts
from graphrag.graph.extraction.facts.tokens import Span
from graphrag.graph.records import SourceDocument

NAMES = "We met Anna Berg, Tomas Reed, Harbour Hall, Lundqvist Ltd, Quay Street and Port Vale."


def stated(text: str, **more) -> set[str]:
    """The facts of a text as "subject | predicate | object"."""
    documents = [SourceDocument("names", NAMES), SourceDocument("d", text, **more)]
    found, entities = RuleExtractor().update(documents)
    return {
        f"{entities[fact.subject].name} | {fact.predicate} | {entities[fact.object].name}"
        for fact in found["d"].facts
    }


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Anna Berg looks after Harbour Hall now.", "Anna Berg | looks after | Harbour Hall"),
        ("shop-web is managed by Anna Berg.", "shop-web | is managed by | Anna Berg"),
        ("Anna Berg is on call for order-db.", "Anna Berg | is on call for | order-db"),
        ("Anna Berg took over from Tomas Reed.", "Anna Berg | took over from | Tomas Reed"),
        (
            "Anna Berg has practice on Tuesdays and Thursdays 16:00 at Harbour Hall.",
            "Anna Berg | has practice on tuesdays and thursdays 16:00 at | Harbour Hall",
        ),
        ("Move to room B. Anna Berg owns Harbour Hall.", "Anna Berg | owns | Harbour Hall"),
        ("Poor Anna Berg lives in Port Vale.", "Anna Berg | lives in | Port Vale"),
        ("We bank with Lundqvist Ltd.", "the user | bank with | Lundqvist Ltd"),
        ("The user works at Lundqvist Ltd.", "the user | works at | Lundqvist Ltd"),
        ("Our landlord is Tomas Reed.", "Tomas Reed | is landlord of | the user"),
        ("Anna Berg is our contact.", "Anna Berg | is contact of | the user"),
        ("My sister Anna Berg is away.", "Anna Berg | is sister of | the user"),
        ("Anna Berg's dentist, Tomas Reed, left.", "Tomas Reed | is dentist of | Anna Berg"),
        ("My sister, Anna Berg (Annie), left.", "Anna Berg | is sister of | the user"),
        ("Anna Berg (my sister) is away.", "Anna Berg | is sister of | the user"),
        ("Anna Berg feeds our old cat.", "Anna Berg | feeds the old cat of | the user"),
        ("Anna Berg, head of Lundqvist Ltd, left.", "Anna Berg | is head of | Lundqvist Ltd"),
        ("We saw Anna Berg's friend Tomas Reed.", "Tomas Reed | is friend of | Anna Berg"),
        ("Anna Berg's cello is from Port Vale.", "Anna Berg | cello is from | Port Vale"),
        ("Anna Berg repairs Tomas Reed's car.", "Anna Berg | repairs the car of | Tomas Reed"),
        (
            "The boiler in Harbour Hall is rented from Lundqvist Ltd.",
            "Harbour Hall | boiler is rented from | Lundqvist Ltd",
        ),
        (
            "Anna Berg, who lives in Port Vale, works for Lundqvist Ltd.",
            "Anna Berg | lives in | Port Vale",
        ),
        ("Every Monday Anna Berg works at Port Vale.", "Anna Berg | works at | Port Vale"),
        (
            "Anna Berg, who lives in Port Vale, works for Lundqvist Ltd.",
            "Anna Berg | works for | Lundqvist Ltd",
        ),
        (
            "shop-web, the small server on Anna Berg's desk, hums.",
            "shop-web | is the small server on the desk of | Anna Berg",
        ),
        (
            "The dog stays with Anna Berg in Quay Street.",
            "Anna Berg | is in | Quay Street",
        ),
        ("shop-web: hosted at Lundqvist Ltd", "shop-web | hosted at | Lundqvist Ltd"),
        (
            "Anna Berg lives in Port Vale and works at Lundqvist Ltd.",
            "Anna Berg | works at | Lundqvist Ltd",
        ),
        ("On 3 May Anna Berg moved to Port Vale.", "Anna Berg | moved to | Port Vale"),
        ("Since May we bank with Lundqvist Ltd.", "the user | bank with | Lundqvist Ltd"),
        ("Harbour Bus Company (HBC) is late.", "Harbour Bus Company | is also called | HBC"),
        ("Anna Berg arbeitet bei Lundqvist Ltd.", "Anna Berg | arbeitet bei | Lundqvist Ltd"),
        ("Anna Berg hat Harbour Hall gekauft.", "Anna Berg | hat … gekauft | Harbour Hall"),
        ("Anna Berg, in Port Vale, is ill.", "Anna Berg | is in | Port Vale"),
        ("We sent it to Anna Berg in Port Vale.", "Anna Berg | is in | Port Vale"),
        ("On Mondays Anna Berg goes to Port Vale.", "Anna Berg | goes to | Port Vale"),
        ("Anna Berg, born in Port Vale, left.", "Anna Berg | born in | Port Vale"),
        (
            "Anna Berg has been at Lundqvist Ltd longer than Tomas Reed.",
            "Anna Berg | has been at | Lundqvist Ltd",
        ),
        ("Harbour Hall (warden: Tomas Reed) is shut.", "Tomas Reed | is warden of | Harbour Hall"),
        ("Harbour Hall (tenant: Lundqvist Ltd).", "Harbour Hall | tenant | Lundqvist Ltd"),
        ("Harbour Hall: warden = Tomas Reed", "Tomas Reed | is warden of | Harbour Hall"),
        (
            "Harbour Hall is shut. Warden: Tomas Reed, 555-0155.",
            "Tomas Reed | is warden of | Harbour Hall",
        ),
        (
            "Anna Berg was paid 640 on 25 March for a lamp in Harbour Hall.",
            "Anna Berg | was paid 640 for a lamp in | Harbour Hall",
        ),
        ("The chest is at aunt Anna Berg's in Port Vale.", "Anna Berg | is in | Port Vale"),
        ("She is the cellist of Harbour Hall.", "the user | is the cellist of | Harbour Hall"),
        ("shop-web = old ledger-db under the desk", "shop-web | is | ledger-db"),
        (
            "7 March, 17:00: Anna Berg gives a concert at Harbour Hall.",
            "Anna Berg | gives a concert at | Harbour Hall",
        ),
        (
            "The programme has Tomas Reed's shop-web, hired from Lundqvist Ltd.",
            "shop-web | hired from | Lundqvist Ltd",
        ),
        ("They travel in shop-web, the big ledger-db they rent.", "shop-web | is | ledger-db"),
        (
            "Anna Berg and the bows are insured through Lundqvist Ltd.",
            "Anna Berg | are insured through | Lundqvist Ltd",
        ),
        (
            "The Harbour Hall boiler comes from Port Vale.",
            "Harbour Hall | boiler comes from | Port Vale",
        ),
        (
            "New warden of the Harbour Hall as of May: Anna Berg.",
            "Anna Berg | is warden of | Harbour Hall",
        ),
        ("shop-web eats one ledger-db.", "shop-web | eats one | ledger-db"),
        (
            "Tomas Reed's mother, Anna Berg (79), lives on her own in Port Vale.",
            "Anna Berg | lives on her own in | Port Vale",
        ),
        ("shop-web is a gift of Dra. Anna Berg.", "shop-web | is a gift of | Anna Berg"),
        ("Anna Berg has one sister, Mara Holm.", "Mara Holm | is sister of | Anna Berg"),
        ("From 8 to 13 May Anna Berg filmed in Port Vale.", "Anna Berg | filmed in | Port Vale"),
        ("Anna Berg hung a quilt in Harbour Hall.", "Anna Berg | hung a quilt in | Harbour Hall"),
        ("Anna Berg is a nurse, she works at Harbour Hall.", "Anna Berg | works at | Harbour Hall"),
        ("The owner is Lundqvist Ltd from Port Vale.", "Lundqvist Ltd | is from | Port Vale"),
        (
            "It is shown at the cinema Harbour Hall in Port Vale.",
            "Harbour Hall | is in | Port Vale",
        ),
        ("Tomas Reed, la vecina de Anna Berg, riega.", "Tomas Reed | is vecina of | Anna Berg"),
        ("Tomas Reed, abuelo de Anna Berg, vive solo.", "Tomas Reed | is abuelo of | Anna Berg"),
        ("shop-web: small machine behind order-db", "shop-web | small machine behind | order-db"),
        ("Tomas Reed (B7) came.", "Tomas Reed | of | B7"),
        ("Harbour Hall, led by Anna Berg, opens.", "Harbour Hall | led by | Anna Berg"),
        ("Harbour Hall, run by Anna Berg, opens.", "Harbour Hall | run by | Anna Berg"),
        ("shop-web, written by Anna Berg, is slow.", "shop-web | written by | Anna Berg"),
        ("Harbour Hall: run by Anna Berg", "Harbour Hall | run by | Anna Berg"),
        ("Harbour Hall, geleitet von Anna Berg.", "Harbour Hall | geleitet von | Anna Berg"),
        ("Anna Berg handed Harbour Hall over.", "Anna Berg | handed … over | Harbour Hall"),
        ("shop-web, Anna Berg's big server, is off.", "shop-web | is big server of | Anna Berg"),
        ("Her group leader is Tomas Reed, a nurse.", "Tomas Reed | is group leader of | the user"),
        ("Tomas Reed, her brother in Port Vale, rang.", "Tomas Reed | is brother of | the user"),
        ("Tomas Reed, her brother in Port Vale, rang.", "Tomas Reed | is in | Port Vale"),
        ("Tomas Reed, his boss, is away.", "Tomas Reed | is boss of | the user"),
        ("Anna Berg, Annie to all, rents Harbour Hall.", "Anna Berg | rents | Harbour Hall"),
        ("Anna Berg: at Harbour Hall on Mondays", "Anna Berg | is at | Harbour Hall"),
        ("shop-web: needs order-db", "shop-web | needs | order-db"),
        (
            "Tomas Reed took over Harbour Hall from Anna Berg.",
            "Tomas Reed | took over … from | Anna Berg",
        ),
        ("Unser Hausmeister heißt Tomas Reed.", "Tomas Reed | is hausmeister of | the user"),
        (
            "Ann shares a flat with Tomas Reed; it began in 17.",
            "Ann | shares a flat with | Tomas Reed",
        ),
    ],
)
def test_a_fact_has_the_words_of_its_sentence(text, fact):
    assert fact in stated(text)


@pytest.mark.parametrize("name", ["Juna", "Mara", "Jana", "Marco Holm"])
def test_a_first_name_that_looks_like_a_month_is_a_name(name):
    assert f"Anna Berg | is friend of | {name}" in stated(f"{name}'s friend is Anna Berg.")


@pytest.mark.parametrize(
    "text",
    [
        "For Anna Berg's boat Tomas Reed takes only one varnish.",
        "Tomas Reed has had Anna Berg's tanks cleaned by the yard.",
        "The fridge (shop-web) hangs on order-db, the lamps on B7.",
        "His shop is in Leer, a few doors from Harbour Hall.",
        "If Anna Berg runs shop-web, ask her.",
        "Does Anna Berg run shop-web?",
        "Anna Berg runs shop-web?",
        "Anna Berg does not run shop-web.",
        "Anna Berg no longer runs shop-web.",
        "Nobody but Anna Berg runs shop-web.",
        "Anna Berg might run shop-web.",
        "Anna Berg used to work at Harbour Hall.",
        "Anna Berg said that Tomas Reed owns shop-web.",
        '"Anna Berg runs shop-web and order-db", said Tomas Reed.',
        "Example: Anna Berg runs shop-web.",
        "For example, Anna Berg runs shop-web.",
        "| Anna Berg | runs | shop-web |",
        "- Anna Berg runs shop-web",
        "Anna Berg -> shop-web",
        "```\nAnna Berg runs shop-web\n```",
        "    Anna Berg runs shop-web",
        "Anna Berg wants to join Lundqvist Ltd.",
        "Anna Berg will join Lundqvist Ltd.",
        "Either Anna Berg or Tomas Reed runs shop-web.",
        "Anna Berg runs shop-web or order-db.",
        "Anna Berg reminds Tomas Reed to call.",
        "Anna Berg, the Harbour Hall and Tomas Reed",
        "She said that Harbour Hall is shut.",
        "Lamps of Harbour Hall, ask for Tomas Reed",
        "Nothing for Harbour Hall, call Tomas Reed",
        "User asked Anna Berg about Harbour Hall.",
        "Harbour Hall parking is next to the Lundqvist Ltd building.",
        "Anna Berg sees Lundqvist Ltd events as a chore.",
        "Wenn Anna Berg bei Lundqvist Ltd arbeitet, fragt sie.",
        "Anna Berg ist nicht bei Lundqvist Ltd.",
        "Anna Berg in a Lundqvist Ltd",
        "I costumi sono nella cantina di Anna Berg.",
        "Website at Lundqvist Ltd, hosting at Harbour Hall.",
        "Bookkeeping in Harbour Hall, payroll at Lundqvist Ltd.",
        "Buchhaltung in Harbour Hall, Kassensystem von Lundqvist Ltd.",
        "The flyer was designed by Anna Berg in Harbour Hall.",
        "Our number for it is FK-1911-044.",
        "My password is Kestrel-77.",
        "The new rope of Harbour Hall is on: 40 m, pulled in by Tomas Reed in the fog.",
        "Anna Berg in a Harbour Hall plays in the town from 12 March.",
        "shop-web = Anna Berg's laptop, 16 GB",
        "O vizinho deixou uma chave no Harbour Hall, em nome de Anna Berg.",
    ],
)
def test_what_is_not_stated_is_no_fact(text):
    assert stated(text) == set()


def test_who_gets_something_else_is_no_second_object():
    given = stated("Anna Berg gave Otto the Leica and Tomas Reed the Canon.")
    assert not any(fact.endswith("Tomas Reed") for fact in given)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("A friend of my brother, Tomas Reed, lives in Leer.", id="the friend"),
        pytest.param("Anna Berg's doctor said her son Tomas Reed is ill.", id="the doctor's son"),
        pytest.param("order-db backups to shop-web failed.", id="a noun that looks like a verb"),
        pytest.param("shop-web: osprey went down on Quay Street.", id="a sentence after a label"),
        pytest.param("Vive en Harbour Hall, paseo de Port Vale.", id="an address"),
        pytest.param("Harbour Hall gives us 32 A here.", id="a number without its unit"),
    ],
)
def test_what_belongs_to_somebody_or_something_else_is_no_fact(text):
    assert stated(text) == set()


def test_a_server_has_no_brother():
    said = stated("order-db copies itself to a box of his brother Tomas Reed.")
    assert "Tomas Reed | is brother of | order-db" not in said


def test_the_end_of_a_verb_after_us_belongs_to_it():
    assert stated("Lundqvist Ltd turned us down.") == {"Lundqvist Ltd | turned down | the user"}


def test_what_something_is_called_by_us_is_its_name():
    called = stated("shop-web heißt bei uns Harbour Hall.")
    assert called == {"shop-web | heisst bei uns | Harbour Hall"}


def test_an_apposition_is_no_second_object():
    text = "Our lamps are made by Anna Berg, a Harbour Hall who tours in May."
    assert stated(text) == {"the user | lamps are made by | Anna Berg"}


def test_a_clause_after_a_comma_is_no_apposition():
    text = "Anna Berg lives in Port Vale, the garage is behind Harbour Hall."
    assert stated(text) == {"Anna Berg | lives in | Port Vale"}


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg, a causa di Tomas Reed, ha perso il treno.",
        "Paga Anna Berg, il contatore è di Lundqvist Ltd.",
        "Anna Berg paie Tomas Reed, le compteur appartient à Lundqvist Ltd.",
        "Anna Berg, a pesar de Tomas Reed, vive aquí.",
        "Anna Berg, a côté de Tomas Reed, a garé le vélo.",
        "Tomas Reed, le frère d'Anna Berg, a repris le magasin de leur père à Port Vale.",
    ],
)
def test_what_is_no_english_article_begins_no_apposition(text):
    assert stated(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg works in Port Vale at Lundqvist Ltd.",
        "Anna Berg wohnt in Port Vale bei Tomas Reed.",
        "Anna Berg stayed in Port Vale at Harbour Hall.",
    ],
)
def test_a_town_is_not_at_what_is_in_it(text):
    assert not any(fact.startswith("Port Vale |") for fact in stated(text))


def test_where_a_thing_was_sent_is_not_where_it_came_from():
    text = "Our letters are sent to Lundqvist Ltd from Port Vale."
    assert stated(text) == {
        "the user | letters are sent to | Lundqvist Ltd",
    }


def test_nobody_is_the_user_outside_a_memory():
    text = "We bank with Lundqvist Ltd. The user opens Harbour Hall. Our landlord is Anna Berg."
    assert stated(text)
    assert stated(text, file="manual.md") == set()
    assert stated(text, title="Manual") == set()


def test_a_manual_states_facts_about_names_and_not_about_plain_words():
    manual = {"file": "manual.md"}
    assert stated("The checkout-api depends on ledger-db.", **manual)
    assert stated("Each `line` has a `label`.", **manual) == set()


def test_how_a_problem_was_solved_is_no_fact():
    text = "Anna Berg restarted shop-web."
    assert stated(text)
    assert stated(text, area="solutions") == set()


def test_facts_are_found_in_a_long_text_without_end():
    words = [
        "Anna Berg ",
        "runs ",
        "and ",
        "in ",
        "Anna Berg's ",
        ", which ",
        '"',
        "(",
        "the ",
        "1.",
    ]
    spans = [Span("name:anna", start, start + 9) for start in range(0, 9_000, 10)]
    for word in words:
        text = (word * 10_000)[:10_000]
        assert isinstance(stated_facts(text, spans, "user:user"), list)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                *("Anna Berg", "Tomas Reed", "the user", "we", "her", "our", "which", "who", "the"),
                *("runs", "is", "hat", "gekauft", "car", "by", "at", "of", "in", "and", "not", "1"),
                *("a", "'s", ",", ".", "(", ")", ":", "=", "\n"),
            ]
        ),
        max_size=25,
    )
)
def test_any_order_of_words_can_be_read(parts):
    text = " ".join(parts)
    for fact in stated(text):
        subject, _, obj = fact.split(" | ")
        assert subject != obj
