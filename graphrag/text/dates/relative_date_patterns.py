"""How dates relative to the clock are written.

In English and the languages of the glossaries (`text/languages/glossary/`); "on Monday" and the
weekend in most of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..word_lists.calendar_words import WEEKDAYS
from ..word_lists.number_words import NUMBERS_OF_DAYS
from ..word_lists.word_sets import any_of
from .date_patterns import date_pattern, lower_case, typed_words

MAX_BACK = 1000
"""Largest number in "so many days ago" that is taken for a date."""

_NUMBERS = typed_words(NUMBERS_OF_DAYS)
_NUMBER = rf"(?P<n>\d{{1,4}}|{any_of(_NUMBERS)})"
_UNITS = {
    "day": (
        "days?|tage?n?|jours?|días?|dias?|giorn[oi]|dag(?:en|ar|er|e)?|dni|dzie[nń]|dny|dn[uů]|den|g[uü]n"
        "|zi|zile|di[ae]s?|дн[іи]в?|päivää?|nap(?:ja|pal)?|일|день|дня|дней|天|日"
    ),
    "week": (
        "weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|veck(?:a|or)|uger?|uke[r]?|tygodni[ea]?"
        "|tydzie[nń]|t[yý]dn[yuů]|t[yý]den|hafta|săptămân[iă]|saptaman[ia]|setman(?:a|es)|тижн[іяь]в?|тиждень"
        "|viikkoa?|h[ée]t(?:e|tel)?|주|недел[юиь]|周|週間?|星期|个星期|個星期"
    ),
    "month": (
        "months?|monate?n?|mois|mes|meses|mês|mes[ei]|maand(?:en)?|m[aå]nad(?:er)?|m[aå]ned(?:er)?"
        "|miesi[aąeę]c[ey]?|m[eě]s[ií]c(?:[ei]|[uů])?|ay|lun[iă]|luna|mesos|місяц[ія]в?|місяць|kuukaut(?:ta|si)"
        "|kuukausi|hónap(?:ja|pal)?|달|개월|месяца?|месяцев|个月|個月|か月|ヶ月"
    ),
}
_UNIT = "|".join(f"(?P<{unit}>{words})" for unit, words in _UNITS.items())
_YEARS = (
    "years?|jahr(?:en?)?|ans?|années?|años?|anos?|ann[oi]|jaar|år|lata?|rok(?:u|y|em)?|lety|y[ıi]l"
    "|ani?|anys?|рок[иів]в?|рік|год(?:а|у)?|лет|vuotta|vuosi|év(?:e|vel)?|년|年"
)
_UNIT_AGO = rf"{_UNIT}|(?P<year>{_YEARS})"

TODAY = (
    "today|heute|aujourd['’]hui|hoy|oggi|hoje|vandaag|i ?dag|dzi[sś]|dzisiaj|dnes|bug[uü]n|azi"
    "|ast[ăa]zi|avui|сьогодні|tänään|오늘|сегодня|今天|今日"
)
_DAY_WORDS = {
    -2: (  # before "tomorrow" and "morgen", which stand in some of these
        "(?:the )?day after tomorrow|(?:ü|ue)bermorgen|overmorgen|apr[èe]s-demain|pasado ma[nñ]ana"
        "|dopodomani|depois de amanh[aã]|i ?[öo]vermorgon|i overmorgen|pojutrze|poz[ií]t[rř][ií]"
        "|[oö]b[uü]r g[uü]n|poim[âa]ine|dem[àa] passat|ylihuomenna|holnaput[áa]n|모레"
        "|послезавтра|післязавтра|后天|後天|明後日"
    ),
    2: (
        "(?:the )?day before yesterday|vorgestern|avant-hier|anteayer|l['’]altro ieri|anteontem"
        "|eergisteren|i ?forg[aå]rs|i ?f[oö]rrg[aå]r|przedwczoraj|p[rř]edev[cč][ií]rem"
        "|(?:evvelsi|[oö]nceki) g[uü]n"
        "|alalt[ăa]ieri|abans-d['’]ahir|toissap[aä]iv[aä]n[aä]|tegnapel[oő]tt|그저께|그제"
        "|позавчера|前天|一昨日|おととい"
    ),
    1: (
        "yesterday|last night|gestern|hier|ayer|ieri|ontem|gister(?:en|ochtend|middag|avond)"
        "|afgelopen nacht"
        "|i ?går|wczoraj|v[cč]era|dün"
        "|ahir|вчора|учора|eilen|tegnap|어제"
        "|вчера|昨天|昨日"
    ),
    0: (
        f"{TODAY}|this (?:morning|afternoon|evening)|tonight"
        "|van(?:morgen|ochtend|middag|avond|nacht)"
        "|ce (?:matin|soir)"
        "|cet après-midi|esta (?:ma[nñ]ana|tarde|noche)|stamattina|stasera|questa (?:mattina|sera)"
    ),
    -1: (
        "tomorrow|morgen|demain|ma[nñ]ana|domani|amanh[aã]|i ?morgon|imorgen|jutro|z[ií]tra|yarın"
        "|mâine|demà|huomenna|holnap|내일"
        "|завтра|明天|明日"
    ),
}
_WEEK_WORDS = {
    2: (  # before "last week"
        "(?:the )?week before last(?: week)?|vorletzte[rn]? woche|l['’]avant-dernière semaine"
        "|(?:la )?semana antepasada|(?:na )?semana retrasada|eervorige week|förrförra veckan"
    ),
    1: (
        "(?:last|past|previous) week|letzte[rn]? woche|vergangene[rn]? woche|vorige[rn]? woche"
        "|la semaine (?:dernière|passée)|la semana pasada|la settimana scorsa"
        "|(?:na )?semana passada|на прошлой неделе|прошл(?:ая|ую) недел[яю]"
        "|(?:vorige|afgelopen) week|förra veckan|(?:i )?sidste uge|(?:i )?forrige uke"
        "|(?:w )?(?:zesz[lł]ym|ubieg[lł]ym) tygodniu|minul[yý] t[yý]den|ge[cç]en hafta"
        "|s[ăa]pt[ăa]m[âa]na trecut[ăa]|la setmana passada|минулого тижня|viime viikolla"
        "|múlt héten|지난 ?주(?:에|의)?"
        "|上周|上週|上星期|上个星期|先週"
    ),
    0: (
        "this week|diese[rn]? woche|cette semaine|esta semana|questa settimana|deze week"
        "|den här veckan|denne u[gk]en?|w tym tygodniu|tento t[yý]den|bu hafta"
        "|s[ăa]pt[ăa]m[âa]na a(?:st|ceast)a|aquesta setmana|цього тижня|tällä viikolla|ezen a héten"
        "|이번 ?주(?:에|의)?|на этой неделе"
        "|这周|本周|這週|今週"
    ),
}
_MONTH_WORDS = {
    1: (
        "(?:last|past|previous) month|letzte[nrms]? monats?|vergangene[nrms]? monats?"
        "|le mois (?:dernier|passé)|el mes pasado|il mese scorso|lo scorso mese|(?:no )?mês passado"
        "|(?:vorige|afgelopen) maand|förra månaden|(?:i )?(?:sidste|forrige) måned"
        "|(?:w )?(?:zesz[lł]ym|ubieg[lł]ym) miesi[aą]cu|minul[yý] m[eě]s[ií]c|ge[cç]en ay"
        "|luna trecut[ăa]|el mes passat|минулого місяця|viime kuussa|múlt hónapban"
        "|지난 ?달(?:에|의)?"
        "|в прошлом месяце|прошлый месяц|上个月|上個月|上月|先月"
    ),
    0: (
        "this month|diese[nrs]? monats?|ce mois(?:-ci)?|este mes|este mês|questo mese|deze maand"
        "|den här månaden|denne måned(?:en)?|w tym miesiącu|tento měsíc|bu ay"
        "|luna a(?:st|ceast)a|aquest mes|цього місяця|tässä kuussa|ebben a hónapban"
        "|이번 ?달(?:에|의)?"
        "|в этом месяце|这个月|這個月|本月|今月"
    ),
}
_LAST_WEEKEND = (
    "(?:last|past) week-?end|(?:letzte|vergangene|vorige)[snm]? wochenende"
    "|week-?end (?:dernier|passé)|fin de semana pasado|fim de semana passado"
    "|(?:fine settimana|week-?end) scorso"
    "|scorso (?:fine settimana|week-?end)|(?:vorig|afgelopen) weekend|förra helgen"
    "|(?:sidste weekend|forrige helg)|(?:zesz[lł]y|ubieg[lł]y) weekend|minul[yý] v[ií]kend"
    "|прошлы(?:е|х) выходны(?:е|х)|上周末|上週末|先週末|지난 ?주말(?:에)?"
)
_THE_WEEKEND = (
    "(?:this|(?:on|at|over|during) the) week-?end|(?:am|dieses) wochenende|(?:ce|le) week-?end"
    "|(?:el|este) fin de semana|(?:no|este) fim de semana"
    "|(?:nel|questo) (?:fine settimana|week-?end)|(?:dit|in het) weekend|i helg(?:en|a)"
    "|i weekenden|w weekend|o v[ií]kendu|(?:на|в) выходны(?:е|х)|周末|週末|주말에"
)
_WEEKDAYS = typed_words(WEEKDAYS)
WEEKDAY = any_of(word for word in _WEEKDAYS if len(word) > 4)


def _pattern(words: str) -> re.Pattern[str]:
    # \b does not part Han or kana from one another, so those need no boundary.
    han = r"[\u3000-\u9fff]"
    return date_pattern(
        rf"(?:(?<![^\W_])|(?<={han}))(?:{words})(?:(?![^\W_])|(?={han})|(?<={han}))"
    )


def _patterns(table: Mapping[int, str]) -> list[tuple[int, re.Pattern[str]]]:
    return [(back, _pattern(words)) for back, words in table.items()]


DAYS_BACK = _patterns(_DAY_WORDS)
WEEKS_BACK = _patterns(_WEEK_WORDS)
MONTHS_BACK = _patterns(_MONTH_WORDS)
"""Each with how many days, weeks or months ago: "yesterday" is 1, "tomorrow" -1."""

WEEKENDS = (_pattern(_LAST_WEEKEND), _pattern(_THE_WEEKEND))
"""That of last week, and the last or present one."""

_FEW = (
    "few|several|some|paar|einige[nr]?|enkele|quelques|pocos|pocas|unos|unas|algunos|algunas"
    "|pochi|poche|qualche|alcun[ei]|alguns|algumas|några|nogle|noen|kilk[au]|několika?"
    "|paio di|par de|c[âa]teva|uns|unes|кілька|несколько|muutama|muutaman|néhány|birkaç"
)
"""A few."""

_SO_MANY = rf"(?:(?:a|ein|een|et|un)\s+)?(?P<n>\d{{1,4}}|{any_of(_NUMBERS)}|{_FEW})"
AGO = tuple(
    _pattern(words)
    for words in (
        rf"(?<!half ){_SO_MANY}\s*(?:{_UNIT_AGO})"
        r"\s+(?:ago|fa|atrás|geleden|sedan|siden|temu|[oö]nce|sitten|ezelőtt|тому|назад|earlier)",
        rf"(?:vor|il y a|hace|há|fa|acum|p[rř]ed)\s+{_SO_MANY}\s+(?:{_UNIT_AGO})",
        rf"{_NUMBER}\s*(?:{_UNIT_AGO})\s*(?:前|以前|之前|전(?:에)?)",
        r"(?:(?P<day>день|dzie[nń]|päivä)|(?P<week>неделю|тиждень|tydzie[nń]|viikko)"
        r"|(?P<month>месяц|місяць|miesi[aą]c|kuukausi)|(?P<year>год|рік|rok|vuosi))"
        r"\s+(?:назад|тому|temu|sitten)",
        r"p[rř]ed\s+(?:(?P<day>dnem)|(?P<week>t[yý]dnem)|(?P<month>m[eě]s[ií]cem)|(?P<year>rokem))",
        r"egy\s+(?:(?P<day>napja)|(?P<week>hete)|(?P<month>hónapja)|(?P<year>éve))",
    )
)
"""So many days, weeks, months or years ago: "two days ago", "vor einer Woche", "неделю назад"."""

_PAST = (
    r"last|past|letzten|vergangenen|derni[eè]re?s|últim[ao]s|ultim[ei]|последни[ех]|laatste"
    r"|afgelopen|senaste|sidste|siste|ostatni(?:e|ch)"
)
_PLURALS = {
    "day": "days|tagen?|jours|días|dias|giorni|dagen|dagarna|dage|dagene|dni|dniach|дней|дни",
    "week": "weeks|wochen|semaines|semanas|settimane|weken|veckorna|uger|ukene|tygodni(?:ach|e)?"
    "|недел[ияь]",
    "month": "months|monaten?|mois|meses|mesi|maanden|månaderna|måneder(?:ne)?|miesiąc(?:e|ach)"
    "|miesięcy|месяц(?:ы|ев)",
}
_SOME = "|".join(f"(?P<{unit}>{words})" for unit, words in _PLURALS.items())
LATELY = tuple(
    _pattern(words)
    for words in (
        # "Last month" is that of the calendar, "in the past month" the days up to now.
        r"(?:in|over|during|for|within)\s+the\s+"
        r"(?:past\s+(?:(?P<day>day)|(?P<week>week)|(?P<month>month))"
        r"|(?:last|past)\s+(?P<year>year))(?!\w|['’]|\s+(?:of|at|in|before|as|with|when)\b)",
        rf"(?:{_PAST})\s+{_NUMBER}\s+(?:{_UNIT_AGO})",
        rf"{_NUMBER}\s+(?:{_PAST})\s+(?:{_UNIT})",
        rf"(?:{_PAST})\s+(?P<n>{_FEW})\s+(?:{_SOME})",
        # "The last days" of English are those of something.
        rf"(?P<n>(?!last|past)(?:{_PAST}))\s+(?:{_SOME})",
    )
)
"""The days up to now: "in the last two weeks", "ces trois derniers jours", "the last few days"."""

A_FEW = 4
"""So many days, weeks or months are a few, at most."""

_IS_FEW = date_pattern(rf"(?:{_FEW}|{_PAST})\Z")


def is_few(match: re.Match[str]) -> bool:
    """Return whether a match of ``AGO`` or ``LATELY`` says "a few".

    Args:
        match: The match.
    """
    return _IS_FEW.match(match.groupdict().get("n") or "1") is not None


ON_WEEKDAY = _pattern(
    r"(?:(?P<this>this)|on|last|past|letzte[nrm]|vergangene[nm]|am|le|el|on last|[ву]|во"
    r"|lo scorso|op|på"
    r"|we?|ve?|vorige|afgelopen|forrige|förra|viime|ge[cç]en|múlt"
    r"|zesz[lł][yaą]|ubieg[lł][yaą]|minul(?:[yý]|[eé]|ou)|прошл(?:ый|ую|ое))\s+"
    rf"(?P<weekday>{WEEKDAY})(?:en)?|(?P<weekday2>{WEEKDAY})\s+(?:dernier|passé|pasado|scors[oa]|passad[oa])"
    rf"|i\s+(?P<weekday3>{WEEKDAY})s"
)
DAY_OF_LAST_WEEK = _pattern(
    rf"(?P<weekday>{WEEKDAY})\s+(?:of\s+)?(?:last week|(?:letzte|vorige)[rn]? woche)"
    rf"|(?:last week|(?:letzte|vorige) woche)\s+(?:on\s+|am\s+)?(?P<weekday2>{WEEKDAY})"
    # "上周一直" and "上周日本" are last week, with "all the time" and "Japan".
    r"|上[个個]?(?:周|週|星期)(?P<weekday3>[一二三四五六日天])(?![直起共些样樣个個本])|先週の?(?P<weekday4>[月火水木金土日])曜日?"
)
_HAN_WEEKDAYS = {
    sign: number
    for signs in ("一二三四五六日", "月火水木金土天")
    for number, sign in enumerate(signs, start=1)
}
"""The last of a Japanese week is 日, too."""

# A morning, and not tomorrow: "guten Morgen", "heute Morgen", "por la mañana".
_MORNING = _pattern(
    r"(guten|sch(?:ö|oe)nen|god|goede|elke|hver|varje|heute|(?:vor)?gestern|am|jeden|diesen|ganzen|nächsten|la|una|cada)\s+"
    "(?:morgen|ma[nñ]ana)"
)
# "Hier" is yesterday beside one of these, and "here" elsewhere: German and Dutch have none of them.
_HIER = _pattern("hier")
_FRENCH = re.compile(
    r"(?<![^\W_])(?:(?:[cdjlnst]|qu)['’]\w+|(?-i:a|la|le)|aux|avant|avec|avez|avons|chez|combien|comment|depuis|elles?|est"
    r"|et|étai\w+|ils?|matin|notre|nous|ont|où|par|pour|pourquoi|quand|que|quel\w*|qui|quoi|soir"
    r"|suis|sur|tu as|une|votre|vous)(?![^\W_])",
    re.IGNORECASE,  # looked for in the text as it is written: "La" is no French word
)


def without_lookalikes(text: str) -> str:
    """Return a text in lower case without words that are a day in another language or sense.

    Args:
        text: The question.
    """
    lower = _MORNING.sub(r"\1", lower_case(text))
    return lower if "hier" not in lower or _FRENCH.search(text) else _HIER.sub(" ", lower)


def weekday_of(match: re.Match[str]) -> int:
    """Return which weekday a match of ``ON_WEEKDAY`` or ``DAY_OF_LAST_WEEK`` names, 1 for Monday.

    Args:
        match: The match.
    """
    groups = match.groupdict().items()
    name = next(value for key, value in groups if value and key.startswith("weekday"))
    return _HAN_WEEKDAYS.get(name) or _WEEKDAYS[name]


def number_of(match: re.Match[str]) -> int | None:
    """Return how many days, weeks, months or years a match of ``AGO`` or ``LATELY`` names.

    Args:
        match: The match.

    Returns:
        The number; None if no memory is so old.
    """
    written = match.groupdict().get("n", "1")
    if is_few(match):
        return A_FEW
    number = _NUMBERS.get(written) or (int(written) if written.isdecimal() else None)
    return number if number is not None and number <= MAX_BACK else None
