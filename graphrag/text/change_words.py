"""Words that say that something is different from before: "now", "no longer", "seit", "invece".

They are a hint and no proof: ``ranking.outdated`` believes them only of two memories about the same
thing. In the languages whose dates are understood; in another one the hint is lost, no more.
"""

from __future__ import annotations

import re

from .calendar_words import MONTHS, WEEKDAYS

_CALENDAR = "|".join(sorted(map(re.escape, {*MONTHS, *WEEKDAYS}), key=len, reverse=True))
_YESTERDAY = "yesterday|gestern|hier|ayer|ieri|ontem|вчера"

_PHRASES = (
    # It holds now, or from some time on.
    r"now|nowadays|currently|these days|as of|from (?:now on|today|this \w+|next \w+)",
    r"jetzt|nun|inzwischen|mittlerweile|neuerdings|künftig|ab (?:jetzt|heute|sofort)",
    r"maintenant|désormais|dorénavant|actuellement|à partir d\w+",
    r"ahora|actualmente|a partir d\w+|agora|atualmente",
    r"adesso|ormai|attualmente|a partire da\w*",
    r"теперь|сейчас|отныне",
    # It does not hold any more, or something else does.
    r"no longer|no more(?! than)|any ?more|instead|after all",
    r"nicht mehr|kein\w* mehr|stattdessen|doch nicht",
    r"ne [\w']+ plus|au lieu|finalement|ya no|en vez|en lugar|já não|em vez|invece|al posto",
    r"non [\w']+(?: \w+)? più|больше не|вместо",
    # It changed.
    r"moved|changed|switched|replaced|t(?:ook|aken) over|down to",
    r"(?:go(?:es|ne)?|went|came|is|are|now|back) up to",
    r"once more|went back|gone back",
    r"gewechselt|umgezogen|verlegt|verschoben|geändert|übernommen|statt",
    r"changé|déménagé|remplacé|cambiad[oa]|cambió|mudou|mudado|cambiat[oa]|spostat[oa]|trasferit[oa]",
    r"переехал\w*|сменил\w*|перенес\w*",
)
# "Since Tuesday", "seit den Ferien"; but not "since childhood", "since 2016".
_SINCE = (
    rf"(?:(?:since|seit|depuis|desde|dal|dalla) (?:\w{{1,4}}\b|{_YESTERDAY}|{_CALENDAR})"
    rf"|с (?:{_YESTERDAY}|{_CALENDAR}))"
    r"(?!(?:\W+\w+){0,4}?\W+(?:19|20)\d\d\b)(?<!\b(?:19|20)\d\d)"
)
# "From Monday" begins something; "from Monday to Friday" does not.
_FROM_DAY = (
    rf"(?:from|ab|vom|da|dal|dès|du|с)(?: \w+)?(?: \d{{1,2}}\.?)? (?:{_CALENDAR})\b"
    r"(?!,? (?:to|until|till|bis|al|au|hasta|até|по)\b| ?[-–])"
)
_UNSPACED = (
    "现在|現在|以后|以後|不再|改为|改成|换成|換成|从今"
    "|今は|今から|もう(?!すぐ|一度)|代わりに|変更|変わ"
)

_CHANGE = re.compile(
    rf"(?<!\w)(?:{'|'.join(_PHRASES)})(?!\w)|(?<!\w)(?:{_SINCE}|{_FROM_DAY})|{_UNSPACED}"
)


def change_words(text: str) -> frozenset[str]:
    """Return the words of a text that speak of a change, case-folded.

    Args:
        text: The text of a short memory.
    """
    return frozenset(_CHANGE.findall(text.casefold()))
