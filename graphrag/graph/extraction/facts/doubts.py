"""Words with which a sentence states nothing for certain, denies it, or reports what others say."""

from __future__ import annotations

import re

from ....text.word_lists.word_sets import split_words

UNSURE = split_words(
    "if unless whether would could might should shall maybe perhaps probably possibly suppose"
    " supposedly apparently allegedly imagine example e.g hypothetically formerly"
    " previously according ought pretend except unlike"
    " wenn falls ob würde würden könnte könnten sollte sollten vielleicht angeblich beispiel z.b"
    " früher ehemals laut assume assuming doubt alleged supposed fake rumoured rumored respectively"
    " false untrue wrongly selon según secondo segundo"
    " provided officially theory luck soon think guess unconfirmed outdated novel"
    " reportedly presumably seemingly purportedly potentially theoretically tentatively hopefully"
    " tomorrow whenever dream dreams nightmare traum"
    " ideally conceivably ostensibly likely unlikely unverified uncertain unsure afaik iirc tbc"
    " solange sofern zolang mits"
    " vermutlich wahrscheinlich möglicherweise anscheinend scheinbar voraussichtlich womöglich"
    " hoffentlich evtl mutmasslich soweit wissens unbestätigt"
    " misschien waarschijnlijk vermoedelijk mogelijk wellicht volgens indien tenzij zou zouden"
    " peut-être probablement quizás quizá probablemente forse probabilmente talvez provavelmente"
)
"""A sentence with one of these states nothing for certain."""

UNSURE_PAIRS = frozenset(
    {
        ("as", "far"),
        ("event", "of"),
        ("event", "that"),
        ("im", "fall"),
        ("im", "falle"),
        ("in", "case"),
        ("in", "geval"),
        ("long", "as"),
        ("next", "month"),
        ("next", "week"),
        ("next", "year"),
        ("not", "sure"),
        ("nicht", "sicher"),
        ("nur", "wenn"),
        ("only", "when"),
        ("only", "while"),
        ("tal", "vez"),
    }
)
"""Nor does one with two of these words in a row."""

DENIED = split_words(
    "not no never none nobody nothing neither nor without cannot hardly barely scarcely seldom"
    " rarely nearly almost half yet instead"
    " kaum selten guère apenas"
    " nowhere nicht kein keine keinen keinem keiner nie niemals ohne niemand nichts statt"
    " nirgends weder beinahe niet geen nooit nergens zonder nauwelijks"
    " pas jamais aucun aucune sans nunca jamás tampoco não ikke inte aldrig"
)
"""Before or inside a relation they negate it."""

NOT_CONTRACTED = ("n't", "n’t")
"""How "isn't" ends, with either apostrophe."""

ALMOST = "fast"
"""In a German sentence it negates what stands after it; in an English one it is no such word."""

REPORTED = split_words(
    "said says say told tells tell asked asks ask thinks thought think believes believed believe"
    " claims claimed hopes hoped hope wants wanted want wishes wished wish plans planned plan"
    " wonders wondered joked suggests suggested proposes proposed considers considered consider"
    " intends intended expects expected recommends heard dreams dreamt dreamed pretends pretended"
    " tries tried try refuses refused declined failed forgot forgets regrets"
    " going due supposed meant able about seems seem appears appear assumes assumed suspects"
    " suspected doubts doubted considering thinking hoping applied forbids forbade offered promised"
    " agreed decided reckons reckon guess guesses denies denied scheduled planning eager keen"
    " willing unwilling reluctant tempted unable attempts attempted attempting threatens threatened"
    " sagt sagte meint meinte fragt fragte glaubt möchte wollte will soll hofft überlegt plant"
)
"""Who says, wants or expects something has not made it so."""

TOLD = split_words("said says say claims claimed told tells thinks believes writes sagt sagte")
"""After a comma or a quotation they say who states what stands before: "..., says Tomas"."""

TOLD_LAST = TOLD | split_words("wrote mentioned told thought believed")
"""After a comma and a name, at the end: "..., Tomas wrote"."""

_INTRODUCING = (
    UNSURE
    | TOLD_LAST
    | split_words(
        "asked asks never no not when writes wrote examples question questions idea ideas todo wish"
        " wishes rumour rumours rumor rumors quote quotes draft drafts proposal proposals option"
        " options hypothesis assumption assumptions scenario plan plans"
        " nicht nie beispiele frage fragen fragte ideen entwurf vorschlag vorschläge gerücht"
        " gerüchte zitat schrieb szenario"
    )
)
_MAX_INTRODUCTION = 200
"""A longer line is a paragraph, in characters."""

_WORD = re.compile(r"[^\W\d_]+")


def introduces_doubt(line: str) -> bool:
    """Whether a line says of those below it that they state nothing: "If Tern fails:"."""
    line = line.strip(" \t\r\n*_#")
    if not line.endswith(":") or len(line) > _MAX_INTRODUCTION:
        return False
    return not _INTRODUCING.isdisjoint(_WORD.findall(line.casefold()))


def is_denial(word: str) -> bool:
    """Whether a word negates a relation: "not", "isn't" with either apostrophe."""
    return word in DENIED or word.endswith(NOT_CONTRACTED)
