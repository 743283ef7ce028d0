"""Messages that need no memory, as their form shows: thanks, "shorter please", pasted texts, verse.

"translate this: ..." brings all that it is about along, and so shares words with memories by
chance. "write me an R function that ..." wants general knowledge. Each form is read narrowly: who
says "my", "we" or a name that is not thanked (`thanks`) may well mean something of their own. A
language that is not listed only loses the hint.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..names.single_words.german_nouns import capitalises_nouns, may_be_noun
from ..word_lists.calendar_words import CALENDAR_WORDS
from ..word_lists.word_sets import any_of, split_words
from ..words import words
from .first_person import FIRST_PERSON
from .habits import calls_on_habits
from .thanks import WORD, only_thanks

READ_CHARACTERS = 400
"""What a message wants stands at its beginning."""

_OWN = FIRST_PERSON - split_words("me mir mi mij mig")
"""First persons, without those for whom something is written: "write me a function"."""

_TRANSLATE = (
    r"translate|übersetz\w*|trad[uú][iczç]\w*|vertaal|oversett|oversæt|översätt|přelož\w*"
    r"|przetłumacz|переведи\w*|ins [^\W\d_]{3,12}sche"
)
_SUMMARISE = (
    r"summari[sz]e|condense|(?:boil|sum)(?= (?:this|that|it)\b)|tl;?dr|zusammenfassung"
    r"|fass\w{0,2}(?=[^\n:]{1,80} zusammen\b)|vat(?=[^\n:]{0,80} samen\b)|samenvat\w*"
    r"|résum\w+|resum\w+(?= (?:en|em|numa?|esto|este|eso|isto|isso|el|o|la|a)\b)|riassum\w+"
    r"|rezum\w+|streść|podsumuj|shrň|oppsummer\w*|opsummer\w*|sammenfat\w*|sammanfatta\w*"
    r"|tiivistä|foglald|özetle|перескажи|перекажи"
)
_REWORD = r"rephrase|paraphrase|rewrite|reword|proofread|shorten|polish|correct"
_REWORK = (
    rf"put(?= (?:this|that|it|the)\b)|{_REWORD}|{_SUMMARISE}|(?:make|turn)(?= (?:this|that|it)\b)"
    r"|fix the (?:grammar|spelling|typos?|mistakes|wording|punctuation|english|german|french)"
    r"(?: of| in)?|mach(?= (?:das|dies|es)\b)|rends(?= (?:ça|ceci|cela)\b)|haz(?= esto\b)"
    r"|mach\w{0,2} aus (?:dem|diesem|der|dieser|den|folgendem) [^\W\d_]{3,12}"
    r"(?: [^\W\d_]{2,15}){1,4}"
    r"|korrigier\w*|formulier\w*|kürze?|corrig\w+|reformul\w+|verbeter|popraw"
)
_PLEASE = r"\W{0,3}(?:(?:please|bitte|can you|could you|kannst du)\W{1,2})?"
_TO_WHAT = (
    r"(?:[^\w\n]{1,3}(?:(?:to|into|in|ins|til|till|en|au|al|naar(?: het)?|na|på|на)"
    r" (?:(?:plain|simple) )?[^\W\d_]{4,15}"
    r"|(?:more|less|plus|moins|más|menos) [^\W\d_]{3,15}|[^\W\d_]{3,12}(?:er|ly)"
    r"|sound|read|a (?:bit|little)|much|for (?:the|an?|my|our) [^\W\d_]{3,12}"
    r"|this|that|it|please|bitte|das|dies\w*|ihn|the|following|text|sentence|for me"
    r"|folgende[nsr]?|satz|mal|esto|ça|questo|dit|dette|det)(?!\w)){0,6}"
)
_FIVE_WORDS = r"(?:[^\W_]+(?:['’-][^\W_]+)*[^\w\n]{1,3}){4}[^\W_]"
_QUOTES = "\"“„«»›‹'‘‚"
_QUOTED = rf"[{_QUOTES}][^\w\n]{{0,2}}{_FIVE_WORDS}"
_BROUGHT_ALONG = re.compile(
    rf"{_PLEASE}(?:(?:{_TRANSLATE}){_TO_WHAT}\s?(?::\s{{0,3}}{_FIVE_WORDS}|:?\s{{0,3}}{_QUOTED})"
    rf"|(?:{_REWORK}){_TO_WHAT}(?:\s?:?\s{{0,3}}{_QUOTED}|:? ?\n\s{{0,3}}{_FIVE_WORDS}))",
    re.IGNORECASE,
)
_TRANSLATED = re.compile(
    r"\W{0,3}(?:请|請)?(?:翻译|翻譯)[^\n:：「『\"“]{0,12}[:：「『\"“\n][^\n]{8}"
)

_OTHER = (
    r"(?:shorter|longer|briefer|simpler|clearer|friendlier|nicer|softer|funnier"
    r"|(?:more|less) (?:formal|polite|concise|detailed|casual|friendly|technical)"
    r"|kürzer|länger|einfacher|klarer|freundlicher|förmlicher|höflicher|(?:plus|moins) (?:court"
    r"|long|simple|clair|poli|formel)e?|(?:más|menos) (?:cort|larg|brev|simpl|clar|formal)\w*"
    r"|(?:più|meno) (?:cort|lung|brev|semplic|chiar|formal)\w*)"
)
_REMAKE = re.compile(
    rf"{_PLEASE}(?:(?:make|keep) (?:it|this|that) |mach\w? (?:es|das) |fais-le |rends-le |hazlo"
    rf" |fallo )?(?:(?:a (?:bit|little)|much|bitte|etwas|noch|viel) ){{0,2}}{_OTHER}"
    rf"(?:,? (?:and|und|et|y|e) {_OTHER})?(?:,? (?:please|pls|thanks|bitte|danke))?[\s.!]*",
    re.IGNORECASE,
)
"""An order about the last answer: "make it shorter"."""

_ORDER_ABOVE = re.compile(
    rf"{_PLEASE}(?:{_TRANSLATE}|{_REWORK}|{_OTHER})(?!\w)[^\n]{{0,160}}?"
    rf"(?:[^\w\n]{{0,3}}\n\s{{0,3}}|[:?.!] (?=[{_QUOTES}]))",
    re.IGNORECASE,
)
"""An order that stands above a text: "Can you make that a bit less formal?" and then a letter."""

_ORDER_ON_QUOTED = re.compile(
    rf"{_PLEASE}(?:{_TRANSLATE}|{_SUMMARISE}|{_REWORD})(?!\w)[^\n:{_QUOTES}]{{0,80}}:\s{{0,3}}(?={_QUOTED})",
    re.IGNORECASE,
)
"""An order on a quoted text: "summarise it in a dozen words: '...'"."""

LONG_TEXT_WORDS = 25
"""Least words of such a text: a line below an order may belong to it."""

_ONE = r"an?|eine?n?|un[ae]?|uno|een|et|ett|en"
_MAKE = r"write|give|make|draft|schreib\w*|gib|escribe\w*|haz|écri\w+|fais|scriv\w+|schrijf|skriv"
_CODE = (
    r"function|regex|regexp|one-?liner|query|loop|macro|formula|script|funktion|formel|fonction"
    r"|función|fórmula|funzione|functie|funksjon|einzeiler"
)
_VERSE = r"poem|haiku|limerick|sonnet|joke|gedicht|witz|poème|poema|poesia|dikt"
_LANGUAGES = split_words("python bash zsh excel sql r js javascript java go rust perl awk sed jq")
_LANGUAGE = any_of(_LANGUAGES)
_MAKE_ONE = re.compile(
    rf"{_PLEASE}(?:{_MAKE})(?: me| mir| moi)? (?:{_ONE})(?: [^\s?!.:]{{1,15}}){{0,3}}"
    rf" (?:{_CODE}|{_VERSE}|(?:{_LANGUAGE})-(?:zeile|befehl|skript|funktion|abfrage))(?!\w)",
    re.IGNORECASE,
)
_CODE_THAT = re.compile(
    rf"{_PLEASE}(?:an? )?(?:(?:{_LANGUAGE}) )?(?:{_CODE})"
    r" (?:to|for|that|which|with|um|für|pour|para|per|om|voor)(?!\w)",
    re.IGNORECASE,
)
_FOR_KNOWN = re.compile(
    r"(?:script|macro|skript|makro) (?:for|für|pour|para|per|voor) "
    r"(?:the|den|die|das|le|la|les|el|los|las|il|lo|i|gli|de|het)(?!\w)",
    re.IGNORECASE,
)
"""A script is for a certain thing of the user's: "script for the backup"."""


def needs_no_memory(message: str, name_spans: Iterable[tuple[int, int]] = ()) -> bool:
    """Whether a message only thanks, is about the answer before, brings its text, or wants code.

    Args:
        message: The user's message; only its beginning is read.
        name_spans: Where it has names that the graph knows: the offsets of start and end.
    """
    beginning = message[:READ_CHARACTERS]
    start = beginning.strip()
    name_spans = tuple(name_spans)
    return (
        only_thanks(beginning, name_spans)
        or _BROUGHT_ALONG.match(start) is not None
        or _TRANSLATED.match(start) is not None
        or _stands_above_a_text(beginning, name_spans)
        or _is_general(_ORDER_ON_QUOTED.match(beginning), name_spans)
        or _REMAKE.fullmatch(start) is not None
        or _wants_general_work(start)
    )


def _stands_above_a_text(beginning: str, name_spans: Iterable[tuple[int, int]]) -> bool:
    """Whether a message is a long text below an order about nothing of the user's or of others."""
    order = _ORDER_ABOVE.match(beginning)
    if order is None or len(beginning[order.end() :].split()) < LONG_TEXT_WORDS:
        return False
    return _is_general(order, name_spans)


def _is_general(order: re.Match[str] | None, name_spans: Iterable[tuple[int, int]]) -> bool:
    """Whether there is an order, about nothing of the user's or of others."""
    if order is None:
        return False
    is_own = not _OWN.isdisjoint(map(str.casefold, WORD.findall(order.group())))
    return not is_own and all(start >= order.end() for start, _ in name_spans)


def _wants_general_work(start: str) -> bool:
    """Whether a message wants code or verse, and nothing of the user's or of somebody's."""
    if not (_MAKE_ONE.match(start) or _CODE_THAT.match(start)):
        return False
    if calls_on_habits(start) or _FOR_KNOWN.search(start):
        return False
    written = WORD.findall(start)
    if not _OWN.isdisjoint(map(str.casefold, written)):
        return False
    # "R" and "MOV" are no names; in a German message, nouns are none either.
    capitals = [word for word in written[1:] if word[0].isupper() and not word.isupper()]
    names = {*map(str.casefold, capitals)} - _LANGUAGES - CALENDAR_WORDS
    return not names or (capitalises_nouns(start, words(start)) and all(map(may_be_noun, names)))
