"""Dates relative to the clock: yesterday, last week, two days ago, on Monday.

In English and the languages of the glossaries (`text/languages/glossary/`); "on Monday" and the
weekend in most of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from ...model import DayRange
from ..word_lists.calendar_words import WEEKDAYS
from ..word_lists.word_sets import any_of

SATURDAY = 5
"""As ``date.weekday`` counts."""

MAX_BACK = 1000
"""Largest number in "so many days ago" that is taken for a date."""


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

_NUMBERS_OF_DAYS = NUMBERS | _numbers(
    "een|één|en|ett|et|én|jeden|jedną|jedním|bir|o|yksi|yhden|egy|한",
    "twee|två|to|dwa|dwie|dva|dvěma|iki|doi|două|doua|dues|дві|kaksi|kahden|két|두",
    "drie|trzy|tři|třemi|üç|trei|kolme|három|세",
    "fyra|fire|cztery|čtyři|čtyřmi|dört|patru|чотири|neljä|négy|네",
    "vijf|fem|pięć|pět|pěti|beş|cinci|cinc|viisi|öt",
    "zes|sex|seks|sześć|šest|šesti|altı|șase|şase|sase|sis|шість|kuusi|hat",
    "zeven|sju|syv|siedem|sedm|sedmi|yedi|șapte|şapte|sapte|set|сім|seitsemän|hét",
    "åtta|otte|åtte|osiem|osm|osmi|sekiz|opt|vuit|вісім|kahdeksan|nyolc",
    "negen|nio|ni|dziewięć|devět|devíti|dokuz|nouă|noua|nou|yhdeksän|kilenc",
    "tien|tio|ti|dziesięć|deset|deseti|on|zece|deu|kymmenen|tíz",
)
"""Elsewhere many of these are other words: "to", "on", "fire"."""

_NUMBER = rf"(?P<n>\d{{1,4}}|{any_of(_NUMBERS_OF_DAYS)})"
_UNITS = {
    "day": (
        "days?|tage?n?|jours?|días?|dias?|giorn[oi]|dag(?:en|ar|er|e)?|dni|dzień|dny|dnů|den|gün"
        "|zi|zile|di[ae]s?|дн[іи]в?|päivää?|nap(?:ja|pal)?|일|день|дня|дней|天|日"
    ),
    "week": (
        "weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|veck(?:a|or)|uger?|uke[r]?|tygodni[ea]?"
        "|tydzień|týdn[yů]|týden|hafta|săptămân[iă]|saptaman[ia]|setman(?:a|es)|тижн[іяь]в?|тиждень"
        "|viikkoa?|h[ée]t(?:e|tel)?|주|недел[юиь]|周|週間?|星期|个星期|個星期"
    ),
    "month": (
        "months?|monate?n?|mois|mes|meses|mês|mes[ei]|maand(?:en)?|månad(?:er)?|måned(?:er)?"
        "|miesi[ąę]c[ey]?|miesięcy|měsíc(?:[ei]|ů)?|ay|lun[iă]|luna|mesos|місяц[ія]в?|місяць|kuukaut(?:ta|si)"
        "|kuukausi|hónap(?:ja|pal)?|달|개월|месяца?|месяцев|个月|個月|か月|ヶ月"
    ),
}
_UNIT = "|".join(f"(?P<{unit}>{words})" for unit, words in _UNITS.items())

_DAYS_BACK = {
    2: (
        "(?:the )?day before yesterday|vorgestern|avant-hier|anteayer|l['’]altro ieri|anteontem"
        "|eergisteren|i ?forgårs|i ?förrgår|przedwczoraj|předevčírem|(?:evvelsi|önceki) gün"
        "|alalt[ăa]ieri|abans-d['’]ahir|toissapäivänä|tegnapelőtt|그저께|그제"
        "|позавчера|前天|一昨日|おととい"
    ),
    1: (
        "yesterday|last night|gestern|hier|ayer|ieri|ontem|gisteren|i ?går|wczoraj|včera|dün"
        "|ahir|вчора|учора|eilen|tegnap|어제"
        "|вчера|昨天|昨日"
    ),
    0: (
        "today|heute|aujourd['’]hui|hoy|oggi|hoje|vandaag|i ?dag|dzi[sś]|dzisiaj|dnes|bugün"
        "|azi|ast[ăa]zi|avui|сьогодні|tänään|오늘"
        "|сегодня|今天|今日"
        "|this (?:morning|afternoon|evening)|tonight|vanmorgen|vanmiddag|vanavond|ce (?:matin|soir)"
        "|cet après-midi|esta (?:mañana|tarde|noche)|stamattina|stasera|questa (?:mattina|sera)"
    ),
    -1: (
        "tomorrow|morgen|demain|mañana|domani|amanhã|i ?morgon|imorgen|jutro|zítra|yarın"
        "|mâine|demà|huomenna|holnap|내일"
        "|завтра|明天|明日"
    ),
}
_WEEKS_BACK = {
    1: (
        "(?:last|past|previous) week|letzte[rn]? woche|vergangene[rn]? woche|vorige[rn]? woche"
        "|la semaine (?:dernière|passée)|la semana pasada|la settimana scorsa"
        "|(?:na )?semana passada|на прошлой неделе|прошл(?:ая|ую) недел[яю]"
        "|(?:vorige|afgelopen) week|förra veckan|(?:i )?sidste uge|(?:i )?forrige uke"
        "|(?:w )?(?:zeszłym|ubiegłym) tygodniu|minulý týden|geçen hafta"
        "|s[ăa]pt[ăa]m[âa]na trecut[ăa]|la setmana passada|минулого тижня|viime viikolla"
        "|múlt héten|지난 ?주(?:에|의)?"
        "|上周|上週|上星期|上个星期|先週"
    ),
    0: (
        "this week|diese[rn]? woche|cette semaine|esta semana|questa settimana|deze week"
        "|den här veckan|denne u[gk]en?|w tym tygodniu|tento týden|bu hafta"
        "|s[ăa]pt[ăa]m[âa]na a(?:st|ceast)a|aquesta setmana|цього тижня|tällä viikolla|ezen a héten"
        "|이번 ?주(?:에|의)?|на этой неделе"
        "|这周|本周|這週|今週"
    ),
}
_MONTHS_BACK = {
    1: (
        "(?:last|past|previous) month|letzte[nrs]? monats?|vergangene[nrs]? monats?"
        "|le mois (?:dernier|passé)|el mes pasado|il mese scorso|lo scorso mese|(?:no )?mês passado"
        "|(?:vorige|afgelopen) maand|förra månaden|(?:i )?(?:sidste|forrige) måned"
        "|(?:w )?(?:zeszłym|ubiegłym) miesiącu|minulý měsíc|geçen ay"
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
    "(?:last|past) week-?end|(?:letzte|vergangene|vorige)[sn]? wochenende"
    "|week-?end (?:dernier|passé)|fin de semana pasado|fim de semana passado"
    "|(?:fine settimana|week-?end) scorso"
    "|scorso (?:fine settimana|week-?end)|(?:vorig|afgelopen) weekend|förra helgen"
    "|(?:sidste weekend|forrige helg)|(?:zeszły|ubiegły) weekend|minulý víkend"
    "|прошлы(?:е|х) выходны(?:е|х)|上周末|上週末|先週末|지난 ?주말(?:에)?"
)
_THE_WEEKEND = (
    "(?:this|(?:on|at|over|during) the) week-?end|(?:am|dieses) wochenende|(?:ce|le) week-?end"
    "|(?:el|este) fin de semana|(?:no|este) fim de semana"
    "|(?:nel|questo) (?:fine settimana|week-?end)|(?:dit|in het) weekend|i helg(?:en|a)"
    "|i weekenden|w weekend|o víkendu|(?:на|в) выходны(?:е|х)|周末|週末|주말에"
)
_WEEKDAY = any_of(word for word in WEEKDAYS if len(word) > 4)


def _pattern(words: str) -> re.Pattern[str]:
    # \b does not part Han or kana from one another, so those need no boundary. They have no case:
    # without (?-i:...) the compiler folds each of them, which takes three quarters of its time.
    han = r"(?-i:[\u3000-\u9fff])"
    return re.compile(
        rf"(?:(?<![^\W_])|(?<={han}))(?:{words})(?:(?![^\W_])|(?={han})|(?<={han}))", re.IGNORECASE
    )


def _patterns(table: Mapping[int, str]) -> list[tuple[int, re.Pattern[str]]]:
    return [(back, _pattern(words)) for back, words in table.items()]


_DAYS = _patterns(_DAYS_BACK)
_WEEKENDS = (_pattern(_LAST_WEEKEND), _pattern(_THE_WEEKEND))
_WEEKS = _patterns(_WEEKS_BACK)
_MONTHS = _patterns(_MONTHS_BACK)
_AGO = tuple(
    _pattern(words)
    for words in (
        rf"{_NUMBER}\s*(?:{_UNIT})\s+(?:ago|fa|atrás|geleden|sedan|siden|temu|önce|sitten|ezelőtt|тому|назад|earlier)",
        rf"(?:vor|il y a|hace|há|fa|acum|před)\s+{_NUMBER}\s+(?:{_UNIT})",
        rf"{_NUMBER}\s*(?:{_UNIT})\s*(?:前|以前|之前|전(?:에)?)",
    )
)
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
_FEW = "few|several|paar|quelques|pocos|pocas|pochi|poche|kilka"
_LATELY = tuple(
    _pattern(words)
    for words in (
        rf"(?:{_PAST})\s+{_NUMBER}\s+(?:{_UNIT})",
        rf"{_NUMBER}\s+(?:{_PAST})\s+(?:{_UNIT})",
        rf"(?:{_PAST})\s+(?P<n>{_FEW})\s+(?:{_SOME})",
        # "The last days" of English are those of something.
        rf"(?P<n>(?!last|past)(?:{_PAST}))\s+(?:{_SOME})",
    )
)
"""The days up to now: "in the last two weeks", "ces trois derniers jours", "the last few days"."""

A_FEW = 4
"""So many days, weeks or months are a few."""

_IS_FEW = re.compile(rf"(?:{_FEW}|{_PAST})\Z", re.IGNORECASE)

_ON_WEEKDAY = _pattern(
    r"(?:on|last|past|this|letzten|letzter|vergangenen|am|le|el|on last|в|во|lo scorso|op|på"
    r"|we?|ve?|vorige|afgelopen|zeszł[yą]|ubiegł[yą]|minul(?:ý|é|ou)|прошл(?:ый|ую|ое))\s+"
    rf"(?P<weekday>{_WEEKDAY})|(?P<weekday2>{_WEEKDAY})\s+(?:dernier|passé|pasado|scors[oa]|passad[oa])"
    rf"|i\s+(?P<weekday3>{_WEEKDAY})s"
)
_DAY_OF_LAST_WEEK = _pattern(
    rf"(?P<weekday>{_WEEKDAY})\s+(?:of\s+)?(?:last week|(?:letzte|vorige)[rn]? woche)"
    rf"|(?:last week|(?:letzte|vorige) woche)\s+(?:on\s+|am\s+)?(?P<weekday2>{_WEEKDAY})"
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
    r"(guten|schönen|heute|(?:vor)?gestern|am|jeden|diesen|ganzen|nächsten|la|una|cada)\s+"
    "(?:morgen|mañana)"
)
# "Hier" is yesterday beside one of these, and "here" elsewhere: German and Dutch have none of them.
_HIER = _pattern("hier")
_FRENCH = _pattern(
    r"(?:[cdjlnst]|qu)['’]\w+|(?-i:a|la|le)|aux|avant|avec|avez|avons|chez|combien|comment|elles?|est"
    r"|et|étai\w+|ils?|matin|notre|nous|ont|où|par|pour|pourquoi|quand|que|quel\w*|qui|quoi|soir"
    r"|suis|sur|tu as|une|votre|vous"
)


def relative_days(text: str, today: date) -> Iterator[DayRange]:
    """Read the dates that a text names relative to the clock.

    Args:
        text: The question.
        today: The clock.

    Yields:
        A day, the seven days of a week (Monday to Sunday, or those around so many weeks ago), a
        month, or the days up to today.
    """
    rest = _MORNING.sub(r"\1", text)
    if not _FRENCH.search(rest):
        rest = _HIER.sub(" ", rest)
    for back, pattern in _DAYS:
        rest, count = pattern.subn(" ", rest)
        if count:
            yield _day(today - timedelta(days=back))
    monday = today - timedelta(days=today.weekday())
    saturday = today - timedelta(days=(today.weekday() - SATURDAY) % 7)
    for first, pattern in zip((monday - timedelta(days=2), saturday), _WEEKENDS, strict=True):
        rest, count = pattern.subn(" ", rest)
        if count:
            yield DayRange(first.toordinal(), first.toordinal() + 1)
    for match in _DAY_OF_LAST_WEEK.finditer(rest):
        yield _day(monday + timedelta(days=_weekday(match) - 8))
    rest = _DAY_OF_LAST_WEEK.sub(" ", rest)
    for back, pattern in _WEEKS:
        if pattern.search(rest):
            yield _week(monday - timedelta(days=7 * back))
    for back, pattern in _MONTHS:
        if pattern.search(rest):
            yield _months_back(today, back)
    for pattern in _AGO:
        for match in pattern.finditer(rest):
            if (number := _number(match)) is not None:
                yield _ago(today, number, match)
    for pattern in _LATELY:
        for match in pattern.finditer(rest):
            if (number := _number(match)) is not None:
                yield DayRange(_ago(today, number, match).first, today.toordinal())
        rest = pattern.sub(" ", rest)
    for match in _ON_WEEKDAY.finditer(rest):
        yield _day(today - timedelta(days=(today.isoweekday() - _weekday(match) - 1) % 7 + 1))


def _weekday(match: re.Match[str]) -> int:
    """Return which weekday a match names, 1 for Monday."""
    name = next(filter(None, match.groups()))
    return _HAN_WEEKDAYS.get(name) or WEEKDAYS[name.casefold()]


def _number(match: re.Match[str]) -> int | None:
    """Return how many days, weeks or months a match names; None if no memory is so old."""
    written = match["n"].casefold()
    if _IS_FEW.match(written):
        return A_FEW
    number = _NUMBERS_OF_DAYS.get(written) or (int(written) if written.isdecimal() else None)
    return number if number is not None and number <= MAX_BACK else None


def _ago(today: date, number: int, match: re.Match[str]) -> DayRange:
    if match["day"]:
        return _day(today - timedelta(days=number))
    if match["week"]:
        return _week(today - timedelta(days=7 * number + 3))
    return _months_back(today, number)


def _day(day: date) -> DayRange:
    return DayRange(day.toordinal(), day.toordinal())


def _week(first: date) -> DayRange:
    return DayRange(first.toordinal(), first.toordinal() + 6)


def _months_back(today: date, number: int) -> DayRange:
    months = today.year * 12 + today.month - 1 - number
    year, month = divmod(months, 12)
    return DayRange.of_month(year, month + 1)
