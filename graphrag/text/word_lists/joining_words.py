"""Words that join what a message asks to what it asks before: "and", "also", "then"."""

from __future__ import annotations

from .question_words import QUESTION_WORDS
from .word_sets import split_words

AND_WORDS = split_words("and plus und sowie et puis y e ed poi en og och oraz ve и та")
"""As people write them in lower case. Those of one letter that say something else in English ("i",
"a") are not among them."""

ALSO_WORDS = split_words(
    "also then oh auch dann außerdem aussi ensuite también luego además anche inoltre também"
    " depois ook dan også dessuten också sedan"
)

LEADING_QUESTION_WORDS = QUESTION_WORDS | split_words(
    "wessen welchen welchem wieviel worin wovon wofür womit was quoi quel quelle quels quelles"
    " lequel laquelle qu'est-ce que quiénes cuánta cuántos cuántas cuál cuáles quien cuando donde"
    " como cuanto cual quanti quante quanta quale quali qual come cosa che dov'è com'è quantos"
    " quantas quais como hoeveel welk wie hvornår hvilken hvilket hvilke hvorfor hvordan vilken"
    " vilket vilka varför хто коли де"
)
"""Question words as they stand at the beginning of what is asked: "welchen", "hvilken"."""

ALSO_NO_QUESTION = split_words("was que qui quale come como che wo var de en")
"""Those that are often no question word inside a sentence, or in another language."""
