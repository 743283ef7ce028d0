"""Who is the user in a memory, and who is only one user of some system."""

import pytest

from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.extraction.user_mentions import user_spans
from graphrag.graph.records import SourceDocument
from graphrag.text.word_lists.user_words import USER_WORDS


def mentioned(text):
    extractions, _ = RuleExtractor().update([SourceDocument("a", text)])
    return {mention.entity_id for mention in extractions["a"].mentions}


@pytest.mark.parametrize(
    "text",
    [
        "用户喜欢喝绿茶。",
        "用户住在上海。",
        "王医生是用户的牙医。",
        "ユーザーは猫を飼っている。",
        "田中さんはユーザーの妹です。",
        "Userin hat eine Katze.",
        "Der Nutzer wohnt in Kiel",
        "Beim Umzug half dem Nutzer sein Bruder",
        "Zwiebeln mag die Userin nicht",
        "Morgen ist niemand beim Nutzer zu Hause",
        "- Nutzer mag Tee",
        "El usuario vive en Lugo.",
        "La hermana del usuario vive en Lugo.",
        "La sorella dell'utente vive a Roma.",
        "L’utilisateur habite Lyon.",
        "Gebruiker vroeg hoe laat het is.",
        "O usuário mora em Recife.",
        "Penicylina odpada, użytkownik dostaje po niej pokrzywki.",
        "I augusti reser användaren till Leer.",
        "Penicilin ne, uživatel po něm má kopřivku.",
        "Kullanıcının annesi Leer'de oturuyor.",
        "Пользователь живёт в Омске.",
        "User prefers tea",
        "(User prefers tea.)",
        "Tea:\n  > user prefers it",
        "The user 'likes' tea.",
        "The user's sister lives in Oban.",
    ],
)
def test_the_user_is_mentioned(text):
    assert "user:user" in mentioned(text)


@pytest.mark.parametrize(
    "text",
    [
        "Der Benutzer postgres hat keine Rechte",
        "Der Benutzer root darf alles",
        "Benutzer: postgres",
        "Unsere App hat jetzt 300 Nutzer.",
        "Die Nutzer beschweren sich.",
        "Legt man einen Benutzer für Anna Berg an",
        "Eine Nutzerin rief an.",
        "A gebruiker account was made",
        "El usuario kv_lodde no puede entrar",
        "El nombre de usuario está en el sobre",
        "marmot: user 'plaque', backup at three",
        '{"user": "Anna Berg"}',
        "Un utente ha scritto.",
        "Nowy użytkownik przyszedł.",
        "Yeni kullanıcı bugün geldi.",
        "The user postgres has no rights",
        "我们有300个用户",
        "用户名是 postgres",
        "用户 postgres 没有权限",
        "ユーザー名はpostgresです",
        "新規ユーザーは三人です",
    ],
)
def test_one_user_of_a_system_is_not_the_user(text):
    assert "user:user" not in mentioned(text)


@pytest.mark.parametrize("word", sorted(USER_WORDS))
def test_every_word_for_the_user_is_one_at_the_beginning(word):
    assert user_spans(word, "u")


def test_a_place_spans_the_word_with_its_article():
    text = "Tee mag der Nutzer."
    assert [text[span.start : span.end] for span in user_spans(text, "u")] == ["der Nutzer"]


def test_the_user_is_the_same_in_all_memories_though_the_word_has_a_capital_inside_sentences():
    texts = ["Otto met User's brother.", "Anna lives with User's aunt.", "User likes tea."]
    documents = [SourceDocument(f"m{place}", text) for place, text in enumerate(texts)]
    extractions, _ = RuleExtractor().update(documents)
    for extraction in extractions.values():
        ids = {mention.entity_id for mention in extraction.mentions}
        assert "user:user" in ids
        assert "name:user" not in ids
