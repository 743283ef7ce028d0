"""No text may cost much more than its length: the sync and the turns read it in the host's process.

Every public function that reads a text is in the table below, with every way to read one.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from itertools import pairwise
from types import ModuleType

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import graphrag.graph.extraction
import graphrag.packing
import graphrag.text
from graphrag.embedding.hashed import hashed_vector
from graphrag.graph.extraction import RuleExtractor
from graphrag.graph.extraction.facts.doubts import introduces_doubt, is_denial
from graphrag.graph.extraction.facts.persons import is_person
from graphrag.graph.extraction.facts.relations import relation_in_table, relation_of
from graphrag.graph.extraction.facts.stated import stated_facts
from graphrag.graph.extraction.facts.stating_sentences import stating_sentences
from graphrag.graph.extraction.facts.tokens import Span, tokens_of
from graphrag.graph.extraction.facts.word_classes import (
    is_auxiliary,
    is_german_verb,
    is_noun,
    is_participle,
    is_past,
    is_plural,
    is_verb,
    takes_last_word,
)
from graphrag.graph.extraction.model_answer import parse_answer, to_extraction
from graphrag.graph.extraction.names.aliases import merge_names, stated_aliases
from graphrag.graph.extraction.names.called_names import is_called_so
from graphrag.graph.extraction.names.code_tokens import code_tokens, is_code_token
from graphrag.graph.extraction.names.file_codes import file_codes
from graphrag.graph.extraction.names.file_names import file_evidence
from graphrag.graph.extraction.names.link_tokens import case_tokens, link_tokens, needs_capital
from graphrag.graph.extraction.names.nicknames import name_before, nicknames
from graphrag.graph.extraction.names.other_scripts import names_in_two_scripts
from graphrag.graph.extraction.names.phrases import phrase_spans
from graphrag.graph.extraction.names.plain_names import plain_names
from graphrag.graph.extraction.names.rare_words import rare_words
from graphrag.graph.extraction.names.short_names import acronyms
from graphrag.graph.extraction.names.topic_names import lower_uses
from graphrag.graph.extraction.other_ones import is_another_one
from graphrag.graph.extraction.reading import read_document
from graphrag.graph.extraction.user_mentions import user_spans
from graphrag.graph.ingest.text_files import markdown, plain_text
from graphrag.graph.ingest.text_files import passages as ingest_text
from graphrag.graph.ingest.text_files.markdown import markdown_sections
from graphrag.graph.ingest.text_files.passages import split_file
from graphrag.graph.ingest.text_files.plain_text import plain_sections
from graphrag.graph.records import MAX_TITLE, SourceDocument, make_entity_id
from graphrag.graph.timestamps import parse_timestamp
from graphrag.model import Block, DayRange, Entity, Fact, Passage, RankedPassage, Retrieval
from graphrag.packing.block_text import name_text, passage_line, titled_text
from graphrag.packing.compose import first_that_fits
from graphrag.packing.excerpts import (
    beginnings_of,
    first_choice,
    found_words,
    is_all_of,
    word_weights,
)
from graphrag.packing.pack import pack
from graphrag.packing.search_results import pack_results
from graphrag.packing.sections import answering_sections, sections_of
from graphrag.packing.shown_sentences import shown_sentences
from graphrag.packing.tokens import estimate_tokens, load_counter
from graphrag.packing.untrusted import clean, defuse_templates, is_blank
from graphrag.text.changes.additions import without_additions
from graphrag.text.changes.change_words import change_words
from graphrag.text.changes.departures import departed
from graphrag.text.changes.done_once import (
    tells_of_a_fault,
    tells_of_something_done,
    tells_what_was_paid,
)
from graphrag.text.changes.endings import ended
from graphrag.text.changes.handovers import handed_over
from graphrag.text.changes.new_things import new_things, says_new
from graphrag.text.changes.relatives import changed_relatives
from graphrag.text.changes.settlements import is_outstanding, is_settled
from graphrag.text.changes.single_values import single_value
from graphrag.text.changes.stated_parts import stated_parts
from graphrag.text.changes.value_patterns import opened_by_secrets, take_values
from graphrag.text.changes.values import values
from graphrag.text.dates.ambiguous_months import names_month
from graphrag.text.dates.date_patterns import lower_case
from graphrag.text.dates.day_of_no_month import days_of_no_month
from graphrag.text.dates.days_ago import days_ago
from graphrag.text.dates.days_of_month import with_first_days
from graphrag.text.dates.holiday_dates import holiday_dates
from graphrag.text.dates.joined_dates import NamedDate, is_between, joined_dates
from graphrag.text.dates.quarters_and_seasons import quarters_and_seasons
from graphrag.text.dates.question_dates import MAX_RANGES, question_days
from graphrag.text.dates.relative_date_patterns import without_lookalikes
from graphrag.text.dates.relative_dates import relative_days
from graphrag.text.dates.since import dates_since, is_since, relative_days_since
from graphrag.text.dates.thirds_and_halves import thirds_and_halves
from graphrag.text.dates.times_of_day import without_times_of_day
from graphrag.text.dates.versions import is_number, is_version
from graphrag.text.dates.written_days import writes_one_of, written_days
from graphrag.text.dates.years import whole_years, year_in_words
from graphrag.text.embedded_text import embedded_text
from graphrag.text.english_forms import base_forms, irregular_base, irregular_forms, singular_of
from graphrag.text.full_stops import ends_no_sentence, is_before_lower_case
from graphrag.text.initials import is_initial
from graphrag.text.languages.english_words import (
    english_message,
    english_text,
    english_words,
    is_in_english,
    likely_languages,
    most_likely_languages,
)
from graphrag.text.languages.glossaries import is_listed_compound, latin_languages
from graphrag.text.languages.related_words import is_everyday
from graphrag.text.languages.turkish import word_of_form
from graphrag.text.languages.unspaced import (
    cut,
    is_everyday_title,
    is_titled,
    title_after,
    unspaced_language,
)
from graphrag.text.markdown_code import fence_after, without_fenced
from graphrag.text.messages.asked_days import asks_about_a_day
from graphrag.text.messages.asking_part import asking_part
from graphrag.text.messages.asks import asks
from graphrag.text.messages.bare_names import asks_about_names, says_only_a_name
from graphrag.text.messages.first_person import speaks_of_self
from graphrag.text.messages.habits import calls_on_habits
from graphrag.text.messages.message_vectors import embed_asks
from graphrag.text.messages.request_form import needs_no_memory
from graphrag.text.messages.request_notes import notes_a_request
from graphrag.text.messages.thanks import only_thanks
from graphrag.text.names.case_forms import case_key, declining_language
from graphrag.text.names.name_candidates import name_candidates
from graphrag.text.names.name_dictionary import EntityDictionary, document_mentions
from graphrag.text.names.name_evidence import is_hasty, name_evidence, title_names
from graphrag.text.names.places_and_first_names import (
    first_names_of,
    home_towns,
    inside_of,
)
from graphrag.text.names.runs.affiliations import is_before_company
from graphrag.text.names.runs.bracketed_names import bracketed_names
from graphrag.text.names.runs.capitalised_runs import (
    begins_elided_name,
    capitalised_runs,
    is_connector,
    is_domain_ending,
    is_dutch_article,
)
from graphrag.text.names.runs.labels import is_label, is_number_label, is_phone_label
from graphrag.text.names.runs.memory_names import memory_names
from graphrag.text.names.runs.turkish_subjects import is_place_of_subject
from graphrag.text.names.single_words.amounts import is_amount, is_german_unit, is_quantity, is_unit
from graphrag.text.names.single_words.capitals import is_acronym, is_too_short
from graphrag.text.names.single_words.foreign_words import (
    foreign_words,
    is_foreign_word,
    opens_sentence_of_its_language,
)
from graphrag.text.names.single_words.german_nouns import (
    capitalises_nouns,
    is_german_noun,
    may_be_noun,
)
from graphrag.text.names.single_words.month_names import is_month, is_somebody
from graphrag.text.names.spellings import tally_spelling
from graphrag.text.names.unspaced_names import chinese_given_name, unspaced_names
from graphrag.text.nfkc import nfkc
from graphrag.text.ordinals import is_ordinal
from graphrag.text.prose import prose, table_cells
from graphrag.text.query_words import content_words, full_text_query
from graphrag.text.sentences import begins_sentence, sentence_spans, split_sentences
from graphrag.text.spans import without_spans
from graphrag.text.spelling.corrections import corrected
from graphrag.text.spelling.edits import edits_between
from graphrag.text.spelling.vocabulary import Vocabulary, beginning, is_word, letters_of
from graphrag.text.stems import stem, word_stem
from graphrag.text.storable import is_storable, storable
from graphrag.text.word_beginnings import beginning_of, searchable
from graphrag.text.word_lists.calendar_words import (
    is_calendar_word,
    is_capitalised_calendar_word,
)
from graphrag.text.word_lists.common_words import is_common_hyphenated, without_ending
from graphrag.text.word_lists.plain_spellings import (
    plain_spellings,
    with_digraphs,
    with_umlauts,
    without_marks,
)
from graphrag.text.word_lists.word_sets import split_words
from graphrag.text.words import (
    MAX_NAME_LENGTH,
    blank_signs,
    blank_unspaced,
    normalize_name,
    words,
    written_words,
)
from tests.support.realistic_texts import realistic_texts

pytestmark = pytest.mark.long

LENGTH = 10_000
LIMIT_S = 1.0
"""CPU seconds for one text. Most take a hundredth of that; a slow machine is no failure."""

TODAY = date(2025, 6, 18)
PASSAGE = Passage("k", "i", "s")
NAMES = EntityDictionary({"ab": "Ab", "x y": "X Y", "a 1": "A-1", "the user": "The user"})
COUNT = load_counter()
"""The counter that a turn would use on this machine."""

ROOMS = (graphrag.text, graphrag.graph.extraction, graphrag.packing)


def _spans(text: str) -> list[Span]:
    return [Span(f"name:{word.norm}", word.start, word.end) for word in words(text)]


def _extract(text: str) -> object:
    return RuleExtractor().update([SourceDocument("a", text, text[:MAX_TITLE])])


def _found(text: str) -> Retrieval:
    entry = RankedPassage(Passage("k", "i", "s", text=text), 1.0, "graph", None, 0.0, 0.0, 1)
    name = text[:MAX_NAME_LENGTH]
    entity = Entity("name:a", name, "name", description=text, named=True)
    fact = Fact("f", "name:a", "name:b", name, name, "RELATED_TO", name, description=text)
    return Retrieval((entry, entry), (entity,), (fact,), words=content_words(text))


def _excerpt(text: str) -> object:
    weights = word_weights(content_words(text), [text])
    return first_choice(split_sentences(text) or [""], weights, COUNT)


def _corrected(text: str) -> object:
    # Memories of the text's own words, each with a mistake.
    known = Vocabulary.of([re.sub(r"(\w\w\w)(\w)", r"\1\2\2", text)])
    return [corrected(text[start : start + 1000], known) for start in range(0, len(text), 1000)]


def _model_answer(text: str) -> object:
    answer = '{"entities": [{"name": "Ab"}], "relations": []}'
    return to_extraction(SourceDocument("a", text), answer)


def _joined_dates(text: str) -> object:
    days = (DayRange(1, 1),)
    return joined_dates(text, [NamedDate(w.start, w.end, days) for w in words(text)[:MAX_RANGES]])


READERS: dict[Callable[..., object], Callable[[str], object]] = {
    words: words,
    written_words: written_words,
    nfkc: nfkc,
    normalize_name: normalize_name,
    split_words: split_words,
    split_sentences: split_sentences,
    begins_sentence: lambda text: [begins_sentence(text, word.start) for word in words(text)],
    sentence_spans: lambda text: list(sentence_spans(text)),
    ends_no_sentence: lambda text: [ends_no_sentence(text, word.end) for word in words(text)],
    is_before_lower_case: lambda text: is_before_lower_case(text, 0),
    is_ordinal: lambda text: [is_ordinal(text, word.start, word.end) for word in words(text)],
    notes_a_request: notes_a_request,
    is_storable: is_storable,
    storable: lambda text: storable(text, 200_000),
    embedded_text: lambda text: embedded_text(text, text),
    english_text: lambda text: english_text(f"der die das {text}"),
    english_message: lambda text: english_message(f"der die das {text}"),
    english_words: lambda text: [
        english_words(beginning + text) for beginning in ("der die das ", "это было ", "これは鍵")
    ],
    stem: lambda text: [stem(text, language) for language in ("de", "pl", "ru")],
    unspaced_language: unspaced_language,
    cut: lambda text: cut(text, words(text), {"鍵", "備用"}),
    word_of_form: lambda text: word_of_form(text, ()),
    chinese_given_name: chinese_given_name,
    unspaced_names: lambda text: [unspaced_names(text), unspaced_names(f"鍵は{text}")],
    is_titled: lambda text: [is_titled(text, word) for word in words(text)],
    title_after: lambda text: [title_after(text, word, "ja") for word in words(text)],
    is_everyday_title: is_everyday_title,
    content_words: content_words,
    full_text_query: lambda text: full_text_query(text.split()),
    speaks_of_self: speaks_of_self,
    asking_part: asking_part.__wrapped__,
    asks: asks.__wrapped__,
    embed_asks: lambda text: embed_asks(lambda texts: np.zeros((len(texts), 3)), text),
    asks_about_a_day: lambda text: asks_about_a_day(text[:200]),
    calls_on_habits: calls_on_habits,
    needs_no_memory: lambda text: needs_no_memory(text, [(0, len(text) // 2)]),
    only_thanks: lambda text: only_thanks(text[:400], [(0, 10)]),
    asks_about_names: lambda text: asks_about_names(text[:200], [(0, 20)]),
    says_only_a_name: lambda text: says_only_a_name(text, [(0, 20)]),
    without_spans: lambda text: without_spans(text, [(n, n + 2) for n in range(0, len(text), 3)]),
    name_candidates: name_candidates,
    question_days: lambda text: question_days(text, today=TODAY),
    is_between: lambda text: is_between(text, len(text)),
    joined_dates: _joined_dates,
    lower_case: lower_case,
    names_month: lambda text: [
        names_month(text, month, follows_date=True)
        for month in re.finditer(r"(?P<before>)(?P<name>may|eylül)(?P<until>)", lower_case(text))
    ],
    is_number: lambda text: is_number(text, len(text) // 2, len(text)),
    is_version: lambda text: is_version(text, len(text) // 2, len(text)),
    quarters_and_seasons: lambda text: list(quarters_and_seasons(text, [TODAY.year], TODAY)),
    relative_days: lambda text: list(relative_days(text, TODAY)),
    relative_days_since: lambda text: relative_days_since(text, TODAY),
    dates_since: lambda text: dates_since(text, [NamedDate(len(text), len(text), ())], TODAY),
    is_since: lambda text: [is_since(text, word.start) for word in words(text)],
    thirds_and_halves: lambda text: list(thirds_and_halves(text)),
    holiday_dates: lambda text: list(holiday_dates(text, [TODAY.year], TODAY)),
    without_lookalikes: without_lookalikes,
    days_ago: lambda text: days_ago(text, TODAY),
    written_days: lambda text: written_days(text, [DayRange(1, 1)], TODAY),
    writes_one_of: lambda text: writes_one_of(text, [TODAY], TODAY),
    days_of_no_month: lambda text: list(days_of_no_month(text, TODAY)),
    with_first_days: with_first_days,
    whole_years: lambda text: whole_years(text, TODAY),
    year_in_words: lambda text: year_in_words(text, TODAY),
    without_times_of_day: without_times_of_day,
    name_evidence: lambda text: name_evidence(text, text),
    document_mentions: lambda text: document_mentions(NAMES, text, text),
    EntityDictionary.match: NAMES.match,
    stated_aliases: stated_aliases,
    nicknames: lambda text: nicknames(text, [text[:40], text[-40:]]),
    name_before: lambda text: name_before(text, len(text), frozenset([text[-40:]])),
    names_in_two_scripts: lambda text: names_in_two_scripts(text, [text[:40], text[-40:]]),
    is_hasty: is_hasty,
    is_everyday: is_everyday,
    base_forms: lambda text: list(base_forms(text)),
    irregular_base: irregular_base,
    irregular_forms: irregular_forms,
    latin_languages: latin_languages,
    is_in_english: is_in_english,
    likely_languages: likely_languages,
    most_likely_languages: lambda text: most_likely_languages(words(text)),
    capitalises_nouns: lambda text: capitalises_nouns(text, words(text)),
    is_number_label: is_number_label,
    departed: departed,
    is_outstanding: is_outstanding,
    is_settled: is_settled,
    ended: ended,
    handed_over: handed_over,
    opened_by_secrets: opened_by_secrets,
    changed_relatives: changed_relatives,
    new_things: new_things,
    says_new: says_new,
    single_value: single_value,
    stated_parts: stated_parts,
    first_that_fits: lambda text: first_that_fits([Block(text)], text, 9, estimate_tokens),
    is_foreign_word: lambda text: is_foreign_word(text, ["en"]),
    foreign_words: lambda text: foreign_words(text, words(text)),
    is_place_of_subject: lambda text: [is_place_of_subject(text, word) for word in words(text)],
    opens_sentence_of_its_language: lambda text: [
        opens_sentence_of_its_language(text, "mia", word.start, word.end) for word in words(text)
    ],
    is_phone_label: lambda text: [is_phone_label(text, word) for word in words(text)],
    with_digraphs: with_digraphs,
    with_umlauts: with_umlauts,
    without_marks: without_marks,
    merge_names: lambda text: merge_names(text.split(), pairwise(text.split())),
    singular_of: singular_of,
    code_tokens: code_tokens,
    file_codes: file_codes,
    file_evidence: file_evidence,
    is_code_token: is_code_token,
    link_tokens: lambda text: link_tokens("", text),
    needs_capital: needs_capital,
    case_tokens: lambda text: case_tokens(text, link_tokens("", text)),
    case_key: lambda text: case_key(text, "pl"),
    declining_language: lambda text: declining_language(words(text)),
    phrase_spans: lambda text: phrase_spans("", text),
    is_another_one: lambda text: [
        is_another_one(text, word.start, word.end, f"{word.norm} berg") for word in words(text)
    ],
    user_spans: lambda text: user_spans(text, "user:user"),
    plain_names: plain_names,
    stated_facts: lambda text: stated_facts(text, _spans(text), "user:user"),
    read_document: lambda text: [
        read_document(SourceDocument("a", text, file=file)) for file in ("", "a.md")
    ],
    RuleExtractor.update: _extract,
    tokens_of: lambda text: list(tokens_of(text, 0, len(text), _spans(text))),
    stating_sentences: lambda text: list(stating_sentences(text, _spans(text))),
    relation_in_table: relation_in_table,
    relation_of: relation_of,
    is_verb: is_verb,
    is_plural: is_plural,
    is_german_verb: lambda text: is_german_verb(text, text),
    is_auxiliary: is_auxiliary,
    is_past: is_past,
    is_denial: is_denial,
    introduces_doubt: introduces_doubt,
    takes_last_word: takes_last_word,
    is_participle: lambda text: (is_participle(text), is_participle("run", text)),
    is_person: is_person,
    is_noun: is_noun,
    rare_words: lambda text: rare_words("", text),
    is_called_so: lambda text: [
        is_called_so(text, word.start, word.end, rare=True) for word in words(text)
    ],
    lower_uses: lambda text: lower_uses("", text),
    acronyms: lambda text: acronyms(text, dict.fromkeys(text.split(), "Ab")),
    begins_elided_name: lambda text: [
        begins_elided_name(text, word, at_start=True) for word in words(text)
    ],
    is_initial: lambda text: [is_initial(text, word.start) for word in words(text)],
    is_before_company: lambda text: [
        is_before_company(text, parts, 0, place, len(parts))
        for parts in [words(text)]
        for place in range(1, len(parts))
    ],
    is_connector: lambda text: [is_connector(text, word) for word in words(text)],
    is_month: lambda text: [is_month(text, "jan", w.start, w.end) for w in words(text)],
    is_somebody: lambda text: [is_somebody(text, "jan", w.start, w.end) for w in words(text)],
    is_domain_ending: lambda text: [is_domain_ending(text, word) for word in words(text)],
    is_dutch_article: lambda text: [is_dutch_article(text, word) for word in words(text)],
    capitalised_runs: lambda text: capitalised_runs(text, words(text)),
    home_towns: home_towns,
    inside_of: inside_of,
    first_names_of: first_names_of,
    bracketed_names: lambda text: list(bracketed_names(text)),
    is_amount: lambda text: [is_amount(text, word) for word in words(text)],
    is_quantity: is_quantity,
    is_german_unit: lambda text: [is_german_unit(text, *pair) for pair in pairwise(words(text))],
    is_unit: lambda text: [is_unit(text, *pair) for pair in pairwise(words(text))],
    is_label: lambda text: is_label(text, [word.norm for word in words(text)], 0),
    is_german_noun: is_german_noun,
    may_be_noun: may_be_noun,
    memory_names: lambda text: memory_names(text, words(text)),
    plain_spellings: plain_spellings,
    prose: prose,
    table_cells: lambda text: list(table_cells(text)),
    without_fenced: without_fenced,
    fence_after: lambda text: [fence_after(text, fence) for fence in ("", "```")],
    is_acronym: is_acronym,
    is_too_short: lambda text: [is_too_short(text, word) for word in words(text)],
    title_names: title_names,
    blank_unspaced: blank_unspaced,
    blank_signs: blank_signs,
    corrected: _corrected,
    is_listed_compound: is_listed_compound,
    edits_between: lambda text: [edits_between(w[:40], w[39::-1], 2) for w in text.split()],
    Vocabulary.of: lambda text: Vocabulary.of([text]),
    beginning: beginning,
    is_word: lambda text: [is_word(word) for word in words(text)],
    letters_of: letters_of,
    beginning_of: lambda text: beginning_of(text or "a"),
    searchable: searchable,
    is_calendar_word: is_calendar_word,
    is_capitalised_calendar_word: is_capitalised_calendar_word,
    is_common_hyphenated: is_common_hyphenated,
    without_ending: without_ending,
    change_words: change_words,
    without_additions: without_additions,
    tells_of_a_fault: tells_of_a_fault,
    tells_of_something_done: tells_of_something_done,
    tells_what_was_paid: tells_what_was_paid,
    tally_spelling: lambda text: tally_spelling({}, text, text, 1),
    take_values: take_values,
    values: values,
    word_stem: word_stem,
    parse_answer: parse_answer,
    to_extraction: _model_answer,
    clean: clean,
    defuse_templates: defuse_templates,
    is_blank: is_blank,
    name_text: name_text,
    titled_text: lambda text: titled_text(PASSAGE, text),
    passage_line: lambda text: passage_line("1", PASSAGE, text),
    is_all_of: lambda text: is_all_of(text, PASSAGE),
    beginnings_of: lambda text: beginnings_of(content_words(text)),
    found_words: lambda text: found_words(beginnings_of(content_words(text)[:64]), text),
    sections_of: lambda text: list(sections_of(text)),
    answering_sections: lambda text: answering_sections(
        [Passage("k", "i", "s", source="a.md")], [text], content_words(text)[:64]
    ),
    word_weights: lambda text: word_weights(content_words(text), [text]),
    first_choice: _excerpt,
    shown_sentences: shown_sentences,
    pack: lambda text: pack(_found(text), max_tokens=2000, counter=COUNT),
    pack_results: lambda text: pack_results(_found(text), max_tokens=2000, counter=COUNT),
    load_counter: COUNT,
    estimate_tokens.count: estimate_tokens,
    split_file: lambda text: split_file("/a.md", text, text.encode("utf-8", "replace")),
    markdown_sections: lambda text: list(markdown_sections(text)),
    plain_sections: lambda text: list(plain_sections(text)),
    parse_timestamp: parse_timestamp,
    make_entity_id: make_entity_id,
    hashed_vector: hashed_vector,
}
"""How each function reads a text, in every place where it takes one."""

NO_TEXTS = frozenset(["key", "kind", "character", "language", "expression"])
"""Parameters that are never as long as a text."""

TEXTS = realistic_texts(LENGTH)

NAME_PARTS = [a + b + c for a in "BDKLMNRT" for b in "aeiou" for c in "lnr"][:60]

# What a pattern may start with, repeat, and stumble over at its end.
PIECES = st.text(
    "aAbZ019 \n\t-_.,:;!?/\\@#+*=()[]{}<>|&%~^$§\"'`’“”«»€éßΣяع日本、。ｱ\u0301\u0e31\u200b"
)
REPEATED = st.one_of(
    PIECES.filter(bool), st.sampled_from(sorted(TEXTS.values())).map(lambda text: text[:40])
)


def pumped(head: str, piece: str, tail: str) -> str:
    return head + piece * ((LENGTH - len(head) - len(tail)) // len(piece)) + tail


class TooSlowError(Exception):
    """A text took longer than its limit."""


@contextmanager
def at_most(seconds: float, what: str) -> Iterator[None]:
    """Interrupt what takes more CPU time than that; a regular expression can be interrupted too."""

    def interrupt(signum: int, frame: object) -> None:
        raise TooSlowError(f"{what} takes more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def read_within_limit(read: Callable[[str], object], text: str, what: str) -> None:
    """Read a text; a machine that is busy elsewhere counts that too, so there are three tries."""
    for tries_left in (2, 1, 0):
        try:
            with at_most(LIMIT_S, what):
                read(text)
        except TooSlowError:
            if not tries_left:
                raise
        else:
            return


def modules() -> list[ModuleType]:
    names = [
        module.name
        for room in ROOMS
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
    ]
    return [ingest_text, markdown, plain_text, *map(importlib.import_module, names)]


def reads_text(function: Callable[..., object]) -> bool:
    parameters = inspect.signature(function).parameters.values()
    return any(p.annotation == "str" and p.name not in NO_TEXTS for p in parameters)


def test_every_public_function_that_reads_a_text_is_in_the_table():
    readers = {
        function
        for module in modules()
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module.__name__
        if not name.startswith("_") and reads_text(function)
    }
    assert {function.__qualname__ for function in readers - READERS.keys()} == set()


@pytest.mark.parametrize("function", READERS, ids=lambda function: function.__qualname__)
def test_no_realistic_text_holds_up_the_host(function):
    for name, text in TEXTS.items():
        read_within_limit(READERS[function], text, name)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.builds(pumped, PIECES, REPEATED, PIECES))
def test_no_repetition_holds_up_the_host(text):
    for function, read in READERS.items():
        read_within_limit(read, text, function.__qualname__)


@pytest.mark.parametrize("sign", [".", "!", "。"])
def test_a_long_row_of_dots_that_ends_no_sentence_does_not_hold_up_the_host(sign):
    read_within_limit(READERS[stated_facts], pumped("", sign, "0"), "a row of dots")


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "\u0301", "\u200b", "\u2028", "#"])
def test_every_function_reads_a_text_of_at_most_one_character(text):
    for read in READERS.values():
        read(text)


def test_many_different_names_do_not_hold_up_the_host():
    names = [f"{first}{second.lower()}" for first in NAME_PARTS for second in NAME_PARTS]
    text = "".join(f"{name} lamps, known as {name[::-1].title()} " for name in names)
    read_within_limit(lambda text: nicknames(text, names), text, "a long list of names")
