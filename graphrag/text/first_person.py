"""Whether somebody speaks of themselves: a hint that the answer is in their agent's memory.

Small talk, sums, questions of general knowledge and commands on the last answer hardly ever have a
first person ("make it shorter"). Questions about one's own life and work mostly do ("which tyres do
I order", "wo stehen unsere Server"), or call somebody mum. A language that is not listed loses the
hint, no more.
"""

from __future__ import annotations

from .calendar_words import split_words
from .query_words import MAX_MESSAGE_CHARACTERS
from .words import words

FIRST_PERSON = split_words(
    "i me my mine we us our ours "
    "ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unserem unseren "
    "unserer je moi mon ma mes nous notre nos io mi mia mio miei mie noi nostro nostra nostri "
    "nostre yo mis nosotros nuestro nuestra nuestros nuestras eu meu minha meus minhas nosso nossa "
    "ik mij mijn wij ons onze jag mig min mitt mina vi oss vår "
    "mum mom mummy mama mamma dad daddy papa grandma grandpa oma opa nonna nonno abuela abuelo "
    "я мне меня мой моя мы нас наш наша 我 私 僕 俺 나 저 우리"
)
"""Pronouns of the first person, and names for one's own parents and grandparents; lower case."""


def speaks_of_self(message: str) -> bool:
    """Whether a message speaks of the user or of the user's parents and grandparents.

    Args:
        message: The user's message; what comes after 20,000 characters is not read.
    """
    return any(word.norm in FIRST_PERSON for word in words(message[:MAX_MESSAGE_CHARACTERS]))
