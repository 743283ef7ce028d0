"""Short forms that are written with a full stop: "Dr.", "e.g.", "Nr. 7", "Ltd."."""

from __future__ import annotations

from .people_words import ABBREVIATED_TITLES
from .word_sets import split_words

SHORT_FORMS = ABBREVIATED_TITLES | split_words(
    "jr gen col lt sgt rev hon vs ca cf approx e.g i.e al mt ft"
    " z.b d.h u.a bzw evtl ggf inkl zzgl bzgl dipl.-ing str ul pl av avda hrn resp"
)
"""Something always follows them."""

BEFORE_NUMBERS = split_words(
    "no nr vol fig pp tel apt abb kap hausnr art chap env temp std"
    " jan feb mar apr jun jul aug sept sep oct okt nov dec dez"
)
"""Short forms only where a number follows: "the answer was no. Then ..." is two sentences."""

SHORT_WEEKDAYS = split_words("Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun Mo Di Mi Do Fr Sa So")
"""Also only before a number, and with a capital: "she sat. 3 of us stood" is two sentences."""

LIMITS = split_words("max min")
"""Also only before a number; but Max is a man, too, and "10 min" a time."""

COUNTRIES = split_words("u.s u.k e.u u.n u.s.a")
"""Before a capital they end a sentence only if its word begins one: "the U.S. The ..."."""

ALSO_LAST = split_words("inc ltd co corp etc usw")
"""They may end a sentence, too: "published by Atari, Inc. The game ..."."""
