"""Messages that need no memory, as their form shows: thanks, pasted texts, code, verse.

"danke dir, mehr brauch ich nicht" thanks and asks nothing. "translate this: ..." brings all that it
is about along, and so shares words with memories by chance. "write me an R function that ..." wants
general knowledge. A hint, no more: who also names something of their own gets an answer all the
same. In a language that is not listed the hint is lost.
"""

from __future__ import annotations

import re

from .calendar_words import split_words

READ_CHARACTERS = 400
"""What a message wants stands at its beginning."""

MAX_THANKS = 10
"""Maximum number of words of a message that only thanks."""

MAX_GREETING = 4
"""Maximum number of words of one that only greets: "hi, the boiler shows that error" does more."""

_THANKS = split_words(
    "thanks thank thx cheers ta danke dankeschön merci gracias grazie obrigado obrigada bedankt"
    " dankjewel takk tusen tack tak dziękuję dzięki спасибо"
)
_GREETINGS = split_words(
    "hi hello hey moin hallo servus salut bonjour bonsoir hola ciao buongiorno olá hoi hei hej"
    " cześć привет"
)
_ASKING = split_words(
    "who whom whose what when where which why how can could would remind tell find show list give"
    " wer wen wem was wann wo welche welcher welches warum wie kannst zeig such sag"
    " qui que quoi quand où quel quelle pourquoi comment qué quién cuándo dónde cuál cómo chi cosa"
    " quando dove quale perché come quem onde qual wie wat wanneer waar welke hvem hva når hvor"
    " vem vad när var kto co kiedy gdzie jaki кто что когда где какой"
)
_WORD = re.compile(r"[^\W\d_]+")

_ON_TEXT = (
    r"translat\w+|rephrase|paraphrase|rewrite|reword|proofread|shorten|summari[sz]e|correct"
    r"|übersetz\w*|korrigier\w*|umformulier\w*|kürze?|trad[uú]\w+|corrig\w+|reformul\w+|resum\w+|résum\w+"
    r"|vertaal|verbeter|oversett|oversæt|översätt|przetłumacz|popraw|перевед\w+|исправь"
)
_FIVE_WORDS = r"(?:[^\W_]+(?:['’-][^\W_]+)*[^\w\n]{1,3}){4}[^\W_]"
_BROUGHT_ALONG = re.compile(
    rf"(?<!\w)(?:{_ON_TEXT})(?!\w)[^\n]{{0,80}}?(?:[\"“„«'‘][^\w\n]{{0,2}}|[:\n]\s{{0,3}}){_FIVE_WORDS}",
    re.IGNORECASE,
)
_TRANSLATED_TEXT = re.compile(
    r"(?:翻译|翻譯|訳して|번역)[^\n]{0,20}[:：「『\"“\n][^\n]{8}|[「『\"“][^\n]{8,}(?:翻译|翻譯|訳して|번역)"
)

_MAKE = (
    r"write|give|make|draft|schreib\w*|gib|escribe\w*|haz\w*|écri\w+|fais|scriv\w+|schrijf|skriv"
    r"|napisz|напиши"
)
_CODE_OR_VERSE = (
    r"function|regex\w*|regexp|one-?liner|sql|query|loop|macro|formula|poem|haiku|limerick|sonnet"
    r"|rhyme|joke|funktion|formel|gedicht|witz|fonction|poème|función|fórmula|poema|funzione|formula"
    r"|poesia|função|functie|gedicht|funksjon|dikt|funkcj\w+|wiersz|функци\w+|стих\w*"
)
_LANGUAGE = "python|bash|zsh|excel|sql|r|js|javascript|java|go|rust"
_GENERAL_WORK = re.compile(
    rf"\W{{0,3}}(?:please |bitte )?(?:(?:{_MAKE})(?: [^\s?!.:]{{1,15}}){{0,4}} (?:{_CODE_OR_VERSE})"
    rf"|(?:an? )?(?:{_LANGUAGE})? ?(?:{_CODE_OR_VERSE}))(?!\w)",
    re.IGNORECASE,
)


def needs_no_memory(message: str) -> bool:
    """Whether a message only thanks, brings its text along, or wants code or verse.

    Args:
        message: The user's message; only its beginning is read.
    """
    start = message[:READ_CHARACTERS].strip()
    return (
        _only_thanks(start)
        or _BROUGHT_ALONG.search(start) is not None
        or _TRANSLATED_TEXT.search(start) is not None
        or _GENERAL_WORK.match(start) is not None
    )


def _only_thanks(start: str) -> bool:
    """Whether a short message opens with thanks or a greeting and asks nothing."""
    if "?" in start or any(map(str.isdigit, start)):
        return False
    words = [word.casefold() for word in _WORD.findall(start)]
    first = words[0] if words else ""
    most = MAX_THANKS if first in _THANKS else MAX_GREETING if first in _GREETINGS else 0
    return len(words) <= most and bool(words) and _ASKING.isdisjoint(words)
