"""Words that are a month only in some places: "in May", but not "may I" or "call June".

Without a day and a year, the words before and after such a word say whether it is one.
"""

from __future__ import annotations

import re

from ..word_lists.word_sets import split_words

# These are other words or first names too, unless something before them says that they are months.
_AMBIGUOUS = split_words(
    """
    abr abril ago apr april aralik aug august avr dec dez dic déc ekim ene eylul eylül feb febbr
    feber fev févr giu jan juil jul juli julio jun june kasim leden lug magg mai maj maja mar
    marca march marco mars mart may mayo mei mrz nisan nov ocak oct okt sep sept авг апр дек май
    марта ноя окт сен фев янв
    """
)
# Of these, those that are a month if they have a capital inside a sentence: "our May release".
_CAPITAL_SHOWS_MONTH = frozenset(["may", "march", "mai"])
_BEFORE_MONTH = split_words(
    """
    a ab after anfang around before between bis by de depuis desde di diesen durante during each
    early em en ende every im in jeden last late letzten mid mitte nel next nächsten of sedan seit
    siden since sinds this through throughout till until vergangenen vom zwischen в від до з с
    """
)
# A capital after these makes a name: "teléfono de Julio".
_BEFORE_NAME = frozenset(["a", "de", "di"])
_BEFORE_IBERIAN = split_words(
    "a até cada de desde durante em en entre este hasta pasado passado próximo"
)
_BEFORE_TURKISH = split_words("bu geçen gecen gelecek")
# Words of one language that are names, or other words, in others: "mayo", "what brand (marca)".
_BEFORE_ONE = {
    **dict.fromkeys(["abril", "julio", "marco", "mayo"], _BEFORE_IBERIAN),
    **dict.fromkeys(
        ["ocak", "mart", "nisan", "eylül", "eylul", "ekim", "kasim", "aralik"], _BEFORE_TURKISH
    ),
    "feber": split_words("ab anfang bis ende im letzten mitte nächsten seit vergangenen vom"),
    "leden": split_words("na za"),
    "maj": split_words("fra från i inden sedan siden sist til till under"),
    "maja": split_words("do od połowie"),
    "marca": split_words("do od połowie"),
    "mei": split_words("begin eind half in om per sinds tot vanaf vorige"),
    "май": split_words("за на прошлый этот"),
    "марта": split_words("в до к конце начале с середине"),
}
# "Eylül'de", "eylül ayında"; but not Spanish "ayer" after "Julio".
_MONTH_IN_TURKISH = re.compile(r"['’][dt][ae]\b|\s+ayi(?:n\w*)?\b")
_JOINING = split_words("and bis e o oder or ou through till to und until y - –")


def names_month(text: str, match: re.Match[str], *, follows_date: bool) -> bool:
    """Whether a word is a month: "in May", "our May release"; not "may I", "call June".

    Args:
        text: The question.
        match: A match in its lower case: `name` is the word, `before` the word before it, and
            `until` what joins it to another month.
        follows_date: Whether another date stands right before it.
    """
    name, before = match["name"], match["before"] or ""
    if name not in _AMBIGUOUS:
        return True
    is_capital = text[match.start("name")].isupper()
    of_one = _BEFORE_ONE.get(name)
    said_before = _BEFORE_MONTH if of_one is None else of_one
    if before in said_before and not (is_capital and before in _BEFORE_NAME):
        return True
    # "From June to August", "in May and June"; not "on 3 May, may I".
    if (match["until"] or (follows_date and before in _JOINING)) and (is_capital or len(name) > 3):
        return True
    if before == "the":
        return is_capital and of_one is None
    if of_one is _BEFORE_TURKISH and _MONTH_IN_TURKISH.match(match.string, match.end("name")):
        return True
    return is_capital and before.isalnum() and name in _CAPITAL_SHOWS_MONTH
