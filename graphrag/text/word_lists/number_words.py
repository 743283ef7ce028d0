"""The numbers from one to ten as words, in the languages whose dates are understood."""

from __future__ import annotations


def _numbers(*lines: str) -> dict[str, int]:
    """Return the value of each word, from lines of words for one, two, three ..."""
    return {word: n for n, line in enumerate(lines, start=1) for word in line.split("|")}


NUMBERS = _numbers(
    "a|an|one|ein|eine|einem|einer|un|une|una|uno|um|uma|один|одну|一",
    "two|couple of|a couple of|zwei|deux|dos|due|dois|duas|два|две|二|两|兩",
    "three|drei|trois|tres|tre|três|три|三",
    "four|vier|quatre|cuatro|quattro|quatro|четыре|四",
    "five|fünf|cinq|cinco|cinque|пять|五",
    "six|sechs|seis|sei|шесть|六",
    "seven|sieben|sept|siete|sette|sete|семь|七",
    "eight|acht|huit|ocho|otto|oito|восемь|八",
    "nine|neun|neuf|nueve|nove|девять|九",
    "ten|zehn|dix|diez|dieci|dez|десять|十",
)
"""The numbers from one to ten as words, case-folded; articles that mean one are among them."""

NUMBERS_OF_DAYS = NUMBERS | _numbers(
    "een|één|en|ett|et|én|jeden|jedną|jedním|bir|o|yksi|yhden|egy|한",
    "twee|två|to|dwa|dwie|dva|dvěma|iki|doi|două|doua|dues|дві|kaksi|kahden|két|두",
    "drie|trzy|tři|třemi|üç|trei|kolme|három|세",
    "fyra|fire|cztery|čtyři|čtyřmi|dört|patru|чотири|neljä|négy|네",
    "vijf|fem|pięć|pět|pěti|beş|cinci|cinc|viisi|öt|пʼять",
    "zes|sex|seks|sześć|šest|šesti|altı|șase|şase|sase|sis|шість|kuusi|hat",
    "zeven|sju|syv|siedem|sedm|sedmi|yedi|șapte|şapte|sapte|set|сім|seitsemän|hét",
    "åtta|otte|åtte|osiem|osm|osmi|sekiz|opt|vuit|вісім|kahdeksan|nyolc",
    "negen|nio|ni|dziewięć|devět|devíti|dokuz|nouă|noua|nou|yhdeksän|kilenc|девʼять",
    "tien|tio|ti|dziesięć|deset|deseti|on|zece|deu|kymmenen|tíz|десять",
)
"""Beside "days" and the like. Elsewhere many of these are other words: "to", "on", "fire"."""
