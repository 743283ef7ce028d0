"""Words that say nothing beside a date: all those of "What happened last week?"."""

from __future__ import annotations

from itertools import product

from .calendar_words import CALENDAR_WORDS
from .holidays import HOLIDAYS
from .word_sets import split_words

_ALONE = split_words(
    "day days week weeks weekend month months year yesterday today last past previous ago happen"
    " happened happens tell told say said do did going on few several"
    " quarter q1 q2 q3 q4 spring summer autumn fall winter years"
    " tag tage tagen woche wochen monat monate jahr gestern heute letzte letzten letzter vergangene"
    " vergangenen vor passiert geschah geschehen los erzählt gesagt gemacht paar quartal"
    " frühling frühjahr sommer herbst jahre jahren letztes vergangenes"
    " trimestre printemps été automne hiver primavera verano otoño invierno estate autunno inverno"
    " année années año años anno anni"
    " jour jours semaine semaines mois hier dernier dernière derniers dernières passé passée dit"
    " día días semana semanas mes meses ayer última últimas último últimos pasado pasada pasó"
    " giorno giorni settimana settimane mese mesi ieri ultimo ultima ultimi ultime scorso scorsa"
    " successo dia dias ontem passada aconteceu"
    " s morning afternoon evening night noon early mid late start beginning end"
    " summarize summarise summary recap overview show list note notes memories entries important"
    " things went new change changed changes half talk talked talking"
    " vormittag mittag nachmittag abend nacht anfang mitte ende fasse fass zusammen zusammenfassung"
    " neu neues geändert verändert hälfte überblick zeig zeige liste notiz notizen gab wichtiges"
    " matin midi après-midi soir nuit début fin résume résumé montre notes souvenirs"
    " tarde noche principios finales resume resumen muestra notas"
    " mattina pomeriggio sera notte inizio fine riassumi riassunto mostra note"
    " ochtend middag avond nacht begin eind samenvatting notities noite manhã resumo"
)
_WEEKDAYS = {
    "montag dienstag mittwoch donnerstag freitag samstag sonntag": (
        "morgen vormittag mittag nachmittag abend nacht"
    ),
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag": "ochtend middag namiddag avond",
}
"""Weekdays, and the times of day that are written behind them: "Dienstagabend"."""

_WITH_TIMES = frozenset(
    f"{day}{time}"
    for days, times in _WEEKDAYS.items()
    for day, time in product(days.split(), times.split())
)

DATE_WORDS = CALENDAR_WORDS | HOLIDAYS | _ALONE | _WITH_TIMES
"""Normalised; in lower case."""
