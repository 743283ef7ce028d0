"""German units, which have a capital, and the words that count them: "zwei Jahre", "ein Kilo"."""

from __future__ import annotations

from .word_sets import split_words

GERMAN_UNITS = split_words(
    "sekunde sekunden minute minuten stunde stunden tag tage tagen nacht nächte nächten"
    " woche wochen wochenende wochenenden monat monate monaten quartal quartale semester"
    " jahr jahre jahren"
    " euro euros cent cents franken rappen dollar dollars pfund"
    " gramm milligramm kilo kilos kilogramm zentner tonne tonnen milliliter deziliter liter litern"
    " millimeter zentimeter meter metern kilometer kilometern quadratmeter quadratmetern kubikmeter"
    " hektar"
    " prozent grad volt watt kilowatt wattstunde wattstunden kilowattstunde kilowattstunden"
    " stück stücke stücken paar dutzend mal portion portionen scheibe scheiben rolle rollen"
    " flasche flaschen dose dosen glas gläser gläsern becher tube tuben tasse tassen löffel"
    " esslöffel teelöffel bund bündel sack säcke säcken beutel tüte tüten"
    " paket pakete paketen packung packungen päckchen schachtel schachteln karton kartons kiste"
    " kisten kasten kästen harass harasse palette paletten eimer eimern"
)
"""Case-folded, in all their forms."""

CURRENCY_CODES = split_words(
    "eur chf usd gbp aud cad nzd sek nok dkk isk pln czk huf ron bgn try rub uah jpy cny krw"
)
"""Case-folded codes of currencies, which have capitals in every language."""

GERMAN_COUNTS = split_words(
    "ein eine einem einen einer eines zwei zweier drei dreier vier fünf sechs sieben acht neun zehn"
    " elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreissig"
    " vierzig fünfzig sechzig siebzig achtzig neunzig hundert zweihundert fünfhundert tausend"
    " anderthalb eineinhalb zweieinhalb halbe halben halber halbes ganze ganzen ganzer ganzes"
    " volle vollen weitere weiteren wenige wenigen paar einige einigen mehrere mehreren viele"
    " vielen beide beiden alle allen pro je jede jedem jeden jeder jedes"
    " letzte letzten letzter letztes vergangene vergangenen nächste nächsten nächster nächstes"
    " kommende kommenden"
)
"""Words before a unit, normalised: how many of it, or which."""

GERMAN_ORDINALS = split_words(
    "erste ersten erster erstes zweite zweiten zweiter zweites dritte dritten dritter drittes"
    " vierte vierten vierter viertes fünfte fünften sechste sechsten siebte siebten achte achten"
    " neunte neunten zehnte zehnten letzte letzten letzter letztes"
)
"""Case-folded words before the noun that they count: "am ersten Schultag"."""
