"""Memories that only note that the user asked something: "User asked who invented the wiper".

Agents write down small talk too. Such a memory answers no later question, and shares its words with
many. They are read in the languages whose function words are known; others only lose the hint.
"""

from __future__ import annotations

import re

from ..word_lists.user_words import USER_WORDS
from ..word_lists.word_sets import any_of

READ_CHARACTERS = 120
"""A note says at its beginning what it is."""

_USER = rf"(?:user|{any_of(USER_WORDS)})"
_ASKED = (
    r"(?:asked about|asked for (?:an?|the|some\w*|help|ideas)|wondered|joked|was curious"
    r"|wanted to know|fragte|hat gefragt|bat um (?:eine?n?|hilfe|ideen)|wollte wissen"
    r"|ha chiesto|chiese|voleva sapere"
    r"|preguntó|ha preguntado|pidió (?:una?|ayuda|ideas)|quería saber|a demandé"
    r"|perguntou|pediu (?:uma?|ajuda|ideias)|vroeg|prosił[a]? o|pytał[a]?|zapytał[a]?)"
)
# Without a subject only a question is meant: "Asked for a quote" may be about somebody's work.
_QUESTION = (
    r"(?:(?:asked|wondered|wanted to know) (?:whether|if|what|who\w*|how|why|when|where|which)"
    r"|(?:fragte|wollte wissen),? (?:ob|was|wer|wie|warum|wieso|woher|wohin|wo|wann|welche\w?)"
    r"|(?:preguntó|quería saber) (?:si|qué|quién|cómo|por qué|cuándo|dónde|cuál\w*|cuánt\w*)"
    r"|(?:ha chiesto|voleva sapere) (?:se|cosa|chi|come|perché|quando|dove|qual\w*|quant\w*)"
    r"|(?:a demandé|voulait savoir) (?:si|ce que|qui|comment|pourquoi|quand|où|quel\w*|combien)"
    r"|(?:perguntou|queria saber) (?:se|o que|quem|como|por que|quando|onde|qual|quais)"
    r"|(?:vroeg|wilde weten),? (?:of|wat|wie|hoe|waarom|wanneer|waar|welke?)"
    r"|(?:za)?pytał[a]?,? (?:czy|co|kto|jak|dlaczego|kiedy|gdzie|który|ile))"
)
_CHINESE = (
    r"(?:用户|使用者)(?:(?:想知道|想了解|好奇)|[^。！？\n，,]{0,6}(?:询问|詢問|问|問)"
    r"(?:了|过|過|起|到|道)?(?=[^。！？\n]*(?:什么|什麼|怎么|怎麼|为何|為何|谁|誰|哪|如何|是否|吗|嗎|多少|几|幾)))"
)
_JAPANESE = (
    r"ユーザー(?:は|が|も)[^。！？\n]*?"
    r"(?:か(?:と|を|、)?(?:聞い|聞き|訊い|訊き|尋ね|たずね|質問し)|について(?:尋ね|たずね|質問し)|知りたがっ)"
)
_NOTE = re.compile(
    rf"(?:\w+['’ ]){{0,3}}?{_USER} (?:{_ASKED}|{_QUESTION})\b"
    rf"|{_QUESTION}\b"
    r"|(?:had )?(?:a )?(?:small talk|chat(?:ted)?|talked briefly|joke[ds]?) about\b"
    rf"|{_CHINESE}|{_JAPANESE}",
    re.IGNORECASE,
)

_SAYS_MORE = re.compile(
    r"\b(?:because|always|every|weil|denn|immer|jede[nrsm]?|porque|siempre|cada|perché|sempre|ogni"
    r"|parce que|toujours|chaque|omdat|altijd|elke)\b"
    r"|因为|因為|总是|總是|每|から|ので|いつも|毎",
    re.IGNORECASE,
)
"""Signs of a reason or of a standing wish, which answer later questions."""


def notes_a_request(text: str) -> bool:
    """Whether a memory only notes that the user asked or joked about something.

    Args:
        text: Its text.
    """
    beginning = text[:READ_CHARACTERS]
    return _NOTE.match(beginning) is not None and _SAYS_MORE.search(beginning) is None
