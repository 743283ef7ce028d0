"""Words that say that something is different from before: "no longer", "seit", "stepped down".

They are a hint and no proof: ``graph.revisions`` believes them only of two memories about the same
thing. `change_phrases/` has a file for each of 22 languages: phrases of one to four words,
and after an empty line those that also stand in many notes in which nothing changed ("new",
"sold").
The patterns here are for what no list can hold. Only what a text states counts: not "labels stop
when the primary is gone".
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..word_lists.calendar_words import CALENDAR_WORDS
from ..word_lists.number_words import NUMBERS
from ..word_lists.word_sets import any_of, split_words
from ..words import words
from .stated_parts import stated_parts

FOLDER = Path(__file__).with_name("change_phrases")

JOINED = frozenset(["ja", "ko", "zh"])
"""Languages whose phrases stand inside of what a space parts."""

LONGEST_PHRASE = 4
"""Number of words of the longest phrases."""

_CALENDAR = any_of(CALENDAR_WORDS)
_YESTERDAY = "yesterday|gestern|hier|ayer|ieri|ontem|вчера"

_PATTERNS = (
    r"now|from (?:this|next|the (?:next|coming|new|20\d\d)) \w+",
    r"jetzt|nun|ab (?:jetzt|heute)|doch nicht",
    r"maintenant|à partir d\w+|ne [\w']+ plus|finalement",
    r"ahora|a partir d\w+|agora|ya no|já não",
    r"adesso|ormai|a partire da\w*|non [\w']+(?: \w+)? più",
    r"kein\w* (?:[\w-]+ ){0,3}?mehr(?! als)|geen (?:[\w-]+ ){0,3}?meer(?! dan)"
    r"|(?:ikke|ingen|inte|inga) (?:[\w-]+ ){0,3}?(?:lenger|længere|längre)(?! (?:enn|end|än))"
    r"|nie (?:\w+ ){1,2}?już|não (?:[\w-]+ ){1,2}?mais(?! (?:do|que|de))",
    r"теперь|сейчас|больше не|переехал\w*|сменил\w*|перен[её]с\w*",
    r"(?:moved|shifted|switched|changed|raised|lowered|increased|reduced) (?:\w+ ){1,4}?to",
    r"changed (?:schools?|doctors?|dentists?|banks?|clubs?|teams?|companies|jobs?)|broke off"
    r"|(?:nach|ins|in (?:eine?n?|die|das|den)|zu[rm]?) (?:\w+ ){1,3}gezogen"
    r"|auf (?:[\w.]+ ){1,3}aktualisiert",
    r"hand(?:ed|ing) (?!in |out )(?:\w+ ){1,8}?to"
    r"|pass(?:es|ed|ing) (?:\w+ ){1,8}?(?:on|over) to|turn(?:s|ed|ing) (?:\w+ ){1,8}?over to",
    r"(?:went|gone|migrated) from (?:\w+ ){1,3}?to",
    r"(?:moved|pushed|put|brought|shifted) (?:\w+ ){1,3}?(?:back|forward)",
    rf"starting (?:today|tomorrow|now|this \w+|next \w+|(?:on )?(?:{_CALENDAR}))",
    r"from (?:\w+ ){1,4}on(?:wards?)?(?=\s*(?:[,.;:!?)]|\Z))",
    r"(?:correction|korrektur|berichtigung|corrección|correzione|correctie|correção|rättelse|rettelse"
    r"|korekta)(?= ?:)",
    r"est (?:monté|descendu)e? à(?= \d)",
    # "Sono passati a trovarci" is a visit.
    r"(?:siamo|sono) passat[ie] a(?! \w+r(?:e|ci|mi|ti|vi|l[aeio])\b)",
    r"no more|after all|once more|down to|(?:is|are|now|came|back) up to(?= \W?\d)",
    r"(?:up|down) from(?= \W?\d)",
)
# "Hört mit der Posaune auf": the end of such a German verb stands at the end of its clause. "Hört
# nicht auf", "zieht sich um" and "ab und zu" are no changes.
_BETWEEN = r"(?:(?!nicht |nie |niemals |keine?[mnrs]? |oft )\w+ )"
_APART = (
    rf"(?:(?:hört|hören|hörten?) {_BETWEEN}{{1,6}}?auf"
    rf"|(?:fällt|fallen|fiel|fielen) {_BETWEEN}{{1,6}}?aus"
    rf"|(?:sagt|sagen|sagten?) {_BETWEEN}{{1,6}}?ab"
    rf"|(?:löst|lösen|lösten?) (?!sich ){_BETWEEN}{{1,8}}?ab"
    rf"|(?:zieht|ziehen|zog|zogen) (?!(?:sich|mich|dich|euch) ){_BETWEEN}{{1,6}}?um"
    rf"|(?:steigt|steigen|stieg|stiegen|stellt|stellen|stellten?) {_BETWEEN}{{0,5}}?"
    rf"auf {_BETWEEN}{{1,3}}?um)"
    r"(?=\s*(?:[,.;:!?)]|und\b(?! zu\b)|\Z))"
)
# "From Monday" begins something; "from Monday to Friday" does not. Neither do "die Störung vom 24.
# Mai" and "la réunion du 3 mai": they say which one it is.
_FROM_DAY = (
    rf"(?:from|ab|da|dal|dès|od|с)(?: \w+)?(?: \d{{1,2}}\.?)? (?:{_CALENDAR})\b"
    r"(?!(?: \w+)?,? (?:to|through|thru|until|till|bis|al?|au|à|jusqu|hasta|até|do|по)\b| ?[-–])"
)
_FROM_DATE = r"(?:ab|od|fra|från|dal) \d{1,2}\.\d{1,2}\.(?!\d)(?! (?:bis|do|til|till|al)\b)"
_FROM_MAY_POLISH = r"od maja\b(?! do\b)"
_VON_AN = rf"vo[nm] (?:\w+ )?(?:\d{{1,2}}\. ?)?(?:{_CALENDAR}) an(?!\w)"
_SUBJECT = "i|you|we|he|she|it|they|ich|du|er|es|wir|je|tu|il|elle|on|nous"
# "Since Tuesday", "seit den Ferien"; but not "since childhood", "since 2016", "since it is so hot".
_SINCE = (
    r"(?:(?:since|seit|depuis|desde|dal|dalla) "
    rf"(?:(?!then|day\b|(?:{_SUBJECT})\b)\w{{1,4}}\b|{_YESTERDAY}|{_CALENDAR})"
    rf"|с (?:{_YESTERDAY}|{_CALENDAR}))"
    r"(?!(?:\W+\w+){0,4}?\W+(?:19|20)\d\d\b)(?<!\b(?:19|20)\d\d)"
)
_UNSPACED = "现在|現在|不再|从今|今は|今から|もう(?!すぐ|一度)"
_CHANGE = re.compile(rf"(?<!\w)(?:{'|'.join(_PATTERNS)}|{_APART})(?!\w)|{_UNSPACED}")
_BEGINNINGS = {
    "from a day": re.compile(rf"(?<!\w)(?:{_FROM_DAY}|{_FROM_DATE}|{_FROM_MAY_POLISH}|{_VON_AN})"),
    "since": re.compile(rf"(?<!\w)(?:{_SINCE})"),
}
"""When something began, by the kind of word: two memories with one each tell of two beginnings."""

BEGINNINGS = (
    frozenset(_BEGINNINGS)
    | split_words("now jetzt nun maintenant ahora agora adesso ormai теперь сейчас")
    | {"has now", "have now", "now have", "now with", "hat jetzt", "haben jetzt"}
    | {"ahora tiene", "agora tem"}
)
"""Words of change that only say that something began: "since May Ada plays the accordion"."""

FORMERLY = frozenset(
    [
        *("formerly", "former", "previously", "used to", "used to be", "used to have"),
        *("used to live", "used to work", "ehemals", "ehemalige", "ehemaliger", "früher"),
        *("ancien", "ancienne", "autrefois", "auparavant", "antes", "antes era", "antes vivía"),
        *("antes trabajaba", "solía", "antiguo", "antigua", "prima", "prima era", "prima viveva"),
        *("prima lavorava", "voorheen", "voormalig", "voormalige", "vroeger", "antigo", "antiga"),
        *("antigamente", "costumava"),
    ]
)
"""Words for what was once: two memories that both have one tell of the same past."""

_NAMED_NEW = (
    r"(?<!from )(?<!since )(?<!with )(?<!with the )(?<!from the )(?<!since the )new year"
    r"|new (?:york|zealand|orleans|delhi|jersey|mexico|england|testament)"
    r"|(?:das|im|ins) neuen? jahr|neues jahr|oud (?:en|&) nieuw|het nieuwe jaar|nouvel an"
    r"|nouvelle[- ](?:orléans|zélande)|año nuevo|nueva (?:york|zelanda)|(?:anno|ano) nuovo"
    r"|nuova (?:york|zelanda)|ano novo|nova (?:iorque|york|zelândia)|now(?:y|ego|ym) rok(?:u|iem)?"
    r"|nowy(?:m)? jork\w*|nov(?:ý|ého|ém) rok\w*|nytt år|nya året|nytår"
)
"""Holidays and places with "new" in their names; but "since New Year" tells of a change."""

_CLOSED_FOR_A_WHILE = (
    r"(?:is|are|was|were|be|stays|remains) closed"
    r"(?= (?:on|from|between|over|during|until|till|because|due to|today|tomorrow)\b)"
    r"|(?:am|vom|bis|über|zwischen|wegen) (?:(?!hat\b|haben\b)[\w.]+ ){1,6}geschlossen"
    r"|(?:est|sont|était|sera|reste) fermé(?= (?:le|la|du|de|pendant|jusqu|entre|aux?|en)\b)"
    r"|(?:è|resta|sarà) chiuso(?= (?:il|fino|per|durante)\b)"
    r"|(?:is|zijn|was|blijft) gesloten(?= (?:op|van|tot|tussen|wegens)\b)"
)
"""Closed on some days or for a reason: the hours of the other days stay."""

# "At the left sill", "plays left wing", "four years old", "can be stopped", "to be bought",
# "overdue since May", "stops here", "now and then", "no longer than an hour", "New Year": nothing
# has gone or begun.
_NO_CHANGE = re.compile(
    r"(?<!\w)(?:(?:the|at|on|to|my|your|his|her|its|our|their|upper|lower|front|rear|back|top"
    r"|bottom|far) left"
    r"|left[- ](?:wing|side|hand|foot|leg|arm|eye|ear|knee|hip|shoulder|ankle|half|lane|handed)"
    r"|(?:years?|months?|weeks?|days?)[- ]old|(?:can|could|(?<!used )to) be \w+"
    r"|(?:due|overdue|outstanding|unpaid|pending|missing|fällig|überfällig|offen) (?:since|seit)"
    rf"|{_NAMED_NEW}|{_CLOSED_FOR_A_WHILE}"
    r"|stops (?!\w+ing\b)\w+|now and (?:then|again)"
    r"|no (?:longer|more) than|niet (?:meer|langer) dan"
    r"|(?:inte|ej) (?:mer|längre) än|ikke (?:mer|lenger) enn|ikke (?:mere|længere) end"
    # "Nicht mehr als Koch" is a change.
    rf"|(?:n(?:icht|ie) (?:mehr|länger) als|non (?:\w+ )?più di) (?:\d+|{any_of(NUMBERS)}))(?!\w)",
    re.IGNORECASE,
)


class ChangeWords(NamedTuple):
    """The words of a text that speak of a change, case-folded.

    Attributes:
        strong: Those that hardly stand in a text for another reason.
        weak: Those that often do.
    """

    strong: frozenset[str]
    weak: frozenset[str]


def change_words(text: str) -> ChangeWords:
    """Return the words of a text that speak of a change.

    Args:
        text: The text of a short memory.
    """
    strong, weak = _phrases()
    text = _NO_CHANGE.sub(",", stated_parts(text))
    folded = text.casefold()
    runs = _runs(text)
    beginnings = (kind for kind, pattern in _BEGINNINGS.items() if pattern.search(folded))
    return ChangeWords(
        strong.found_in(folded, runs).union(_CHANGE.findall(folded), beginnings),
        weak.found_in(folded, runs),
    )


def load_change_phrases() -> None:
    """Read the phrases now, which takes some ms, and not in the first turn."""
    _phrases()


class _Phrases(NamedTuple):
    """Phrases of whole words, and strings that may stand anywhere."""

    of_words: frozenset[str]
    anywhere: frozenset[str]

    def found_in(self, text: str, runs: frozenset[str]) -> frozenset[str]:
        """Return those of a text, given all runs of its words."""
        found = runs & self.of_words
        if not text.isascii():
            found |= {phrase for phrase in self.anywhere if phrase in text}
        return found


def _runs(text: str) -> frozenset[str]:
    """Return all runs of one to four words."""
    norms = [word.norm for word in words(text)]
    return frozenset(
        " ".join(norms[start : start + length])
        for length in range(1, LONGEST_PHRASE + 1)
        for start in range(len(norms) - length + 1)
    )


@cache
def _phrases() -> tuple[_Phrases, _Phrases]:
    """Return the strong and the weak phrases of all languages."""
    strong: tuple[set[str], set[str]] = (set(), set())
    weak: tuple[set[str], set[str]] = (set(), set())
    for path in FOLDER.glob("*.txt"):
        parts = path.read_text(encoding="utf-8").split("\n\n")
        for kind, part in zip((strong, weak), parts, strict=True):
            kind[path.stem in JOINED].update(filter(None, part.split("\n")))
    return _Phrases(*map(frozenset, strong)), _Phrases(*map(frozenset, weak))
