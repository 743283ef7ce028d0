"""Whether somebody speaks of themselves: a hint that the answer is in their agent's memory.

Small talk, sums, questions of general knowledge and commands on the last answer hardly ever have a
first person ("make it shorter"). Questions about one's own life and work mostly do ("which tyres do
I order", "wo stehen unsere Server"), or call somebody mum. A language that is not listed only
loses the hint.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..languages.english_words import likely_languages
from ..query_words import MAX_MESSAGE_CHARACTERS
from ..word_lists.word_sets import split_words
from ..words import words

FIRST_PERSON = split_words(
    "i me my we us our ours "
    "ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unserem unseren "
    "unserer je j moi mon ma mes nous notre nos mi mia mio miei mie noi nostro nostra nostri "
    "nostre yo mi mis conmigo nosotros nuestro nuestra nuestros nuestras eu meu minha meus minhas "
    "nosso nossa nossos nossas comigo "
    "ik mij mijn wij ons onze jag mig min mitt mina vi oss vår vårt våra jeg vores "
    "já mě mně mi můj moje mého mému mou my nás nám naše náš našeho našemu našich naší "
    "beni bana benim benden bize bizi bizim bizde "
    "mum mom mummy mama mamma dad daddy papa grandma grandpa granny grandad granddad "
    "oma opa nonna nonno abuela abuelo mormor morfar farmor farfar máma mámy mámě táta tátovi "
    "babička babičky annem annemin anneme annemi babam babamın babama babamı "
    "я мне меня мой моя моё мои мою моей моего моих "
    "мы нас нам наш наша наше наши нашу нашей нашего "
    "mój moja moje moi mojego mojej mojemu moją moim moich mnie mną "
    "nasz nasza nasze nasi naszego naszej naszemu naszą naszym naszych nami "
    "我 私 僕 俺 나 나는 내 내가 저 저는 제 제가 우리 우리는 우리가"
)
"""Pronouns of the first person, and names for one's own parents and grandparents; lower case."""

_ALSO_NAMES = frozenset(["eu", "us", "ma", "mon", "min", "vi", "mi"])
"""With a capital they are a country or a name; after a number, "min" is a minute and "mi" a
mile."""

_OF_LANGUAGES: Mapping[str, frozenset[str]] = {
    "eu": frozenset(["pt", "ro"]),
    "i": frozenset(["en"]),
    "je": frozenset(["fr"]),
    "mi": frozenset(["es", "it"]),
    "moi": frozenset(["fr", "pl"]),
    "nos": frozenset(["es", "fr"]),
    "vi": frozenset(["da", "no", "sv"]),
}
"""In which languages these are pronouns. In others they are other words: Swedish "i" is "in"."""


def speaks_of_self(message: str) -> bool:
    """Whether a message speaks of the user or of the user's parents and grandparents.

    Args:
        message: The user's message; what comes after 20,000 characters is not read.
    """
    likely = cache(lambda: likely_languages(message))
    before = ""
    for word in words(message[:MAX_MESSAGE_CHARACTERS]):
        if word.norm in FIRST_PERSON and not (
            word.norm in _ALSO_NAMES
            and (before.isdigit() or (before and message[word.start].isupper()))
        ):
            languages = _OF_LANGUAGES.get(word.norm)
            if languages is None or not likely() or languages & likely():
                return True
        before = word.norm
    return False
