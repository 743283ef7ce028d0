"""Words and signs of a question, in several languages."""

from __future__ import annotations

from .word_sets import split_words

QUESTION_WORDS = split_words(
    "who whom whose when where what which why how wer wen wem wann wo wie woher wohin warum welche"
    " welcher welches qui quand où comment combien pourquoi quién cuándo dónde cómo cuánto qué chi"
    " quando dove quanto quem onde wanneer waar hoe welke wat hvem hva hvad hvor når vem vad när"
    " hur kto kiedy gdzie jak ile kdo kdy kde kolik kim nerede kaç кто когда где как сколько"
)
"""Normalised: "who", "wann", "combien"."""

QUESTION_MARKS = frozenset("?？؟")
