"""Units of time up to months, in several languages: how long something lasts, not what it is."""

from __future__ import annotations

from .word_sets import split_words

TIME_UNITS = split_words(
    "second seconds minute minutes hour hours day days week weeks month months"
    " sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten"
    " monats"
    " seconde secondes heure heures jour jours semaine semaines mois"
    " segundo segundos minuto minutos hora horas día días semana semanas mes meses"
    " secondo secondi minuti ore giorno giorni settimana settimane mese mesi"
    " dia dias mês"
    " seconden minuut minuten uur uren dag dagen week weken maand maanden"
    " minuta minuty minut godzina godziny godzin dzień dni tydzień tygodnie"
    " tygodni miesiąc miesiące miesięcy"
    " minuter minutter timme timmar timer vecka veckor uge uger uke uker månad månader"
    " måned måneder"
)
"""Case-folded, in most of their forms; without those that are other words elsewhere, as "time" is.

Years number classes and models, too: "Year 4".
"""
