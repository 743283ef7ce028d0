"""Messages that say hardly more than a name: "Any news on Pippa?", "Reto?"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..languages.english_words import is_in_english
from ..query_words import content_words
from ..spans import without_spans
from ..word_lists.date_words import DATE_WORDS
from ..word_lists.question_words import QUESTION_WORDS
from ..word_lists.word_sets import split_words
from ..words import words

MAX_CHARACTERS = 200
"""A longer message says more than a name."""

_ASKING = split_words(
    "news update updates latest status info know remind about anything something up"
    " neuigkeiten stand weisst gibt nouvelles infos noticias novedades novità notizie"
    " novidades notícias nieuws nyheter nytt nyt słychać nowego"
)
"""Words that only ask for what is known."""

_FUNCTION_WORDS = QUESTION_WORDS | split_words(
    "s è dov er är je jest to co u waar var hva med"
    " kuka kenen milloin missä mihin mistä mitä mikä mitkä miksi miten kuinka on ovat oli"
    " ki kié kinek mikor hol hová honnan mi mit miért hogyan melyik mennyi van vannak"
    " cine cui când unde ce care cum cât cu despre este sunt e"
    " qui quan què quin quina com quant són és"
    " хто кого коли де куди звідки що як скільки є у в про"
    " hvornår hvilken hvilket hvorfor hvordan kim kimin kimle zaman nereye nasıl neden"
    " 在 哪 里 裡 有 的 消 息 吗 嗎 是 谁 誰 什 么 麼 怎 样 樣 了"
    " は が の に つ い て ど こ 何 か つ 知 っ る"
)
"""Words of a question that say nothing: "Gdzie jest Ola?". The "s" is that of "Pippa's"."""

_OTHER_THAN = split_words(
    "besides except other else without not ausser ohne nicht sauf sans excepto salvo sin tranne"
    " senza exceto sem behalve zonder utom utan unntatt uten undtagen uden oprócz bez"
)
"""Words that ask for whatever the names do not: "who besides Bea?"."""

_ALL = split_words(
    "everything all alles alle tout tous toute toutes todo toda todos todas tutto tutti tutte tudo"
    " wszystko vše všechno všetko всё все усе hepsi totul kaikki 全"
)
"""Words that ask for more than what mentions the name: "everything about panettone"."""


def asks_about_names(message: str, name_spans: Iterable[tuple[int, int]]) -> bool:
    """Return whether at least half of a message's content words belong to names.

    Args:
        message: The user's message.
        name_spans: Where it has names that the graph knows: the offsets of start and end.
    """
    in_names, others = _content_words(message, tuple(name_spans))
    return bool(in_names) and len(in_names) >= len(others)


def says_only_a_name(message: str, name_spans: Iterable[tuple[int, int]]) -> bool:
    """Return whether a message says nothing but a name: "Where is Pippa?", "Pippa last week?".

    With two names, a message asks what they have to do with each other. One for everything also
    wants the memories that are about the name without mentioning it. The graph may know any rare
    word as a name, if it is the topic of memories: "Where is Project Heron steered from?". So a
    word in lower case is a name only where there is no other.

    Args:
        message: The user's message.
        name_spans: As in ``asks_about_names``.
    """
    known = tuple(name_spans)
    written = tuple(span for span in known if not message[slice(*span)].islower())
    spans = written or known
    in_names, others = _content_words(message, spans)
    if len(spans) != 1 or not in_names or others:
        return False
    said = {word.norm for word in words(message)}
    return _OTHER_THAN.isdisjoint(said) and _ALL.isdisjoint(said)


def _content_words(
    message: str, spans: Sequence[tuple[int, int]]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of a short message that are in names, and the others that say something."""
    if len(message) > MAX_CHARACTERS:
        return frozenset(), frozenset()
    in_names = (word.norm for start, end in spans for word in words(message[start:end]))
    rest = without_spans(message, spans)
    others = content_words(rest, in_english=is_in_english(message))
    return frozenset(in_names), frozenset(others) - _FUNCTION_WORDS - _ASKING - DATE_WORDS
