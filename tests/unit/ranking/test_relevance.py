"""Whether a message looks as if the answer were in memory."""

from dataclasses import replace

import pytest

from graphrag.model import MEMORY_RELEVANCE, GraphView, Likeness, Passage, Retrieval
from graphrag.packing.abstaining import is_about_memory
from graphrag.ranking.relevance import RECALLED_COSINE, is_recall_evidence, memory_relevance
from graphrag.text.messages.first_person import speaks_of_self
from graphrag.text.messages.habits import calls_on_habits
from graphrag.text.messages.request_form import needs_no_memory


def view_of(*cosines: float | None, bm25: float = 0.0) -> GraphView:
    passages = [
        Passage(key=str(i), id=str(i), scope="s", cosine=cosine, bm25=bm25)
        for i, cosine in enumerate(cosines)
    ]
    return GraphView(documents=100, passages={item.key: item for item in passages})


QUESTION = "who keeps the spare key of our boat?"


def test_it_grows_with_the_mean_of_the_five_nearest_memories_however_many_there_are():
    many = view_of(0.5, 0.5, 0.5, 0.5, 0.3, *[0.0] * 50)
    gained = memory_relevance("continue", many) - memory_relevance("continue", view_of(0.2))
    assert gained == pytest.approx(0.46 - 0.2)


def test_as_near_among_more_documents_says_less():
    few = view_of(0.3, bm25=4.0)
    values = [
        memory_relevance(QUESTION, replace(few, documents=count))
        for count in (20, 160, 1600, 16_000)
    ]
    assert values[0] == values[1] > values[2] > values[3]
    assert values[1] - values[2] == pytest.approx(values[2] - values[3])


def test_a_longer_message_raises_it_up_to_a_point():
    near = view_of(0.3)
    values = [memory_relevance("tyre " * count, near) for count in (1, 5, 12, 100)]
    assert values[0] < values[1] < values[2] == values[3]


def test_a_rare_word_in_common_and_a_first_person_raise_it():
    plain = memory_relevance("which tyres does he order", view_of(0.3))
    assert memory_relevance("which tyres does he order", view_of(0.3, bm25=5.0)) > plain
    assert memory_relevance("which tyres do I order", view_of(0.3)) > plain


def test_a_word_of_a_document_with_a_title_makes_up_for_a_short_message():
    note = Passage(key="n", id="n", scope="s", title="House", cosine=0.1, bm25=3.0)
    memory = Passage(key="m", id="m", scope="s", cosine=0.1, bm25=2.0)
    found = GraphView(documents=100, passages={"n": note, "m": memory})
    only_memories = GraphView(documents=100, passages={"m": replace(memory, bm25=3.0)})
    short, long = "who mends boilers", "boilers " * 12
    assert memory_relevance(short, found) == memory_relevance(long, found)
    assert memory_relevance(short, only_memories) < memory_relevance(long, only_memories)


def test_a_short_question_for_a_word_of_a_file_that_the_host_imported_gets_a_block():
    page = Passage(key="n", id="n", scope="s", source="alarm.md", cosine=0.3, bm25=8.0)
    found = GraphView(documents=100, passages={"n": page})
    relevance = memory_relevance("what is code THL 3?", found, Likeness(-0.05))
    assert is_about_memory(Retrieval(relevance=relevance))


def test_it_grows_with_what_the_message_resembles():
    near, like, unlike = view_of(0.3), Likeness(0.1), Likeness(-0.1)
    unknown = memory_relevance("tyres", near)
    assert memory_relevance("tyres", near, like) > unknown
    assert memory_relevance("tyres", near, unlike) < unknown


def test_what_it_resembles_counts_against_a_document_with_a_title_only_without_a_rare_word():
    note = Passage(key="n", id="n", scope="s", title="House", cosine=0.1, bm25=3.0)
    found = GraphView(documents=100, passages={"n": note})
    rare = GraphView(documents=100, passages={"n": replace(note, bm25=8.0)})
    by_length = memory_relevance("house " * 12, found)
    assert memory_relevance("house", found, Likeness(-0.1)) == by_length
    assert memory_relevance("house", found, Likeness(-0.3)) < by_length
    assert memory_relevance("house", rare, Likeness(-0.3)) == memory_relevance("house " * 12, rare)
    assert memory_relevance("house", found, Likeness(0.3)) > by_length


def test_a_general_question_of_which_a_file_has_some_word_gets_no_block():
    note = Passage(key="n", id="n", scope="s", title="House", cosine=0.3, bm25=2.0)
    found = GraphView(documents=100, passages={"n": note})
    for message, likeness in (("what is the capital of Peru?", -0.4), ("a joke please", -0.3)):
        relevance = memory_relevance(message, found, Likeness(likeness))
        assert not is_about_memory(Retrieval(relevance=relevance))


def test_beside_files_without_vectors_words_and_likeness_alone_say_what_gets_no_block():
    note = Passage(key="n", id="n", scope="s", title="House", bm25=2.0)
    found = GraphView(documents=100, passages={"n": note})
    for message, likeness in (
        ("thanks, that helped a lot!", -0.5),
        ("a joke please", -0.3),
        ("how do I boil an egg?", -0.25),
    ):
        relevance = memory_relevance(message, found, Likeness(likeness))
        assert not is_about_memory(Retrieval(relevance=relevance))
    for message, likeness in ((QUESTION, 0.1), ("who mends boilers?", -0.1)):
        relevance = memory_relevance(message, found, Likeness(likeness))
        assert is_about_memory(Retrieval(relevance=relevance))


def test_beside_memories_without_vectors_or_if_its_likeness_is_unknown_nothing_is_known():
    note = Passage(key="n", id="n", scope="s", title="House", bm25=2.0)
    memory = replace(note, title="")
    in_files, in_memories, nothing = (
        GraphView(documents=100, passages=found) for found in ({"n": note}, {"n": memory}, {})
    )
    assert memory_relevance("a joke please", in_files) is None
    assert memory_relevance("a joke please", in_memories, Likeness(-0.3)) is None
    assert memory_relevance("a joke please", nothing, Likeness(-0.3)) is None


def test_beside_a_document_with_a_title_what_needs_no_memory_still_needs_none():
    guide = Passage(key="n", id="n", scope="s", title="Guide", cosine=0.4, bm25=8.0)
    found = GraphView(documents=100, passages={"n": guide})
    for message in ("good morning!", "make it shorter", "regex for a postcode"):
        relevance = memory_relevance(message, found, Likeness(-0.3))
        assert not is_about_memory(Retrieval(relevance=relevance))
    assert memory_relevance("which postcode", found, Likeness(-0.3)) >= MEMORY_RELEVANCE


def test_a_recall_for_a_message_that_resembles_others_is_no_evidence():
    assert is_recall_evidence(QUESTION, recalled(0.5, 2.0), in_english=True, likeness=Likeness(0.0))
    assert not is_recall_evidence(
        QUESTION, recalled(0.5, 2.0), in_english=True, likeness=Likeness(-0.2)
    )


def test_one_strong_word_is_not_enough_by_itself():
    most = memory_relevance("moorhen", view_of(0.0, bm25=8.0))
    assert memory_relevance("moorhen", view_of(0.0, bm25=80.0)) == most


def test_without_vectors_it_is_unknown():
    assert memory_relevance("which tyres do I order", view_of(None, bm25=5.0)) is None
    assert memory_relevance("which tyres do I order", view_of()) is None


def recalled(cosine: float | None, bm25: float) -> GraphView:
    return replace(view_of(cosine, bm25=bm25), recalled=("0",))


def test_a_recalled_memory_speaks_for_a_message_that_shares_a_word_with_one():
    assert is_recall_evidence(QUESTION, recalled(0.1, bm25=1.0), in_english=True)
    assert not is_recall_evidence(QUESTION, recalled(0.9, bm25=0.0), in_english=True)


def test_in_another_language_it_must_be_close_as_well():
    near, far = RECALLED_COSINE, RECALLED_COSINE - 0.01
    assert is_recall_evidence(QUESTION, recalled(near, bm25=1.0), in_english=False)
    assert not is_recall_evidence(QUESTION, recalled(far, bm25=1.0), in_english=False)
    assert is_recall_evidence(QUESTION, recalled(None, bm25=1.0), in_english=False), (
        "nobody measured it"
    )


@pytest.mark.parametrize(
    "message",
    [
        "draft the invite, you know how I like them",
        "pack the bag the way we always do",
        "book the flight, same as last time",
        "Rechnung schreiben, wie immer",
        "du weißt ja, wie ich das mag",
        "réserve la table comme d'habitude",
        "haz el pedido como siempre",
        "prepara la fattura, come al solito",
        "zrób zakupy jak zwykle",
        "закажи как обычно",
        "いつものように予約して",
        "像往常一样订花",
        "router down again, what was the trick",
        "Drucker streikt, was war nochmal der Trick?",
        "l'imprimante bloque, c'était quoi déjà l'astuce",
        "la stampante si blocca, qual era il trucco?",
    ],
)
def test_what_is_wanted_as_always_calls_on_habits(message):
    assert calls_on_habits(message)


@pytest.mark.parametrize(
    "message",
    [
        "how do I like a post?",
        "is rain usual in May?",
        "wie lange dauert das immer?",
        "as you like",
        "what is the trick with long division?",
        "was ist der Trick beim Jonglieren?",
    ],
)
def test_other_messages_call_on_no_habits(message):
    assert not calls_on_habits(message)


def test_a_message_that_calls_on_habits_looks_more_as_if_memory_held_the_answer():
    plain = memory_relevance("write the commit message, make it short", view_of(0.3))
    assert memory_relevance("write the commit message, as usual now", view_of(0.3)) > plain


@pytest.mark.parametrize(
    "message",
    [
        "what did I plant?",
        "we're away",
        "Wo stehen unsere Server?",
        "dove ho messo le mie chiavi?",
        "quand est-ce que nous partons",
        "¿dónde están mis llaves?",
        "我的车在哪里",
        "где мой паспорт",
        "kto opiekuje się naszą mamą?",
        "¿quién cuida a mi perro?",
        "Где наши ключи?",
        "j'ai garé la voiture où ?",
        "Où est ma voiture ?",
        "나는 어디에 주차했어?",
        "Mon passeport expire quand ?",
        *("je suis où", "eu moro onde?", "when do i leave", "Am I late?"),
    ],
)
def test_who_asks_about_themselves_is_heard(message):
    assert speaks_of_self(message)


@pytest.mark.parametrize(
    "message",
    [
        *("thanks!", "make it shorter", "ja, danke", "write a haiku", "ok go on", ""),
        *("What is the capital of the US?", "Who beat Ma Long?", "Set a timer for 5 min"),
        *("How does socket.io reconnect?", "How deep is the deepest gold mine?"),
        *("Vad är huvudstaden i Frankrike?", "Quali sono i pianeti del sistema solare?"),
        *("Jak daleko je Měsíc?", "Kun je dit uitleggen?", "What is the GDP of the EU?"),
        *("Quantas pessoas vivem nos Estados Unidos?", "Mi a különbség?"),
    ],
)
def test_small_talk_and_commands_have_no_first_person(message):
    assert not speaks_of_self(message)


@pytest.mark.parametrize(
    "message",
    [
        *(
            "thanks, that's all for today",
            "danke dir, mehr brauch ich heute nicht",
            "merci beaucoup, bonne soirée",
            "hola, buenas tardes",
            "bonne nuit",
            "takk, det holder",
        ),
        *("çok sağ ol, harikasın", "děkuji moc", "tusen tack", "tak, det var alt"),
        *("İyi geceler", "TEŞEKKÜR EDERİM", "Tack så mycket!", "дякую", "kiitos", "God morgen!"),
        *("never mind", "non rien, laisse tomber", "vergiss es", "dobra, nieważne", "déjalo"),
        *("lascia perdere", "deixa pra lá", "nee laat maar"),
        *("thank you so much!", "谢谢", "👍", "yes please", "ok thanks, bye", "haha nice"),
        *("thanks, that was what I needed", "write a Python function that reverses a list"),
        "write a limerick about a rainy Monday in March",
        *("moin", "write me an R function that counts species", "excel formula for the last row"),
        *("Schreib ein kurzes Gedicht über Regen", "regex for a german postcode please"),
        "translate to Dutch: The contractor will be with you between eight and ten.",
        "übersetz das bitte ins Deutsche: 'Goods are accepted only between eight and noon.'",
        'tradúceme esto: "Nos vemos a las nueve en el muelle del puerto."',
        "put this into french: 'The app will be unavailable from two to four on Sunday.'",
        "rewrite this friendlier: 'Your invoice is overdue, please pay by the end of May.'",
        "Bitte ins Englische: 'Der Fahrer konnte wegen Glatteis nicht abladen.'",
        "fix the typos: 'the rolout was sucessful and all nodes are helthy'",
        "fix the english: 'the riders has left the hall and they comes at six'",
        "make this sound friendlier: 'Guests must leave their keys at the desk or pay for them.'",
        'turn this into plain english: "The aforesaid party shall vacate the premises forthwith."',
        'translate into french for the door: "The shop is closed on Monday and on Tuesday."',
        "übersetz ins englische: »Die Lieferung kommt erst nach Ostern, die Rechnung später.«",
        "mach aus dem satz eine absage: »Der Entwurf passt leider nicht in unser Programm.«",
        "schreib mir eine bash-zeile, die alle Bilder im Ordner verkleinert",
        "mach das freundlicher: 'Wer zu spät kommt, muss bis morgen draußen warten.'",
        'rends ça plus poli : "Vous devez payer la facture avant la fin du mois."',
        "翻译：我们明天早上九点在码头见面",
        "Condense it to a headline: 'The ferry company orders two ships that run on hydrogen.'",
        "sum that up in a dozen words: 'Octopuses taste with their arms, and each arm has a mind.'",
        "Translate into Swedish, polite: ‚Please do not feed the ducks on the terrace.‘",
        "fass das in höchstens zehn Wörtern zusammen: »Igel schlafen von November bis April.«",
        "résume en une ligne : « Les hérissons dorment de novembre à avril. »",
        *("script for sorting files", "write a script that sorts files"),
        "regex for the first word",
        *("make it shorter", "make that a bit shorter please", "shorter and less formal!"),
        *("mach es bitte kürzer", "rends-le plus court", "hazlo más corto", "più breve"),
    ],
)
def test_what_thanks_brings_its_text_along_or_wants_code_needs_no_memory(message):
    assert needs_no_memory(message)
    asked = memory_relevance(QUESTION, view_of(0.5)) - memory_relevance(message, view_of(0.5))
    assert asked > 0
    assert not is_recall_evidence(message, recalled(0.9, bm25=3.0), in_english=True)


LETTER = "Dear neighbours, the works are done at last, and so we would like to invite you all. " * 3


@pytest.mark.parametrize(
    "order",
    [
        "Can you make that shorter and a bit less formal?\n\n",
        "Shorter, and lose the second paragraph:\n\n",
        'Put this into French for a banner at the door, formal, but not stiff: "',
        "Translate this for me, for the back of the programme. It ought to sound well:\n",
        "Bitte korrigiere den Text, er soll freundlich klingen:\n\n",
        "Corrige este texto, que suene más amable:\n\n",
    ],
)
def test_an_order_above_a_long_text_needs_no_memory(order):
    assert needs_no_memory(order + LETTER)
    assert not needs_no_memory(order.replace("\n", " "))


@pytest.mark.parametrize(
    "order",
    [
        "Translate this for my neighbour, into his language:\n\n",
        "Shorten our offer so that it fits the form:\n\n",
        "Write to the plumber who came in spring:\n\n",
    ],
)
def test_one_that_speaks_of_somebodys_own_may_need_it(order):
    assert not needs_no_memory(order + LETTER)


def test_nor_does_one_with_a_name_that_the_graph_knows_need_none():
    message = "Make this fit for Oskar:\n\n" + LETTER
    at = message.index("Oskar")
    assert needs_no_memory(message)
    assert not needs_no_memory(message, [(at, at + len("Oskar"))])


@pytest.mark.parametrize(
    "message",
    [
        *("thanks, and who has our spare key", "hi, wo ist der Schlüssel", "thanks! pay Anna 40"),
        *(
            "translate the letter to Anna",
            "übersetze den Brief an die Kita",
            "perfect tyres for my car?",
        ),
        *(
            "yes, the boiler",
            "no, his brother",
            "ありがとう？",
            "cool the milk",
            "good vet for cats",
        ),
        *("which formula do we feed Mina?", "what poem did I read at the wedding?", ""),
        *("thanks, and move the call to Friday", "danke, trag das bei Bruno auch ein"),
        *("hallo, Passwort fürs WLAN", "formula we use for the feed", "regex we settled on"),
        *("write a poem for my wife", "write me a haiku about Livia's bassoon", "poem for Anna"),
        "translate into the language our tenant speaks: 'The heating will be off on Monday.'",
        'summarise for the board what we said about this: "The roof will be replaced in May."',
        "resume the backup that stopped: 'nightly copy of the photos to the box'",
        "fass beim Dachdecker nach: 'Wann kommen Sie denn nun endlich wieder?'",
        *("correct my note: Danuta comes at nine now", "gracias, ahora lo mismo para mamá"),
        "Translate the message Anna sent me: the one about the cottage in June",
        *("write to the plumber we had in spring", "correct the address of my landlord"),
        *("forget the keys", "laisse tomber le plan du 12 ?", "wer vergiss es nicht?"),
        *("yes, 12 please", "tell me if that's all we owe Anna", "thanks, the cabin's alarm code"),
        *("thanks, that's enough, now the boiler", "danke, das reicht, jetzt die Heizung"),
        *(
            "thank you, that is all good, when does Ben arrive",
            "thanks, that helps, what about Friday",
        ),
        *("danke, das reicht, wann fliegen sie", "merci, c'est tout, qui a la clé"),
        *("write a birthday poem for Lena", "give me a joke about Max", "limerick for Clara"),
        "write a script that copies the photos to the usual place",
        *("script for the backup", "Skript für die Sicherung", "write me a script for the backup"),
        'put "call the vet about the cat today" into the calendar',
        *("make it shorter, you know how I like them", "make the fence shorter", "shorter?"),
        *("make it longer than the shed", "keep it simple for Anna", "which way is shorter"),
        *("make it work on the old laptop too", "turn this off at home when we are away"),
        "fix the english translation that I sent to Anna",
        *("mach aus der Liste der Gäste eine Tabelle", "mach aus dem Gästezimmer ein Büro"),
        "thanks, that's enough on tyres, remind me who is looking after the cat this week",
    ],
)
def test_what_asks_for_something_may_need_it(message):
    assert not needs_no_memory(message)
