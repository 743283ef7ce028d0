"""Months and weekdays in the languages whose dates are understood."""

from __future__ import annotations

from collections.abc import Mapping


def _table(*languages: str) -> dict[str, int]:
    """Return the number from 1 of each word, from lines of twelve months or seven weekdays.

    An underscore stands for a word that is left out: "Maja" is a woman more often than Polish May.
    """
    return {
        word: number
        for line in languages
        for number, words in enumerate(line.split(), start=1)
        for word in words.split("|")
        if word != "_"
    }


_CAPITALISED_MONTHS = _table(
    "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug"
    " september|sep|sept october|oct november|nov december|dec",
    "januar|jänner|jan februar|feber|feb märz|mrz april|apr mai juni|jun juli|jul august|aug"
    " september|sep|sept oktober|okt november|nov dezember|dez",
)
MONTHS: Mapping[str, int] = _CAPITALISED_MONTHS | _table(
    "janvier|janv février|fevrier|févr mars avril|avr mai juin juillet|juil août|aout septembre"
    " octobre novembre décembre|decembre|déc",
    "enero|ene febrero marzo abril|abr mayo junio julio agosto|ago septiembre|setiembre octubre"
    " noviembre diciembre|dic",
    "gennaio febbraio|febbr marzo aprile maggio|magg giugno|giu luglio|lug agosto|ago"
    " settembre ottobre|ott novembre dicembre|dic",
    "janeiro fevereiro|fev março|marco abril maio junho julho agosto setembro outubro novembro"
    " dezembro|dez",
    "января|январь|январе|янв февраля|февраль|феврале|фев марта|март|марте апреля|апрель|апреле|апр"
    " мая|май|мае июня|июнь|июне июля|июль|июле августа|август|августе|авг"
    " сентября|сентябрь|сентябре|сен октября|октябрь|октябре|окт ноября|ноябрь|ноябре|ноя"
    " декабря|декабрь|декабре|дек",
    "januari februari|febr maart|mrt april mei juni juli augustus september oktober november"
    " december",
    "januar februar mars april mai|maj juni juli august|augusti september oktober november"
    " desember",
    "stycznia|styczeń|styczniu lutego|luty|lutym marca|marzec|marcu kwietnia|kwiecień|kwietniu maju"
    " czerwca|czerwiec|czerwcu lipca|lipiec|lipcu sierpnia|sierpień|sierpniu"
    " września|wrzesień|wrześniu października|październik|październiku listopada|listopadzie"
    " grudnia|grudzień|grudniu",
    "ianuarie februarie martie aprilie _ iunie iulie august septembrie octombrie noiembrie"
    " decembrie",
    "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    "січня|січень|січні лютого|лютий|лютому березня|березень|березні квітня|квітень|квітні"
    " травня|травень|травні червня|червень|червні липня|липень|липні серпня|серпень|серпні"
    " вересня|вересень|вересні жовтня|жовтень|жовтні листопада|листопад|листопаді"
    " грудня|грудень|грудні",
    "tammikuu|tammikuuta|tammikuussa helmikuu|helmikuuta|helmikuussa"
    " maaliskuu|maaliskuuta|maaliskuussa huhtikuu|huhtikuuta|huhtikuussa"
    " toukokuu|toukokuuta|toukokuussa kesäkuu|kesäkuuta|kesäkuussa heinäkuu|heinäkuuta|heinäkuussa"
    " elokuu|elokuuta|elokuussa syyskuu|syyskuuta|syyskuussa lokakuu|lokakuuta|lokakuussa"
    " marraskuu|marraskuuta|marraskuussa joulukuu|joulukuuta|joulukuussa",
    "január|januárban február|februárban március|márciusban április|áprilisban május|májusban"
    " június|júniusban július|júliusban augusztus|augusztusban szeptember|szeptemberben"
    " október|októberben november|novemberben december|decemberben",
    "ledna|leden|lednu února|únor|únoru března|březen|březnu dubna|duben|dubnu"
    " května|květen|květnu června|červen|červnu července|červenec|červenci srpna|srpen|srpnu září"
    " října|říjen|říjnu listopadu|listopad prosince|prosinec|prosinci",
    "ocak|ocakta şubat|şubatta mart|martta nisan|nisanda mayıs|mayısta haziran|haziranda"
    " temmuz|temmuzda ağustos|ağustosta eylül|eylülde ekim|ekimde kasım|kasımda aralık|aralıkta",
)
"""Month names and their short forms, case-folded, to 1..12."""

_CAPITALISED_WEEKDAYS = _table(
    "monday|mon tuesday|tue|tues wednesday|wed thursday|thu|thurs friday|fri saturday|sat"
    " sunday|sun",
    "montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag",
)
WEEKDAYS: Mapping[str, int] = _CAPITALISED_WEEKDAYS | _table(
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes miércoles|miercoles jueves viernes sábado|sabado domingo",
    "lunedì|lunedi martedì|martedi mercoledì|mercoledi giovedì|giovedi venerdì|venerdi sabato"
    " domenica",
    "segunda-feira|segunda terça-feira|terça quarta-feira|quarta quinta-feira|quinta"
    " sexta-feira|sexta sábado domingo",
    "понедельник|понедельника вторник|вторника среда|среду|среды четверг|четверга"
    " пятница|пятницу|пятницы суббота|субботу|субботы воскресенье|воскресенья",
    "maandag|maandagen dinsdag|dinsdagen woensdag|woensdagen donderdag|donderdagen"
    " vrijdag|vrijdagen zaterdag|zaterdagen zondag|zondagen",
    "mandag|mandager tirsdag|tirsdager onsdag|onsdager torsdag|torsdager fredag|fredager"
    " lørdag|lørdager søndag|søndager",
    "måndag|måndagar tisdag|tisdagar onsdag|onsdagar torsdag|torsdagar fredag|fredagar"
    " lördag|lördagar söndag|söndagar",
    "poniedziałek|poniedziałku|poniedziałki wtorek|wtorku|wtorki środa|środę|środy"
    " czwartek|czwartku|czwartki piątek|piątku|piątki sobota|sobotę|soboty"
    " niedziela|niedzielę|niedziele|niedzieli",
    "_ marți|marţi|marti miercuri joi vineri sâmbătă|sâmbăta|sambata duminică|duminica",
    "dilluns dimarts dimecres dijous divendres dissabte|dissabtes diumenge|diumenges",
    "понеділок|понеділка вівторок|вівторка середа|середу|середи четвер|четверга"
    " пʼятниця|пʼятницю|пʼятниці|пятниця|пятницю|пятниці субота|суботу|суботи неділя|неділю|неділі",
    "maanantai|maanantaina tiistai|tiistaina keskiviikko|keskiviikkona torstai|torstaina"
    " perjantai|perjantaina lauantai|lauantaina sunnuntai|sunnuntaina",
    "hétfő|hétfőn kedd|kedden szerda|szerdán csütörtök|csütörtökön péntek|pénteken"
    " szombat|szombaton vasárnap",
    "pondělí|pondělky úterý|úterky středa|středu|středy čtvrtek|čtvrtka|čtvrtky pátek|pátku|pátky"
    " sobota|sobotu|soboty neděle|neděli",
    "pazartesi|pazartesileri salı|salıları çarşamba|çarşambaları perşembe|perşembeleri"
    " cuma|cumaları cumartesi|cumartesileri pazar|pazarları",
)
"""Weekday names and short forms, case-folded, to 1 (Monday) .. 7."""

CALENDAR_WORDS = frozenset({*MONTHS, *WEEKDAYS})
"""Words that make a date, and no name, of a phrase that holds nothing else but digits."""

_CAPITALISED = frozenset({*_CAPITALISED_MONTHS, *_CAPITALISED_WEEKDAYS})


def is_calendar_word(norm: str) -> bool:
    """Whether a normalised word is a month or weekday; "Mondays" counts as "Monday"."""
    return norm in CALENDAR_WORDS or norm.removesuffix("s") in CALENDAR_WORDS


def is_capitalised_calendar_word(norm: str) -> bool:
    """Whether a normalised word is a month or weekday that English or German writes with a capital.

    A capitalised "Marco" is a man, and no Portuguese month. "Mondays" counts as "Monday".
    """
    return norm in _CAPITALISED or norm.removesuffix("s") in _CAPITALISED
