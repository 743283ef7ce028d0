"""Words of a question that a memory says in other words."""

import pytest

from graphrag.model import Query
from graphrag.retriever.question import Question
from graphrag.retriever.scope_catalog import MOST_MEMORIES, ScopeCatalog
from graphrag.text.languages.related_words import FILE, MAX_RELATED, related_words
from graphrag.text.query_words import RELATED_WEIGHT, full_text_query
from graphrag.text.word_lists.stop_words import ALSO_ENGLISH, STOP_WORDS
from graphrag.text.words import words

LINES = FILE.read_text(encoding="utf-8").splitlines()
MEMORY = ScopeCatalog(("docs",), documents=160, memories={"docs": 160})


def read(message: str) -> Question:
    return Question.read(Query(message, scopes=("docs",)), MEMORY, use_graph=True)


@pytest.mark.parametrize(
    ("question", "some"),
    [
        ("is there any drug that mum can't have?", {"antibiotic", "pill"}),
        ("I'm ordering batteries for the gadgets", {"aaa", "rechargeable"}),
        ("when was the boiler serviced?", {"heating"}),
        ("which tyres for the new car?", {"tire", "vehicle"}),
    ],
)
def test_a_question_finds_what_a_note_says_in_other_words(question, some):
    assert some <= set(read(question).related)


def test_no_word_of_the_question_is_among_its_related_words():
    related = related_words(["drugs", "pill", "doctor"])
    assert not {"drug", "drugs", "pill", "doctor"} & set(related)


def test_a_name_and_a_word_of_another_language_have_none():
    assert related_words(["moorhen", "kv-lodde", "hausschlüssel", "鍵"]) == ()


def test_a_long_question_has_no_more_than_the_maximum():
    headwords = [line.split()[0] for line in LINES]
    assert len(related_words(headwords)) <= MAX_RELATED


def test_related_words_count_less_than_the_question_s_own():
    query = full_text_query(["drug"], ["medicine"], ["medicine", "pill", "drug"])
    assert query.split() == ["drug", "medicine^0.6", f"pill^{RELATED_WEIGHT}"]


def test_only_a_memory_is_searched_for_related_words():
    query = Query("is there any drug she can't have?", scopes=("docs",))

    def related(catalog):
        return Question.read(query, catalog, use_graph=True).related

    assert related(MEMORY)
    assert not related(ScopeCatalog(("docs",), documents=160))  # articles have no days
    many = MOST_MEMORIES + 1
    assert not related(ScopeCatalog(("docs",), documents=many, memories={"docs": many}))
    beside_files = ScopeCatalog(("docs", "files"), documents=2 * many, memories={"docs": 160})
    assert related(beside_files)


def test_each_line_is_a_word_and_others_each_once_all_of_them_words_of_the_index():
    headwords = [line.split()[0] for line in LINES]
    assert headwords == sorted(set(headwords))
    for line in LINES:
        headword, *others = line.split()
        assert others, line
        assert len(set(others)) == len(others), line
        assert headword not in others, line
        for word in (headword, *others):
            assert [found.norm for found in words(word)] == [word], line
            assert word not in STOP_WORDS or word in ALSO_ENGLISH, line


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ("what tyres do I order for the car?", "car"),
        ("car insurance", "car"),
        ("red hat", "hat"),
        ("NAS password", "nas"),
        ("did grandpa fight in the war?", "war"),
    ],
)
def test_an_english_word_counts_although_another_language_has_it_as_a_function_word(message, word):
    assert word in read(message).words


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ("il est parti, car il pleut", "car"),
        ("hat Anna schon angerufen?", "hat"),
        ("welche Farbnummer will der Maler, und welche war das?", "war"),
    ],
)
def test_a_function_word_counts_in_no_other_language_than_english(message, word):
    assert word not in read(message).words
